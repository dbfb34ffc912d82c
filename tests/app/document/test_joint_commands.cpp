// The commands of commands.h that edit joints, and the operation that creates one.

#include "app/document/commands.h"
#include "tests/support/joined_document.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;

TEST_CASE("a_joint_is_edited_and_deleted_in_the_world_and_in_the_start_and_undo_brings_it_back")
{
    satbox::test::JoinedDocument joined({.kind = RevoluteJoint{}});
    History& history = joined.history;
    const JointDef before = joined.def();
    JointDef def = before;
    def.breakForce = 5.0f;
    REQUIRE(history.execute(editJointCommand(joined.world(), joined.joint, def, "break force")) == "");
    def.breakForce = 6.0f;
    REQUIRE(history.execute(editJointCommand(joined.world(), joined.joint, def, "break force")) == "");
    CHECK(history.entries().size() == 1); // one gesture
    CHECK(history.undoLabel() == "Change break force of revolute joint of door");
    CHECK(history.document().scene.world.jointDef(joined.joint) == def);
    history.closeGesture();
    REQUIRE(history.execute(deleteJointCommand(joined.world(), joined.joint)) == "");
    CHECK(history.undoLabel() == "Delete revolute joint of door");
    CHECK_FALSE(joined.world().isValid(joined.joint));
    CHECK_FALSE(history.document().scene.world.isValid(joined.joint));
    CHECK(history.execute(deleteJointCommand(joined.world(), joined.joint)) == "The joint no longer exists.");
    REQUIRE(history.undo());
    CHECK(joined.def() == def);
    REQUIRE(history.undo());
    CHECK(joined.def() == before);
    def.breakForce = -1.0f;
    CHECK(history.execute(editJointCommand(joined.world(), joined.joint, def, "break force")) != "");
    CHECK(joined.def() == before);
}

TEST_CASE("a_joint_that_is_added_after_another_one_broke_is_the_same_in_the_world_and_in_the_start")
{
    satbox::test::JoinedDocument joined({.breakForce = 1e-3f, .kind = DistanceJoint{.length = 1.9f}});
    History& history = joined.history;
    history.play(op::SetVelocity{joined.door, {0.0f, 3.0f}, 0.0f}); // a rod would have to turn it
    history.play(op::Step{1.0f / 60.0f});
    REQUIRE(joined.world().joints().empty()); // it broke
    JointDef def{.bodyA = joined.wall, .bodyB = joined.door, .kind = WeldJoint{}};
    const auto add = [&] {
        def.anchorA.x += 0.5f;
        return history.execute({.label = "Add", .ops = {SceneOp{op::CreateJoint{def}}}});
    };
    const auto haveEqualJoints = [&] {
        const World& start = history.document().scene.world;
        for (const JointId joint : joined.world().joints())
            if (!start.isValid(joint) || !(start.jointDef(joint) == joined.world().jointDef(joint)))
                return false;
        return true;
    };
    for (int i = 0; i < 3; ++i) REQUIRE(add() == "");
    CHECK(joined.world().joints().size() == 3);
    CHECK(haveEqualJoints());
    const JointId second = joined.world().joints()[1];
    history.closeGesture();
    REQUIRE(history.execute(deleteJointCommand(joined.world(), second)) == "");
    REQUIRE(add() == "");
    CHECK(joined.world().joints().size() == 3);
    CHECK(haveEqualJoints());
    const uint64_t before = joined.world().hash();
    REQUIRE(history.undo());
    REQUIRE(history.redo());
    CHECK(joined.world().hash() == before);
    def.bodyB = BodyId{};
    CHECK(add() == "The body no longer exists.");
}

TEST_CASE("an_edit_of_a_joint_changes_only_the_edited_field_in_the_start")
{
    satbox::test::JoinedDocument joined(
        {.kind = RevoluteJoint{.limit = {.enabled = true, .lower = -2.0f, .upper = 1.0f}}});
    History& history = joined.history;
    JointDef def = joined.def();
    def.angleB = 0.5f;
    std::get<RevoluteJoint>(def.kind).limit = {.enabled = true, .lower = -1.0f, .upper = 2.0f};
    REQUIRE(history.play(WorldOp{op::SetJoint{joined.joint, def}}).ok()); // not in the start
    const auto limitAtStart = [&] {
        return std::get<RevoluteJoint>(history.document().scene.world.jointDef(joined.joint).kind).limit;
    };
    std::get<RevoluteJoint>(def.kind).motor.speed = 3.0f;
    REQUIRE(history.execute(editJointCommand(joined.world(), joined.joint, def, "motor speed")) == "");
    const JointDef atStart = history.document().scene.world.jointDef(joined.joint);
    CHECK(joined.def() == def);
    CHECK(atStart.angleB == 0.0f);
    CHECK(std::get<RevoluteJoint>(atStart.kind).motor.speed == 3.0f);
    CHECK(limitAtStart() == JointLimit{.enabled = true, .lower = -2.0f, .upper = 1.0f});
    std::get<RevoluteJoint>(def.kind).limit.lower = 1.5f; // the other one in the start gives way
    REQUIRE(history.execute(editJointCommand(joined.world(), joined.joint, def, "lower limit")) == "");
    CHECK(limitAtStart() == JointLimit{.enabled = true, .lower = 1.5f, .upper = 1.5f});
    CHECK(history.execute({.label = "Edit", .ops = {EditJoint{{9, 9}, def, def}}}) ==
          "The joint no longer exists.");
}
