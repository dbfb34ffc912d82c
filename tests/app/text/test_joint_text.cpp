#include "app/text/joint_text.h"

#include "tests/support/joined_document.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::JoinedDocument;

TEST_CASE("a_joint_is_named_by_its_kind_and_the_bodies_that_move_or_by_its_own_name")
{
    JoinedDocument joined({.kind = WheelJoint{}});
    World world = joined.world();
    CHECK(describeJoint(world, joined.joint) == "wheel joint of door");
    const BodyId box = world.createBody({.name = "car"});
    JointDef def = joined.def();
    def.bodyA = box;
    CHECK(describeJoint(world, def) == "wheel joint of car and door");
    def.name = "front axle";
    CHECK(describeJoint(world, def) == "front axle");
    CHECK(describeJoint(world, JointId{}) == "joint");
    def.name = "";
    def.bodyB = BodyId{}; // not yet made: the world
    CHECK(describeJoint(world, def) == "wheel joint of car");
    CHECK(describeBothBodies(world, def.bodyA, def.bodyB) == "car and the world");
}

TEST_CASE("the_sentence_about_a_broken_joint_has_its_name_and_the_load_that_broke_it")
{
    const JoinedDocument joined({.breakForce = 1000.0f, .breakTorque = 50.0f, .kind = RevoluteJoint{}});
    const World& start = joined.world();
    World world = start;
    world.destroyJoint(joined.joint);
    JointBrokenEvent event{
        .joint = joined.joint, .bodyA = joined.wall, .bodyB = joined.door, .force = 1200.0f};
    CHECK(brokenJointSentence(world, start, event) == "Revolute joint of door broke at 1.20 kN.");
    event.force = 10.0f;
    event.torque = -60.0f;
    CHECK(brokenJointSentence(world, start, event) == "Revolute joint of door broke at 60.0 N m.");
    // No world knows the joint any more.
    event.force = 1200.0f;
    CHECK(brokenJointSentence(world, world, event) == "Joint of door broke at 1.20 kN.");
}
