#include "app/gfx/palette.h"

#include <cmath>
#include <doctest/doctest.h>

namespace satbox::app {

namespace {

// Contrast ratio of the Web Content Accessibility Guidelines, 1 to 21.
float contrast(const Color& a, const Color& b)
{
    const auto linear = [](float v) {
        return v <= 0.04045f ? v / 12.92f : std::pow((v + 0.055f) / 1.055f, 2.4f);
    };
    const auto luminance = [&](const Color& c) {
        return 0.2126f * linear(c.r) + 0.7152f * linear(c.g) + 0.0722f * linear(c.b);
    };
    const float la = luminance(a);
    const float lb = luminance(b);
    return (std::max(la, lb) + 0.05f) / (std::min(la, lb) + 0.05f);
}

} // namespace

TEST_CASE("colours_are_read_from_hex_text")
{
    CHECK(Color::parse("#56B4E9") == Color::fromHex(0x56B4E9));
    CHECK(Color::parse("#56b4e9") == Color::fromHex(0x56B4E9));
    CHECK(Color::parse("#00000080")->a == doctest::Approx(128.0f / 255.0f));
    for (const char* text : {"", "#", "56B4E9", "#56B4E", "#56B4E9F", "#56B4G9", "red"}) {
        CAPTURE(text);
        CHECK(!Color::parse(text));
    }
}

TEST_CASE("packed_colour_has_red_in_the_lowest_byte")
{
    CHECK(Color::fromHex(0x112233).packed() == 0xFF332211u);
    CHECK(Color::fromHex(0x112233, 0.0f).packed() == 0x00332211u);
    CHECK(Color{2.0f, -1.0f, 0.5f, 1.0f}.packed() == 0xFF8000FFu);
}

TEST_CASE("desaturated_colour_keeps_its_luma")
{
    const Color c = Color::fromHex(0x5B8DB8);
    const Color grey = c.saturated(0.0f);
    CHECK(grey.r == doctest::Approx(grey.g));
    CHECK(grey.g == doctest::Approx(0.2126f * c.r + 0.7152f * c.g + 0.0722f * c.b));
    CHECK(c.saturated(1.0f) == c);
}

TEST_CASE("text_and_overlays_have_contrast_to_the_background_in_both_themes")
{
    for (const Theme kind : {Theme::Dark, Theme::Light}) {
        const Palette p = makePalette(kind);
        for (const Color& background : {p.background, p.panel}) {
            CHECK(contrast(p.text, background) > 10.0f);
            CHECK(contrast(p.muted, background) > 4.5f);
        }
        CHECK(contrast(p.text, p.raised) > 7.0f);
        // The guidelines require 3 for graphical objects.
        for (const Color& overlay :
             {p.broadPhase,    p.contactPoint,    p.contactSpeculative, p.normal,  p.penetration,
              p.normalImpulse, p.frictionImpulse, p.velocity,           p.pairA,   p.pairB,
              p.pairWinner,    p.pairSeparating,  p.selected,           p.accent,  p.dynamicOutline,
              p.asleepOutline, p.staticOutline,   p.kinematicOutline,   p.warning, p.error}) {
            CAPTURE(static_cast<int>(kind));
            CAPTURE(overlay.packed());
            CHECK(contrast(overlay, p.background) > 3.0f);
        }
    }
}

} // namespace satbox::app
