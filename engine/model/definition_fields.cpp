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
constexpr double kMaxRollingResistance = 10.0;
constexpr double kMaxMass = 1e15;     // kg, and kg m^2
constexpr double kMaxKeySpeed = 1e3;  // m/s
constexpr double kMaxPushForce = 1e9; // N

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
    MaterialField{"rollingResistance", "Rolling resistance", "", &M::rollingResistance, 0, kMaxRollingResistance, 0, 0.5,
        "Slows discs, capsules and round corners that roll: torque over radius times normal force. 0.002 is a train's wheel, 0.3 sand.", true},
    MaterialField{"surfaceSpeed", "Surface speed", "m/s", &M::surfaceSpeed, -double{kMaxVelocity}, double{kMaxVelocity}, -5, 5,
        "Speed of the surface along the outline, as of a conveyor belt. Positive carries what lies on top to the right.", true},
    MaterialField{"userValue", "User value", "", &M::userValue, 0, 0, 0, 0,
        "A number for the program that uses the engine; the engine ignores it.", true},
};
static_assert(kMaterialFields.back().key == "userValue"); // see materialNumbers()

constexpr std::array kFilterFields{
    FilterField{"category", "Category", "", &Filter::category, 0, 0, 0, 0,
        "Category bits of the shape. Two shapes collide when the category of each is in the mask of the other."},
    FilterField{"mask", "Mask", "", &Filter::mask, 0, 0, 0, 0,
        "Categories that the shape collides with."},
    FilterField{"group", "Group", "", &Filter::group, std::numeric_limits<int32_t>::min(),
        std::numeric_limits<int32_t>::max(), -8, 8,
        "Shapes that share a group other than 0 ignore category and mask: positive always collide, negative never."},
};

