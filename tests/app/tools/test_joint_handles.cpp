#include "app/tools/joint_handles.h"

#include "app/document/commands.h"
#include "app/document/joint_measure.h"
#include "tests/support/joined_document.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::JoinedDocument;

namespace {

constexpr float kMetersPerPoint = 0.01f;

// A document with a joint, and the state that its handles are dragged with.
struct Dragged : JoinedDocument {
    Playback playback;
    Selection selection;
    ToolState tool;
    StatusLine status;
    std::vector<World> otherWorlds;
    std::vector<MouseJointId> otherJoints;

    using JoinedDocument::JoinedDocument;
    ToolContext context() { return {history, playback, selection, tool, status, otherWorlds, otherJoints}; }
    std::vector<JointHandle> handles() const
    {
        std::vector<JointHandle> handles;
        for (const auto& [handle, position] : jointHandlesOf(world(), joint, kMetersPerPoint))
            handles.push_back(handle);
        return handles;
    }
    Position at(JointHandle handle) const
    {
        for (const auto& [other, position] : jointHandlesOf(world(), joint, kMetersPerPoint))
            if (other == handle) return position;
        FAIL("the joint has no such handle");
        return {};
    }
    void drag(JointHandle handle, Position to, bool snaps = false)
    {
        ToolContext tools = context();
        const Position from = at(handle);
        beginJointDrag(tools, joint, handle, from, kMetersPerPoint);
        for (int i = 1; i <= 4; ++i)
            continueJointDrag(tools, from + (static_cast<float>(i) / 4.0f) * (to - from), snaps);
        endJointDrag(tools);
    }
    // m and rad, how far the door moves by itself in a second.
    float unrest()
    {
        for (int i = 0; i < 60; ++i) history.play(op::Step{1.0f / 60.0f});
        const BodyMotion& motion = world().motion(door);
        return length(motion.center - Position{2.0, 0.0}) + std::abs(angleOf(motion.q));
    }
};

} // namespace

TEST_CASE("each_kind_of_joint_has_the_handles_that_it_needs")
{
    using Handles = std::vector<JointHandle>;
    using enum JointHandle;
    const JointLimit limit{.enabled = true, .lower = -1.0f, .upper = 1.0f};
    const auto handles = [](const JointKind& kind, Vec2 anchorA) {
        return Dragged({.anchorA = anchorA, .kind = kind}).handles();
    };
    CHECK(handles(DistanceJoint{.limit = limit}, {}) == Handles{AnchorA, AnchorB}); // a rod has no limits
    CHECK(handles(DistanceJoint{.rigid = false, .limit = limit}, {}) ==
          Handles{AnchorA, AnchorB, LowerLimit, UpperLimit});
    CHECK(handles(RevoluteJoint{}, {2.0f, 0.0f}) == Handles{Pin});
    CHECK(handles(RevoluteJoint{.limit = limit}, {2.0f, 0.0f}) == Handles{Pin, LowerLimit, UpperLimit});
    CHECK(handles(PrismaticJoint{}, {2.0f, 0.0f}) == Handles{Pin, Axis}); // its anchors are at one point
    CHECK(handles(PrismaticJoint{.limit = limit}, {0.5f, 0.0f}) ==
          Handles{AnchorA, AnchorB, Axis, LowerLimit, UpperLimit});
    CHECK(handles(PulleyJoint{}, {}) == Handles{AnchorA, AnchorB, FixedPointA, FixedPointB});
    CHECK(handles(WeldJoint{}, {2.0f, 0.0f}) == Handles{Pin});
    CHECK(handles(FilterJoint{}, {}).empty());
}

TEST_CASE("a_handle_is_picked_within_8_points_and_the_nearest_of_two")
{
    const Dragged dragged({.kind = DistanceJoint{.length = 2.0f}});
    const auto picked = [&](Position at) {
        return pickJointHandle(dragged.world(), dragged.joint, at, kMetersPerPoint);
    };
    CHECK((picked({2.05, 0.0}) == JointHandle::AnchorB));
    CHECK((picked({0.0, -0.07}) == JointHandle::AnchorA));
    CHECK_FALSE(picked({1.0, 0.0}));
    CHECK_FALSE(pickJointHandle(dragged.world(), JointId{}, {2.0, 0.0}, kMetersPerPoint));
}

TEST_CASE("an_anchor_follows_the_pointer_in_one_undo_entry_and_a_rod_keeps_the_bodies_in_place")
{
    Dragged dragged({.kind = DistanceJoint{.length = 2.0f}});
    const uint64_t before = dragged.world().hash();
    dragged.drag(JointHandle::AnchorB, {2.1, 0.15});
    CHECK(dragged.def().anchorB.x == Approx(0.1f));
    CHECK(dragged.def().anchorB.y == Approx(0.15f));
    CHECK(dragged.kind<DistanceJoint>().length == Approx(std::hypot(2.1f, 0.15f)));
    REQUIRE(dragged.history.entries().size() == 1);
    CHECK(dragged.history.undoLabel() == "Move anchor B of distance joint of door");
    CHECK(dragged.history.document().scene.world.jointDef(dragged.joint) == dragged.def());
    CHECK(dragged.unrest() < 1e-3f);
    REQUIRE(dragged.history.undo());
    CHECK(dragged.world().hash() == before);
}

