#include "engine/scene/joint_json.h"

#include "engine/model/joint_fields.h"
#include "engine/scene/field_values.h"
#include <satbox/validate.h>

#include <algorithm>
#include <fmt/format.h>

namespace satbox {
namespace {

template<class Owner>
std::vector<std::string_view> keysOf(const Owner& owner)
{
    std::vector<std::string_view> keys;
    forEachJointField(owner, [&](const auto& field, const auto&) { keys.push_back(field.key); });
    return keys;
}

template<class Owner>
void readFields(const JsonFields& fields, Owner& owner)
{
    forEachJointField(owner, [&](const auto& field, auto& value) {
        const auto location = fields.find(field.key);
        if (!location) return;
        if constexpr (kIsJointPart<std::remove_cvref_t<decltype(value)>>) {
            value = {};
            readFields(JsonFields(*location, fmt::format("the {} of a joint", field.key), keysOf(value)),
                       value);
        } else {
            readField(*location, value);
        }
    });
}

// Compares texts, not values: minus zero equals zero, but has other bits.
template<class Owner>
void addFields(JsonObjectText& object, const Owner& owner)
{
    if constexpr (std::is_empty_v<Owner>) return;
    const Owner defaults;
    for (const auto& field : fieldsOf(&owner))
        std::visit(
            [&](auto member) {
                const auto& value = owner.*member;
                if constexpr (kIsJointPart<std::remove_cvref_t<decltype(value)>>) {
                    // Against the part's own defaults, and written even if empty: a kind's default may
                    // differ.
                    JsonObjectText part;
                    addFields(part, value);
                    JsonObjectText usual;
                    addFields(usual, defaults.*member);
                    if (part.text() != usual.text()) object.add(field.key, part.text());
                } else if (std::string text = fieldText(value); text != fieldText(defaults.*member)) {
                    object.add(field.key, std::move(text));
                }
            },
            field.member);
}

} // namespace

std::vector<std::string_view> jointKeys(std::initializer_list<std::string_view> more)
{
    std::vector<std::string_view> keys{"kind"};
    keys.insert(keys.end(), more);
    const auto add = [&](const std::vector<std::string_view>& names) {
        for (const std::string_view name : names)
            if (std::find(keys.begin(), keys.end(), name) == keys.end()) keys.push_back(name);
    };
    add(keysOf(JointDef{}));
    for (size_t i = 0; i < kJointKindNames.size(); ++i)
        std::visit([&](const auto& kind) { add(keysOf(kind)); }, defaultJointKind(i));
    return keys;
}

JointDef readJointDef(const JsonFields& fields, std::initializer_list<std::string_view> more)
{
    JointDef def;
    def.kind = defaultJointKind(readEnumName(fields.require("kind"), kJointKindNames));
    // Again with the keys of this kind only, so that a field of another kind is named as a mistake.
    std::vector<std::string_view> keys{"kind"};
    keys.insert(keys.end(), more);
    const auto add = [&](const std::vector<std::string_view>& names) {
        keys.insert(keys.end(), names.begin(), names.end());
    };
    add(keysOf(def));
    std::visit([&](const auto& kind) { add(keysOf(kind)); }, def.kind);
    const JsonFields own(fields.location(), fmt::format("a {} joint", toString(def.kind)), keys);
    readFields(own, def);
    std::visit([&](auto& kind) { readFields(own, kind); }, def.kind);
    failIfInvalid(fields.location(), validate(def));
    return def;
}

void addJointFields(JsonObjectText& object, const JointDef& def)
{
    object.add("kind", jsonText(toString(def.kind)));
    addFields(object, def);
    std::visit([&](const auto& kind) { addFields(object, kind); }, def.kind);
}

} // namespace satbox
