// Conditions as text. The grammar is in satbox/lab/condition.h.

#include <satbox/lab/condition.h>

#include "engine/core/number_text.h"
#include "engine/core/parse_number.h"
#include "engine/core/quoted.h"
#include "engine/core/suggest.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace satbox {
namespace {

std::string quotedName(std::string_view name)
{
    std::string text = "\"";
    for (const char letter : name) {
        if (letter == '"' || letter == '\\') text += '\\';
        text += letter;
    }
    return text + '"';
}

std::string bodyText(const ConditionBody& body)
{
    return body.name.empty() ? std::to_string(body.number) : quotedName(body.name);
}

std::string scopeWord(const Condition& condition)
{
    if (condition.scope == ConditionScope::Everything) return {};
    if (condition.scope == ConditionScope::Of) return " of";
    return condition.kind == ConditionKind::Touch ? "" : " between";
}

// A word, ">" or a name in quotation marks.
struct Token {
    std::string_view text; // as written, quotation marks included
    size_t place = 0;      // index of its first byte
    bool quoted = false;
    std::string name{}; // what the quotation marks enclose
};

constexpr bool isSpace(char letter) { return letter == ' ' || (letter >= '\t' && letter <= '\r'); }
constexpr bool endsWord(char letter) { return isSpace(letter) || letter == '>' || letter == '"'; }

// Reads one text; the first error ends it.
class ConditionReader {
  public:
    explicit ConditionReader(std::string_view text) : text_(text) {}

    std::string read(Condition& condition)
    {
        if (!splitTokens()) return error_;
        const ConditionForm* form = readForm();
        if (!form) return error_;
        Condition result;
        result.kind = form->kind;
        if (!readBlank(*form, result) || !readScope(*form, result)) return error_;
        if (next_ < tokens_.size()) {
            fail("expected the end, or " + scopeWords(*form));
            return error_;
        }
        if (std::string wrong = validate(result); !wrong.empty()) return wrong;
        condition = std::move(result);
        return {};
    }

  private:
    bool splitTokens()
    {
        for (size_t i = 0; i < text_.size();) {
            if (isSpace(text_[i])) {
                ++i;
                continue;
            }
            Token token{.text = {}, .place = i};
            size_t end = i + 1;
            if (text_[i] == '"') {
                end = readQuoted(token);
                if (end == 0)
                    return failAt(i, "the quotation mark is never closed; put another after the name");
            } else if (text_[i] != '>') {
                while (end < text_.size() && !endsWord(text_[end])) ++end;
            }
            token.text = text_.substr(i, end - i);
            tokens_.push_back(std::move(token));
            i = end;
        }
        return true;
    }

    // Returns the index after the closing mark, or 0 if there is none.
    size_t readQuoted(Token& token) const
    {
        token.quoted = true;
        for (size_t i = token.place + 1; i < text_.size(); ++i) {
            if (text_[i] == '"') return i + 1;
            if (text_[i] == '\\' && i + 1 < text_.size()) ++i;
            token.name += text_[i];
        }
        return 0;
    }

    const ConditionForm* readForm()
    {
        if (tokens_.empty()) {
            error_ = "the condition is empty, expected one such as overlap > 0.005";
            return nullptr;
        }
        std::string phrase(tokens_[0].text); // of two words, if a word follows
        if (tokens_.size() > 1 && isName(tokens_[1])) phrase += " " + std::string(tokens_[1].text);
        for (const std::string_view name : {std::string_view(phrase), tokens_[0].text}) {
            const auto forms = conditionForms();
            const auto form = std::find_if(forms.begin(), forms.end(),
                                           [&](const ConditionForm& one) { return one.name == name; });
            if (form == forms.end()) continue;
            next_ = name == tokens_[0].text ? 1 : 2;
            return &*form;
        }
        failAt(tokens_[0].place, notAForm(phrase));
        return nullptr;
    }

