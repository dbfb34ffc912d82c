#include "engine/step/quarantine.h"

#include "tests/support/physics_fixture.h"
#include "tests/support/world_internals.h"

#include <doctest/doctest.h>

#include <limits>

using namespace satbox;
using namespace satbox::test;

TEST_CASE("a_motion_is_in_the_world_if_it_is_finite_and_its_origin_is_near_enough")
{
    BodyMotion m;
    m.center = {kMaxPosition, -kMaxPosition};
    CHECK(isInWorld(m));
    m.center.x = 1.001 * kMaxPosition;
    CHECK_FALSE(isInWorld(m));
    m.localCenter = {0.01f * static_cast<float>(kMaxPosition), 0.0f}; // the origin counts, not the centre
    CHECK(isInWorld(m));
    m.w = std::numeric_limits<float>::infinity();
    CHECK_FALSE(isInWorld(m));
}

TEST_CASE("a_frozen_body_returns_to_its_last_pose_and_takes_no_part_any_more")
{
    World world;
    addGround(world);
    const BodyId lower = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}});
    const BodyId upper = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 1.5f}});
    run(world, 3.0f);
    REQUIRE_FALSE(world.body(upper).awake);
    BodyMotion& m = stateOf(world).bodies.motions[lower.index];
    const Position last = m.center;
    m.center.x += 3.0;
    m.moved = {3.0f, 0.0f};
    m.v.x = std::numeric_limits<float>::quiet_NaN();
    WorldEvents events;
    quarantine(stateOf(world), reportOf(world), lower.index, events);
    CHECK(world.body(lower).quarantined);
    CHECK_FALSE(world.body(lower).awake);
    CHECK(m.center == last);
    CHECK(m.v == Vec2{0.0f, 0.0f});
    CHECK(m.invMass == 0.0f);
    CHECK(world.shape(world.shapesOf(lower)[0]).proxy < 0);
    CHECK(world.body(upper).awake); // its support is gone
    REQUIRE(events.quarantines.size() == 1);
    CHECK((events.quarantines[0].reason == QuarantineReason::NotFinite));
    CHECK(events.ends.size() == 2);
}

TEST_CASE("quarantine_reports_its_reason_and_resets_a_non_finite_position_to_the_origin")
{
    World world;
    const BodyId far = addBody(world, Circle{}, {});
    const BodyId lost = addBody(world, Circle{}, {.position = {5.0f, 0.0f}});
    stateOf(world).bodies.motions[far.index].center.x = 2.0 * kMaxPosition;
    stateOf(world).bodies.motions[lost.index].center.x = std::numeric_limits<double>::quiet_NaN();
    WorldEvents events;
    quarantine(stateOf(world), reportOf(world), far.index, events);
    quarantine(stateOf(world), reportOf(world), lost.index, events);
    REQUIRE(events.quarantines.size() == 2);
    CHECK((events.quarantines[0].reason == QuarantineReason::LeftWorld));
    CHECK((events.quarantines[1].reason == QuarantineReason::NotFinite));
    CHECK(world.motion(lost).center == Position{});
}

// Or neither a file could be saved, nor would states compare.
TEST_CASE("the_joint_of_a_body_that_is_not_finite_keeps_nothing_of_the_step")
{
    constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
    World world;
    const BodyId a = addBody(world, Circle{}, {});
    const BodyId b = addBody(world, Circle{}, {.position = {3.0f, 0.0f}, .rotation = makeRot(0.5f)});
    const JointId id = world.createJoint({.bodyA = a, .bodyB = b, .kind = RevoluteJoint{}});
    Joint& joint = stateOf(world).joints.of<Joint>().at(id.index);
    joint.angle = kNaN;
    joint.pinImpulse.x = kNaN;
    WorldEvents events;
    stateOf(world).bodies.motions[b.index].v.x = kNaN;
    quarantine(stateOf(world), reportOf(world), b.index, events);
    CHECK(joint.pinImpulse == Vec2{0.0f, 0.0f});
    CHECK(joint.angle == doctest::Approx(0.5f));

    joint.angle = 2.0f * kPi + 0.5f; // a body that has only left the world keeps the turns of its joints
    stateOf(world).bodies.motions[a.index].center.x = 2.0 * kMaxPosition;
    quarantine(stateOf(world), reportOf(world), a.index, events);
    CHECK(joint.angle == 2.0f * kPi + 0.5f);
}
