#include "tests/engine/scene/json_schema.h"

#include <nlohmann/json.hpp>
#include <set>

namespace satbox::test {
namespace {

using nlohmann::json;

const std::set<std::string> kAnnotations{"$schema", "$id",         "$defs",   "$comment",
                                         "title",   "description", "default", "examples"};

class Checker {
  public:
    Checker(const json& root, size_t limit) : root_(root), limit_(limit) {}

    std::vector<std::string> faults;

    void check(const json& schema, const json& value, const std::string& path)
    {
        if (schema.is_boolean()) {
            if (!schema.get<bool>()) fault(path, "nothing is allowed here");
            return;
        }
        for (const auto& [keyword, rule] : schema.items()) {
            if (faults.size() >= limit_) return;
            if (kAnnotations.count(keyword) == 0) apply(keyword, rule, schema, value, path);
        }
    }

  private:
    void fault(const std::string& path, const std::string& sentence)
    {
        if (faults.size() < limit_) faults.push_back((path.empty() ? "/" : path) + ": " + sentence);
    }

    static bool isOfType(const std::string& type, const json& value)
    {
        if (type == "object") return value.is_object();
        if (type == "array") return value.is_array();
        if (type == "string") return value.is_string();
        if (type == "boolean") return value.is_boolean();
        if (type == "null") return value.is_null();
        if (type == "number") return value.is_number();
        return type == "integer" && value.is_number_integer();
    }

    bool matches(const json& schema, const json& value)
    {
        Checker inner(root_, 1);
        inner.check(schema, value, "");
        return inner.faults.empty();
    }

    void apply(const std::string& keyword, const json& rule, const json& schema, const json& value,
               const std::string& path)
    {
        if (keyword == "$ref") {
            check(root_.at(json::json_pointer(rule.get<std::string>().substr(1))), value, path);
        } else if (keyword == "type") {
            const json types = rule.is_array() ? rule : json::array({rule});
            bool any = false;
            for (const json& type : types) any = any || isOfType(type, value);
            if (!any) fault(path, "is not of type " + rule.dump());
        } else if (keyword == "const") {
            if (value != rule) fault(path, "is not " + rule.dump());
        } else if (keyword == "enum") {
            bool any = false;
            for (const json& allowed : rule) any = any || allowed == value;
            if (!any) fault(path, value.dump() + " is none of " + rule.dump());
        } else if (keyword == "oneOf") {
            int count = 0;
            for (const json& option : rule) count += matches(option, value) ? 1 : 0;
            if (count != 1) fault(path, std::to_string(count) + " of the alternatives match, expected 1");
        } else if (keyword == "allOf") {
            for (const json& part : rule) check(part, value, path);
        } else if (keyword == "if") {
            if (matches(rule, value) && schema.contains("then")) check(schema.at("then"), value, path);
        } else if (keyword == "not") {
            if (matches(rule, value)) fault(path, "matches what it must not");
        } else if (keyword == "then") {
            return; // with "if"
        } else if (!applyToNumber(keyword, rule, value, path) && !applyToText(keyword, rule, value, path) &&
                   !applyToArray(keyword, rule, value, path) &&
                   !applyToObject(keyword, rule, schema, value, path)) {
            fault(path, "the schema uses \"" + keyword + "\", which this checker does not know");
        }
    }

    bool applyToNumber(const std::string& keyword, const json& rule, const json& value,
                       const std::string& path)
    {
        if (keyword != "minimum" && keyword != "maximum") return false;
        if (!value.is_number()) return true;
        const auto number = value.get<double>();
        const auto bound = rule.get<double>();
        if (keyword == "minimum" && number < bound) fault(path, value.dump() + " is below " + rule.dump());
        if (keyword == "maximum" && number > bound) fault(path, value.dump() + " is above " + rule.dump());
        return true;
    }

    bool applyToText(const std::string& keyword, const json& rule, const json& value, const std::string& path)
    {
        if (keyword != "maxLength") return false;
        if (value.is_string() && value.get<std::string>().size() > rule.get<size_t>())
            fault(path, "is too long");
        return true;
    }

    bool applyToArray(const std::string& keyword, const json& rule, const json& value,
                      const std::string& path)
    {
        if (keyword == "minItems") {
            if (value.is_array() && value.size() < rule.get<size_t>()) fault(path, "has too few elements");
        } else if (keyword == "maxItems") {
            if (value.is_array() && value.size() > rule.get<size_t>()) fault(path, "has too many elements");
        } else if (keyword == "items") {
            if (!value.is_array()) return true;
            for (size_t i = 0; i < value.size(); ++i) check(rule, value[i], path + "/" + std::to_string(i));
        } else {
            return false;
        }
        return true;
    }

    bool applyToObject(const std::string& keyword, const json& rule, const json& schema, const json& value,
                       const std::string& path)
    {
        if (keyword == "required") {
            for (const json& key : rule)
                if (value.is_object() && !value.contains(key.get<std::string>()))
                    fault(path, "lacks " + key.dump());
        } else if (keyword == "properties") {
            for (const auto& [key, part] : rule.items())
                if (value.is_object() && value.contains(key)) check(part, value.at(key), path + "/" + key);
        } else if (keyword == "additionalProperties") {
            if (!value.is_object()) return true;
            for (const auto& [key, part] : value.items()) {
                const bool known = schema.contains("properties") && schema.at("properties").contains(key);
                if (!known) check(rule, part, path + "/" + key);
            }
        } else {
            return false;
        }
        return true;
    }

    const json& root_;
    size_t limit_;
};

} // namespace

std::vector<std::string> schemaFaults(const json& schema, const json& value, size_t limit)
{
    Checker checker(schema, limit);
    checker.check(schema, value, "");
    return checker.faults;
}

} // namespace satbox::test
