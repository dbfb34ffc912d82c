#include "app/document/joint_kind.h"

#include "app/document/commands.h"
#include "app/document/joint_measure.h"
#include "engine/model/joint_fields.h"
#include "tests/support/joined_document.h"

#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <string_view>
#include <vector>

using namespace satbox;
using namespace satbox::app;
using satbox::test::JoinedDocument;

TEST_CASE("a_joint_of_any_kind_becomes_any_other_kind_and_the_bodies_stay")
{
    for (const JointKind& from : {JointKind{DistanceJoint{.length = 2.0f}}, JointKind{RevoluteJoint{}}}) {
        const bool isRod = from.index() == 0;
        for (size_t kind = 0; kind < kJointKindNames.size(); ++kind) {
            CAPTURE(isRod);
            CAPTURE(kJointKindNames[kind]);
            JoinedDocument joined(
                {.anchorA = {isRod ? 0.0f : 2.0f, 0.0f}, .angleA = 0.3f, .angleB = 0.1f, .kind = from});
            History& history = joined.history;
            REQUIRE(history.execute(editJointCommand(joined.world(), joined.joint,
                                                     withKind(joined.world(), joined.joint, kind), "kind")) ==
                    "");
            CHECK(joined.def().kind.index() == kind);
            for (int i = 0; i < 60; ++i) history.play(op::Step{1.0f / 60.0f});
            const BodyMotion& door = joined.world().motion(joined.door);
            CHECK(length(door.center - Position{2.0, 0.0}) < 1e-3f);
            CHECK(std::abs(angleOf(door.q)) < 1e-3f);
        }
    }
}

TEST_CASE("the_axis_of_a_joint_that_was_a_rod_goes_through_both_anchors")
{
    const JoinedDocument joined(
        {.anchorA = {0.0f, 0.1f}, .anchorB = {0.0f, 1.1f}, .kind = DistanceJoint{.length = 2.2f}});
    const size_t prismatic = JointKind{PrismaticJoint{}}.index();
    const JointDef def = withKind(joined.world(), joined.joint, prismatic);
    CHECK(def.anchorA == joined.def().anchorA);
    CHECK(def.anchorB == joined.def().anchorB);
    CHECK(def.angleA == doctest::Approx(std::atan2(1.0f, 2.0f)));
    CHECK(def.angleB == doctest::Approx(def.angleA));
}

TEST_CASE("a_joint_whose_kind_changes_after_the_bodies_moved_holds_after_a_restart")
{
    for (const char* kind : {"distance", "revolute", "prismatic", "weld", "wheel", "pulley", "gear"}) {
        CAPTURE(kind);
        JoinedDocument joined({.anchorB = {-1.0f, 0.0f}, .kind = DistanceJoint{.length = 1.0f}});
        History& history = joined.history;
        history.play(op::SetVelocity{joined.door, {0.0f, 3.0f}, 2.0f});
        for (int i = 0; i < 30; ++i) history.play(op::Step{1.0f / 60.0f});
        size_t index = 0;
        while (kJointKindNames[index] != kind) ++index;
        REQUIRE(history.execute(refitJointCommand(history.document(), joined.joint,
                                                  withKind(joined.world(), joined.joint, index), "kind")) ==
                "");
        REQUIRE(history.execute(restartCommand(history.document(), false)) == "");
        CHECK(joined.def().kind.index() == index);
        CHECK(jointError(joined.world(), joined.joint).value() < 1e-4f);
    }
}

TEST_CASE("a_joint_of_which_both_anchors_are_at_one_point_becomes_a_rod_with_a_length")
{
    const JoinedDocument joined({.anchorA = {2.0f, 0.0f}, .kind = RevoluteJoint{}});
    const JointDef def = withKind(joined.world(), joined.joint, 0);
    CHECK(std::get<DistanceJoint>(def.kind).length == kMinSize);
}

