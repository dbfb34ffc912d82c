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

TEST_CASE("the_error_of_a_joint_is_its_distance_from_what_it_holds_rigidly")
{
    const auto error = [](const JointKind& kind, Vec2 anchorA) {
        const JoinedDocument joined({.anchorA = anchorA, .kind = kind});
        return jointError(joined.world(), joined.joint);
    };
    using doctest::Approx;
    CHECK(*error(RevoluteJoint{}, {2.0f, 0.03f}) == Approx(0.03f));
    CHECK(*error(DistanceJoint{.length = 1.9f}, {0.0f, 0.0f}) == Approx(0.1f));
    CHECK_FALSE(error(DistanceJoint{.rigid = false}, {0.0f, 0.0f}).has_value());
    CHECK(*error(PrismaticJoint{}, {0.5f, 0.02f}) == Approx(0.02f)); // along the axis it is free
    CHECK(*error(WheelJoint{}, {0.5f, -0.02f}) == Approx(0.02f));
    CHECK(*error(WeldJoint{}, {2.0f, 0.04f}) == Approx(0.04f));
    CHECK_FALSE(error(WeldJoint{.linearFrequency = 3.0f}, {2.0f, 0.04f}).has_value());
    CHECK_FALSE(error(MotorJoint{}, {2.0f, 0.04f}).has_value());
    CHECK_FALSE(error(FilterJoint{}, {0.0f, 0.0f}).has_value());
    const PulleyJoint pulley{.groundA = {0.0f, 1.0f}, .groundB = {2.0f, 1.5f}, .length = 4.5f, .ratio = 2.0f};
    CHECK(ropeLength(pulley, Position{}, Position{2.0, 0.0}) == Approx(4.0f));
    CHECK(*error(pulley, {0.0f, 0.0f}) == Approx(0.5f));
}
