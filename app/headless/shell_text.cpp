#include "app/headless/shell_text.h"

#include <string_view>

namespace satbox::app {

std::string inShell(const std::string& text)
{
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./+,:@%";
    if (!text.empty() && text.find_first_not_of(kPlain) == text.npos) return text;
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

} // namespace satbox::app