TEST_CASE("what_is_switched_on_acts_and_does_not_move_the_bodies_at_once")
{
    const auto switched = [](JoinedDocument& joined, std::string_view field) {
        REQUIRE(joined.history.execute(switchJointCommand(joined.world(), joined.joint, field)) == "");
    };
    JoinedDocument hinge({.anchorA = {2.0f, 0.0f}, .angleB = 0.75f, .kind = RevoluteJoint{}});
    switched(hinge, "limit");
    CHECK(hinge.history.undoLabel() == "Switch on limit of revolute joint of door");
    CHECK(hinge.kind<RevoluteJoint>().limit.enabled);
    CHECK(hinge.kind<RevoluteJoint>().limit.lower == doctest::Approx(0.25f));
    CHECK(hinge.kind<RevoluteJoint>().limit.upper == doctest::Approx(1.25f));
    switched(hinge, "motor");
    CHECK(hinge.kind<RevoluteJoint>().motor.enabled);
    CHECK(hinge.kind<RevoluteJoint>().motor.maxForce > 0.0f);
    CHECK(hinge.kind<RevoluteJoint>().motor.speed > 0.0f);
    switched(hinge, "motor");
    CHECK_FALSE(hinge.kind<RevoluteJoint>().motor.enabled);
    CHECK(hinge.history.undoLabel() == "Switch off motor of revolute joint of door");
    switched(hinge, "collideConnected");
    CHECK(hinge.def().collideConnected);
    CHECK(hinge.history.undoLabel() == "Switch on \"collide connected\" of revolute joint of door");

    JoinedDocument slider(
        {.anchorA = {0.5f, 0.0f}, .kind = PrismaticJoint{.motor = {.speed = -2.0f, .maxForce = 3.0f}}});
    switched(slider, "limit");
    CHECK(slider.kind<PrismaticJoint>().limit.lower == doctest::Approx(0.5f));
    CHECK(slider.kind<PrismaticJoint>().limit.upper == doctest::Approx(2.5f));
    switched(slider, "motor");
    CHECK(slider.kind<PrismaticJoint>().motor.speed == -2.0f); // useful values stay
    CHECK(slider.kind<PrismaticJoint>().motor.maxForce == 3.0f);

    JoinedDocument rope({.kind = DistanceJoint{.rigid = false}});
    switched(rope, "spring");
    switched(rope, "limit");
    CHECK(rope.kind<DistanceJoint>().spring.target == doctest::Approx(2.0f));
    CHECK(rope.kind<DistanceJoint>().limit.lower == 0.0f);
    CHECK(rope.kind<DistanceJoint>().limit.upper == doctest::Approx(2.0f));
}

TEST_CASE("each_kind_of_joint_lists_its_switches_and_then_those_of_all_joints")
{
    const auto switches = [](const JointKind& kind) {
        std::vector<std::string_view> keys;
        const JointDef def{.kind = kind};
        forEachJointSwitch(def, [&](const auto& field, bool) { keys.push_back(field.key); });
        return keys;
    };
    using Keys = std::vector<std::string_view>;
    CHECK(switches(DistanceJoint{}) == Keys{"rigid", "spring", "limit", "motor", "collideConnected"});
    CHECK(switches(RevoluteJoint{}) == Keys{"spring", "limit", "motor", "collideConnected"});
    CHECK(switches(WeldJoint{}) == Keys{"collideConnected"});
}

TEST_CASE("a_limit_takes_the_other_one_along_where_it_would_pass_it")
{
    JointLimit limit{.lower = -1.0f, .upper = 1.0f};
    moveLimit(limit, LimitEnd::Lower, 0.5f);
    CHECK(limit == JointLimit{.lower = 0.5f, .upper = 1.0f});
    moveLimit(limit, LimitEnd::Lower, 2.0f);
    CHECK(limit == JointLimit{.lower = 2.0f, .upper = 2.0f});
    moveLimit(limit, LimitEnd::Upper, -1.0f);
    CHECK(limit == JointLimit{.lower = -1.0f, .upper = -1.0f});
}

TEST_CASE("a_field_of_a_length_or_an_angle_has_one_unit")
{
    CHECK(std::string_view(unitOf("m or rad", false)) == "m");
    CHECK(std::string_view(unitOf("m or rad", true)) == "rad");
    CHECK(std::string_view(unitOf("m/s or rad/s", false)) == "m/s");
    CHECK(std::string_view(unitOf("N or N m", true)) == "N m");
    CHECK(std::string_view(unitOf("Hz", true)) == "Hz");
}
