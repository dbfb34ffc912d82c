#include "app/text/number_option.h"

#include "engine/core/quoted.h"

#include <fmt/format.h>

#include <cstdlib>

namespace satbox::app {

std::function<std::string(const std::string&)> numberBetween(double minimum, double maximum)
{
    return [minimum, maximum](const std::string& text) {
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        if (end == text.c_str() || *end != '\0') return fmt::format("{} is not a number", quotedText(text));
        if (value >= minimum && value <= maximum) return std::string();
        return fmt::format("{} is out of range; expected {} to {}", text, minimum, maximum);
    };
}

} // namespace satbox::app
