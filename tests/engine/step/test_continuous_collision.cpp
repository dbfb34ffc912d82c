// Motion paths, and where continuous collision stops a body.
// tests/physics/test_continuous.cpp shoots at random.

#include "engine/geometry/shape.h"
#include "engine/step/continuous_collision.h"
#include "tests/support/physics_fixture.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

float angleAt(const MotionPath& path, float t) { return angleOf(path.at(t).q); }

} // namespace

TEST_CASE("a_body_moved_far_once_a_point_moved_by_more_than_half_its_smallest_half_width")
{
    BodyMotion m;
    m.minExtent = 0.2f;
    m.maxExtent = 1.0f;
    CHECK_FALSE(needsContinuous(m, {0.09f, 0.0f}, Rot{}));
    CHECK(needsContinuous(m, {0.11f, 0.0f}, Rot{}));
    CHECK_FALSE(needsContinuous(m, {0.0f, 0.0f}, makeRot(0.05f)));
    CHECK(needsContinuous(m, {0.0f, 0.0f}, makeRot(0.2f))); // its far end moved 0.2 m
    CHECK(needsContinuous(m, {0.06f, 0.0f}, makeRot(0.06f)));
    CHECK(needsContinuous(m, {0.0f, 0.0f}, makeRot(kPi))); // whose sine is 0
}

TEST_CASE("a_motion_path_begins_and_ends_at_its_poses_and_its_centre_of_mass_moves_straight")
{
    const Vec2 localCenter{0.5f, -0.25f};
    const Transform from{{1.0f, 2.0f}, makeRot(0.2f)}, to{{3.0f, -1.0f}, makeRot(1.2f)};
    const MotionPath path(localCenter, from, to);
    CHECK(path.pieceCount() == 1);
    CHECK(path.at(0.0f) == from);
    CHECK(path.at(1.0f) == to);
    const Vec2 first = transformPoint(from, localCenter), last = transformPoint(to, localCenter);
    for (const float t : {0.25f, 0.5f, 0.75f}) {
        const Vec2 expected = (1.0f - t) * first + t * last;
        CHECK(length(transformPoint(path.at(t), localCenter) - expected) < 1e-5f);
    }
    CHECK(angleAt(path, 0.5f) == doctest::Approx(0.7f).epsilon(1e-3));
    const MotionPath shifted = path.shifted({10.0f, 20.0f});
    CHECK(length(shifted.at(0.5f).p - path.at(0.5f).p - Vec2{10.0f, 20.0f}) < 1e-5f);
}

TEST_CASE("a_turn_beyond_a_quarter_follows_the_spin_in_pieces_of_at_most_a_quarter")
{
    const Transform from{}, to{{0.0f, 0.0f}, makeRot(0.75f * kPi)};
    const MotionPath shorter({}, from, to, 5.0f);
    CHECK(shorter.pieceCount() == 2);
    CHECK(angleAt(shorter, 0.5f) == doctest::Approx(0.375f * kPi));
    const MotionPath longer({}, from, to, -5.0f);
    CHECK(longer.pieceCount() == 4);
    CHECK(angleAt(longer, 0.5f) == doctest::Approx(-0.625f * kPi));
    CHECK(angleAt(longer, 0.25f) == doctest::Approx(-0.3125f * kPi));
    const MotionPath half({}, from, {{0.0f, 0.0f}, makeRot(kPi)},
                          0.0f); // of two opposite rotations the positive one
    CHECK(angleAt(half, 0.5f) == doctest::Approx(0.5f * kPi));
}

TEST_CASE("a_body_stopped_by_a_wall_moved_only_as_far_as_the_wall")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyId wall = world.createBody({.type = BodyType::Static, .position = {3.0f, 0.0f}});
    world.addShape(wall, {.geometry = Segment{{0.0f, -5.0f}, {0.0f, 5.0f}}});
    const BodyId ball = addBody(world, Circle{.radius = 0.2f}, {.linearVelocity = {300.0f, 0.0f}});
    const Position before = world.motion(ball).center;
    world.step(kStep);
    const BodyMotion& m = world.motion(ball);
    CHECK(m.center.x < 3.0);
    CHECK(m.center.x > 2.0);
    CHECK(length(m.center0() - before) < 1e-4f);
}

TEST_CASE("a_post_stops_a_fast_body_however_many_others_stand_beside_its_path")
{
    // Sixteen are kept in a list; with more, the search is repeated for each shape of the body.
    for (const int others : {0, 14, 15, 16, 17, 40}) {
        for (int place = 0; place < 12; ++place) {
            const float postX = 1.0f + 0.27f * static_cast<float>(place);
            CAPTURE(others);
            CAPTURE(postX);
            World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
            const BodyId ground = world.createBody({.type = BodyType::Static});
            const auto addPost = [&](Vec2 center) {
                world.addShape(ground, {.geometry = Circle{.center = center, .radius = 0.02f}});
            };
            // Within what a bar of this length may reach.
            for (int i = 0; i < others; ++i)
                addPost({0.1f * static_cast<float>(i), i % 2 == 0 ? 0.5f : -0.5f});
            addPost({postX, 0.0f});
            const BodyId bar = addBody(world, makeBox(0.6f, 0.1f), {.linearVelocity = {300.0f, 0.0f}});
            world.step(kStep);
            const double gap = static_cast<double>(postX) - world.motion(bar).center.x;
            CHECK(gap > 0.6);
            CHECK(gap < 0.63);
        }
    }
}

// A kinematic plate that moves farther per step than the box is thick pushes the box and does not pass
// through it.
TEST_CASE("a_fast_kinematic_plate_carries_a_box_to_its_end_pose")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyId box = addBody(world, makeBox(0.1f, 0.1f), {});
    const BodyId plate = world.createBody(
        {.type = BodyType::Kinematic, .position = {-2.0f, 0.0f}, .linearVelocity = {240.0f, 0.0f}});
    world.addShape(plate, {.geometry = makeBox(0.05f, 2.0f)});
    world.step(kStep); // the plate moves 4 m
    CHECK(world.motion(plate).center.x == doctest::Approx(2.0).epsilon(1e-3));
    const double ahead = world.motion(box).center.x - world.motion(plate).center.x;
    CHECK(ahead > 0.1);
    CHECK(ahead < 0.3);
}

// Continuous collision ignores sleeping bodies: the box must wake before the plate arrives.
TEST_CASE("a_sleeping_box_in_the_path_of_a_fast_kinematic_plate_wakes_and_is_carried_along")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyDef asleep{.awake = false};
    const BodyId box = addBody(world, makeBox(0.1f, 0.1f), asleep);
    const BodyId plate = world.createBody(
        {.type = BodyType::Kinematic, .position = {-2.0f, 0.0f}, .linearVelocity = {240.0f, 0.0f}});
    world.addShape(plate, {.geometry = makeBox(0.05f, 2.0f)});
    REQUIRE(world.setBodyDef(box, asleep)); // addShape has woken it
    REQUIRE_FALSE(world.body(box).awake);
    world.step(kStep);
    CHECK(world.body(box).awake);
    CHECK(world.motion(box).center.x > world.motion(plate).center.x);
}
