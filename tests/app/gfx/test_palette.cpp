#include "app/gfx/palette.h"

#include "tests/app/gfx/contrast_table.h"
#include "tests/support/generated_document.h"

#include <doctest/doctest.h>

namespace satbox::app {

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

TEST_CASE("the_contrast_ratio_is_that_of_the_web_content_accessibility_guidelines")
{
    const Color black = Color::fromHex(0x000000);
    const Color white = Color::fromHex(0xFFFFFF);
    CHECK(contrastRatio(black, white) == doctest::Approx(21.0f));
    CHECK(contrastRatio(white, black) == doctest::Approx(21.0f));
    CHECK(contrastRatio(white, white) == doctest::Approx(1.0f));
    // The lightest grey that passes on white, by the guidelines' own example.
    CHECK(contrastRatio(Color::fromHex(0x767676), white) == doctest::Approx(4.54f).epsilon(0.001));
}

TEST_CASE("a_translucent_colour_over_a_ground_is_mixed_with_it")
{
    const Color ground = Color::fromHex(0x204060);
    CHECK(Color::fromHex(0xFFFFFF, 0.0f).over(ground) == ground);
    CHECK(Color::fromHex(0xA0C0E0).over(ground).packed() == Color::fromHex(0xA0C0E0).packed());
    CHECK(Color::fromHex(0xA0C0E0, 0.5f).over(ground).packed() == Color::fromHex(0x6080A0).packed());
}

TEST_CASE("every_text_colour_has_a_contrast_of_at_least_four_and_a_half_to_its_grounds_in_both_themes")
{
    for (const test::TextOnGround& row : test::contrastTable()) {
        CAPTURE(row.text);
        CAPTURE(row.ground);
        CHECK(row.dark >= kMinTextContrast);
        CHECK(row.light >= kMinTextContrast);
    }
}

TEST_CASE("the_document_of_contrasts_has_the_palettes_values")
{
    test::checkOrWrite("docs/contrast.md", test::withContrastTable);
}

TEST_CASE("a_label_keeps_the_hue_of_its_marks_if_that_can_be_read_and_its_alpha_always")
{
    for (const Theme theme : {Theme::Dark, Theme::Light}) {
        const Palette p = makePalette(theme);
        CHECK(labelText(p, p.text) == p.text);
        CHECK(labelText(p, p.text.withAlpha(0.4f)) == p.text.withAlpha(0.4f));
        const Color faint = labelText(p, p.background.withAlpha(0.4f));
        CHECK(faint.a == 0.4f);
        CHECK(contrastRatio(faint.withAlpha(1.0f), labelGround(p)) >= kMinTextContrast);
    }
    const Palette light = makePalette(Theme::Light);
    CHECK(labelText(light, light.velocity) != light.velocity);
}

TEST_CASE("overlays_have_contrast_to_the_background_in_both_themes")
{
    for (const Theme kind : {Theme::Dark, Theme::Light}) {
        const Palette p = makePalette(kind);
        for (const Color& background : {p.background, p.panel})
            CHECK(contrastRatio(p.text, background) > 10.0f);
        // The guidelines require 3 for graphical objects.
        for (const Color& overlay :
             {p.broadPhase,    p.contactPoint,    p.contactSpeculative, p.normal,  p.penetration,
              p.normalImpulse, p.frictionImpulse, p.velocity,           p.pairA,   p.pairB,
              p.pairWinner,    p.pairSeparating,  p.selected,           p.accent,  p.dynamicOutline,
              p.asleepOutline, p.staticOutline,   p.kinematicOutline,   p.warning, p.error}) {
            CAPTURE(static_cast<int>(kind));
            CAPTURE(overlay.packed());
            CHECK(contrastRatio(overlay, p.background) > 3.0f);
        }
    }
}

} // namespace satbox::app
