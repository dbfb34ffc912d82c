#include "app/panels/joint_rows.h"

#include "app/document/commands.h"
#include "app/document/joint_keys.h"
#include "engine/model/joint_fields.h"
#include "tests/app/panels/inspect_screen.h"
#include "tests/support/joined_document.h"
#include "tests/support/paths.h"

#include <doctest/doctest.h>

#include <fmt/format.h>

namespace satbox::app {

namespace {

// The Inspect panel alone, so high that nothing is scrolled, with a selected joint of a wall and a door.
struct InspectJoint : satbox::test::JoinedDocument, satbox::test::InspectScreen {
    explicit InspectJoint(const JointKind& kind, float breakForce = 0.0f)
        : JoinedDocument({.breakForce = breakForce, .kind = kind}), InspectScreen(history)
    {
        selection.select(world(), joint);
        frames(3);
    }
};

} // namespace

TEST_CASE("inspect_has_a_row_for_every_field_of_every_kind_of_joint")
{
    for (size_t kind = 0; kind < kJointKindNames.size(); ++kind) {
        CAPTURE(kJointKindNames[kind]);
        InspectJoint o(defaultJointKind(kind));
        for (const char* section : {"Spring", "Limits", "Motor", "Keys", "Break", "Anchors"})
            if (o.has(section) && o.ui.widget(section).value == "folded") o.click(section);
        const auto check = [&](const auto& field, const auto& value) {
            using Value = std::remove_cvref_t<decltype(value)>;
            CAPTURE(field.key);
            const std::string label =
                std::is_same_v<Value, Vec2> ? fmt::format("{} x", field.label) : std::string(field.label);
            const bool isOfKeys = field.key.starts_with("key") || field.key.ends_with("Key");
            const bool holdsNothing = std::holds_alternative<FilterJoint>(o.def().kind);
            const bool isUseless =
                (isOfKeys && !hasMotor(o.def())) || (field.key.starts_with("break") && holdsNothing);
            CHECK(o.has(label.c_str()) == !isUseless);
        };
        const JointDef def = o.def();
        forEachJointField(def, check);
        std::visit(
            [&](const auto& chosen) {
                forEachJointField(chosen, [&](const auto& field, const auto& value) {
                    check(field, value);
                    if constexpr (kIsJointPart<std::remove_cvref_t<decltype(value)>>)
                        forEachJointField(value, check);
                });
            },
            def.kind);
        REQUIRE(!writePng(satbox::test::artefactFolder("ui") /
                              fmt::format("inspect_joint_{}.png", kJointKindNames[kind]),
                          o.ui.picture()));
    }
}

TEST_CASE("a_slider_of_a_joint_edits_the_joint_by_an_operation_that_names_field_and_joint")
{
    InspectJoint o(RevoluteJoint{.motor = {.enabled = true, .speed = 2.0f, .maxForce = 1.0f}});
    const Vec2 middle = o.ui.middleOf("Speed");
    o.ui.drag(middle, middle + Vec2{20.0f, 0.0f}, o.draw());
    CHECK(o.kind<RevoluteJoint>().motor.speed > 2.0f);
    CHECK(o.history.undoLabel() == "Change motor speed of revolute joint of door");
    CHECK(o.history.document().scene.world.jointDef(o.joint) == o.def());
}

TEST_CASE("a_switch_turns_a_part_of_a_joint_on_and_its_fields_have_an_effect_then")
{
    InspectJoint o(RevoluteJoint{});
    o.click("Limits");
    const Vec2 upper = o.ui.middleOf("Upper");
    o.ui.drag(upper, upper + Vec2{30.0f, 0.0f}, o.draw()); // greyed out
    CHECK(o.history.entries().empty());
    o.click("Enabled"); // of the limits, the only part that is open
    CHECK(o.kind<RevoluteJoint>().limit.enabled);
    CHECK(o.history.undoLabel() == "Switch on limit of revolute joint of door");
    o.ui.drag(upper, upper + Vec2{30.0f, 0.0f}, o.draw());
    CHECK(o.kind<RevoluteJoint>().limit.upper > 0.0f);
    CHECK(o.ui.widget("Upper").value.ends_with("°"));
}

TEST_CASE("the_damping_of_what_a_joint_holds_has_an_effect_only_with_a_frequency")
{
    for (const float frequency : {0.0f, 5.0f}) {
        CAPTURE(frequency);
        InspectJoint o(RevoluteJoint{.holdFrequency = frequency});
        const Vec2 middle = o.ui.middleOf("Hold damping ratio");
        o.ui.drag(middle, middle + Vec2{40.0f, 0.0f}, o.draw());
        CHECK((o.kind<RevoluteJoint>().holdDampingRatio > 1.0f) == (frequency > 0.0f));
        CHECK(o.history.entries().empty() == (frequency == 0.0f));
    }
}

TEST_CASE("a_limit_in_inspect_takes_the_other_one_along")
{
    InspectJoint o(RevoluteJoint{.limit = {.enabled = true, .lower = -1.0f, .upper = -0.9f}});
    const Vec2 lower = o.ui.middleOf("Lower");
    o.ui.drag(lower, lower + Vec2{60.0f, 0.0f}, o.draw());
    CHECK(o.kind<RevoluteJoint>().limit.lower > -0.9f);
    CHECK(o.kind<RevoluteJoint>().limit.upper == o.kind<RevoluteJoint>().limit.lower);
}

TEST_CASE("the_buffer_of_the_name_field_belongs_to_the_joint_or_the_body_that_is_shown")
{
    InspectJoint o(RevoluteJoint{});
    CHECK((o.inspector.nameOwner == decltype(o.inspector.nameOwner){o.joint}));
    o.click("Body B");
    CHECK((o.inspector.nameOwner == decltype(o.inspector.nameOwner){o.door}));
}

TEST_CASE("another_kind_is_chosen_and_undone")
{
    InspectJoint o(DistanceJoint{.length = 2.0f});
    CHECK(o.ui.widget("Kind").value == "Distance");
    CHECK(o.ui.widget("Present length").value == "2.00 m");
    CHECK(o.ui.widget("Error").value == "0 m");
    o.click("Kind");
    o.click("Prismatic");
    CHECK(std::holds_alternative<PrismaticJoint>(o.def().kind));
    CHECK(o.history.undoLabel() == "Change kind of distance joint of door");
    REQUIRE(o.history.undo());
    CHECK(o.kind<DistanceJoint>().length == 2.0f);
}

TEST_CASE("the_load_is_shown_relative_to_the_force_that_breaks_the_joint")
{
    {
        InspectJoint o(DistanceJoint{.length = 2.0f}, 1e6f);
        CHECK(o.ui.widget("Force load").value == "0 % of 1.00 MN");
        CHECK_FALSE(o.has("Torque load"));
    }
    InspectJoint unbreakable(DistanceJoint{.length = 2.0f});
    CHECK_FALSE(unbreakable.has("Force load"));
}

TEST_CASE("a_key_is_asked_for_by_a_click_and_taken_away_by_another")
{
    InspectJoint o(RevoluteJoint{.motor = {.maxForce = 5.0f}});
    o.click("Keys");
    CHECK(o.ui.widget("Forward key").value == "None");
    const Vec2 speed = o.ui.middleOf("Key speed");
    o.ui.drag(speed, speed + Vec2{20.0f, 0.0f}, o.draw()); // greyed out
    CHECK(o.history.entries().empty());
    o.click("Forward key");
    CHECK((o.inspector.keyCapture == KeyCapture{MotorKeySlot{o.joint, DriveKey::Forward}}));
    CHECK(o.ui.widget("Forward key").value == "Press a key...");

    o.inspector.keyCapture.reset();
    JointDef def = withKey(o.def(), DriveKey::Forward, "D");
    REQUIRE(o.history.execute(editJointCommand(o.world(), o.joint, def, "forward key")) == "");
    o.frames(3);
    CHECK(o.ui.widget("Forward key").value == "D");
    REQUIRE(!writePng(satbox::test::artefactFolder("ui") / "inspect_joint_keys.png", o.ui.picture()));
    o.ui.drag(speed, speed + Vec2{20.0f, 0.0f}, o.draw());
    CHECK(o.def().keySpeed != def.keySpeed);
    CHECK(o.history.undoLabel() == "Change key speed of revolute joint of door");
    CHECK(o.ui.widget("Key speed").value.ends_with("rad/s"));
    o.click("Brake without a key");
    CHECK(o.def().keyBrake);
    o.click("Clear forward key");
    CHECK(o.def().forwardKey == "");
    CHECK(o.history.undoLabel() == "Change forward key of revolute joint of door");
}

TEST_CASE("a_joint_leads_to_its_bodies_and_a_body_to_its_joints")
{
    InspectJoint o(RevoluteJoint{});
    CHECK(o.ui.widget("Body A").value == "wall");
    o.click("Body B");
    CHECK(o.selection.body == o.door);
    CHECK(o.selection.joint.isNull());
    o.click("Revolute to wall");
    CHECK(o.selection.joint == o.joint);
    o.click("Select both bodies");
    CHECK(o.selection.count() == 2);
    o.selection.select(o.world(), o.joint);
    o.frames(3);
    o.click("Delete");
    REQUIRE(o.requests.actions.size() == 1);
    CHECK((o.requests.actions.front() == Action::DeleteSelection));
}

} // namespace satbox::app
