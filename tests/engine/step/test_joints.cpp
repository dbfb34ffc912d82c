// The pairs of bodies that joints keep from colliding, and joints that break.
#include "engine/step/joints.h"
#include "tests/support/physics_fixture.h"
#include "tests/support/world_internals.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <vector>

namespace satbox {
namespace {

using namespace test;

// Two boxes that overlap, without gravity, after a step: they have a contact unless a joint keeps them apart.
struct Pair {
    World world{settingsFor(SolverType::SoftStep, {0.0f, 0.0f})};
    BodyId a = addBody(world, makeBox(0.5f, 0.5f), {});
    BodyId b = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.8, 0.0}});

    JointDef def(bool collideConnected = false) const
    {
        return {.bodyA = a, .bodyB = b, .collideConnected = collideConnected, .kind = FilterJoint{}};
    }
    WorldState& state() { return test::stateOf(world); }
    bool isApart() { return state().bodies.apart.contains(PairSet::key(a.index, b.index)); }
};

} // namespace

TEST_CASE("bodies_that_are_kept_apart_lose_their_contact_and_its_end_is_reported_with_the_next_step")
{
    Pair pair;
    pair.world.step(kStep);
    REQUIRE(pair.world.counters().contacts == 1);
    keepApart(pair.state(), test::reportOf(pair.world), pair.b.index, pair.a.index);
    CHECK(pair.isApart());
    CHECK(pair.world.counters().contacts == 0);
    CHECK(pair.state().contacts.pairs.size() == 0);
    pair.world.step(kStep);
    CHECK(pair.world.events().ends.size() == 1);
    pair.world.step(kStep);
    CHECK(pair.world.events().ends.empty());
}

TEST_CASE("contacts_of_other_bodies_stay_when_two_are_kept_apart")
{
    Pair pair;
    addBody(pair.world, makeBox(0.5f, 0.5f), {.position = {1.6, 0.0}});
    pair.world.step(kStep);
    REQUIRE(pair.world.counters().contacts == 2);
    keepApart(pair.state(), test::reportOf(pair.world), pair.a.index, pair.b.index);
    CHECK(pair.world.counters().contacts == 1);
}

TEST_CASE("bodies_collide_again_only_when_no_joint_keeps_them_apart")
{
    Pair pair;
    const JointId first = pair.world.createJoint(pair.def()), second = pair.world.createJoint(pair.def());
    pair.world.createJoint(pair.def(true));
    letCollide(pair.state(), pair.a.index, pair.b.index);
    CHECK(pair.isApart());
    destroyJoint(pair.state(), first);
    CHECK(pair.isApart());
    destroyJoint(pair.state(), second);
    CHECK_FALSE(pair.isApart());
    CHECK(pair.world.joints().size() == 1);
    pair.world.step(kStep);
    CHECK(pair.world.counters().contacts == 1);
}

TEST_CASE("the_pairs_kept_apart_are_those_of_the_joints")
{
    Pair pair;
    const BodyId c = addBody(pair.world, makeBox(0.5f, 0.5f), {.position = {1.6, 0.0}});
    pair.world.createJoint(pair.def());
    pair.world.createJoint({.bodyA = c, .bodyB = pair.b, .kind = WeldJoint{}});
    const JointId moved = pair.world.createJoint(pair.def());
    pair.world.setJointDef(moved, {.bodyA = c, .bodyB = pair.a, .kind = WeldJoint{}});
    CHECK(pair.state().bodies.apart.size() == 3);
    CHECK(pair.state().joints.pairsApart().size() == 3);
    pair.world.destroyBody(c);
    CHECK(pair.state().bodies.apart.size() == 1);
    CHECK(pair.isApart());
}

