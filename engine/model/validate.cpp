#include <satbox/validate.h>

#include "engine/core/quoted.h"
#include "engine/geometry/validate_fields.h"
#include "engine/model/definition_fields.h"
#include "engine/model/joint_fields.h"

#include <cmath>
#include <type_traits>

namespace satbox {

namespace {

using namespace detail;

constexpr uint32_t kMaxColor = 0xFFFFFF;
constexpr float kUnitTolerance = 1e-3f; // of a rotation's length

std::string checkRotation(std::string_view field, Rot q)
{
    if (!isFinite(q)) return fieldError(field, "not a finite rotation");
    const float len = std::sqrt(q.c * q.c + q.s * q.s);
    if (std::fabs(len - 1.0f) <= kUnitTolerance) return {};
    return fieldError(field, "the vector of cosine and sine has length " + numberText(len) + ", expected 1");
}

std::string checkText(std::string_view field, const std::string& text)
{
    if (text.size() > kMaxNameBytes) {
        return fieldError(field, "a text of " + numberText(static_cast<double>(text.size())) +
                                     " bytes, the most allowed is " +
                                     numberText(static_cast<int>(kMaxNameBytes)));
    }
    return isUtf8(text) ? std::string() : fieldError(field, "not valid UTF-8");
}

// Each overload returns an empty string, or the error in the field's value.
template<class Field>
std::string checkValue(const Field& field, float value)
{
    return checkRange(field.key, value, static_cast<float>(field.minimum), static_cast<float>(field.maximum),
                      field.unit);
}
template<class Field>
std::string checkValue(const Field& field, Vec2 value)
{
    return checkVector(field.key, value, static_cast<float>(field.maximum), field.unit);
}
template<class Field>
std::string checkValue(const Field& field, Position value)
{
    return checkValue(field, toVec2(value));
}
template<class Field>
std::string checkValue(const Field& field, Rot value)
{
    return checkRotation(field.key, value);
}
template<class Field>
std::string checkValue(const Field& field, const std::string& value)
{
    return checkText(field.key, value);
}
template<class Field>
std::string checkValue(const Field& field, DisplayColor color)
{
    if (color.rgb <= kMaxColor) return {};
    return fieldError(field.key, "not a colour of 24 bits, 0xRRGGBB");
}
template<class Field>
std::string checkValue(const Field& field, int32_t value)
{
    return checkValue(field, static_cast<float>(value));
}
// Every value of the other types is allowed.
template<class Field, class Value>
requires(std::is_integral_v<Value> || std::is_enum_v<Value>) std::string checkValue(const Field&, Value)
{
    return {};
}

template<class Field, class Owner>
std::string checkFields(std::span<const Field> fields, const Owner& owner);

// A part that kinds of joints share; its fields are named "limit.lower".
template<class Field, class Part>
requires kIsJointPart<Part> std::string checkValue(const Field& field, const Part& part)
{
    std::string found = checkFields(fieldsOf(&part), part);
    if constexpr (std::is_same_v<Part, JointLimit>)
        if (found.empty() && part.lower > part.upper)
            found = fieldError("lower", numberText(part.lower) + " is above the upper limit, " +
                                            numberText(part.upper));
    return found.empty() ? found : std::string(field.key) + '.' + found;
}

// Empty, or the error in the first invalid field.
template<class Field, class Owner>
std::string checkFields(std::span<const Field> fields, const Owner& owner)
{
    for (const Field& field : fields) {
        std::string found =
            std::visit([&](auto member) { return checkValue(field, owner.*member); }, field.member);
        if (!found.empty()) return found;
    }
    return {};
}

// The same for one field.
template<class Value>
std::string checkField(Value BodyDef::*member, const Value& value)
{
    for (const BodyField& field : bodyFields()) {
        const auto* found = std::get_if<Value BodyDef::*>(&field.member);
        if (found && *found == member) return checkValue(field, value);
    }
    return {};
}

} // namespace

std::string validate(const Material& material) { return checkFields(materialFields(), material); }

std::string validate(const ShapeDef& def)
{
    return firstError(
        [&] { return validate(def.geometry); }, [&] { return checkPoint("local position", def.local.p); },
        [&] { return checkRotation("local rotation", def.local.q); }, [&] { return validate(def.material); });
}

std::string validate(const JointDef& def)
{
    const auto checkKind = [](const auto& kind) {
        using Kind = std::remove_cvref_t<decltype(kind)>;
        std::string found;
        if constexpr (!std::is_empty_v<Kind>) found = checkFields(fieldsOf(&kind), kind);
        if constexpr (std::is_same_v<Kind, GearJoint>)
            if (found.empty() && kind.ring && !kind.rack && kind.teethA == kind.teethB)
                found = fieldError("ring", "both bodies have " + std::to_string(kind.teethA) +
                                               " teeth; the ring needs more than the wheel inside it");
        return found;
    };
    return firstError([&] { return checkFields(fieldsOf(&def), def); },
                      [&] { return std::visit(checkKind, def.kind); });
}

std::string validate(const BodyDef& def) { return checkFields(bodyFields(), def); }

std::string validatePose(const WorldTransform& pose)
{
    return firstError([&] { return checkField(&BodyDef::position, pose.p); },
                      [&] { return checkField(&BodyDef::rotation, pose.q); });
}

std::string validateVelocity(Vec2 linear, float angular)
{
    return firstError([&] { return checkField(&BodyDef::linearVelocity, linear); },
                      [&] { return checkField(&BodyDef::angularVelocity, angular); });
}

} // namespace satbox