using S = ShapeDef;
constexpr std::array kShapeFields{
    ShapeField{"sensor", "Sensor", "", &S::sensor, 0, 0, 0, 0,
        "Reports overlapping shapes but exerts no forces."},
    ShapeField{"contactEvents", "Contact events", "", &S::contactEvents, 0, 0, 0, 0,
        "Contacts of the shape report when they begin and end. It has no effect on the simulation."},
    ShapeField{"hitEvents", "Hit events", "", &S::hitEvents, 0, 0, 0, 0,
        "Contacts of the shape report hard hits. It has no effect on the simulation."},
    ShapeField{"sensorEvents", "Sensor events", "", &S::sensorEvents, 0, 0, 0, 0,
        "A sensor reports its visitors, another shape is reported by sensors. It has no effect on the simulation."},
    ShapeField{"preSolve", "Pre-solve", "", &S::preSolve, 0, 0, 0, 0,
        "The program that uses the engine is asked about contacts of the shape before they are solved."},
    ShapeField{"userValue", "User value", "", &S::userValue, 0, 0, 0, 0,
        "A number for the program that uses the engine; the engine ignores it."},
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
        &Body::linearDamping, HashPosition::BeforeSleepTime, true, true, true},
    BodyField{{"angularDamping", "Angular damping", "s⁻¹", &BodyDef::angularDamping, 0, kMaxDamping, 0, 10,
        "Rate at which the angular velocity decays."},
        &Body::angularDamping, HashPosition::BeforeSleepTime, true, true, true},
    BodyField{{"gravityScale", "Gravity scale", "", &BodyDef::gravityScale, -kMaxGravityScale, kMaxGravityScale, -2, 4,
        "Factor on the world's gravity for this body; 0 makes it weightless."},
        &BodyMotion::gravityScale, HashPosition::BeforeSleepTime, true, true, true},
    BodyField{{"fixedRotation", "Fixed rotation", "", &BodyDef::fixedRotation, 0, 0, 0, 0,
        "Prevents rotation: the rotational inertia is infinite. For bodies that must stay upright."}, &Body::fixedRotation, HashPosition::BeforeAwake, true},
    BodyField{{"lockX", "Lock x", "", &BodyDef::lockX, 0, 0, 0, 0,
        "The centre of mass of a dynamic body keeps its x-coordinate, whatever pushes it."}, &Body::lockX, HashPosition::IfChanged, true, true, true, true},
    BodyField{{"lockY", "Lock y", "", &BodyDef::lockY, 0, 0, 0, 0,
        "The centre of mass of a dynamic body keeps its y-coordinate, whatever pushes it."}, &Body::lockY, HashPosition::IfChanged, true, true, true, true},
    BodyField{{"mass", "Own mass", "kg", &BodyDef::mass, 0, kMaxMass, 0, 100,
        "Mass of the body, whatever its shapes weigh; 0 takes it from the shapes."}, &Body::mass, HashPosition::IfChanged, true, true, false, true},
    BodyField{{"inertia", "Own inertia", "kg m²", &BodyDef::inertia, 0, kMaxMass, 0, 100,
        "Moment of inertia about the centre of mass; 0 takes that of the shapes, scaled as the mass is."}, &Body::inertia, HashPosition::IfChanged, true, true, false, true},
    BodyField{{"ownCenter", "Own centre of mass", "", &BodyDef::ownCenter, 0, 0, 0, 0,
        "The centre of mass is \"center\", not that of the shapes."}, &Body::ownCenter, HashPosition::IfChanged, true, true, false, true},
    BodyField{{"center", "Centre", "m", &BodyDef::center, -double{kMaxCoordinate}, double{kMaxCoordinate}, -5, 5,
        "Centre of mass in the body's frame, if \"ownCenter\" is set."}, &Body::center, HashPosition::IfChanged, true, true, false, true},
    BodyField{{"sleepAllowed", "Sleep allowed", "", &BodyDef::sleepAllowed, 0, 0, 0, 0,
        "Lets the body fall asleep at rest, which saves computing time."}, &Body::sleepAllowed, HashPosition::BeforeAwake, true, true, true},
    BodyField{{"sleepSpeed", "Own sleep speed", "m/s", &BodyDef::sleepSpeed, 0, 10, 0, 0.5,
        "A slower body counts as at rest; 0 takes the setting of the world."}, &Body::sleepSpeed, HashPosition::IfChanged, true, true, true, true},
    BodyField{{"awake", "Awake", "", &BodyDef::awake, 0, 0, 0, 0,
        "The body starts awake; a sleeping body waits until something wakes it."}, {}, HashPosition::NotHashed, true, false},
    BodyField{{"bullet", "Bullet", "", &BodyDef::bullet, 0, 0, 0, 0,
        "Extends continuous collision to dynamic bodies, so that the body does not pass through them either. For small, "
        "fast bodies; costs computing time."},
        &Body::bullet, HashPosition::BeforeAwake, true, true, true},
    BodyField{{"enabled", "Enabled", "", &BodyDef::enabled, 0, 0, 0, 0,
        "When off, the body keeps its pose but neither moves nor collides."}, &Body::enabled, HashPosition::BeforeAwake},
    BodyField{{"userValue", "User value", "", &BodyDef::userValue, 0, 0, 0, 0,
        "A number for the program that uses the engine; the engine ignores it."},
        &Body::userValue, HashPosition::AfterSleepTime, false, false, true, false, true},
    BodyField{{"leftKey", "Left key", "", &BodyDef::leftKey, 0, 0, 0, 0,
        "While it is held in the window, a kinematic body with a capsule walks to the left. A letter, a digit, a sign or "
        "one of Left, Right, Up, Down."}, &Body::leftKey, HashPosition::NotHashed, true, false},
    BodyField{{"rightKey", "Right key", "", &BodyDef::rightKey, 0, 0, 0, 0,
        "While it is held in the window, the body walks to the right."}, &Body::rightKey, HashPosition::NotHashed, true, false},
    BodyField{{"jumpKey", "Jump key", "", &BodyDef::jumpKey, 0, 0, 0, 0,
        "While it is held in the window, the body jumps whenever it stands on something."}, &Body::jumpKey, HashPosition::NotHashed, true, false},
    BodyField{{"walkSpeed", "Walk speed", "m/s", &BodyDef::walkSpeed, 0, kMaxKeySpeed, 0, 10,
        "Speed along the ground while the left or the right key is held."},
        &Body::walkSpeed, HashPosition::IfChanged, true, false, true, false, true},
    BodyField{{"jumpSpeed", "Jump speed", "m/s", &BodyDef::jumpSpeed, 0, kMaxKeySpeed, 0, 10,
        "Speed with which a jump leaves the ground: 5 m/s lead 1.27 m high on earth."},
        &Body::jumpSpeed, HashPosition::IfChanged, true, false, true, false, true},
    BodyField{{"pushForce", "Push force", "N", &BodyDef::pushForce, 0, kMaxPushForce, 0, 1000,
        "The most with which the walking body pushes a dynamic body in its way."},
        &Body::pushForce, HashPosition::IfChanged, true, false, true, false, true},
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
std::span<const MaterialField> materialNumbers()
{
    return materialFields().first(kMaterialFields.size() - 1);
}
std::span<const FilterField> filterFields() { return kFilterFields; }
std::span<const ShapeField> shapeFields() { return kShapeFields; }

BodyChange changeBetween(const BodyDef& a, const BodyDef& b)
{
    BodyChange change = BodyChange::Nothing;
    for (const BodyField& field : kBodyFields) {
        if (std::visit([&](auto member) { return a.*member == b.*member; }, field.member)) continue;
        const BodyChange one = field.isForDisplay() || field.isForProgram ? BodyChange::Unread
                               : field.keepsContacts                      ? BodyChange::Behaviour
                                                                          : BodyChange::All;
        change = std::max(change, one);
    }
    return change;
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
