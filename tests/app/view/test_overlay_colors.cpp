#include "app/view/overlay_colors.h"

#include "engine/step/schedule/constraint_graph.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace satbox::app;

namespace {

float luma(const Color& c) { return 0.2126f * c.r + 0.7152f * c.g + 0.0722f * c.b; }
float difference(const Color& a, const Color& b)
{
    return std::fabs(a.r - b.r) + std::fabs(a.g - b.g) + std::fabs(a.b - b.b);
}

} // namespace

TEST_CASE("seven_category_colours_differ_and_the_eighth_equals_the_first")
{
    for (const Theme theme : {Theme::Dark, Theme::Light}) {
        const Palette palette = makePalette(theme);
        for (uint32_t i = 0; i < kCategoryCount; ++i) {
            for (uint32_t j = 0; j < i; ++j)
                CHECK(difference(categoryColor(palette, i), categoryColor(palette, j)) > 0.1f);
            CHECK(categoryColor(palette, i + kCategoryCount) == categoryColor(palette, i));
            CHECK(std::fabs(luma(categoryColor(palette, i)) - luma(palette.background)) > 0.2f);
        }
    }
    CHECK(luma(categoryColor(makePalette(Theme::Light), 3)) <
          luma(categoryColor(makePalette(Theme::Dark), 3)));
}

TEST_CASE("no_two_contact_colours_look_the_same_and_the_overflow_is_muted")
{
    for (const Theme theme : {Theme::Dark, Theme::Light}) {
        const Palette palette = makePalette(theme);
        for (int i = 0; i < satbox::kOverflowColour; ++i)
            for (int j = 0; j < i; ++j) {
                CAPTURE(i);
                CAPTURE(j);
                CHECK(difference(displayColor(palette, i), displayColor(palette, j)) > 0.05f);
            }
        CHECK(displayColor(palette, satbox::kOverflowColour) == palette.muted);
        CHECK(displayColor(palette, -1) == palette.muted);
    }
}

TEST_CASE("colours_of_tree_levels_go_from_one_end_to_the_other")
{
    const Palette palette = makePalette(Theme::Dark);
    CHECK(treeColor(palette, 0.0f) == palette.penetration);
    CHECK(difference(treeColor(palette, 1.0f), palette.accent) < 1e-6f);
    const Color middle = treeColor(palette, 0.5f);
    CHECK(difference(middle, palette.penetration) ==
          doctest::Approx(difference(middle, palette.accent)).epsilon(1e-4));
}

TEST_CASE("the_ramps_only_gain_contrast_to_the_background_and_pass_through_their_stops")
{
    for (const Theme theme : {Theme::Dark, Theme::Light})
        for (const bool heats : {true, false}) {
            const Palette palette = makePalette(theme);
            const auto color = [&](float t) {
                return heats ? heatColor(palette, t) : speedColor(palette, t);
            };
            const std::vector<Color> stops = heats ? heatStops(palette) : speedStops(palette);
            for (size_t i = 0; i < stops.size(); ++i) {
                const float t = static_cast<float>(i) / static_cast<float>(stops.size() - 1);
                CHECK(difference(color(t), stops[i]) < 1e-5f);
            }
            const float sign = theme == Theme::Dark ? 1.0f : -1.0f;
            for (int i = 0; i < 100; ++i) {
                const float t = 0.01f * static_cast<float>(i);
                CHECK(sign * (luma(color(t + 0.01f)) - luma(color(t))) > 0.0f);
            }
            CHECK(color(-1.0f) == color(0.0f));
            CHECK(color(7.0f) == color(1.0f));
            CHECK(luma(color(1.0f)) - luma(color(0.0f)) ==
                  doctest::Approx(sign * (heats ? 0.64f : 0.46f)).epsilon(0.02));
        }
}

TEST_CASE("boxes_are_translucent_and_tight_and_fat_ones_differ")
{
    const Palette palette = makePalette(Theme::Dark);
    for (const Color& color : {tightBoxColor(palette), fatBoxColor(palette)}) {
        CHECK(color.a > 0.0f);
        CHECK(color.a < 1.0f);
    }
    CHECK(difference(tightBoxColor(palette), fatBoxColor(palette)) > 0.1f);
}

TEST_CASE("a_hovered_outline_has_more_contrast_to_the_background")
{
    for (const Theme theme : {Theme::Dark, Theme::Light}) {
        const Palette palette = makePalette(theme);
        const Color plain = palette.dynamicOutline;
        CHECK(std::fabs(luma(hoverColor(palette, plain)) - luma(palette.background)) >
              std::fabs(luma(plain) - luma(palette.background)));
        CHECK(hoverColor(palette, plain).a == plain.a);
    }
}
