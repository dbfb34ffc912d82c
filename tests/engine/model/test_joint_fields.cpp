// The tables of the fields of joints, and validation, which they drive.
#include "engine/model/joint_fields.h"
#include "tests/support/joined_world.h"
#include <satbox/validate.h>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <set>
#include <utility>
#include <vector>

namespace satbox {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

bool isFloat(const auto& value) { return std::is_same_v<std::remove_cvref_t<decltype(value)>, float>; }

// The next float beyond a limit, away from the allowed range.
float beyond(double limit, float towards) { return std::nextafter(static_cast<float>(limit), towards); }

// fn(path, minimum, maximum, component) for each number in `owner` that has a range: a float, or a component
// of a vector. `component` refers to the value in `owner`.
template<class Owner, class Fn>
void forEachNumber(Owner& owner, const std::string& prefix, Fn&& fn)
{
    forEachJointField(owner, [&](const auto& field, auto& value) {
        using Value = std::remove_cvref_t<decltype(value)>;
        const std::string path = prefix + std::string(field.key);
        if constexpr (kIsJointPart<Value>) {
            forEachNumber(value, path + ".", fn);
        } else if constexpr (std::is_same_v<Value, float>) {
            fn(path, field.minimum, field.maximum, value);
        } else if constexpr (std::is_same_v<Value, Vec2>) {
            fn(path, field.minimum, field.maximum, value.x);
            fn(path, field.minimum, field.maximum, value.y);
        }
    });
}

// The same for all numbers of a definition, its own and those of its kind.
template<class Fn>
void forEachNumber(JointDef& def, Fn&& fn)
{
    forEachNumber(def, std::string(), fn);
    std::visit([&](auto& kind) { forEachNumber(kind, std::string(), fn); }, def.kind);
}

// Checks the keys and texts of a table. Returns the number of its rows.
template<class Owner>
size_t checkTable(const Owner& owner)
{
    std::set<std::string_view> keys;
    size_t count = 0;
    forEachJointField(owner, [&](const auto& field, const auto& value) {
        CAPTURE(std::string(field.key));
        ++count;
        CHECK_FALSE(field.key.empty());
        CHECK_FALSE(field.label.empty());
        CHECK_FALSE(field.help.empty());
        CHECK(keys.insert(field.key).second);
        CHECK(field.minimum <= field.maximum);
        if (isFloat(value)) {
            CHECK(field.minimum < field.maximum);
            CHECK(field.usualMinimum >= field.minimum);
            CHECK(field.usualMaximum <= field.maximum);
            CHECK(field.usualMinimum < field.usualMaximum);
        }
    });
    return count;
}

} // namespace

TEST_CASE("names_of_kinds_are_distinct_and_are_those_of_to_string")
{
    std::set<std::string_view> names;
    for (size_t i = 0; i < kJointKindNames.size(); ++i) {
        const JointKind kind = defaultJointKind(i);
        CHECK(kind.index() == i);
        CHECK(kJointKindNames[i] == toString(kind));
        CHECK(names.insert(kJointKindNames[i]).second);
    }
    CHECK(std::string_view(toString(JointKind{DistanceJoint{}})) == "distance");
    CHECK(std::string_view(toString(JointKind{RevoluteJoint{}})) == "revolute");
    CHECK(std::string_view(toString(JointKind{PrismaticJoint{}})) == "prismatic");
    CHECK(std::string_view(toString(JointKind{WeldJoint{}})) == "weld");
    CHECK(std::string_view(toString(JointKind{WheelJoint{}})) == "wheel");
    CHECK(std::string_view(toString(JointKind{MotorJoint{}})) == "motor");
    CHECK(std::string_view(toString(JointKind{PulleyJoint{}})) == "pulley");
    CHECK(std::string_view(toString(JointKind{FilterJoint{}})) == "filter");
    CHECK(std::string_view(toString(JointKind{GearJoint{}})) == "gear");
}

TEST_CASE("each_kind_is_valid_by_default_and_with_other_values")
{
    CHECK(validate(JointDef{}) == "");
    for (size_t i = 0; i < kJointKindNames.size(); ++i) {
        CAPTURE(std::string(kJointKindNames[i]));
        CHECK(validate(JointDef{.kind = defaultJointKind(i)}) == "");
    }
    for (const JointKind& kind : test::changedJointKinds())
        CHECK(validate(test::changedJointDef({}, {}, kind)) == "");
}

