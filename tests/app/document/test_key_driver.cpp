#include "app/document/key_driver.h"

#include "app/document/commands.h"
#include "app/document/joint_keys.h"
#include "app/document/played_operations.h"
#include "tests/support/joined_document.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

using namespace satbox;
using namespace satbox::app;

namespace {

// A door that keys turn about the middle of a wall.
struct Driven : satbox::test::JoinedDocument {
    KeyDriver driver;
    std::vector<World> others;

    explicit Driven(bool brakes = false)
        : JoinedDocument({.anchorB = {-2.0f, 0.0f},
                          .forwardKey = "D",
                          .backwardKey = "A",
                          .keySpeed = 3.0f,
                          .keyBrake = brakes,
                          .kind = RevoluteJoint{.motor = {.maxForce = 100.0f}}})
    {}
    void step(int count)
    {
        for (int i = 0; i < count; ++i) {
            driver.beforeStep(history, others);
            for (World& other : others) other.step(1.0f / 60.0f);
            history.play(op::Step{1.0f / 60.0f});
        }
    }
    JointMotor motor() const { return kind<RevoluteJoint>().motor; }
    float spin() const { return world().motion(door).w; }
};

} // namespace

TEST_CASE("a_held_key_turns_the_door_one_way_the_other_key_the_other_way_and_none_lets_it_coast")
{
    Driven o;
    CHECK_FALSE(o.driver.press(o.world(), "W"));
    REQUIRE(o.driver.press(o.world(), "D"));
    CHECK_FALSE(o.motor().enabled); // nothing happens before a step
    o.step(30);
    CHECK(o.spin() == doctest::Approx(3.0f).epsilon(0.01));
    o.driver.release("D");
    o.step(30);
    CHECK_FALSE(o.motor().enabled);
    CHECK(o.spin() == doctest::Approx(3.0f).epsilon(0.01));
    REQUIRE(o.driver.press(o.world(), "A"));
    o.step(30);
    CHECK(o.spin() == doctest::Approx(-3.0f).epsilon(0.01));
}

TEST_CASE("with_the_brake_the_door_stops_when_its_key_is_released")
{
    Driven o(true);
    REQUIRE(o.driver.press(o.world(), "D"));
    o.step(30);
    o.driver.release("D");
    o.step(90);
    CHECK(o.motor().enabled);
    CHECK(std::abs(o.spin()) < 1e-3f);
}

TEST_CASE("held_keys_make_one_operation_for_each_change_and_no_entry_to_undo")
{
    Driven o;
    REQUIRE(o.driver.press(o.world(), "D"));
    o.step(40);
    o.driver.release("D");
    o.step(5);
    CHECK(o.history.entries().empty());
    CHECK_FALSE(o.history.document().modified);
    size_t changes = 0;
    for (const DocumentOp& op : o.history.partSince(0).ops)
        if (const auto* world = std::get_if<WorldOp>(&op);
            world && std::holds_alternative<op::SetJoint>(world->op))
            ++changes;
    CHECK(changes == 2);
    CHECK((o.history.document().scene.world.jointDef(o.joint).kind ==
           JointKind{RevoluteJoint{.motor = {.maxForce = 100.0f}}})); // the scene's start does not change
}

TEST_CASE("what_keys_did_is_there_when_time_is_moved_and_replays_to_the_same_bits")
{
    Driven o;
    REQUIRE(o.driver.press(o.world(), "D"));
    o.step(20);
    o.driver.release("D");
    REQUIRE(o.driver.press(o.world(), "A"));
    o.step(20);
    o.driver.releaseAll(o.history, o.others);
    o.step(10);
    const uint64_t end = o.world().hash();
    REQUIRE(o.history.goToStep(15));
    CHECK(o.motor().speed == 3.0f);
    REQUIRE(o.history.goToStep(35));
    CHECK(o.motor().speed == -3.0f);
    CHECK(isDriven(o.def()));
    REQUIRE(o.history.goToStep(50));
    CHECK(o.world().hash() == end);
    History::PlayedPart part = o.history.partSince(0);
    for (const DocumentOp& op : part.ops) REQUIRE(perform(part.start, op).ok());
    CHECK(part.start.world.hash() == end);
}

