#include "tests/support/physics_fixture.h"
#include <satbox/validate.h>

#include <doctest/doctest.h>

#include <limits>

using namespace satbox;
using namespace satbox::test;

namespace {

constexpr float kNoNumber = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinite = std::numeric_limits<float>::infinity();

World weightlessBox() { return World(settingsFor(SolverType::SoftStep, {0.0f, 0.0f})); }

} // namespace

TEST_CASE("every_push_on_a_stale_body_or_mouse_joint_is_refused")
{
    World world = weightlessBox();
    const BodyId body = addBody(world, Circle{}, {});
    const MouseJointId joint = world.createMouseJoint(body, {0.0, 0.0});
    REQUIRE(world.isValid(joint));
    REQUIRE(world.destroyBody(body)); // and its joint with it
    const uint64_t before = world.hash();
    CHECK_FALSE(world.applyForce(body, {1.0f, 0.0f}, {}));
    CHECK_FALSE(world.applyTorque(body, 1.0f));
    CHECK_FALSE(world.applyImpulse(body, {1.0f, 0.0f}, {}));
    CHECK_FALSE(world.applyAngularImpulse(body, 1.0f));
    CHECK_FALSE(world.wake(body));
    CHECK_FALSE(world.setTransform(body, {}));
    CHECK(world.velocityAt(body, {1.0, 0.0}) == Vec2{0.0f, 0.0f});
    CHECK_FALSE(world.isValid(joint));
    CHECK_FALSE(world.setMouseTarget(joint, {}));
    CHECK_FALSE(world.destroyMouseJoint(joint));
    CHECK(world.mouseJoint(joint).body.isNull());
    CHECK(world.hash() == before);
}

TEST_CASE("only_a_dynamic_body_can_be_pushed_and_only_a_static_one_has_no_velocity")
{
    World world = weightlessBox();
    for (const BodyType type : {BodyType::Static, BodyType::Kinematic}) {
        CAPTURE(toString(type));
        const BodyId body = addBody(world, Circle{}, {.type = type});
        CHECK_FALSE(world.applyForce(body, {1.0f, 0.0f}, {}));
        CHECK_FALSE(world.applyTorque(body, 1.0f));
        CHECK_FALSE(world.applyImpulse(body, {1.0f, 0.0f}, {}));
        CHECK_FALSE(world.applyAngularImpulse(body, 1.0f));
        CHECK(world.createMouseJoint(body, {}).isNull());
        CHECK(world.setVelocity(body, {1.0f, 2.0f}, 3.0f) == (type == BodyType::Kinematic));
        CHECK(world.motion(body).w == (type == BodyType::Kinematic ? 3.0f : 0.0f));
    }
}

TEST_CASE("non_finite_pushes_are_refused_and_change_nothing")
{
    World world = weightlessBox();
    const BodyId body = addBody(world, Circle{}, {.linearVelocity = {1.0f, 0.0f}});
    const MouseJointId joint = world.createMouseJoint(body, {0.1, 0.0});
    const uint64_t before = world.hash();
    for (const float bad : {kNoNumber, kInfinite, -kInfinite}) {
        CHECK_FALSE(world.applyForce(body, {bad, 0.0f}, {}));
        CHECK_FALSE(world.applyForce(body, {0.0f, bad}, {}));
        CHECK_FALSE(world.applyForce(body, {1.0f, 0.0f}, {static_cast<double>(bad), 0.0}));
        CHECK_FALSE(world.applyTorque(body, bad));
        CHECK_FALSE(world.applyImpulse(body, {0.0f, bad}, {}));
        CHECK_FALSE(world.applyImpulse(body, {1.0f, 0.0f}, {0.0, static_cast<double>(bad)}));
        CHECK_FALSE(world.applyAngularImpulse(body, bad));
        CHECK_FALSE(world.setVelocity(body, {bad, 0.0f}, 0.0f));
        CHECK_FALSE(world.setVelocity(body, {0.0f, 0.0f}, bad));
        CHECK_FALSE(world.setTransform(body, {{static_cast<double>(bad), 0.0}, Rot{}}));
        CHECK_FALSE(world.setTransform(body, {{}, {bad, 0.0f}}));
        CHECK(world.createMouseJoint(body, {static_cast<double>(bad), 0.0}).isNull());
        CHECK_FALSE(world.setMouseTarget(joint, {0.0, static_cast<double>(bad)}));
    }
    CHECK(world.hash() == before);
}