TEST_CASE("each_field_of_a_joint_stands_in_the_tables_once")
{
    // The tables name as many fields as the structs have.
    [[maybe_unused]] const auto& [bodyA, bodyB, anchorA, anchorB, angleA, angleB, collideConnected,
                                  breakForce, breakTorque, name, userValue, forwardKey, backwardKey, keySpeed,
                                  keyBrake, kind] = JointDef{};
    CHECK(checkTable(JointDef{}) == 13); // all but the bodies and the kind
    [[maybe_unused]] const auto& [springOn, target, frequency, dampingRatio] = JointSpring{};
    CHECK(checkTable(JointSpring{}) == 4);
    [[maybe_unused]] const auto& [limitOn, lower, upper] = JointLimit{};
    CHECK(checkTable(JointLimit{}) == 3);
    [[maybe_unused]] const auto& [motorOn, speed, maxForce, maxPower] = JointMotor{};
    CHECK(checkTable(JointMotor{}) == 4);
    [[maybe_unused]] const auto& [rigid, rodLength, rodSpring, rodLimit, rodMotor] = DistanceJoint{};
    CHECK(checkTable(DistanceJoint{}) == 5);
    [[maybe_unused]] const auto& [hingeSpring, hingeLimit, hingeMotor, hingeHold, hingeDamping] =
        RevoluteJoint{};
    CHECK(checkTable(RevoluteJoint{}) == 5);
    [[maybe_unused]] const auto& [slideSpring, slideLimit, slideMotor, slideHold, slideDamping] =
        PrismaticJoint{};
    CHECK(checkTable(PrismaticJoint{}) == 5);
    [[maybe_unused]] const auto& [hubSpring, hubLimit, hubMotor, hubHold, hubDamping] = WheelJoint{};
    CHECK(checkTable(WheelJoint{}) == 5);
    [[maybe_unused]] const auto& [linear, linearDamping, angular, angularDamping] = WeldJoint{};
    CHECK(checkTable(WeldJoint{}) == 4);
    [[maybe_unused]] const auto& [force, torque, drawFrequency, drawDamping] = MotorJoint{};
    CHECK(checkTable(MotorJoint{}) == 4);
    [[maybe_unused]] const auto& [groundA, groundB, ropeLength, ratio, ropeHold, ropeDamping] = PulleyJoint{};
    CHECK(checkTable(PulleyJoint{}) == 6);
    CHECK(checkTable(FilterJoint{}) == 0);
    [[maybe_unused]] const auto& [teethA, teethB, ring, rack, pitch, gearHold, gearDamping] = GearJoint{};
    CHECK(checkTable(GearJoint{}) == 7);
}

TEST_CASE("each_number_of_each_kind_is_allowed_at_the_ends_of_its_range_and_refused_beyond_with_its_key")
{
    for (const JointKind& kind : test::changedJointKinds()) {
        CAPTURE(std::string(toString(kind)));
        JointDef def = test::changedJointDef({}, {}, kind);
        size_t numbers = 0;
        forEachNumber(def, [&](const std::string& path, double minimum, double maximum, float& value) {
            CAPTURE(path);
            ++numbers;
            const auto errorFor = [&](float changed) {
                const float before = std::exchange(value, changed);
                std::string error = validate(def);
                value = before;
                return error;
            };
            // A limit at the end of its range may pass the other limit.
            const std::string low = errorFor(static_cast<float>(minimum));
            const std::string high = errorFor(static_cast<float>(maximum));
            CHECK((low.empty() || path == "limit.upper"));
            CHECK((high.empty() || path == "limit.lower"));
            for (const float wrong : {beyond(minimum, -kInfinity), beyond(maximum, kInfinity), kInfinity,
                                      -kInfinity, std::numeric_limits<float>::quiet_NaN()}) {
                CAPTURE(wrong);
                CHECK(errorFor(wrong).starts_with(path + ": "));
            }
        });
        CHECK(numbers >= 8); // the two anchors, two angles and the limits of force and torque
        CHECK(validate(def) == "");
    }
}

TEST_CASE("the_lower_limit_may_equal_the_upper_one_but_not_pass_it")
{
    JointLimit limit{.enabled = true, .lower = 1.0f, .upper = 1.0f};
    CHECK(validate(JointDef{.kind = PrismaticJoint{.limit = limit}}) == "");
    limit.lower = 1.5f;
    const std::string expected = "limit.lower: 1.5 is above the upper limit, 1";
    CHECK(validate(JointDef{.kind = DistanceJoint{.limit = limit}}) == expected);
    CHECK(validate(JointDef{.kind = RevoluteJoint{.limit = limit}}) == expected);
    CHECK(validate(JointDef{.kind = PrismaticJoint{.limit = limit}}) == expected);
    CHECK(validate(JointDef{.kind = WheelJoint{.limit = limit}}) == expected);
    limit.enabled = false; // it can be enabled later, so it has to be valid
    CHECK(validate(JointDef{.kind = WheelJoint{.limit = limit}}) == expected);
}

TEST_CASE("a_long_or_broken_name_is_refused")
{
    CHECK(validate(JointDef{.name = std::string(kMaxNameBytes, 'a')}) == "");
    CHECK(validate(JointDef{.name = std::string(kMaxNameBytes + 1, 'a')}).starts_with("name"));
    CHECK(validate(JointDef{.name = "\xff"}).starts_with("name"));
    CHECK(validate(JointDef{.forwardKey = std::string(kMaxNameBytes + 1, 'a')}).starts_with("forwardKey"));
}

TEST_CASE("the_values_that_a_step_reads_are_all_but_the_name")
{
    const auto count = [](const auto& owner) {
        size_t values = 0;
        forEachJointValue(owner, [&](const auto&) { ++values; });
        return values;
    };
    CHECK(count(JointDef{}) == 8);
    CHECK(count(DistanceJoint{}) == 13);
    CHECK(count(RevoluteJoint{}) == 11);
    CHECK(count(WeldJoint{}) == 4);
    CHECK(count(FilterJoint{}) == 0);
}

TEST_CASE("a_hold_that_is_rigid_is_left_out_of_hashes_and_its_fields_hash_differently_when_changed")
{
    const auto values = [](const auto& kind) {
        std::vector<double> result;
        forEachJointValue(kind, [&](const auto& value) {
            if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(value)>>)
                result.push_back(static_cast<double>(value));
        });
        return result;
    };
    CHECK(values(GearJoint{}).size() == 5);
    const std::vector<double> soft = values(GearJoint{.holdFrequency = 2.0f});
    const std::vector<double> damped = values(GearJoint{.holdDampingRatio = 2.0f});
    CHECK(soft.size() == 7); // and the row
    CHECK(damped.size() == 7);
    CHECK(soft != damped);
    CHECK(values(GearJoint{.holdFrequency = 2.0f, .holdDampingRatio = 0.0f}).size() == 9);
}

} // namespace satbox
