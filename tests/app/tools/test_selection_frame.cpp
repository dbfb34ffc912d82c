#include "app/tools/selection_frame.h"

#include "tests/support/app_worlds.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;

namespace {

BodyId addBody(World& world, Position at, float angle, const Shape& shape)
{
    const BodyId body = world.createBody({.position = at, .rotation = makeRot(angle)});
    world.addShape(body, {.geometry = shape});
    return body;
}

size_t countOf(const SelectionFrame& frame, FrameHandle::Kind kind)
{
    const auto handles = handlesOf(frame, 0.01f);
    return static_cast<size_t>(
        std::ranges::count_if(handles, [&](const auto& handle) { return handle.first.kind == kind; }));
}

} // namespace

TEST_CASE("the_frame_of_one_body_turns_with_it")
{
    World world;
    const BodyId plank = addBody(world, {3.0f, 4.0f}, kPi / 2.0f, makeBox(2.0f, 0.5f));
    const auto frame = frameOf(world, std::array{plank});
    REQUIRE(frame);
    CHECK(frame->half.x == Approx(2.0f));
    CHECK(frame->half.y == Approx(0.5f));
    CHECK(frame->canStretch);
    const Position corner = frame->at({1.0f, 1.0f}); // (2, 0.5) turned by 90 degrees
    CHECK(corner.x == Approx(2.5));
    CHECK(corner.y == Approx(6.0));
}

TEST_CASE("a_frame_covers_a_pair_if_one_of_its_bodies_is_selected")
{
    World world;
    std::array<BodyId, 3> bodies;
    std::array<ShapeId, 3> shapes;
    for (size_t i = 0; i < bodies.size(); ++i) {
        bodies[i] = world.createBody({});
        shapes[i] = world.addShape(bodies[i], {.geometry = Circle{.radius = 1.0f}});
    }
    const ContactKey pair{shapes[0], shapes[1]};
    CHECK(coversPair(world, std::array{bodies[1], bodies[2]}, pair));
    CHECK_FALSE(coversPair(world, std::array{bodies[2]}, pair));
    CHECK_FALSE(coversPair(world, {}, pair));
    world.destroyBody(bodies[1]);
    CHECK_FALSE(coversPair(world, std::array{bodies[1]}, pair));
}

TEST_CASE("the_frame_of_several_bodies_is_their_common_box")
{
    World world;
    const BodyId a = addBody(world, {0.0f, 0.0f}, 0.0f, makeBox(1.0f, 1.0f));
    const BodyId b = addBody(world, {5.0f, 3.0f}, 0.0f, Circle{.radius = 1.0f});
    const auto frame = frameOf(world, std::array{a, b});
    REQUIRE(frame);
    CHECK(frame->center.x == Approx(2.5));
    CHECK(frame->center.y == Approx(1.5));
    CHECK(frame->half.x == Approx(3.5f));
    CHECK_FALSE(frame->canStretch);
    CHECK_FALSE(frameOf(world, {}));
    CHECK_FALSE(frameOf(world, std::array{world.createBody({})})); // it has no shape
}

TEST_CASE("only_shapes_without_radius_have_handles_that_stretch")
{
    World world;
    const BodyId box = addBody(world, {0.0f, 0.0f}, 0.0f, makeBox(1.0f, 1.0f));
    const BodyId disc = addBody(world, {5.0f, 0.0f}, 0.0f, Circle{});
    CHECK(countOf(*frameOf(world, std::array{box}), FrameHandle::Kind::Stretch) == 4);
    CHECK(countOf(*frameOf(world, std::array{disc}), FrameHandle::Kind::Stretch) == 0);
    CHECK(countOf(*frameOf(world, std::array{disc}), FrameHandle::Kind::Scale) == 4);
}

TEST_CASE("a_handle_is_picked_within_its_reach_and_the_frame_of_a_dot_is_large_enough_to_grab")
{
    World world;
    const BodyId dot = addBody(world, {0.0f, 0.0f}, 0.0f, makeBox(0.001f, 0.001f));
    const float metersPerPoint = 0.01f;
    const SelectionFrame drawn = drawnFrame(*frameOf(world, std::array{dot}), metersPerPoint);
    CHECK(drawn.half.x >= 0.15f);
    const auto handles = handlesOf(drawn, metersPerPoint);
    for (const auto& [handle, position] : handles)
        CHECK(pickHandle(drawn, position + Vec2{0.02f, 0.02f}, metersPerPoint) == handle);
    CHECK_FALSE(pickHandle(drawn, {0.0f, 0.0f}, metersPerPoint));
    CHECK_FALSE(pickHandle(drawn, {3.0f, 3.0f}, metersPerPoint));
}

TEST_CASE("a_body_with_round_corners_is_framed_with_them_and_cannot_be_stretched")
{
    World world;
    const BodyId body = addBody(world, {0.0f, 0.0f}, 0.0f, makeRoundedBox(1.0f, 0.5f, 0.25f));
    const auto frame = frameOf(world, std::array{body});
    REQUIRE(frame);
    CHECK(frame->half.x == Approx(1.25f));
    CHECK_FALSE(frame->canStretch);
}
