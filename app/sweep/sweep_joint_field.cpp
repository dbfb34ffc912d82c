#include "app/sweep/sweep_joint_field.h"

#include "engine/model/joint_fields.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <optional>
#include <type_traits>
#include <variant>

namespace satbox::app {
namespace {

using Type = SweepField::Type;

template<class Value>
constexpr std::optional<Type> typeOf()
{
    if constexpr (std::is_same_v<Value, float> || std::is_same_v<Value, Vec2>)
        return Type::Number;
    else if constexpr (std::is_same_v<Value, int32_t>)
        return Type::Whole;
    else if constexpr (std::is_same_v<Value, bool>)
        return Type::Bool;
    else
        return std::nullopt;
}

// Where a field of joints is in scene files: its key, or "motor.speed" for one of a part. Compared without an
// allocation, since each run of a sweep looks for its fields.
struct MemberPath {
    std::string_view part; // "" for a field of the joint or its kind
    std::string_view key;

    std::string text() const { return part.empty() ? std::string(key) : fmt::format("{}.{}", part, key); }
    bool is(std::string_view path) const
    {
        if (part.empty()) return path == key;
        return path.size() == part.size() + 1 + key.size() && path.starts_with(part) && path.ends_with(key) &&
               path[part.size()] == '.';
    }
};

// Calls fn(path, field, value) for each field of the owner that a sweep can change. `part`: of the owner.
template<class Owner, class Fn>
void forEachMemberOf(Owner& owner, std::string_view part, Fn&& fn)
{
    forEachJointField(owner, [&](const auto& field, auto& value) {
        using Value = std::remove_cvref_t<decltype(value)>;
        if constexpr (kIsJointPart<Value>)
            forEachMemberOf(value, field.key, fn);
        else if constexpr (typeOf<Value>())
            fn(MemberPath{part, field.key}, field, value);
    });
}
template<class Def, class Fn>
void forEachMember(Def& def, Fn&& fn)
{
    forEachMemberOf(def, "", fn);
    std::visit([&](auto& kind) { forEachMemberOf(kind, "", fn); }, def.kind);
}

// One joint of each kind, with default values.
template<class Fn>
void forEachKind(Fn&& fn)
{
    for (size_t i = 0; i < kJointKindNames.size(); ++i) {
        JointDef def;
        def.kind = defaultJointKind(i);
        fn(def);
    }
}

} // namespace

bool setJointMember(std::string_view member, SweepField& field)
{
    bool isFound = false;
    const char component = takeComponent(member);
    forEachKind([&](JointDef& def) {
        forEachMember(def, [&](const MemberPath& path, const auto& row, const auto& value) {
            using Value = std::remove_cvref_t<decltype(value)>;
            if (isFound || !path.is(member) || (component != '\0' && !std::is_same_v<Value, Vec2>)) return;
            isFound = true;
            field.type = *typeOf<Value>();
            field.unit = row.unit;
            field.help = row.help;
            field.path = path.text();
            field.component = component;
        });
    });
    return isFound;
}

std::vector<std::string> jointMemberNames()
{
    std::vector<std::string> names;
    forEachKind([&](JointDef& def) {
        forEachMember(def, [&](const MemberPath& path, const auto&, const auto&) {
            const std::string name = path.text();
            if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
        });
    });
    return names;
}

bool isJointVector(const SweepField& field)
{
    bool isVector = false;
    forEachKind([&](JointDef& def) {
        forEachMember(def, [&](const MemberPath& path, const auto&, const auto& value) {
            if (path.is(field.path)) isVector = std::is_same_v<std::remove_cvref_t<decltype(value)>, Vec2>;
        });
    });
    return isVector;
}

bool hasField(const JointDef& def, const SweepField& field)
{
    bool isFound = false;
    forEachMember(def,
                  [&](const MemberPath& path, const auto&, const auto&) { isFound |= path.is(field.path); });
    return isFound;
}

std::string checkJointValue(const SweepField& field, const SweepValue& value)
{
    if (field.type == Type::Bool) return {};
    std::string wrong;
    bool isAccepted = false;
    forEachKind([&](JointDef& def) {
        forEachMember(def, [&](const MemberPath& path, const auto& row, const auto& member) {
            if (!path.is(field.path) || isAccepted) return;
            const bool isPair = std::is_same_v<std::remove_cvref_t<decltype(member)>, Vec2>;
            const std::string message =
                checkRange(numberOf(value), isPair ? -row.maximum : row.minimum, row.maximum);
            isAccepted = message.empty();
            if (wrong.empty()) wrong = message;
        });
    });
    return isAccepted ? std::string() : wrong;
}

void setField(const SweepField& field, const SweepValue& value, JointDef& def)
{
    const double number = numberOf(value);
    forEachMember(def, [&](const MemberPath& path, const auto&, auto& member) {
        using Value = std::remove_cvref_t<decltype(member)>;
        if (!path.is(field.path)) return;
        if constexpr (std::is_same_v<Value, Vec2>)
            (field.component == 'x' ? member.x : member.y) = static_cast<float>(number);
        else if constexpr (std::is_same_v<Value, bool>)
            member = number != 0.0;
        else
            member = static_cast<Value>(number);
    });
}

} // namespace satbox::app
