#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

namespace satbox::app {

// A colour in sRGB as in CSS: channels and straight (not premultiplied) alpha in 0..1.
struct Color {
    float r = 0.0f;
    float g = 0.0f;
    float b = 0.0f;
    float a = 1.0f;

    friend bool operator==(const Color&, const Color&) = default;

    // 0xRRGGBB, so that Color::fromHex(0x56B4E9) reads like "#56B4E9" in CSS.
    static constexpr Color fromHex(std::uint32_t rrggbb, float alpha = 1.0f)
    {
        return {static_cast<float>((rrggbb >> 16) & 0xFFu) / 255.0f,
                static_cast<float>((rrggbb >> 8) & 0xFFu) / 255.0f,
                static_cast<float>(rrggbb & 0xFFu) / 255.0f, alpha};
    }

    // "#RRGGBB" or "#RRGGBBAA", upper or lower case; nothing for any other text.
    static std::optional<Color> parse(std::string_view text);

    constexpr Color withAlpha(float alpha) const { return {r, g, b, alpha}; }

    // Alpha times `factor`.
    constexpr Color dimmed(float factor) const { return {r, g, b, a * factor}; }

    // Linear interpolation to `other` by t in 0..1, alpha included.
    constexpr Color mixed(const Color& other, float t) const
    {
        return {r + (other.r - r) * t, g + (other.g - g) * t, b + (other.b - b) * t, a + (other.a - a) * t};
    }

    constexpr Color lightened(float t) const { return mixed({1.0f, 1.0f, 1.0f, a}, t); }
    constexpr Color darkened(float t) const { return mixed({0.0f, 0.0f, 0.0f, a}, t); }

    // Saturation times `factor`; luma (Rec. 709 weights) and hue stay.
    constexpr Color saturated(float factor) const
    {
        const float luma = 0.2126f * r + 0.7152f * g + 0.0722f * b;
        return {luma + (r - luma) * factor, luma + (g - luma) * factor, luma + (b - luma) * factor, a};
    }

    // Red in the lowest byte, alpha in the highest: the layout of OpenGL's RGBA8 on little-endian machines
    // and of ImGui's ImU32.
    constexpr std::uint32_t packed() const
    {
        return byteOf(r) | (byteOf(g) << 8) | (byteOf(b) << 16) | (byteOf(a) << 24);
    }

    // This colour on an opaque ground.
    constexpr Color over(const Color& ground) const { return ground.mixed({r, g, b, ground.a}, a); }

  private:
    static constexpr std::uint32_t byteOf(float v)
    {
        return static_cast<std::uint32_t>(std::clamp(v, 0.0f, 1.0f) * 255.0f + 0.5f);
    }
};

// Contrast ratio of two opaque colours, 1 to 21: Web Content Accessibility Guidelines 2.1, "contrast ratio".
float contrastRatio(const Color& a, const Color& b);
// Their minimum for text (success criterion 1.4.3).
inline constexpr float kMinTextContrast = 4.5f;

} // namespace satbox::app
