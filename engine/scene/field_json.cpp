#include "engine/scene/field_json.h"

#include "engine/math/position.h"
#include "engine/model/definition_fields.h"
#include "engine/scene/field_values.h"
#include "engine/scene/shape_reader.h"
#include "engine/scene/shape_writer.h"
#include <satbox/math.h>
#include <satbox/settings_table.h>
#include <satbox/validate.h>

#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <limits>

namespace satbox {
namespace {

// Removes the key at the beginning of a message from setSetting: the JSON pointer already contains it.
std::string withoutKey(const std::string& message, std::string_view key)
{
    return message.starts_with(std::string(key) + ": ") ? message.substr(key.size() + 2) : message;
}

void readSetting(const JsonLocation& location, const SettingField& field, WorldSettings& settings)
{
    const auto assign = [&](const std::string& text) {
        const std::string message = setSetting(settings, field.key, text);
        if (!message.empty()) fail(location, withoutKey(message, field.key));
    };
    // setSetting checks the range; floats are then set to the exact bits from the file.
    if (const auto* member = std::get_if<float WorldSettings::*>(&field.member)) {
        const float value = readFloat(location);
        assign(fmt::format("{}", value));
        settings.*(*member) = value;
    } else if (const auto* vector = std::get_if<Vec2 WorldSettings::*>(&field.member)) {
        const Vec2 value = readVec2(location);
        assign(fmt::format("{},{}", value.x, value.y));
        settings.*(*vector) = value;
    } else if (std::holds_alternative<int WorldSettings::*>(field.member)) {
        assign(fmt::format("{}", readInteger(location, INT32_MIN, INT32_MAX)));
    } else if (std::holds_alternative<bool WorldSettings::*>(field.member)) {
        assign(readBool(location) ? "true" : "false");
    } else {
        assign(readText(location, 100));
    }
}

// readField: reads one field of a body. validate() checks the ranges afterwards.
void readField(const JsonLocation& location, Position& value)
{
    value = readPosition(location, std::numeric_limits<double>::max());
}
void readField(const JsonLocation& location, BodyType& value)
{
    constexpr std::array kTypes{BodyType::Static, BodyType::Kinematic, BodyType::Dynamic};
    const std::array<std::string_view, 3> names{toString(kTypes[0]), toString(kTypes[1]),
                                                toString(kTypes[2])};
    value = kTypes[readEnumName(location, names)];
}

void readField(const JsonLocation& location, uint32_t& value)
{
    value = static_cast<uint32_t>(readInteger(location, 0, UINT32_MAX));
}
void readField(const JsonLocation& location, DisplayColor& color)
{
    const std::string& text = readText(location, kMaxNameBytes);
    const bool isColor = text.size() == 7 && text.front() == '#' &&
                         text.find_first_not_of("0123456789ABCDEFabcdef", 1) == std::string::npos;
    if (!isColor) fail(location, "not a colour such as \"#56B4E9\": # and six hexadecimal digits");
    color = static_cast<uint32_t>(std::stoul(text.substr(1), nullptr, 16));
}

struct SettingWriter {
    const WorldSettings& settings;

    std::string operator()(float WorldSettings::*member) const { return jsonText(settings.*member); }
    std::string operator()(int WorldSettings::*member) const { return std::to_string(settings.*member); }
    std::string operator()(bool WorldSettings::*member) const { return settings.*member ? "true" : "false"; }
    std::string operator()(Vec2 WorldSettings::*member) const { return jsonText(settings.*member); }
    std::string operator()(SolverType WorldSettings::*member) const
    {
        return jsonText(toString(settings.*member));
    }
    std::string operator()(CombineRule WorldSettings::*member) const
    {
        return jsonText(toString(settings.*member));
    }
};

} // namespace

std::vector<std::string_view> bodyKeys()
{
    std::vector<std::string_view> keys{"angle"}; // another way to give the rotation
    for (const BodyField& field : bodyFields()) keys.push_back(field.key);
    return keys;
}

BodyDef readBodyDef(const JsonFields& fields)
{
    BodyDef def;
    for (const BodyField& field : bodyFields()) {
        const auto read = [&](auto member) {
            if constexpr (std::is_same_v<decltype(member), Rot BodyDef::*>)
                def.*member = readOrientation(fields);
            else if (const auto location = fields.find(field.key))
                readField(*location, def.*member);
        };
        std::visit(read, field.member);
    }
    failIfInvalid(fields.location(), validate(def));
    return def;
}

void addBodyFields(JsonObjectText& object, const BodyDef& def, std::optional<PositionGrid> grid)
{
    // Compares texts, not values: minus zero equals zero, but has another text and other bits.
    static const BodyDef kDefaults;
    for (const BodyField& field : bodyFields()) {
        const auto add = [&](auto member) {
            if constexpr (std::is_same_v<decltype(member), Position BodyDef::*>) {
                object.add(field.key, grid ? jsonText(def.*member, *grid) : jsonText(def.*member));
            } else if constexpr (std::is_same_v<decltype(member), Rot BodyDef::*>) {
                if (auto [key, text] = orientationText(def.*member); !key.empty()) object.add(key, text);
            } else if (std::string text = fieldText(def.*member); text != fieldText(kDefaults.*member)) {
                object.add(field.key, std::move(text));
            }
        };
        std::visit(add, field.member);
    }
}

WorldSettings readSettings(const JsonLocation& location)
{
    std::vector<std::string_view> known;
    for (const SettingField& field : settingFields()) known.push_back(field.key);
    const JsonFields fields(location, "settings", known);
    WorldSettings settings;
    for (const SettingField& field : settingFields())
        if (const auto value = fields.find(field.key)) readSetting(*value, field, settings);
    return settings;
}

std::string settingsText(const WorldSettings& settings)
{
    const WorldSettings defaults;
    JsonObjectText object;
    for (const SettingField& field : settingFields()) {
        const std::string text = std::visit(SettingWriter{settings}, field.member);
        if (text != std::visit(SettingWriter{defaults}, field.member)) object.add(field.key, text);
    }
    return object.empty() ? std::string() : object.text();
}

} // namespace satbox