    // Starts with a letter, as the second words of names do.
    static bool isName(const Token& token)
    {
        const char first = token.text.front();
        return (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
    }

    std::string notAForm(std::string_view phrase) const
    {
        std::vector<std::string_view> names;
        for (const ConditionForm& form : conditionForms()) names.push_back(form.name);
        for (const std::string_view word : {phrase, tokens_[0].text})
            if (const std::string hint = didYouMean(word, names); !hint.empty())
                return quotedText(word) + " is not a condition" + hint;
        std::string all;
        for (const std::string_view name : names) all += (all.empty() ? "" : ", ") + std::string(name);
        return quotedText(tokens_[0].text) + " is not a condition; the conditions are " + all;
    }

    bool readBlank(const ConditionForm& form, Condition& condition)
    {
        if (form.blank == ConditionBlank::None) return true;
        if (form.blank == ConditionBlank::Threshold) return readThreshold(form, condition.threshold);
        for (double* value :
             {&condition.box.lower.x, &condition.box.lower.y, &condition.box.upper.x, &condition.box.upper.y})
            if (!readNumber(*value,
                            "expected four numbers in m, the lower left and the upper right corner of "
                            "the box: leaves -5 -5 5 5"))
                return false;
        return true;
    }

    bool readThreshold(const ConditionForm& form, double& threshold)
    {
        const std::string example = std::string(form.name) + " > " + numberText(form.usual);
        const std::string wanted = " and a number in " + std::string(form.unit) + ": " + example;
        if (next_ >= tokens_.size() || tokens_[next_].text != ">") return fail("expected >" + wanted);
        ++next_;
        return readNumber(threshold, "expected a number in " + std::string(form.unit) + ": " + example);
    }

    bool readNumber(double& value, const std::string& wanted)
    {
        if (next_ >= tokens_.size()) return fail(wanted);
        const std::string_view text = tokens_[next_].text;
        double read = 0.0;
        const auto [end, problem] = parseNumber(text.data(), text.data() + text.size(), read);
        if (problem != std::errc{} || end != text.data() + text.size() || !std::isfinite(read))
            return fail(wanted);
        value = read;
        ++next_;
        return true;
    }

    bool readScope(const ConditionForm& form, Condition& condition)
    {
        if (next_ >= tokens_.size()) return true;
        const std::string_view word = tokens_[next_].text;
        const bool isShort = form.kind == ConditionKind::Touch && isBody(tokens_[next_]);
        if (!isShort && word != "of" && word != "between") {
            constexpr std::array<std::string_view, 2> words{"of", "between"};
            const std::string hint = didYouMean(word, words);
            return fail("expected the end, or " + scopeWords(form) + hint);
        }
        if (word == "between" && !form.ofContacts) return fail("between is for contacts, expected of");
        condition.scope = word == "of" ? ConditionScope::Of : ConditionScope::Between;
        if (!isShort) ++next_;
        while (next_ < tokens_.size())
            if (!readBody(condition)) return false;
        const bool isPair = condition.scope == ConditionScope::Between;
        if (condition.bodies.empty() || (isPair && condition.bodies.size() < 2))
            return fail("expected a body: its number, or its name in quotation marks");
        return true;
    }

    static bool isBody(const Token& token)
    {
        return token.quoted || token.text.find_first_not_of("0123456789") == std::string_view::npos;
    }

    bool readBody(Condition& condition)
    {
        const Token& token = tokens_[next_];
        if (condition.scope == ConditionScope::Between && condition.bodies.size() == 2)
            return fail("two bodies are given already, expected the end");
        ConditionBody body;
        if (token.quoted) {
            body.name = token.name;
            if (body.name.empty()) return fail("an empty name, expected the name of a body");
        } else {
            const char* const end = token.text.data() + token.text.size();
            const auto [stop, problem] = std::from_chars(token.text.data(), end, body.number);
            if (problem != std::errc{} || stop != end || body.number == kNoIndex)
                return fail("expected a body: its number, or its name in quotation marks");
        }
        condition.bodies.push_back(std::move(body));
        ++next_;
        return true;
    }

    static std::string scopeWords(const ConditionForm& form)
    {
        if (!form.ofContacts) return "of and bodies: of 3 7";
        return "of and bodies, or between and two bodies: of 3, between 3 7";
    }

    // Of the next token, or of the end.
    bool fail(const std::string& wanted)
    {
        if (next_ >= tokens_.size()) {
            error_ = "at the end: " + wanted;
            return false;
        }
        return failAt(tokens_[next_].place, quotedText(tokens_[next_].text) + ": " + wanted);
    }

    bool failAt(size_t place, const std::string& sentence)
    {
        const auto characters =
            std::count_if(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(place),
                          [](char letter) { return (letter & 0xC0) != 0x80; });
        error_ = "character " + std::to_string(characters + 1) + ": " + sentence;
        return false;
    }

    std::string_view text_;
    std::vector<Token> tokens_;
    size_t next_ = 0;
    std::string error_;
};

} // namespace

std::string conditionText(const Condition& condition)
{
    const ConditionForm& form = formOf(condition.kind);
    std::string text(form.name);
    if (form.blank == ConditionBlank::Threshold) text += " > " + numberText(condition.threshold);
    if (form.blank == ConditionBlank::Box)
        for (const double value :
             {condition.box.lower.x, condition.box.lower.y, condition.box.upper.x, condition.box.upper.y})
            text += " " + numberText(value);
    text += scopeWord(condition);
    for (const ConditionBody& body : condition.bodies) text += " " + bodyText(body);
    return text;
}

std::string parseCondition(std::string_view text, Condition& condition)
{
    return ConditionReader(text).read(condition);
}

} // namespace satbox