TEST_CASE("a_mouse_joint_reaches_as_far_as_the_world_and_no_farther")
{
    World world = weightlessBox();
    const BodyId body = addBody(world, Circle{}, {});
    const MouseJointId joint = world.createMouseJoint(body, {0.5, 0.0});
    CHECK(world.setMouseTarget(joint, {kMaxReach, -kMaxReach}));
    CHECK_FALSE(world.setMouseTarget(joint, {1.01 * kMaxReach, 0.0}));
    CHECK_FALSE(world.setMouseTarget(joint, {0.0, -1.01 * kMaxReach}));
    CHECK(world.createMouseJoint(body, {0.0, 1.01 * kMaxReach}).isNull());
    const World::MouseJointView view = world.mouseJoint(joint);
    CHECK(view.body == body);
    CHECK(view.target == Position{kMaxReach, -kMaxReach});
    CHECK(view.anchor.x == doctest::Approx(0.5));
    CHECK(view.force == Vec2{0.0f, 0.0f}); // before the first step
    CHECK(world.destroyMouseJoint(joint));
    CHECK_FALSE(world.isValid(joint));
}

TEST_CASE("an_impulse_beyond_the_top_speed_leaves_the_top_speed_in_both_directions")
{
    World world = weightlessBox();
    const BodyId body = addBody(world, Circle{}, {});
    for (const float sign : {1.0f, -1.0f}) {
        REQUIRE(world.applyImpulse(body, {sign * 1e9f, -sign * 1e9f}, world.motion(body).center));
        REQUIRE(world.applyAngularImpulse(body, sign * 1e9f));
        CHECK(world.motion(body).v == Vec2{sign * kMaxVelocity, -sign * kMaxVelocity});
        CHECK(world.motion(body).w == sign * kMaxVelocity);
    }
}

TEST_CASE("a_body_that_is_moved_wakes_and_keeps_its_velocity_and_one_with_fixed_rotation_gets_no_spin")
{
    World world = weightlessBox();
    const BodyId body = addBody(world, Circle{}, {.fixedRotation = true, .awake = false});
    REQUIRE(world.setVelocity(body, {1.0f, 2.0f}, 3.0f));
    CHECK(world.body(body).awake);
    CHECK(world.motion(body).w == 0.0f);
    const Rot quarter{0.0f, 1.0f};
    REQUIRE(world.setTransform(body, {{5.0, 6.0}, quarter}));
    CHECK(world.motion(body).v == Vec2{1.0f, 2.0f});
    CHECK(world.bodyDef(body).position == Position{5.0, 6.0});
    CHECK(world.bodyDef(body).rotation == quarter);
    CHECK_FALSE(world.setTransform(body, {{3e6, 0.0}, Rot{}})); // beyond the world
}

TEST_CASE("the_velocity_of_a_point_adds_the_spin_times_its_lever")
{
    World world = weightlessBox();
    const BodyId body = addBody(
        world, Circle{}, {.position = {1.0, 1.0}, .linearVelocity = {1.0f, 0.0f}, .angularVelocity = 2.0f});
    CHECK(world.velocityAt(body, {1.0, 1.0}) == Vec2{1.0f, 0.0f});
    CHECK(world.velocityAt(body, {4.0, 1.0}) == Vec2{1.0f, 6.0f});
    CHECK(world.velocityAt(body, {1.0, 4.0}) == Vec2{-5.0f, 0.0f});
}
