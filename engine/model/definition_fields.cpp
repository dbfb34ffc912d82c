#include "engine/model/definition_fields.h"

#include <satbox/validate.h>

#include <algorithm>
#include <array>
#include <limits>

namespace satbox {

namespace {

using M = Material;

constexpr double kMaxDamping = 1e4;      // 1/s
constexpr double kMaxGravityScale = 1e3; // multiples of the world's gravity
constexpr double kMaxFriction = 100.0;
constexpr double kMaxBits = std::numeric_limits<uint32_t>::max();

// clang-format off
constexpr std::array kMaterialFields{
    MaterialField{"density", "Density", "kg/m²", &M::density, 0, kMaxDensity, 0, 100,
        "Mass per area."},
    MaterialField{"staticFriction", "Static friction", "", &M::staticFriction, 0, kMaxFriction, 0, 1.5,
        "Coulomb coefficient while the surfaces stick."},
    MaterialField{"dynamicFriction", "Dynamic friction", "", &M::dynamicFriction, 0, kMaxFriction, 0, 1.5,
        "Coulomb coefficient while the surfaces slide."},
    MaterialField{"restitution", "Restitution", "", &M::restitution, 0, 1, 0, 1,
        "Bounciness: rebound speed over approach speed. 0 does not bounce, 1 bounces fully."},
};

constexpr std::array kFilterFields{
    FilterField{"category", "Category", "", &Filter::category, 0, kMaxBits, 0, kMaxBits,
        "Category bits of the shape. Two shapes collide when the category of each is in the mask of the other."},
    FilterField{"mask", "Mask", "", &Filter::mask, 0, kMaxBits, 0, kMaxBits,
        "Categories that the shape collides with."},
    FilterField{"group", "Group", "", &Filter::group, std::numeric_limits<int32_t>::min(),
        std::numeric_limits<int32_t>::max(), -8, 8,
        "Shapes that share a group other than 0 ignore category and mask: positive always collide, negative never."},
};

// In the order of scene files and of the Inspector.
constexpr std::array kBodyFields{
    BodyField{{"name", "Name", "", &BodyDef::name, 0, 0, 0, 0,
        "Name of the body in lists, labels and messages, up to 200 bytes. It need not be unique."}, &Body::name},
    BodyField{{"group", "Group", "", &BodyDef::group, 0, kMaxBits, 0, 0,
        "Bodies with the same number are selected, moved and copied together in the editor; 0 is none. It has no effect "
        "on the simulation."}, &Body::group, HashPosition::NotHashed, false, false},
    BodyField{{"color", "Colour", "", &BodyDef::color, 0, 0, 0, 0,
        "Colour of the body, as \"#RRGGBB\". Without it, the view chooses one. It has no effect on the simulation."},
        &Body::color},
    BodyField{{"type", "Type", "", &BodyDef::type, 0, 0, 0, 0,
        "Static bodies never move. Kinematic bodies move at their own velocity and nothing pushes them. Dynamic bodies "
        "are moved by forces and contacts."}, &Body::type, HashPosition::BeforeAwake},
    BodyField{{"position", "Position", "m", &BodyDef::position, -kMaxPosition, kMaxPosition, -20, 20,
        "Position of the body's origin."}},
    BodyField{{"rotation", "Angle", "", &BodyDef::rotation, 0, 0, 0, 0,
        "Rotation of the body, counter-clockwise."}},
    BodyField{{"linearVelocity", "Velocity", "m/s", &BodyDef::linearVelocity, -kMaxVelocity, kMaxVelocity, -20, 20,
        "Velocity of the centre of mass."}, {}, HashPosition::NotHashed, true},
    BodyField{{"angularVelocity", "Angular velocity", "rad/s", &BodyDef::angularVelocity, -kMaxVelocity, kMaxVelocity, -20, 20,
        "Rate of rotation, counter-clockwise."}, {}, HashPosition::NotHashed, true},
    BodyField{{"linearDamping", "Linear damping", "s⁻¹", &BodyDef::linearDamping, 0, kMaxDamping, 0, 10,
        "Rate at which the velocity decays, as in a viscous fluid."},
        &Body::linearDamping, HashPosition::BeforeSleepTime, true},
    BodyField{{"angularDamping", "Angular damping", "s⁻¹", &BodyDef::angularDamping, 0, kMaxDamping, 0, 10,
        "Rate at which the angular velocity decays."},
        &Body::angularDamping, HashPosition::BeforeSleepTime, true},
    BodyField{{"gravityScale", "Gravity scale", "", &BodyDef::gravityScale, -kMaxGravityScale, kMaxGravityScale, -2, 4,
        "Factor on the world's gravity for this body; 0 makes it weightless."},
        &BodyMotion::gravityScale, HashPosition::BeforeSleepTime, true},
    BodyField{{"fixedRotation", "Fixed rotation", "", &BodyDef::fixedRotation, 0, 0, 0, 0,
        "Prevents rotation: the rotational inertia is infinite. For bodies that must stay upright."}, &Body::fixedRotation, HashPosition::BeforeAwake, true},
    BodyField{{"sleepAllowed", "Sleep allowed", "", &BodyDef::sleepAllowed, 0, 0, 0, 0,
        "Lets the body fall asleep at rest, which saves computing time."}, &Body::sleepAllowed, HashPosition::BeforeAwake, true},
    BodyField{{"awake", "Awake", "", &BodyDef::awake, 0, 0, 0, 0,
        "The body starts awake; a sleeping body waits until something wakes it."}, {}, HashPosition::NotHashed, true, false},
    BodyField{{"bullet", "Bullet", "", &BodyDef::bullet, 0, 0, 0, 0,
        "Extends continuous collision to dynamic bodies, so that the body does not pass through them either. For small, "
        "fast bodies; costs computing time."},
        &Body::bullet, HashPosition::BeforeAwake, true},
    BodyField{{"enabled", "Enabled", "", &BodyDef::enabled, 0, 0, 0, 0,
        "When off, the body keeps its pose but neither moves nor collides."}, &Body::enabled, HashPosition::BeforeAwake},
    BodyField{{"userValue", "User value", "", &BodyDef::userValue, 0, 0, 0, 0,
        "A number for the program that uses the engine; the engine ignores it."},
        &Body::userValue, HashPosition::AfterSleepTime, false, false},
};
// clang-format on

template<class A, class B>
constexpr bool kSameType = std::is_same_v<std::remove_cvref_t<A>, std::remove_cvref_t<B>>;

// True if the member of Body or BodyMotion that stores the field has the same type as the BodyDef member.
constexpr bool storesItsType(const BodyField& field)
{
    return std::visit(
        [](auto member, auto stored) {
            using Value = decltype(std::declval<BodyDef>().*member);
            if constexpr (std::is_same_v<decltype(stored), std::monostate>)
                return true;
            else if constexpr (std::is_same_v<decltype(stored), float BodyMotion::*>)
                return kSameType<Value, float>;
            else
                return kSameType<Value, decltype(std::declval<Body>().*stored)>;
        },
        field.member, field.stored);
}
static_assert(std::all_of(kBodyFields.begin(), kBodyFields.end(), storesItsType));

// Calls fn(value in def, value in body or motion) for each stored field. Both values have the same type.
template<class Def, class B, class Motion, class Fn>
void forEachStoredMember(Def& def, B& body, Motion& motion, Fn&& fn)
{
    for (const BodyField& field : kBodyFields) {
        std::visit(
            [&](auto member, auto stored) {
                if constexpr (std::is_same_v<decltype(stored), float BodyMotion::*>) {
                    if constexpr (kSameType<decltype(def.*member), float>) fn(def.*member, motion.*stored);
                } else if constexpr (!std::is_same_v<decltype(stored), std::monostate>) {
                    if constexpr (kSameType<decltype(def.*member), decltype(body.*stored)>)
                        fn(def.*member, body.*stored);
                }
            },
            field.member, field.stored);
    }
}

} // namespace

std::span<const BodyField> bodyFields() { return kBodyFields; }
std::span<const MaterialField> materialFields() { return kMaterialFields; }
std::span<const FilterField> filterFields() { return kFilterFields; }

bool differsForDisplayOnly(const BodyDef& a, const BodyDef& b)
{
    bool differs = false;
    for (const BodyField& field : kBodyFields) {
        if (std::visit([&](auto member) { return a.*member == b.*member; }, field.member)) continue;
        if (!field.isForDisplay()) return false;
        differs = true;
    }
    return differs;
}

void storeFields(const BodyDef& def, Body& body, BodyMotion& motion)
{
    forEachStoredMember(def, body, motion, [](const auto& value, auto& stored) { stored = value; });
}

void readStoredFields(const Body& body, const BodyMotion& motion, BodyDef& def)
{
    forEachStoredMember(def, body, motion, [](auto& value, const auto& stored) { value = stored; });
}

} // namespace satbox
