#pragma once

#include "engine/core/internal_api.h"
#include "engine/model/definition_fields.h"
#include <satbox/joints.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace satbox {

// Tables of the fields of joints, one row per field: of what all joints have, of each kind, and of the parts
// that kinds share. Validation, files and hash are driven by them. To add a field, add a member and a row; to
// add a kind, add its struct to JointKind, its name and its table in joint_fields.cpp, and its parts in
// joint_parts.cpp.
using JointField = DefinitionField<JointDef, Vec2, float, bool, uint64_t, std::string>;
using JointSpringField = DefinitionField<JointSpring, float, bool>;
using JointLimitField = DefinitionField<JointLimit, float, bool>;
using JointMotorField = DefinitionField<JointMotor, float, bool>;
template<class Kind>
using JointKindField = DefinitionField<Kind, Vec2, float, int32_t, bool, JointSpring, JointLimit, JointMotor>;

SATBOX_INTERNAL_API std::span<const JointField> fieldsOf(const JointDef*);
SATBOX_INTERNAL_API std::span<const JointSpringField> fieldsOf(const JointSpring*);
SATBOX_INTERNAL_API std::span<const JointLimitField> fieldsOf(const JointLimit*);
SATBOX_INTERNAL_API std::span<const JointMotorField> fieldsOf(const JointMotor*);
SATBOX_INTERNAL_API std::span<const JointKindField<DistanceJoint>> fieldsOf(const DistanceJoint*);
SATBOX_INTERNAL_API std::span<const JointKindField<RevoluteJoint>> fieldsOf(const RevoluteJoint*);
SATBOX_INTERNAL_API std::span<const JointKindField<PrismaticJoint>> fieldsOf(const PrismaticJoint*);
SATBOX_INTERNAL_API std::span<const JointKindField<WeldJoint>> fieldsOf(const WeldJoint*);
SATBOX_INTERNAL_API std::span<const JointKindField<WheelJoint>> fieldsOf(const WheelJoint*);
SATBOX_INTERNAL_API std::span<const JointKindField<MotorJoint>> fieldsOf(const MotorJoint*);
SATBOX_INTERNAL_API std::span<const JointKindField<PulleyJoint>> fieldsOf(const PulleyJoint*);
SATBOX_INTERNAL_API std::span<const JointKindField<FilterJoint>> fieldsOf(const FilterJoint*);
SATBOX_INTERNAL_API std::span<const JointKindField<GearJoint>> fieldsOf(const GearJoint*);

// The names of the kinds, in the order of JointKind.
inline constexpr std::array<std::string_view, std::variant_size_v<JointKind>> kJointKindNames{
    "distance", "revolute", "prismatic", "weld", "wheel", "motor", "pulley", "filter", "gear"};
// The kind of that name with default values. Precondition: index < the number of kinds.
SATBOX_INTERNAL_API JointKind defaultJointKind(size_t index);

// True for the parts that kinds share, which have fields themselves.
template<class Value>
inline constexpr bool kIsJointPart = std::is_same_v<Value, JointSpring> ||
                                     std::is_same_v<Value, JointLimit> || std::is_same_v<Value, JointMotor>;

// Calls fn(field, value) for each field of `owner`, a JointDef, a kind or a part.
template<class Owner, class Fn>
void forEachJointField(Owner& owner, Fn&& fn)
{
    if constexpr (!std::is_empty_v<Owner>)
        for (const auto& field : fieldsOf(static_cast<const std::remove_const_t<Owner>*>(nullptr)))
            std::visit([&](auto member) { fn(field, owner.*member); }, field.member);
}
// Calls fn(value) unless the field is left out of hashes. Fields that are left out while they have their
// defaults are preceded by their row, so that equal values of two of them differ. Those of JointDef are not:
// their types differ.
template<class Field, class Owner, class Value, class Fn>
void forEachHashedValue(const Field& field, const Owner& owner, const Value& value, Fn&& fn)
{
    static const Owner kDefaults{};
    if (field.hashOnlyIfChanged) {
        if (value == kDefaults.*std::get<Value Owner::*>(field.member)) return;
        if constexpr (!std::is_same_v<Owner, JointDef>)
            fn(static_cast<uint64_t>(&field - fieldsOf(&owner).data()));
    }
    fn(value);
}
// Calls fn(value) for each number of the joint that counts in its hash: its own fields, then those of its
// kind.
template<class Owner, class Fn>
void forEachJointValue(const Owner& owner, Fn&& fn)
{
    forEachJointField(owner, [&](const auto& field, const auto& value) {
        using Value = std::remove_cvref_t<decltype(value)>;
        if constexpr (kIsJointPart<Value>)
            forEachJointValue(value, fn);
        else if constexpr (!std::is_same_v<Value, std::string>)
            forEachHashedValue(field, owner, value, fn);
    });
}

} // namespace satbox
