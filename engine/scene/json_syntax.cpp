#include "engine/scene/json_syntax.h"

#include "engine/core/quoted.h"

#include <vector>

namespace satbox {
namespace {

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isHex(char c) { return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool isWordByte(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '+' ||
           c == '-' || c == '.';
}

// Scans the text once, without recursion, so that deep nesting cannot overflow the stack.
class Scanner {
  public:
    explicit Scanner(std::string_view text) : text_(text) {}

    std::optional<JsonSyntaxError> run()
    {
        constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
        if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
        scan();
        return problem_;
    }

  private:
    // What the grammar allows next. FirstElement and FirstKey also allow the closing bracket, CommaOrClose
    // follows a value in an array or object.
    enum class Next { Value, FirstElement, FirstKey, Key, Colon, CommaOrClose, End };

    void scan()
    {
        Next next = Next::Value;
        while (!problem_) {
            while (at_ < text_.size() && isBlank(text_[at_])) ++at_;
            if (at_ == text_.size()) {
                if (next != Next::End) fail(expectation(next));
                return;
            }
            next = step(next, text_[at_]);
        }
    }

    Next step(Next next, char c)
    {
        switch (next) {
        case Next::FirstElement:
            if (c == ']') return close();
            [[fallthrough]];
        case Next::Value:
            return value(c);
        case Next::FirstKey:
            if (c == '}') return close();
            [[fallthrough]];
        case Next::Key:
            if (c != '"') return fail(expectation(next));
            string();
            return Next::Colon;
        case Next::Colon:
            if (c != ':') return fail(expectation(next));
            ++at_;
            return Next::Value;
        case Next::CommaOrClose:
            if (c == (open_.back() == '{' ? '}' : ']')) return close();
            if (c != ',') return fail(expectation(next));
            ++at_;
            return open_.back() == '{' ? Next::Key : Next::Value;
        case Next::End:
            break;
        }
        return fail(expectation(next));
    }

    std::string expectation(Next next) const
    {
        switch (next) {
        case Next::Value:
            return open_.empty() ? "expected { or [" : "expected a value";
        case Next::FirstElement:
            return "expected a value or ]";
        case Next::FirstKey:
            return "expected a key in double quotes or }";
        case Next::Key:
            return "expected a key in double quotes";
        case Next::Colon:
            return "expected a colon after the key";
        case Next::CommaOrClose:
            return open_.back() == '{' ? "expected a comma or }" : "expected a comma or ]";
        case Next::End:
            break;
        }
        return "expected the end of the file";
    }

    Next after() const { return open_.empty() ? Next::End : Next::CommaOrClose; }

    Next close()
    {
        ++at_;
        open_.pop_back();
        return after();
    }

    Next value(char c)
    {
        if (c == '{' || c == '[') {
            ++at_;
            open_.push_back(c);
            return c == '{' ? Next::FirstKey : Next::FirstElement;
        }
        if (c == '"')
            string();
        else if (c == '-' || isDigit(c))
            number();
        else
            word();
        return after();
    }

    void word()
    {
        for (const std::string_view known : {"true", "false", "null"}) {
            if (!text_.substr(at_).starts_with(known)) continue;
            at_ += known.size();
            return;
        }
        fail(expectation(Next::Value));
    }

    void number()
    {
        const size_t begin = at_;
        const auto digits = [&] {
            const size_t first = at_;
            while (at_ < text_.size() && isDigit(text_[at_])) ++at_;
            return at_ > first;
        };
        const auto take = [&](std::string_view any) {
            if (at_ == text_.size() || any.find(text_[at_]) == std::string_view::npos) return false;
            ++at_;
            return true;
        };
        take("-");
        bool good = take("0") || digits();
        if (good && take(".")) good = digits();
        if (good && take("eE")) {
            take("+-");
            good = digits();
        }
        if (good && (at_ == text_.size() || !isWordByte(text_[at_]))) return;
        at_ = begin;
        fail("expected a number such as -0.5 or 1e-3");
    }

    void string()
    {
        const size_t begin = at_++;
        while (at_ < text_.size()) {
            const auto c = static_cast<unsigned char>(text_[at_]);
            if (c == '"') {
                ++at_;
                return;
            }
            if (c < 0x20) {
                fail("expected the closing quotation mark in the same line; write control characters "
                     "as \\n or \\u0007");
                return;
            }
            if (c == '\\') {
                if (!escape()) return;
                continue;
            }
            const size_t bytes = c < 0x80 ? 1 : c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
            if (!isUtf8(text_.substr(at_, bytes))) {
                fail("expected UTF-8");
                return;
            }
            at_ += bytes;
        }
        at_ = begin;
        fail("expected a closing quotation mark for this string");
    }

    bool escape()
    {
        const std::string_view rest = text_.substr(at_ + 1);
        if (!rest.empty() && std::string_view("\"\\/bfnrt").find(rest[0]) != std::string_view::npos) {
            at_ += 2;
            return true;
        }
        bool good = rest.size() >= 5 && rest[0] == 'u';
        for (size_t i = 1; good && i < 5; ++i) good = isHex(rest[i]);
        if (!good) {
            fail("expected a JSON escape: \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u and four digits");
            return false;
        }
        at_ += 6;
        return true;
    }

    Next fail(std::string expected)
    {
        std::string found = "the file ends here";
        if (at_ < text_.size()) {
            size_t length = 1;
            while (at_ + length < text_.size() && isWordByte(text_[at_]) && isWordByte(text_[at_ + length]))
                ++length;
            // Keeps all bytes of one character together.
            while (at_ + length < text_.size() &&
                   (static_cast<unsigned char>(text_[at_ + length]) & 0xc0u) == 0x80u)
                ++length;
            const std::string_view token = text_.substr(at_, length);
            found = token == "\"" ? "a quotation mark" : "unexpected " + quotedText(token.substr(0, 200));
        }
        problem_ = JsonSyntaxError{at_, found + ", " + expected};
        return Next::End;
    }

    std::string_view text_;
    size_t at_ = 0;
    std::vector<char> open_;
    std::optional<JsonSyntaxError> problem_;
};

} // namespace

std::optional<JsonSyntaxError> findSyntaxError(std::string_view text) { return Scanner(text).run(); }

} // namespace satbox
