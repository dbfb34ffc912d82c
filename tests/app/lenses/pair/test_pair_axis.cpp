#include "app/lenses/pair/pair_axis.h"

#include "tests/app/view/view_fixture.h"
#include <satbox/shapes.h>

#include <cmath>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::PairPicture;

namespace {

constexpr float kPixel = 0.01f;
const Shape kBox = makeBox(0.5f, 0.5f);

PairAxis axisOf(PairPicture& picture) { return pairAxis(picture.pair(), picture.analysis(), kPixel); }

} // namespace

TEST_CASE("an_axis_is_32_pixels_right_of_the_shapes_or_below_them")
{
    PairPicture above(kBox, kBox, {0.3f, 0.95f});
    const PairAxis upright = axisOf(above);
    CHECK(std::fabs(upright.direction.y) == 1.0f);
    CHECK(upright.across == Vec2{1.0f, 0.0f});
    CHECK(upright.origin.x == Approx(0.8f + 32.0f * kPixel));

    PairPicture beside(kBox, kBox, {0.95f, 0.3f});
    const PairAxis level = axisOf(beside);
    CHECK(std::fabs(level.direction.x) == 1.0f);
    CHECK(level.across == Vec2{0.0f, -1.0f});
    CHECK(level.origin.y == Approx(-0.5f - 32.0f * kPixel));
}

TEST_CASE("the_line_extends_beyond_both_bars")
{
    PairPicture picture(kBox, kBox, {0.3f, 0.95f});
    picture.pair().usesManualAxis = true; // points up
    const PairAxis axis = axisOf(picture);
    CHECK(axis.tail.y == Approx(-0.5f - PairAxis::kOvershootPx * kPixel));
    CHECK(axis.tip.y == Approx(1.45f + PairAxis::kOvershootPx * kPixel));
    CHECK(axis.origin.y == Approx(0.5f * (-0.5f + 1.45f)));
    // Radii are included: the same box and a circle.
    PairPicture round(kBox, Circle{.radius = 0.4f}, {0.0f, 0.8f});
    round.pair().usesManualAxis = true;
    CHECK(axisOf(round).tip.y == Approx(1.2f + PairAxis::kOvershootPx * kPixel));
}

TEST_CASE("projections_are_where_the_corners_are_whatever_the_length_of_the_axis")
{
    PairPicture picture(kBox, kBox, {0.3f, 0.95f}, 0.3f);
    picture.pair().usesManualAxis = true;
    for (const Vec2 hand : {Vec2{0.0f, 1.0f}, Vec2{3.0f, 4.0f}, Vec2{-0.2f, 0.1f}}) {
        picture.pair().manualAxis = hand;
        const PairAxis axis = axisOf(picture);
        CHECK(length(axis.direction) == Approx(1.0f));
        CHECK(axis.inUnits(1.0f) == Approx(length(hand)));
        float lowest = 1e9f, highest = -1e9f;
        for (const Vec2 v : picture.analysis().coreB.points()) {
            lowest = std::fmin(lowest, dot(v, axis.direction));
            highest = std::fmax(highest, dot(v, axis.direction));
        }
        CHECK(dot(axis.pointAt(axis.projection.minB), axis.direction) == Approx(lowest));
        CHECK(dot(axis.pointAt(axis.projection.maxB), axis.direction) == Approx(highest));
    }
}

TEST_CASE("a_dragged_axis_goes_through_its_drag_point")
{
    PairPicture picture(kBox, kBox, {0.3f, 0.95f});
    picture.pair().usesManualAxis = true;
    picture.pair().axisPoint = Position{-2.0f, 3.0f}; // beyond B's end
    const PairAxis axis = axisOf(picture);
    CHECK(axis.origin == Vec2{-2.0f, 3.0f});
    CHECK(axis.tail.x == Approx(-2.0f));
    CHECK(axis.tail.y == Approx(-0.5f - PairAxis::kOvershootPx * kPixel));
    CHECK(axis.tip.y == Approx(3.0f + PairAxis::kOvershootPx * kPixel));
}

TEST_CASE("axes_are_shown_in_two_stages_and_those_of_a_published_test_cannot_be_turned")
{
    PairPicture picture(kBox, kBox, {0.3f, 0.95f});
    const auto shows = [&](PairTab tab) {
        picture.draw(tab);
        return showsAxis(picture.pair(), picture.analysis());
    };
    CHECK(shows(PairTab::Axes));
    CHECK(axisOf(picture).isTurnable);
    CHECK_FALSE(axisOf(picture).test.has_value());
    CHECK_FALSE(shows(PairTab::Contact));
    CHECK_FALSE(shows(PairTab::Difference));
    picture.pair().test = OverlapTest::Minkowski;
    CHECK(shows(PairTab::Tests));
    CHECK_FALSE(axisOf(picture).isTurnable);
    CHECK(axisOf(picture).test == OverlapTest::Minkowski);
    picture.pair().test = OverlapTest::VertexContacts; // has vertices and no axes
    CHECK_FALSE(shows(PairTab::Tests));
}
