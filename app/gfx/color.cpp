#include "app/gfx/color.h"

#include <algorithm>
#include <cmath>

namespace satbox::app {

std::optional<Color> Color::parse(std::string_view text)
{
    if ((text.size() != 7 && text.size() != 9) || text.front() != '#') return std::nullopt;
    std::uint32_t value = 0;
    for (const char ch : text.substr(1)) {
        std::uint32_t digit = 0;
        if (ch >= '0' && ch <= '9')
            digit = static_cast<std::uint32_t>(ch - '0');
        else if (ch >= 'a' && ch <= 'f')
            digit = static_cast<std::uint32_t>(ch - 'a') + 10u;
        else if (ch >= 'A' && ch <= 'F')
            digit = static_cast<std::uint32_t>(ch - 'A') + 10u;
        else
            return std::nullopt;
        value = (value << 4) | digit;
    }
    if (text.size() == 7) return fromHex(value);
    return fromHex(value >> 8, static_cast<float>(value & 0xFFu) / 255.0f);
}

namespace {

float relativeLuminance(const Color& c)
{
    const auto linear = [](float v) {
        return v <= 0.04045f ? v / 12.92f : std::pow((v + 0.055f) / 1.055f, 2.4f);
    };
    return 0.2126f * linear(c.r) + 0.7152f * linear(c.g) + 0.0722f * linear(c.b);
}

} // namespace

float contrastRatio(const Color& a, const Color& b)
{
    const float la = relativeLuminance(a);
    const float lb = relativeLuminance(b);
    return (std::max(la, lb) + 0.05f) / (std::min(la, lb) + 0.05f);
}

} // namespace satbox::app
