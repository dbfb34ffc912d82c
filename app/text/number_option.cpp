#include "app/text/number_option.h"

#include "engine/core/quoted.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>

namespace satbox::app {

std::function<std::string(const std::string&)> numberBetween(double minimum, double maximum)
{
    return [minimum, maximum](const std::string& text) {
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        if (end == text.c_str() || *end != '\0') return fmt::format("{} is not a number", quotedText(text));
        if (value >= minimum && value <= maximum) return std::string();
        // Seven digits: limits may be floats.
        return fmt::format("{} is out of range; expected {:.7g} to {:.7g}", text, minimum, maximum);
    };
}

std::function<std::string(const std::string&)> wholeNumberBetween(std::int64_t minimum, std::int64_t maximum)
{
    return [minimum, maximum](const std::string& text) {
        std::int64_t value = 0;
        const char* const last = text.data() + text.size();
        const auto [end, error] = std::from_chars(text.data(), last, value);
        if (error == std::errc::invalid_argument || end != last)
            return fmt::format("{} is not a whole number", quotedText(text));
        if (error == std::errc() && value >= minimum && value <= maximum) return std::string();
        return fmt::format("{} is out of range; expected {} to {}", text, minimum, maximum);
    };
}

} // namespace satbox::app
