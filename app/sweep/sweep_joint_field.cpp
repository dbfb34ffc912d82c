#include "app/sweep/sweep_joint_field.h"

#include "engine/model/joint_fields.h"

#include <algorithm>
#include <cstdint>
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

// Calls fn(path, field, value) for each field of the owner that a sweep can change. `prefix`: of the paths.
template<class Owner, class Fn>
void forEachMemberOf(Owner& owner, const std::string& prefix, Fn&& fn)
{
    forEachJointField(owner, [&](const auto& field, auto& value) {
        using Value = std::remove_cvref_t<decltype(value)>;
        const std::string path = prefix + std::string(field.key);
        if constexpr (kIsJointPart<Value>)
            forEachMemberOf(value, path + '.', fn);
        else if constexpr (typeOf<Value>())
            fn(path, field, value);
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
        forEachMember(def, [&](const std::string& path, const auto& row, const auto& value) {
            using Value = std::remove_cvref_t<decltype(value)>;
            if (isFound || path != member || (component != '\0' && !std::is_same_v<Value, Vec2>)) return;
            isFound = true;
            field.type = *typeOf<Value>();
            field.unit = row.unit;
            field.help = row.help;
            field.path = path;
            field.component = component;
        });
    });
    return isFound;
}

std::vector<std::string> jointMemberNames()
{
    std::vector<std::string> names;
    forEachKind([&](JointDef& def) {
        forEachMember(def, [&](const std::string& path, const auto&, const auto&) {
            if (std::find(names.begin(), names.end(), path) == names.end()) names.push_back(path);
        });
    });
    return names;
}

bool isJointVector(const SweepField& field)
{
    bool isVector = false;
    forEachKind([&](JointDef& def) {
        forEachMember(def, [&](const std::string& path, const auto&, const auto& value) {
            if (path == field.path) isVector = std::is_same_v<std::remove_cvref_t<decltype(value)>, Vec2>;
        });
    });
    return isVector;
}

bool hasField(const JointDef& def, const SweepField& field)
{
    bool isFound = false;
    forEachMember(def,
                  [&](const std::string& path, const auto&, const auto&) { isFound |= path == field.path; });
    return isFound;
}

std::string checkJointValue(const SweepField& field, const SweepValue& value)
{
    if (field.type == Type::Bool) return {};
    std::string wrong;
    bool isAccepted = false;
    forEachKind([&](JointDef& def) {
        forEachMember(def, [&](const std::string& path, const auto& row, const auto& member) {
            if (path != field.path || isAccepted) return;
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
    forEachMember(def, [&](const std::string& path, const auto&, auto& member) {
        using Value = std::remove_cvref_t<decltype(member)>;
        if (path != field.path) return;
        if constexpr (std::is_same_v<Value, Vec2>)
            (field.component == 'x' ? member.x : member.y) = static_cast<float>(number);
        else if constexpr (std::is_same_v<Value, bool>)
            member = number != 0.0;
        else
            member = static_cast<Value>(number);
    });
}

} // namespace satbox::app
