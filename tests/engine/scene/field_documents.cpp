#include "tests/engine/scene/field_documents.h"

#include "engine/core/number_text.h"
#include "engine/model/definition_fields.h"
#include "engine/model/joint_fields.h"
#include "engine/scene/json_text.h"
#include <satbox/settings_table.h>
#include <satbox/validate.h>

#include <nlohmann/json.hpp>

#include <array>
#include <optional>
#include <stdexcept>
#include <type_traits>

namespace satbox::test {

namespace {

using Json = nlohmann::ordered_json;

// In the style of scene files: what fits into a line stands in one.
std::string styledText(const Json& json)
{
    if (json.is_object()) {
        JsonObjectText object;
        for (const auto& [key, value] : json.items()) object.add(key, styledText(value));
        return object.text();
    }
    if (json.is_array()) {
        std::vector<std::string> elements;
        for (const Json& value : json) elements.push_back(styledText(value));
        return jsonArray(elements);
    }
    return json.dump();
}

Json number(double value)
{
    if (value == static_cast<double>(static_cast<int64_t>(value))) return static_cast<int64_t>(value);
    return value;
}

template<class Enum, size_t Count>
Json names()
{
    Json result = Json::array();
    for (size_t i = 0; i < Count; ++i) result.push_back(toString(static_cast<Enum>(i)));
    return result;
}

template<class Member>
struct ValueOf;
template<class Value, class Owner>
struct ValueOf<Value Owner::*> {
    using Type = Value;
};

// What JSON Schema says of a field's value.
template<class Value, class Field>
Json schemaOf(const Field& field)
{
    const auto ranged = [&](const char* type) {
        return Json{{"type", type}, {"minimum", number(field.minimum)}, {"maximum", number(field.maximum)}};
    };
    if constexpr (std::is_same_v<Value, bool>)
        return {{"type", "boolean"}};
    else if constexpr (std::is_same_v<Value, std::string>)
        return {{"type", "string"}, {"maxLength", kMaxNameBytes}};
    else if constexpr (std::is_same_v<Value, DisplayColor>)
        return {{"type", "string"}, {"pattern", "^#[0-9A-Fa-f]{6}$"}};
    else if constexpr (std::is_same_v<Value, Position>)
        return {{"$ref", "#/$defs/position"}};
    else if constexpr (std::is_same_v<Value, Rot>)
        return {{"$ref", "#/$defs/rotation"}};
    else if constexpr (std::is_same_v<Value, Vec2>)
        return {{"type", "array"}, {"items", ranged("number")}, {"minItems", 2}, {"maxItems", 2}};
    else if constexpr (std::is_same_v<Value, JointSpring>)
        return {{"$ref", "#/$defs/jointSpring"}};
    else if constexpr (std::is_same_v<Value, JointLimit>)
        return {{"$ref", "#/$defs/jointLimit"}};
    else if constexpr (std::is_same_v<Value, JointMotor>)
        return {{"$ref", "#/$defs/jointMotor"}};
    else if constexpr (std::is_same_v<Value, BodyType>)
        return {{"enum", names<BodyType, 3>()}};
    else if constexpr (std::is_same_v<Value, SolverType>)
        return {{"enum", names<SolverType, 4>()}};
    else if constexpr (std::is_same_v<Value, CombineRule>)
        return {{"enum", names<CombineRule, 5>()}};
    else if constexpr (std::is_same_v<Value, uint64_t>)
        return {{"type", "integer"}, {"minimum", 0}};
    else if constexpr (std::is_integral_v<Value>)
        return ranged("integer");
    else
        return ranged("number");
}

std::string defaultText(bool value) { return value ? "true" : "false"; }
std::string defaultText(BodyType value) { return toString(value); }
std::string defaultText(SolverType value) { return toString(value); }
std::string defaultText(CombineRule value) { return toString(value); }
std::string defaultText(const std::string& value) { return value.empty() ? "none" : value; }
std::string defaultText(DisplayColor) { return "none"; }
std::string defaultText(float value) { return numberText(value); }
std::string defaultText(Vec2 value) { return jsonText(value); }
std::string defaultText(Position value) { return jsonText(value); }
std::string defaultText(Rot value) { return "[" + numberText(value.c) + ", " + numberText(value.s) + "]"; }
template<class Part>
requires kIsJointPart<Part> std::string defaultText(const Part& part) { return part.enabled ? "on" : "off"; }
template<class Value>
requires std::is_integral_v<Value> std::string defaultText(Value value) { return std::to_string(value); }

// A limit of a field: whole numbers have no exponent.
template<class Value>
std::string limitText(double limit)
{
    return std::is_integral_v<Value> ? std::to_string(static_cast<int64_t>(limit)) : numberText(limit);
}

std::string listed(const Json& words)
{
    std::string text;
    for (const Json& word : words) text += (text.empty() ? "" : ", ") + word.get<std::string>();
    return text;
}

// fn(key, help, unit, range, default, schema) for each row of a table.
struct Row {
    std::string key, help, unit, range, usual;
    Json schema;
};

template<class Owner, class Table>
std::vector<Row> rowsOf(const Table& table)
{
    static const Owner kUsual{};
    std::vector<Row> rows;
    for (const auto& field : table) {
        std::visit(
            [&](auto member) {
                using Value = typename ValueOf<decltype(member)>::Type;
                Row row{.key = std::string(field.key),
                        .help = std::string(field.help),
                        .unit = std::string(field.unit),
                        .range = {},
                        .usual = defaultText(kUsual.*member),
                        .schema = schemaOf<Value>(field)};
                if (std::is_enum_v<Value>)
                    row.range = listed(row.schema["enum"]);
                else if (field.minimum != field.maximum && !std::is_same_v<Value, bool>)
                    row.range = limitText<Value>(field.minimum) + " to " + limitText<Value>(field.maximum);
                std::string description = row.help;
                if (!row.unit.empty()) description += " Unit: " + row.unit + ".";
                description += " Default: " + row.usual + ".";
                row.schema["description"] = description;
                rows.push_back(std::move(row));
            },
            field.member);
    }
    return rows;
}

template<class Owner>
std::vector<Row> rowsOfJoint(const Owner& owner)
{
    if constexpr (std::is_empty_v<Owner>)
        return {};
    else
        return rowsOf<Owner>(fieldsOf(&owner));
}

std::vector<Row> rowsOf(const std::string& name)
{
    if (name == "settings") return rowsOf<WorldSettings>(settingFields());
    if (name == "body") return rowsOf<BodyDef>(bodyFields());
    if (name == "material") return rowsOf<Material>(materialFields());
    if (name == "filter") return rowsOf<Filter>(filterFields());
    if (name == "shape" || name == "shapeFields") return rowsOf<ShapeDef>(shapeFields());
    if (name == "jointSpring") return rowsOfJoint(JointSpring{});
    if (name == "jointLimit") return rowsOfJoint(JointLimit{});
    if (name == "jointMotor") return rowsOfJoint(JointMotor{});
    if (name == "joint") return rowsOfJoint(JointDef{});
    for (size_t i = 0; i < kJointKindNames.size(); ++i)
        if (name == kJointKindNames[i])
            return std::visit([](const auto& kind) { return rowsOfJoint(kind); }, defaultJointKind(i));
    throw std::runtime_error("there is no table of fields called " + name);
}

std::string markdownTable(const std::string& name)
{
    std::string text = "| Key | Meaning | Unit | Range | Default |\n|---|---|---|---|---|\n";
    for (const Row& row : rowsOf(name))
        text += "| `" + row.key + "` | " + row.help + " | " + row.unit + " | " + row.range + " | " +
                row.usual + " |\n";
    return text;
}

} // namespace

std::string withSchemaFields(const std::string& schema)
{
    Json document = Json::parse(schema);
    for (const char* name : {"settings", "body", "material", "filter", "shapeFields", "joint", "jointSpring",
                             "jointLimit", "jointMotor"}) {
        Json& properties = document.at("$defs").at(name).at("properties");
        Json made = Json::object();
        std::vector<Row> rows = rowsOf(name);
        if (std::string_view(name) ==
            "joint") // the fields of all kinds; the reader knows which kind has which
            for (const std::string_view kind : kJointKindNames)
                for (Row& row : rowsOf(std::string(kind))) rows.push_back(std::move(row));
        for (const Row& row : rows)
            if (!made.contains(row.key)) made[row.key] = row.schema;
        // What is no field stays: another way to give one, and the shapes of a body.
        for (const char* other : {"angle", "friction", "shapes", "kind", "bodyA", "bodyB"})
            if (properties.contains(other)) made[other] = properties.at(other);
        properties = std::move(made);
    }
    return styledText(document) + "\n";
}

std::string withFieldTables(const std::string& markdown)
{
    constexpr std::string_view kBegin = "<!-- fields: ", kEnd = "<!-- end of fields -->";
    std::string text;
    size_t from = 0;
    for (size_t begin; (begin = markdown.find(kBegin, from)) != std::string::npos;) {
        const size_t nameAt = begin + kBegin.size();
        const size_t tableAt = markdown.find('\n', begin) + 1;
        const size_t end = markdown.find(kEnd, tableAt);
        if (end == std::string::npos) throw std::runtime_error("a table of fields has no end");
        const std::string name = markdown.substr(nameAt, markdown.find(' ', nameAt) - nameAt);
        text += markdown.substr(from, tableAt - from) + "\n" + markdownTable(name) + "\n";
        from = end;
    }
    return text + markdown.substr(from);
}

} // namespace satbox::test
