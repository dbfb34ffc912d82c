#include "app/document/joint_keys.h"

#include "app/document/commands.h"
#include "app/document/joint_kind.h"
#include "tests/support/joined_document.h"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

using namespace satbox;
using namespace satbox::app;

namespace {

JointDef driveable(bool brakes = false)
{
    return {.forwardKey = "D",
            .backwardKey = "A",
            .keySpeed = 4.0f,
            .keyBrake = brakes,
            .kind = RevoluteJoint{.motor = {.enabled = true, .speed = 1.0f, .maxForce = 2.0f}}};
}

JointMotor motorWith(const JointDef& def, KeyDrive drive)
{
    return std::get<RevoluteJoint>(driven(def, drive).kind).motor;
}

} // namespace

TEST_CASE("a_held_key_drives_the_motor_at_the_key_speed_or_its_opposite_and_both_keys_are_as_none")
{
    const JointDef def = driveable();
    const auto drive = [&](std::vector<std::string> held) { return driveFor(def, held); };
    CHECK(drive({}) == KeyDrive::Released);
    CHECK(drive({"W", "D"}) == KeyDrive::Forward);
    CHECK(drive({"A"}) == KeyDrive::Backward);
    CHECK(drive({"A", "D"}) == KeyDrive::Released);
    CHECK(
        (motorWith(def, KeyDrive::Forward) == JointMotor{.enabled = true, .speed = 4.0f, .maxForce = 2.0f}));
    CHECK((motorWith(def, KeyDrive::Backward) ==
           JointMotor{.enabled = true, .speed = -4.0f, .maxForce = 2.0f}));
    CHECK_FALSE(motorWith(def, KeyDrive::Released).enabled);
    CHECK((motorWith(driveable(true), KeyDrive::Released) ==
           JointMotor{.enabled = true, .speed = 0.0f, .maxForce = 2.0f}));
}

TEST_CASE("a_joint_has_keys_only_with_a_motor_and_an_empty_key_is_never_held")
{
    CHECK(hasKeys(driveable()));
    JointDef def = driveable();
    def.forwardKey.clear();
    CHECK(hasKeys(def));
    CHECK(driveFor(def, std::array{std::string()}) == KeyDrive::Released);
    def.backwardKey.clear();
    CHECK_FALSE(hasKeys(def));
    def = driveable();
    def.kind = WeldJoint{};
    CHECK_FALSE(hasKeys(def));
    CHECK_FALSE(hasMotor(def));
}

TEST_CASE("a_motor_is_driven_if_it_is_as_a_key_sets_it")
{
    CHECK_FALSE(isDriven(driveable()));
    CHECK(isDriven(driven(driveable(), KeyDrive::Forward)));
    CHECK(isDriven(driven(driveable(), KeyDrive::Backward)));
    CHECK_FALSE(isDriven(driven(driveable(), KeyDrive::Released)));
    CHECK_FALSE(isDriven(driven(driveable(true), KeyDrive::Released)));
}

TEST_CASE("with_its_first_key_a_motor_waits_and_gets_the_speed_and_force_that_it_lacks")
{
    const JointDef own =
        withKey({.kind = WheelJoint{.motor = {.enabled = true, .speed = -7.0f, .maxForce = 3.0f}}},
                DriveKey::Forward, "Up");
    CHECK(own.forwardKey == "Up");
    CHECK(own.keySpeed == -7.0f);
    CHECK_FALSE(std::get<WheelJoint>(own.kind).motor.enabled);
    CHECK(std::get<WheelJoint>(own.kind).motor.maxForce == 3.0f);

    const JointDef usual = withKey({.kind = PrismaticJoint{}}, DriveKey::Backward, "S");
    CHECK(usual.backwardKey == "S");
    CHECK(usual.keySpeed > 0.0f);
    CHECK(std::get<PrismaticJoint>(usual.kind).motor.maxForce > 0.0f);

    JointDef changed = driven(own, KeyDrive::Forward);
    changed = withKey(changed, DriveKey::Backward, "Down"); // it is being driven: that stays
    CHECK(std::get<WheelJoint>(changed.kind).motor.enabled);
    CHECK(changed.keySpeed == -7.0f);
}

TEST_CASE("a_driven_motor_that_loses_its_last_key_is_switched_off_as_nothing_would_release_it")
{
    JointDef def = driveable();
    def.backwardKey.clear();
    const JointDef running = driven(def, KeyDrive::Forward);
    CHECK_FALSE(std::get<RevoluteJoint>(withKey(running, DriveKey::Forward, "").kind).motor.enabled);
    // A motor that runs by itself goes on.
    const JointDef own = withKey(def, DriveKey::Forward, "");
    CHECK(std::get<RevoluteJoint>(own.kind).motor.enabled);
}

TEST_CASE("the_switch_of_the_brake_brakes_a_waiting_motor_at_once_and_lets_it_go_again")
{
    satbox::test::JoinedDocument joined(driven(driveable(), KeyDrive::Released));
    const auto motor = [&] { return joined.kind<RevoluteJoint>().motor; };
    CHECK_FALSE(motor().enabled);
    for (const bool brakes : {true, false}) {
        REQUIRE(joined.history.execute(switchJointCommand(joined.world(), joined.joint, "keyBrake")) == "");
        CHECK(joined.def().keyBrake == brakes);
        CHECK(motor().enabled == brakes);
        if (brakes) CHECK(motor().speed == 0.0f);
    }
}

TEST_CASE("the_two_directions_of_a_motor_have_different_keys")
{
    const JointDef def = withKey(driveable(), DriveKey::Backward, "D");
    CHECK(def.forwardKey == "");
    CHECK(def.backwardKey == "D");
    CHECK(withKey(driveable(), DriveKey::Forward, "").forwardKey == "");
}

TEST_CASE("the_keys_of_a_world_are_listed_once_and_copies_of_bodies_share_them")
{
    test::JoinedDocument o(driveable());
    CHECK((motorKeys(o.world()) == std::vector<std::string>{"D", "A"}));
    REQUIRE(o.history.execute(duplicateBodiesCommand(o.world(), std::array{o.door}, {0.0f, 3.0f})) == "");
    CHECK(jointsWithKeys(o.world()).size() == 2);
    CHECK((motorKeys(o.world()) == std::vector<std::string>{"D", "A"}));
}

TEST_CASE("the_switch_of_the_brake_is_there_only_with_a_key")
{
    const auto hasSwitch = [](JointDef def) {
        bool has = false;
        forEachJointSwitch(def, [&](const auto& field, bool&) { has = has || field.key == "keyBrake"; });
        return has;
    };
    CHECK(hasSwitch(driveable()));
    CHECK_FALSE(hasSwitch({.kind = RevoluteJoint{}}));
}
