// The way of a body through a step, and where continuous collision stops it.
// tests/physics/test_continuous.cpp shoots at random.

#include "engine/dynamics/continuous.h"
#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

float angleAt(const Track& track, float t) { return angleOf(track.at(t).q); }

} // namespace

TEST_CASE("a_body_moved_far_once_some_point_went_more_than_half_of_its_thinnest_half_width")
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

TEST_CASE("a_track_begins_and_ends_at_its_poses_and_its_centre_of_mass_goes_straight")
{
    const Vec2 localCenter{0.5f, -0.25f};
    const Transform from{{1.0f, 2.0f}, makeRot(0.2f)}, to{{3.0f, -1.0f}, makeRot(1.2f)};
    const Track track(localCenter, from, to);
    CHECK(track.parts() == 1);
    CHECK(track.at(0.0f) == from);
    CHECK(track.at(1.0f) == to);
    const Vec2 first = transformPoint(from, localCenter), last = transformPoint(to, localCenter);
    for (const float t : {0.25f, 0.5f, 0.75f}) {
        const Vec2 expected = (1.0f - t) * first + t * last;
        CHECK(length(transformPoint(track.at(t), localCenter) - expected) < 1e-5f);
    }
    CHECK(angleAt(track, 0.5f) == doctest::Approx(0.7f).epsilon(1e-3));
    const Track shifted = track.shifted({10.0f, 20.0f});
    CHECK(length(shifted.at(0.5f).p - track.at(0.5f).p - Vec2{10.0f, 20.0f}) < 1e-5f);
}

TEST_CASE("a_turn_beyond_a_quarter_goes_the_way_that_the_spin_says_in_parts_of_a_quarter")
{
    const Transform from{}, to{{0.0f, 0.0f}, makeRot(0.75f * kPi)};
    const Track shorter({}, from, to, 5.0f);
    CHECK(shorter.parts() == 2);
    CHECK(angleAt(shorter, 0.5f) == doctest::Approx(0.375f * kPi));
    const Track longer({}, from, to, -5.0f);
    CHECK(longer.parts() == 4);
    CHECK(angleAt(longer, 0.5f) == doctest::Approx(-0.625f * kPi));
    CHECK(angleAt(longer, 0.25f) == doctest::Approx(-0.3125f * kPi));
    const Track half({}, from, {{0.0f, 0.0f}, makeRot(kPi)}, 0.0f); // of two opposite ways the positive one
    CHECK(angleAt(half, 0.5f) == doctest::Approx(0.5f * kPi));
}

TEST_CASE("a_body_that_a_wall_stopped_moved_only_as_far_as_the_wall")
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

// A kinematic plate faster than the box is thin pushes the box ahead of itself and does not leave it behind.
TEST_CASE("a_fast_kinematic_plate_takes_a_box_along_to_where_the_plate_ends_its_step")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyId box = addBody(world, makeBox(0.1f, 0.1f), {});
    const BodyId plate = world.createBody(
        {.type = BodyType::Kinematic, .position = {-2.0f, 0.0f}, .linearVelocity = {240.0f, 0.0f}});
    world.addShape(plate, {.geometry = makeBox(0.05f, 2.0f)});
    world.step(kStep); // the plate goes 4 m
    CHECK(world.motion(plate).center.x == doctest::Approx(2.0).epsilon(1e-3));
    const double ahead = world.motion(box).center.x - world.motion(plate).center.x;
    CHECK(ahead > 0.1);
    CHECK(ahead < 0.3);
}

// What sleeps is no obstacle to continuous collision: it has to wake before the plate comes.
TEST_CASE("a_sleeping_box_in_the_way_of_a_fast_kinematic_plate_wakes_and_is_taken_along")
{
    World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
    const BodyDef asleep{.awake = false};
    const BodyId box = addBody(world, makeBox(0.1f, 0.1f), asleep);
    const BodyId plate = world.createBody(
        {.type = BodyType::Kinematic, .position = {-2.0f, 0.0f}, .linearVelocity = {240.0f, 0.0f}});
    world.addShape(plate, {.geometry = makeBox(0.05f, 2.0f)});
    REQUIRE(world.setBodyDef(box, asleep)); // a new shape had woken it
    REQUIRE_FALSE(world.body(box).awake);
    world.step(kStep);
    CHECK(world.body(box).awake);
    CHECK(world.motion(box).center.x > world.motion(plate).center.x);
}