TEST_CASE("the_fixed_points_of_a_pulley_move_and_its_rope_stays_tight")
{
    Dragged dragged({.kind = PulleyJoint{
                         .groundA = {0.0f, 1.0f}, .groundB = {2.0f, 1.0f}, .length = 3.0f, .ratio = 2.0f}});
    dragged.drag(JointHandle::FixedPointB, {2.0, 1.5});
    CHECK(dragged.kind<PulleyJoint>().groundB.y == Approx(1.5f));
    CHECK(dragged.kind<PulleyJoint>().length == Approx(4.0f));
    CHECK(describeHandle(dragged.world(), dragged.joint, JointHandle::FixedPointB) == "4.00 m");
}

TEST_CASE("both_anchors_of_a_hinge_move_together")
{
    Dragged dragged({.anchorA = {1.0f, 0.0f}, .anchorB = {-1.0f, 0.0f}, .kind = RevoluteJoint{}});
    dragged.drag(JointHandle::Pin, {1.5, 0.25});
    CHECK(dragged.def().anchorA == Vec2{1.5f, 0.25f});
    CHECK(dragged.def().anchorB.x == Approx(-0.5f));
    CHECK(dragged.def().anchorB.y == Approx(0.25f));
    CHECK(dragged.unrest() < 1e-3f);
}

TEST_CASE("an_anchor_that_leaves_the_axis_takes_the_axis_with_it")
{
    for (const bool movesB : {false, true}) {
        CAPTURE(movesB);
        Dragged dragged({.anchorA = {0.5f, 0.0f}, .kind = PrismaticJoint{}});
        dragged.drag(movesB ? JointHandle::AnchorB : JointHandle::AnchorA, {movesB ? 2.2 : 0.7, 0.1});
        CHECK(dragged.def().anchorA.y == Approx(0.1f));
        CHECK(dragged.def().anchorB.y == Approx(0.1f));
        CHECK(dragged.def().anchorA.x == Approx(movesB ? 0.5f : 0.7f));
        CHECK(dragged.def().anchorB.x == Approx(movesB ? 0.2f : 0.0f));
        CHECK(dragged.unrest() < 1e-3f);
    }
}

TEST_CASE("the_axis_turns_about_anchor_a_and_the_joint_measures_the_same_as_before")
{
    Dragged dragged({.anchorA = {1.5f, 0.0f}, .kind = PrismaticJoint{}});
    dragged.drag(JointHandle::Axis, {1.6, 1.0});
    const JointView view = dragged.world().jointView(dragged.joint);
    CHECK(dragged.def().angleA == Approx(std::atan2(1.0f, 0.1f)).epsilon(1e-3));
    CHECK(view.translation == Approx(0.5f));
    CHECK(view.angle == Approx(0.0f));
    CHECK(view.length == Approx(0.5f)); // anchor B is on the axis
    CHECK(dragged.history.undoLabel() == "Turn axis of prismatic joint of door");
    dragged.drag(JointHandle::Axis, {1.6, 1.0}, true); // multiples of 15 degrees: 84.3 becomes 90
    CHECK(dragged.def().angleA == Approx(0.5f * kPi));
    CHECK(describeHandle(dragged.world(), dragged.joint, JointHandle::Axis) == "90.0°");
}

TEST_CASE("limits_of_an_angle_follow_the_pointer_and_count_full_turns")
{
    Dragged dragged({.anchorA = {2.0f, 0.0f},
                     .kind = RevoluteJoint{.limit = {.enabled = true, .lower = -1.0f, .upper = 1.0f}}});
    dragged.drag(JointHandle::UpperLimit, {2.0, 0.5});
    CHECK(dragged.kind<RevoluteJoint>().limit.upper == Approx(0.5f * kPi));
    CHECK(dragged.history.undoLabel() == "Change upper limit of revolute joint of door");
    CHECK(describeHandle(dragged.world(), dragged.joint, JointHandle::UpperLimit) == "90.0°");
    dragged.drag(JointHandle::UpperLimit, {1.5, 0.01}); // on to nearly 180 degrees
    dragged.drag(JointHandle::UpperLimit, {1.5, -0.2}); // and beyond
    CHECK(dragged.kind<RevoluteJoint>().limit.upper > kPi);
}

