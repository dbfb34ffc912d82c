// All kinds of joints in one store.

#include "engine/model/joint_store.h"
#include "engine/world/world_access.h"
#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

#include <vector>

using namespace satbox;
using namespace satbox::test;

namespace {

JointStore threeJoints()
{
    JointStore joints;
    for (const uint32_t body : {4u, 7u, 4u}) joints.of<MouseJoint>().insert({.body = body});
    return joints;
}

} // namespace

TEST_CASE("every_joint_is_an_edge_with_its_body_kind_and_slot")
{
    const std::vector<ConstraintEdge> edges = threeJoints().edges();
    REQUIRE(edges.size() == 3);
    for (uint32_t i = 0; i < 3; ++i) {
        CHECK(edges[i].bodyA == (i == 1 ? 7 : 4));
        CHECK_FALSE(edges[i].connectsBodies()); // a mouse joint holds a body at a point of the world
        CHECK(edges[i].index == i);
        CHECK((edges[i].kind == ConstraintKind::Mouse));
        CHECK(edges[i].keepsAwake);
    }
}

TEST_CASE("the_joints_of_a_body_are_erased_and_the_others_keep_their_slots")
{
    JointStore joints = threeJoints();
    PairSet apart;
    joints.eraseJointsOf(4, apart);
    const std::vector<ConstraintEdge> edges = joints.edges();
    REQUIRE(edges.size() == 1);
    CHECK(edges[0].bodyA == 7);
    CHECK(edges[0].index == 1);
}

TEST_CASE("a_body_that_is_no_longer_dynamic_loses_the_joints_that_need_it_dynamic")
{
    JointStore joints = threeJoints();
    joints.eraseJointsThatCannotHold(4, BodyType::Dynamic);
    CHECK(joints.edges().size() == 3);
    joints.eraseJointsThatCannotHold(4, BodyType::Kinematic);
    CHECK(joints.edges().size() == 1);
}

TEST_CASE("the_fields_of_a_joint_are_visited_once_each_and_can_be_changed")
{
    MouseJoint joint{.body = 3, .localAnchor = {1.0f, 2.0f}, .target = {3.0, 4.0}, .impulse = {5.0f, 6.0f}};
    int bodies = 0, state = 0, report = 0;
    forEachBodyOf(joint, [&](uint32_t& slot) { slot = 9, ++bodies; });
    forEachStateField(joint, [&](auto& value) { value.x += 10.0f, ++state; });
    forEachReportField(joint, [&](auto& value) { value.x = -1.0f, ++report; });
    CHECK(bodies == 1);
    CHECK(state == 3);
    CHECK(report == 1);
    CHECK(joint.body == 9);
    CHECK(joint.localAnchor.x == 11.0f);
    CHECK(joint.target.x == 13.0);
    CHECK(joint.impulse.x == 15.0f);
    CHECK(joint.force.x == -1.0f);
    CHECK(isJointOf(joint, 9));
    CHECK_FALSE(isJointOf(joint, 3));
}

TEST_CASE("the_hash_covers_every_state_field_of_a_joint_and_no_report_field")
{
    World world(settingsFor(SolverType::SoftStep));
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {});
    const MouseJointId mouse = world.createMouseJoint(box, {0.1f, 0.2f});
    const uint64_t before = world.hash();
    const auto hashWith = [&](auto&& change) {
        World copy = world;
        editState(copy, [&](WorldState& state) { change(state.joints.of<MouseJoint>().at(mouse.index)); });
        return copy.hash();
    };
    CHECK(hashWith([](MouseJoint&) {}) == before);
    CHECK(hashWith([](MouseJoint& j) { j.localAnchor.y += 1.0f; }) != before);
    CHECK(hashWith([](MouseJoint& j) { j.target.x += 1.0; }) != before);
    CHECK(hashWith([](MouseJoint& j) { j.impulse.x += 1.0f; }) != before);
    CHECK(hashWith([](MouseJoint& j) { j.force.x += 1.0f; }) == before);
}
