#include "app/tools/freehand_tool.h"

#include "tests/support/app_worlds.h"
#include "tests/support/hand.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::Hand;
using satbox::test::makeBoxOnFloor;

namespace {

Vec2 onCircle(float turns) { return Vec2{0.0f, 3.0f} + rotate(makeRot(2.0f * kPi * turns), {1.0f, 0.0f}); }

} // namespace

TEST_CASE("a_stroke_around_an_area_becomes_a_body_with_few_corners")
{
    auto made = makeBoxOnFloor();
    made.state.playback.paused = true;
    made.state.tool.selectEditTool("freehand");
    Hand hand{made.state};
    hand.press(onCircle(0.0f));
    for (int i = 1; i < 60; ++i) hand.move(onCircle(static_cast<float>(i) / 60.0f));
    CHECK(made.state.tool.editHint.starts_with("Release to make a body of "));
    hand.release(onCircle(59.0f / 60.0f));
    const BodyId body = made.state.selection.body;
    REQUIRE(made.state.world().isValid(body));
    size_t corners = 0;
    float area = 0.0f;
    for (const ShapeId shape : made.state.world().shapesOf(body)) {
        corners += static_cast<size_t>(std::get<Polygon>(made.state.world().shape(shape).shape).count);
        area += computeArea(made.state.world().shape(shape).shape);
    }
    CHECK(corners < 40);
    CHECK(area == doctest::Approx(3.14).epsilon(0.06));
}

TEST_CASE("the_wheel_changes_the_tolerance_while_a_stroke_is_drawn")
{
    auto made = makeBoxOnFloor();
    made.state.tool.selectEditTool("freehand");
    Hand hand{made.state};
    const float zoom = made.state.camera.pixelsPerMeter();
    hand.press({0, 3});
    hand.move({1, 3});
    PointerEvent wheel = hand.event(PointerEvent::Kind::Wheel, {1, 3});
    wheel.delta = {0.0f, 4.0f};
    const std::string before = made.state.tool.editHint;
    handlePointer(made.state, wheel);
    hand.move({1, 4});
    CHECK(made.state.tool.editHint != before);
    CHECK(made.state.camera.pixelsPerMeter() == zoom);
}

TEST_CASE("ends_of_a_stroke_that_cross_are_cut_off_and_a_figure_of_eight_stays")
{
    std::vector<Position> stroke;
    for (int i = -2; i <= 62; ++i) stroke.push_back(onCircle(static_cast<float>(i) / 60.0f));
    for (Position& p : stroke)
        p.y += 0.001 * static_cast<double>(&p - stroke.data()); // so that the ends cross
    stroke.front().x += 0.3;
    const std::vector<Position> part = closedPart(stroke);
    CHECK(part.size() < stroke.size());
    CHECK(part.size() > 50);
    CHECK(checkOutline(relativeToFirst(part)).ok());
    const std::vector<Position> eight{{0, 0}, {1, 1}, {2, 1}, {2, 0}, {1, 0}, {0, 1}};
    CHECK((closedPart(eight) == eight));
}