TEST_CASE("a_key_that_is_still_held_drives_on_after_undo_and_restart_and_a_released_one_does_not")
{
    Driven o;
    REQUIRE(o.driver.press(o.world(), "D"));
    o.step(10);
    JointDef stronger = o.def();
    std::get<RevoluteJoint>(stronger.kind).motor.maxForce = 50.0f;
    REQUIRE(o.history.execute(editJointCommand(o.world(), o.joint, stronger, "motor force")) == "");
    o.step(10);
    SUBCASE("held")
    {
        REQUIRE(o.history.undo());
        CHECK_FALSE(isDriven(o.def())); // until the next step
        o.step(1);
        CHECK(isDriven(o.def()));
        CHECK(o.motor().maxForce == 100.0f);
        REQUIRE(o.history.execute(restartCommand(o.history.document(), false)) == "");
        o.step(1);
        CHECK(isDriven(o.def()));
    }
    SUBCASE("released")
    {
        o.driver.releaseAll(o.history, o.others);
        CHECK_FALSE(isDriven(o.def()));
        REQUIRE(o.history.undo()); // to a moment at which it was held
        CHECK_FALSE(isDriven(o.def()));
        CHECK(o.world().stepCount() == 10);
        o.step(5);
        CHECK_FALSE(o.motor().enabled);
    }
}

TEST_CASE("a_change_in_the_past_releases_a_motor_that_was_driven_there")
{
    Driven o;
    REQUIRE(o.driver.press(o.world(), "D"));
    o.step(20);
    o.driver.releaseAll(o.history, o.others);
    o.step(5);
    REQUIRE(o.history.goToStep(10));
    REQUIRE(isDriven(o.def()));
    REQUIRE(o.history.execute(moveBodyCommand(o.world(), o.wall, {{0.0, 0.1}, {}})) == "");
    CHECK_FALSE(isDriven(o.def()));
}

TEST_CASE("a_motor_that_the_scene_starts_with_runs_on_after_an_undo")
{
    Driven o;
    JointDef def = o.def();
    def = driven(def, KeyDrive::Forward); // by hand, in the Inspect panel
    REQUIRE(o.history.execute(editJointCommand(o.world(), o.joint, def, "motor")) == "");
    REQUIRE(o.history.execute(moveBodyCommand(o.world(), o.wall, {{0.0, 0.1}, {}})) == "");
    REQUIRE(o.history.undo());
    CHECK(isDriven(o.def()));
}

TEST_CASE("keys_drive_the_motors_of_all_compared_worlds")
{
    Driven o;
    o.others.assign(2, o.world());
    o.others[1].destroyJoint(o.joint);
    REQUIRE(o.driver.press(o.world(), "D"));
    o.step(10);
    CHECK(o.others[0] == o.world());
    o.driver.releaseAll(o.history, o.others);
    CHECK_FALSE(isDriven(o.others[0].jointDef(o.joint)));
}

TEST_CASE("several_motors_share_a_key_and_a_joint_that_is_deleted_meanwhile_does_no_harm")
{
    Driven o;
    REQUIRE(o.history.execute(duplicateBodiesCommand(o.world(), std::array{o.door}, {0.0f, 3.0f})) == "");
    REQUIRE(o.driver.press(o.world(), "D"));
    o.step(3);
    for (const JointId joint : jointsWithKeys(o.world())) CHECK(isDriven(o.world().jointDef(joint)));
    REQUIRE(o.history.execute(deleteJointCommand(o.world(), o.joint)) == "");
    o.step(3);
    o.driver.release("D");
    o.step(3);
    for (const JointId joint : jointsWithKeys(o.world())) CHECK_FALSE(isDriven(o.world().jointDef(joint)));
}
