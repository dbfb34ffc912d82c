#pragma once

#include "app/document/command.h"
#include "app/document/joint_keys.h"
#include "engine/model/joint_fields.h"
#include <satbox/joints.h>
#include <satbox/world.h>

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <variant>

namespace satbox::app {

// A kind as the joint tools begin with it: what is switched on acts at once. A limit has its range as upper
// value.
JointKind initialKind(const JointKind& kind);

// The definition of a joint as another kind, with default values and such that the bodies can stay where they
// are: lengths are the present ones, a kind that pins the anchors together gets B's anchor at that of A, one
// with an axis has it through both anchors, and the present angle becomes 0. Precondition: the joint exists;
// `kind` < number of kinds.
JointDef withKind(const World& world, JointId joint, size_t kind);

// m, as `length` or, if that is too short for a rigid rod, the least one.
float rodLength(float length);

// The motor of a kind that has one; null: it has none.
template<class Kind>
auto* motorOf(Kind& kind)
{
    using Motor = std::conditional_t<std::is_const_v<Kind>, const JointMotor, JointMotor>;
    return std::visit(
        [](auto& k) -> Motor* {
            if constexpr (requires { k.motor; })
                return &k.motor;
            else
                return nullptr;
        },
        kind);
}
// Whether the motor acts on an angle, rad/s, not on a length.
bool turnsMotor(const JointKind& kind);
// The limits of a kind that has them; null: it has none.
JointLimit* limitOf(JointKind& kind);
enum class LimitEnd : uint8_t { Lower, Upper };
// The other end gives way: it is taken along where the moved one would pass it.
void moveLimit(JointLimit& limit, LimitEnd end, float value);

// Calls fn(field, isOn) for each switch of the joint: first those of its kind, where a part such as a motor
// is one switch, then those that every kind has, without the one about keys if the joint has none.
template<class Def, class Fn>
void forEachJointSwitch(Def& def, Fn&& fn)
{
    const auto visit = [&](const auto& field, auto& value) {
        using Value = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, bool>)
            fn(field, value);
        else if constexpr (kIsJointPart<Value>)
            fn(field, value.enabled);
    };
    std::visit([&](auto& kind) { forEachJointField(kind, visit); }, def.kind);
    forEachJointField(def, [&](const auto& field, auto& value) {
        if (field.key != "keyBrake" || hasKeys(def)) visit(field, value);
    });
}

// Switches a part or a flag on, by the key of its field: "motor", "rigid". Values that would make it do
// nothing or move the bodies at once, such as limits from 0 to 0, become useful ones about what the joint
// measures now.
void switchOn(JointDef& def, const JointView& present, std::string_view field);

// Switches a part or a flag on or off. Precondition: the joint exists and has the field.
Command switchJointCommand(const World& world, JointId joint, std::string_view field);

// The unit of a field that acts on an angle or on a length: of "m or rad", the second or the first. Ends with
// a zero, as the texts of field tables do.
const char* unitOf(std::string_view unit, bool ofAngle);

} // namespace satbox::app