TEST_CASE("a_limit_that_is_dragged_past_the_other_one_takes_it_along")
{
    Dragged dragged({.anchorA = {0.5f, 0.0f},
                     .kind = PrismaticJoint{.limit = {.enabled = true, .lower = 0.5f, .upper = 2.0f}}});
    dragged.drag(JointHandle::LowerLimit, {3.0, 0.0});
    CHECK(dragged.kind<PrismaticJoint>().limit.lower == Approx(2.5f));
    CHECK(dragged.kind<PrismaticJoint>().limit.upper == Approx(2.5f));
    CHECK(dragged.status.message.text.empty());
    dragged.drag(JointHandle::UpperLimit, {1.5, 0.0});
    CHECK(dragged.kind<PrismaticJoint>().limit.lower == Approx(1.0f));
}

TEST_CASE("a_pin_that_is_dragged_after_the_bodies_moved_holds_after_a_restart")
{
    Dragged dragged({.anchorA = {1.0f, 0.0f}, .anchorB = {-1.0f, 0.0f}, .kind = RevoluteJoint{}});
    dragged.history.play(op::SetVelocity{dragged.door, {0.0f, 3.0f}, 3.0f});
    for (int i = 0; i < 30; ++i) dragged.history.play(op::Step{1.0f / 60.0f});
    const Position center = dragged.world().motion(dragged.door).center;
    REQUIRE(center.y > 0.5);
    dragged.drag(JointHandle::Pin, {1.3, 0.4});
    CHECK(dragged.history.entries().size() == 1);
    REQUIRE(dragged.history.execute(restartCommand(dragged.history.document(), false)) == "");
    CHECK(jointError(dragged.world(), dragged.joint).value() < 1e-5f);
    CHECK(length(dragged.world().motion(dragged.door).center - center) < 1e-5f);
    CHECK(length(dragged.world().jointView(dragged.joint).anchorA - Position{1.3, 0.4}) < 1e-5f);
}

TEST_CASE("a_limit_that_is_dragged_after_the_bodies_moved_leaves_their_start_alone")
{
    Dragged dragged({.anchorA = {0.5f, 0.0f},
                     .kind = PrismaticJoint{.limit = {.enabled = true, .lower = -2.0f, .upper = 4.0f}}});
    dragged.history.play(op::SetVelocity{dragged.door, {1.0f, 0.0f}, 0.0f});
    for (int i = 0; i < 30; ++i) dragged.history.play(op::Step{1.0f / 60.0f});
    const Position limit = dragged.at(JointHandle::UpperLimit);
    dragged.drag(JointHandle::UpperLimit, limit + Vec2{0.5f, 0.0f});
    CHECK(dragged.kind<PrismaticJoint>().limit.upper == Approx(4.5f));
    REQUIRE(dragged.history.execute(restartCommand(dragged.history.document(), false)) == "");
    CHECK(dragged.kind<PrismaticJoint>().limit.upper == Approx(4.5f));
    CHECK(length(dragged.world().motion(dragged.door).center - Position{2.0, 0.0}) < 1e-6f);
}

TEST_CASE("a_limit_of_a_length_keeps_the_offset_at_which_it_was_grabbed_while_ctrl_is_held")
{
    Dragged dragged({.anchorA = {0.5f, 0.0f},
                     .kind = PrismaticJoint{.limit = {.enabled = true, .lower = -1.0f, .upper = 2.0f}}});
    ToolContext tools = dragged.context();
    const Position pointer = dragged.at(JointHandle::UpperLimit) + Vec2{0.05f, 0.0f};
    beginJointDrag(tools, dragged.joint, JointHandle::UpperLimit, pointer, kMetersPerPoint);
    continueJointDrag(tools, pointer + Vec2{0.3f, 0.0f}, true);
    endJointDrag(tools);
    CHECK(dragged.kind<PrismaticJoint>().limit.upper == Approx(2.3f));
}

TEST_CASE("a_rigid_rod_whose_anchors_are_dragged_together_keeps_a_length")
{
    Dragged dragged({.kind = DistanceJoint{.length = 2.0f}});
    dragged.drag(JointHandle::AnchorB, {0.0, 0.0});
    CHECK(dragged.kind<DistanceJoint>().length == kMinSize);
}

TEST_CASE("escape_restores_the_joint_and_a_joint_that_vanishes_ends_the_drag")
{
    Dragged dragged({.kind = DistanceJoint{.length = 2.0f}});
    const JointDef before = dragged.def();
    ToolContext tools = dragged.context();
    beginJointDrag(tools, dragged.joint, JointHandle::AnchorB, {2.0, 0.0}, kMetersPerPoint);
    continueJointDrag(tools, {2.2, 0.0}, false);
    CHECK_FALSE(dragged.def() == before);
    cancelJointDrag(tools);
    CHECK(dragged.def() == before);
    CHECK_FALSE(dragged.tool.jointDrag);

    beginJointDrag(tools, dragged.joint, JointHandle::AnchorB, {2.0, 0.0}, kMetersPerPoint);
    REQUIRE(dragged.history.execute({.label = "Delete", .ops = {SceneOp{op::DestroyJoint{dragged.joint}}}}) ==
            "");
    continueJointDrag(tools, {2.2, 0.0}, false);
    CHECK_FALSE(dragged.tool.jointDrag);
}
