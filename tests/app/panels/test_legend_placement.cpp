#include "app/panels/legend_placement.h"

#include "tests/app/view/view_fixture.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::Picture;

TEST_CASE("the_legend_is_within_the_view_and_above_the_scale_bar")
{
    const ScreenRect view{44.0f, 60.0f, 800.0f, 600.0f};
    const Vec2 size{200.0f, 80.0f};
    const auto at = [&](LegendCorner corner) {
        return rectInCorner(corner, view, size, 12.0f, {150.0f, 30.0f});
    };
    CHECK(at(LegendCorner::BottomLeft).x == Approx(56.0f));
    CHECK(at(LegendCorner::BottomLeft).y == Approx(568.0f));
    CHECK(at(LegendCorner::TopLeft).y == Approx(72.0f));
    CHECK(at(LegendCorner::TopRight).x == Approx(632.0f));
    CHECK(at(LegendCorner::BottomRight).x == Approx(632.0f));
    CHECK(at(LegendCorner::BottomRight).y == Approx(538.0f));
    // A wide one at the lower left would cover the scale bar too.
    CHECK(rectInCorner(LegendCorner::BottomLeft, view, {700.0f, 80.0f}, 12.0f, {150.0f, 30.0f}).y ==
          Approx(538.0f));
}

TEST_CASE("the_covered_share_of_a_corner_is_the_area_of_the_bodies_in_it")
{
    Picture picture; // 800 by 600 points, 100 px/m around the origin
    picture.add({.position = {-3.5, -2.5}}, makeBox(0.25f, 0.5f));
    picture.add({.position = {3.5, 2.5}}, makeBox(5.0f, 5.0f));
    const ScreenRect lowerLeft{0.0f, 500.0f, 100.0f, 100.0f}; // -4 to -3, -3 to -2
    const ScreenRect empty{500.0f, 500.0f, 0.0f, 0.0f};
    const ScreenRect upperLeft{0.0f, 0.0f, 100.0f, 100.0f};
    const ScreenRect upperRight{700.0f, 0.0f, 100.0f, 100.0f};
    const CoveredShares shares =
        coveredShares(picture.world(), picture.state.camera, {lowerLeft, upperLeft, upperRight, empty});
    CHECK(shares[0] == Approx(0.5f).epsilon(0.1));
    CHECK(shares[1] == 0.0f);
    CHECK(shares[2] == 1.0f);
    CHECK(shares[3] == 0.0f);
}

TEST_CASE("a_rectangle_is_over_shapes_where_its_points_are_inside_them_not_inside_their_boxes")
{
    Picture picture; // 800 by 600 points, 100 px/m around the origin
    picture.add({.rotation = makeRot(0.25f * kPi)}, makeBox(4.0f, 0.1f)); // a diagonal bar
    const World& world = picture.world();
    const Camera& camera = picture.state.camera;
    CHECK(shareOverShapes(world, camera, {500.0f, 400.0f, 100.0f, 100.0f}) == 0.0f); // within its box
    CHECK(shareOverShapes(world, camera, {395.0f, 295.0f, 10.0f, 10.0f}) == 1.0f);
    CHECK(shareOverShapes(world, camera, {350.0f, 250.0f, 100.0f, 100.0f}) == Approx(0.25f).epsilon(0.3));
}

TEST_CASE("the_legend_changes_corners_only_for_a_clear_gain")
{
    const auto from = [](LegendCorner corner, const CoveredShares& covered) {
        return emptierCorner(corner, covered);
    };
    constexpr auto kHere = LegendCorner::BottomLeft;
    CHECK((from(kHere, {0.0f, 0.0f, 0.0f, 0.0f}) == kHere));
    CHECK((from(kHere, {0.05f, 0.1f, 0.0f, 0.0f}) == LegendCorner::TopRight)); // no body is there
    CHECK((from(kHere, {0.5f, 0.4f, 0.6f, 0.7f}) == kHere));
    CHECK((from(kHere, {0.5f, 0.4f, 0.6f, 0.3f}) == LegendCorner::BottomRight));
    CHECK((from(LegendCorner::BottomRight, {0.4f, 0.4f, 0.4f, 0.5f}) == LegendCorner::BottomRight));
}

TEST_CASE("a_corner_over_a_subject_counts_as_worse_than_any_with_bodies")
{
    const Picture picture; // 800 by 600 points, 100 px/m around the origin
    const std::array<ScreenRect, kLegendCorners> rects{{{0.0f, 500.0f, 100.0f, 100.0f},
                                                        {0.0f, 0.0f, 100.0f, 100.0f},
                                                        {700.0f, 0.0f, 100.0f, 100.0f},
                                                        {700.0f, 500.0f, 100.0f, 100.0f}}};
    const auto shares = [&](const WorldBox& subject) {
        return coveredShares(picture.world(), picture.state.camera, rects, std::span(&subject, 1));
    };
    constexpr CoveredShares kLowerLeft{kSubjectShare, 0.0f, 0.0f, 0.0f};
    CHECK(shares({{-3.2, -2.2}, {-3.1, -2.1}}) == kLowerLeft);
    CHECK(shares({{-3.5, -2.5}, {-3.5, -2.0}}) == kLowerLeft);    // a segment
    CHECK(shares({{-8.0, -6.0}, {8.0, 0.5}}) == CoveredShares{}); // more than half of the view
}
