#include "engine/model/joint_fields.h"
#include "engine/model/joint_parts.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <initializer_list>

using namespace satbox;

namespace {

using Role = JointPart::Role;

size_t count(const JointParts& parts, Role role, JointCoordinate coordinate)
{
    return static_cast<size_t>(
        std::count_if(parts.rows.begin(), parts.rows.begin() + static_cast<std::ptrdiff_t>(parts.count),
                      [&](const JointPart& p) { return p.role == role && p.coordinate == coordinate; }));
}

constexpr JointSpring kSpring{.enabled = true, .target = 0.5f, .frequency = 3.0f, .dampingRatio = 0.2f};
constexpr JointLimit kLimit{.enabled = true, .lower = -1.0f, .upper = 2.0f};
constexpr JointMotor kMotor{.enabled = true, .speed = 4.0f, .maxForce = 5.0f, .maxPower = 6.0f};

} // namespace

TEST_CASE("a_hinge_is_a_pin_and_a_slider_locks_the_angle_and_the_way_across")
{
    const JointParts hinge = partsOf(RevoluteJoint{});
    CHECK(hinge.hasPin);
    CHECK(hinge.count == 0);
    const JointParts slider = partsOf(PrismaticJoint{});
    CHECK_FALSE(slider.hasPin);
    CHECK(count(slider, Role::Lock, JointCoordinate::Across) == 1);
    CHECK(count(slider, Role::Lock, JointCoordinate::Angle) == 1);
}

TEST_CASE("spring_limit_and_motor_act_on_what_the_kind_says_and_only_if_enabled")
{
    const auto check = [](const JointKind& with, JointCoordinate springAndLimit, JointCoordinate motor) {
        const JointParts parts = partsOf(with);
        CHECK(count(parts, Role::Spring, springAndLimit) == 1);
        CHECK(count(parts, Role::Limit, springAndLimit) == 1);
        CHECK(count(parts, Role::Motor, motor) == 1);
    };
    check(RevoluteJoint{kSpring, kLimit, kMotor}, JointCoordinate::Angle, JointCoordinate::Angle);
    check(PrismaticJoint{kSpring, kLimit, kMotor}, JointCoordinate::Along, JointCoordinate::Along);
    check(WheelJoint{kSpring, kLimit, kMotor}, JointCoordinate::Along, JointCoordinate::Angle);
    check(DistanceJoint{false, 1.0f, kSpring, kLimit, kMotor}, JointCoordinate::Length,
          JointCoordinate::Length);
    CHECK(partsOf(DistanceJoint{true, 1.0f, kSpring, kLimit, kMotor}).count == 1); // rigid: the rod alone
}

TEST_CASE("the_numbers_of_spring_limit_and_motor_reach_their_equations")
{
    const JointParts parts = partsOf(RevoluteJoint{kSpring, kLimit, kMotor});
    REQUIRE(parts.count == 3);
    CHECK(parts.rows[0].target == 0.5f);
    CHECK(parts.rows[0].frequency == 3.0f);
    CHECK(parts.rows[0].dampingRatio == 0.2f);
    CHECK(parts.rows[1].target == 4.0f);
    CHECK(parts.rows[1].maxForce == 5.0f);
    CHECK(parts.rows[1].maxPower == 6.0f);
    CHECK(parts.rows[2].lower == -1.0f);
    CHECK(parts.rows[2].upper == 2.0f);
}

TEST_CASE("a_weld_is_rigid_until_it_has_a_frequency")
{
    CHECK(partsOf(WeldJoint{}).pinFrequency == 0.0f);
    CHECK(count(partsOf(WeldJoint{}), Role::Lock, JointCoordinate::Angle) == 1);
    const JointParts soft = partsOf(WeldJoint{.linearFrequency = 2.0f, .angularFrequency = 3.0f});
    CHECK(soft.pinFrequency == 2.0f);
    CHECK(count(soft, Role::Spring, JointCoordinate::Angle) == 1);
}

TEST_CASE("what_a_kind_holds_is_rigid_until_it_has_a_hold_frequency")
{
    const auto check = [](auto kind, std::initializer_list<JointCoordinate> held) {
        for (const JointCoordinate coordinate : held) {
            CHECK(count(partsOf(kind), Role::Lock, coordinate) == 1);
            CHECK(count(partsOf(kind), Role::Spring, coordinate) == 0);
        }
        kind.holdFrequency = 7.0f;
        kind.holdDampingRatio = 0.25f;
        const JointParts soft = partsOf(kind);
        for (const JointCoordinate coordinate : held) {
            CHECK(count(soft, Role::Lock, coordinate) == 0);
            CHECK(count(soft, Role::Spring, coordinate) == 1);
            for (size_t i = 0; i < soft.count; ++i) {
                if (soft.rows[i].coordinate != coordinate) continue;
                CHECK(soft.rows[i].frequency == 7.0f);
                CHECK(soft.rows[i].dampingRatio == 0.25f);
            }
        }
    };
    check(PrismaticJoint{}, {JointCoordinate::Angle, JointCoordinate::Across});
    check(WheelJoint{}, {JointCoordinate::Across});
    check(PulleyJoint{}, {JointCoordinate::Rope});
    check(GearJoint{}, {JointCoordinate::Mesh});
    const JointParts hinge = partsOf(RevoluteJoint{.holdFrequency = 7.0f, .holdDampingRatio = 0.25f});
    CHECK(hinge.pinFrequency == 7.0f);
    CHECK(hinge.pinDampingRatio == 0.25f);
    CHECK(partsOf(PulleyJoint{.length = 3.0f, .ratio = 2.0f, .holdFrequency = 1.0f}).rows[0].target == 3.0f);
    CHECK(partsOf(PulleyJoint{.length = 3.0f, .ratio = 2.0f, .holdFrequency = 1.0f}).rows[0].ratio == 2.0f);
}

TEST_CASE("a_soft_hinge_is_no_plain_pin")
{
    const auto isPlainPin = [](const JointKind& kind) {
        Joint joint;
        joint.define(0, 1, {.kind = kind});
        return joint.isPlainPin;
    };
    CHECK(isPlainPin(RevoluteJoint{}));
    CHECK_FALSE(isPlainPin(RevoluteJoint{.holdFrequency = 1.0f}));
    CHECK_FALSE(isPlainPin(RevoluteJoint{.limit = kLimit}));
}

TEST_CASE("a_motor_joint_without_force_or_torque_does_nothing")
{
    const JointParts none = partsOf(MotorJoint{.maxForce = 0.0f, .maxTorque = 0.0f});
    CHECK_FALSE(none.hasPin);
    CHECK(none.count == 0);
    CHECK(partsOf(FilterJoint{}).count == 0);
}

TEST_CASE("every_kind_fits_into_the_rows_of_a_joint")
{
    for (size_t i = 0; i < kJointKindNames.size(); ++i) {
        JointKind kind = defaultJointKind(i);
        std::visit(
            [](auto& k) {
                if constexpr (requires { k.spring; })
                    k.spring.enabled = k.limit.enabled = k.motor.enabled = true;
            },
            kind);
        CHECK(partsOf(kind).count <= kMaxJointRows);
    }
}