TEST_CASE("a_joint_breaks_only_above_a_force_or_torque_that_is_set")
{
    struct Load {
        float breakForce, breakTorque;
        Vec2 force;
        float torque;
        bool breaks;
    };
    for (const Load& load :
         {Load{0.0f, 0.0f, {1e9f, 0.0f}, 1e9f, false}, Load{5.0f, 0.0f, {3.0f, 4.0f}, 9.0f, false},
          Load{4.9f, 0.0f, {3.0f, 4.0f}, 0.0f, true}, Load{0.0f, 2.0f, {9.0f, 9.0f}, 2.0f, false},
          Load{0.0f, 2.0f, {0.0f, 0.0f}, 2.1f, true}, Load{0.0f, 2.0f, {0.0f, 0.0f}, -2.1f, true},
          Load{1.0f, 9.0f, {-2.0f, 0.0f}, 0.0f, true}}) {
        CAPTURE(load.breakForce);
        CAPTURE(load.breakTorque);
        CAPTURE(load.torque);
        Pair pair;
        JointDef def = pair.def();
        def.breakForce = load.breakForce;
        def.breakTorque = load.breakTorque;
        const JointId id = pair.world.createJoint(def);
        Joint& joint = pair.state().joints.of<Joint>().at(id.index);
        joint.force = load.force;
        joint.torque = load.torque;
        const Position point = pair.world.jointView(id).anchorB;
        breakJoints(pair.state(), test::reportOf(pair.world), std::array{id.index});
        CHECK(pair.world.isValid(id) != load.breaks);
        CHECK(pair.isApart() != load.breaks);
        const auto& events = pair.world.events().brokenJoints;
        REQUIRE(events.size() == (load.breaks ? 1 : 0));
        if (!load.breaks) continue;
        CHECK(events[0].joint == id);
        CHECK(events[0].bodyA == pair.a);
        CHECK(events[0].bodyB == pair.b);
        CHECK(events[0].force == length(load.force));
        CHECK(events[0].torque == std::fabs(load.torque));
        CHECK((events[0].point == point));
    }
}

TEST_CASE("all_joints_that_are_overloaded_break_in_the_same_step_in_slot_order")
{
    Pair pair;
    std::vector<JointId> ids;
    for (int i = 0; i < 5; ++i) {
        JointDef def = pair.def();
        def.breakForce = static_cast<float>(i + 1);
        ids.push_back(pair.world.createJoint(def));
        pair.state().joints.of<Joint>().at(ids.back().index).force = {3.5f, 0.0f};
    }
    breakJoints(pair.state(), test::reportOf(pair.world), std::array{0u, 1u, 2u, 3u, 4u});
    const auto& events = pair.world.events().brokenJoints;
    REQUIRE(events.size() == 3);
    for (size_t i = 0; i < 3; ++i) CHECK(events[i].joint == ids[i]);
    CHECK((pair.world.joints() == std::vector{ids[3], ids[4]}));
    CHECK(pair.isApart());
}

TEST_CASE("an_overloaded_joint_breaks_whether_or_not_its_bodies_are_awake")
{
    for (const bool awake : {true, false}) {
        CAPTURE(awake);
        World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
        const BodyId a = addBody(world, makeBox(0.5f, 0.5f), {});
        const BodyId b = addBody(world, makeBox(0.5f, 0.5f), {.position = {2.0, 0.0}});
        for (const BodyId body : {a, b}) {
            BodyDef def = world.bodyDef(body);
            def.awake = awake;
            REQUIRE(world.setBodyDef(body, def));
            REQUIRE(world.body(body).awake == awake);
        }
        const JointId id =
            world.createJoint({.bodyA = a, .bodyB = b, .anchorA = {2.0f, 0.0f}, .breakForce = 1.0f});
        // As in a world that was saved before the joint got its break force.
        if (awake)
            world.applyForce(b, {100.0f, 0.0f}, world.motion(b).center);
        else
            test::stateOf(world).joints.of<Joint>().at(id.index).force = {3.0f, 0.0f};
        world.step(1.0f / 60.0f);
        CHECK_FALSE(world.isValid(id));
    }
}

} // namespace satbox
