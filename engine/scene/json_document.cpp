#include "engine/scene/json_document.h"

#include "engine/core/parse_number.h"
#include "engine/core/quoted.h"
#include "engine/scene/json_syntax.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace satbox {
namespace {

using Sax = nlohmann::json_sax<nlohmann::json>;

// Builds the document from the parser's events, so that duplicate keys, excessive depth and size are refused
// during parsing.
class Builder final : public Sax {
  public:
    Builder(std::string_view text, const JsonLimits& limits, JsonValue& root)
        : text_(text), limits_(limits), root_(root)
    {}

    std::string error;

    bool null() override { return add(JsonValue{nullptr}); }
    bool boolean(bool value) override { return add(JsonValue{value}); }
    bool number_integer(number_integer_t value) override
    {
        const bool negative = value < 0;
        const auto bits = static_cast<uint64_t>(value);
        return add(JsonValue{JsonNumber{static_cast<double>(value), static_cast<float>(value), true, negative,
                                        negative ? 0u - bits : bits}});
    }
    bool number_unsigned(number_unsigned_t value) override
    {
        return add(
            JsonValue{JsonNumber{static_cast<double>(value), static_cast<float>(value), true, false, value}});
    }
    bool number_float(number_float_t value, const string_t& token) override
    {
        JsonNumber number{value, static_cast<float>(value), false, false, 0};
        float nearest = 0.0f;
        const auto [end, status] = parseNumber(token.data(), token.data() + token.size(), nearest);
        // Out of range: keeps the conversion from double, which gives zero (too small) or infinity (too
        // large).
        if (status == std::errc{} && end == token.data() + token.size()) number.asFloat = nearest;
        return add(JsonValue{number});
    }
    bool string(string_t& value) override { return add(JsonValue{std::move(value)}); }
    bool binary(binary_t&) override { return false; } // does not occur in text

    bool start_object(std::size_t) override { return open(JsonValue{JsonObject{}}); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(JsonValue{JsonArray{}}); }
    bool end_array() override { return close(); }

    bool key(string_t& value) override
    {
        auto& members = std::get<JsonObject>(stack_.back()->data);
        for (const auto& member : members) {
            if (member.key != value) continue;
            error = pointer() + fmt::format(": the key {} appears twice, expected once", quotedText(value));
            return false;
        }
        constexpr size_t kMaxMembers = 256; // keeps the loop above short
        if (members.size() >= kMaxMembers) {
            error = pointer() + fmt::format(": more than {} keys in one object, the maximum", kMaxMembers);
            return false;
        }
        members.push_back({std::move(value), JsonValue{}});
        return true;
    }

    bool parse_error(std::size_t position, const std::string& token,
                     const nlohmann::json::exception& problem) override
    {
        size_t at = position > 0 ? std::min(position - 1, text_.size()) : 0;
        std::string message = "not JSON";
        constexpr int kNumberOverflow = 406;
        if (problem.id == kNumberOverflow) {
            message = fmt::format("the number {} is too large", printable(token));
        } else if (auto found = findSyntaxError(text_)) {
            at = found->offset;
            message = "not JSON: " + found->message;
        }
        size_t line = 1, column = 1;
        for (size_t i = 0; i < at; ++i) {
            column = text_[i] == '\n' ? 1 : column + 1;
            line += text_[i] == '\n' ? 1 : 0;
        }
        error = fmt::format("line {}, column {}: {}", line, column, message);
        return false;
    }

  private:
    std::string pointer() const
    {
        std::string result;
        for (size_t i = 0; i + 1 < stack_.size(); ++i) {
            if (const auto* object = std::get_if<JsonObject>(&stack_[i]->data)) {
                appendPointerToken(result, object->back().key);
            } else {
                appendPointerToken(result, std::to_string(std::get<JsonArray>(stack_[i]->data).size() - 1));
            }
        }
        return result.empty() ? "/" : result;
    }

    // Adds the value to the innermost open array or object.
    JsonValue* insert(JsonValue&& value)
    {
        if (++count_ > limits_.values) {
            error = fmt::format("the file has more than {} values, the maximum", limits_.values);
            return nullptr;
        }
        if (stack_.empty()) {
            root_ = std::move(value);
            return &root_;
        }
        if (auto* array = std::get_if<JsonArray>(&stack_.back()->data)) {
            return &array->emplace_back(std::move(value));
        }
        JsonValue& last = std::get<JsonObject>(stack_.back()->data).back().value;
        last = std::move(value);
        return &last;
    }

    bool add(JsonValue&& value) { return insert(std::move(value)) != nullptr; }

    // The pointer stays valid while the value is open: siblings are added only after it is closed.
    bool open(JsonValue&& value)
    {
        JsonValue* inserted = insert(std::move(value));
        if (inserted == nullptr) return false;
        stack_.push_back(inserted);
        if (static_cast<int>(stack_.size()) <= limits_.depth) return true;
        error = fmt::format("{}: arrays and objects are nested more than {} deep, the maximum", pointer(),
                            limits_.depth);
        return false;
    }

    bool close()
    {
        stack_.pop_back();
        return true;
    }

    std::string_view text_;
    const JsonLimits& limits_;
    JsonValue& root_;
    std::vector<JsonValue*> stack_;
    size_t count_ = 0;
};

} // namespace

const char* describeKind(const JsonValue& value)
{
    constexpr const char* kKinds[] = {"null",     "true or false", "a number",
                                      "a string", "an array",      "an object"};
    return kKinds[value.data.index()];
}

std::string parseJson(std::string_view text, const JsonLimits& limits, JsonValue& out)
{
    Builder builder(text, limits, out);
    const bool ok = nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
    if (!ok && builder.error.empty()) builder.error = "not JSON";
    return builder.error;
}

void appendPointerToken(std::string& pointer, std::string_view token)
{
    pointer += '/';
    for (const char c : printable(token)) {
        if (c == '~') {
            pointer += "~0";
        } else if (c == '/') {
            pointer += "~1";
        } else {
            pointer += c;
        }
    }
}

} // namespace satbox
