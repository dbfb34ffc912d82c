// Motors, limits, brakes and forces of joints against closed forms.

#include "tests/support/joint_fixture.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>

using namespace satbox;
using namespace satbox::test;

namespace {

// A wheel of radius 0.5 m that a motor turns about its centre, without gravity.
struct Spindle {
    World world = sleepless({0.0f, 0.0f});
    BodyId wheel = addGhost(world, Circle{.radius = 0.5f}, {}, 2.0f);
    double inertia = inertiaOf(world, wheel);
    JointId joint{};

    explicit Spindle(const JointMotor& motor)
    {
        joint = world.createJoint(
            {.bodyA = addAnchor(world), .bodyB = wheel, .kind = RevoluteJoint{.motor = motor}});
    }
    double spin() const { return spinOf(world, wheel); }
};

} // namespace

TEST_CASE("motor_accelerates_a_wheel_by_torque_over_inertia_up_to_its_speed")
{
    const float torque = 0.3f;
    Spindle spindle({.enabled = true, .speed = 5.0f, .maxForce = torque});
    const double acceleration = static_cast<double>(torque) / spindle.inertia;
    const double needed = 5.0 / acceleration; // s
    REQUIRE(needed > 2.0);
    run(spindle.world, 1.0f);
    CHECK(spindle.spin() == doctest::Approx(acceleration).epsilon(1e-4));
    CHECK(spindle.world.jointView(spindle.joint).torque == doctest::Approx(torque).epsilon(1e-4));
    run(spindle.world, static_cast<float>(needed));
    CHECK(spindle.spin() == doctest::Approx(5.0).epsilon(1e-5));
    CHECK(std::fabs(spindle.world.jointView(spindle.joint).torque) < 1e-4f);
}

TEST_CASE("motor_turns_an_arm_at_its_speed_with_the_torque_of_the_weight")
{
    World world = sleepless();
    const BodyId arm = addArm(world);
    const JointId joint = world.createJoint(
        {.bodyA = addAnchor(world),
         .bodyB = arm,
         .anchorB = {-0.5f, 0.0f},
         .kind = RevoluteJoint{.motor = {.enabled = true, .speed = 3.0f, .maxForce = 100.0f}}});
    run(world, 0.5f);
    const double weight = massOf(world, arm) * kGravity * 0.5; // N m
    double speedError = 0.0, torqueError = 0.0;
    for (int i = 0; i < 600; ++i) {
        const double before = rotationOf(world, arm);
        world.step(kStep);
        const double moment = weight * 0.5 * (std::cos(before) + std::cos(rotationOf(world, arm)));
        speedError = std::max(speedError, std::fabs(spinOf(world, arm) - 3.0));
        torqueError =
            std::max(torqueError, std::fabs(static_cast<double>(world.jointView(joint).torque) - moment));
    }
    CHECK(speedError < 0.01 * 3.0);
    CHECK(torqueError < 0.01 * weight);
}

TEST_CASE("motor_with_limited_power_adds_energy_at_that_power_up_to_its_speed")
{
    const double power = 2.0, torque = 5.0;
    Spindle spindle({.enabled = true,
                     .speed = 8.0f,
                     .maxForce = static_cast<float>(torque),
                     .maxPower = static_cast<float>(power)});
    // The torque is the limit up to the speed P / T, which takes I P / T^2 and half the energy.
    const double begin = spindle.inertia * power / (torque * torque);
    for (const double seconds : {0.5, 1.0, 1.5}) {
        while (spindle.world.time() < seconds - 1e-4) spindle.world.step(kStep);
        const double energy = 0.5 * spindle.inertia * spindle.spin() * spindle.spin();
        CHECK(energy == doctest::Approx(power * (spindle.world.time() - begin / 2.0)).epsilon(0.01));
        CHECK(static_cast<double>(spindle.world.jointView(spindle.joint).torque) * spindle.spin() ==
              doctest::Approx(power).epsilon(0.01));
    }
    run(spindle.world, 5.0f);
    CHECK(spindle.spin() == doctest::Approx(8.0).epsilon(1e-5));
}

TEST_CASE("motor_of_a_slider_lifts_a_body_at_its_speed_with_the_force_of_its_weight")
{
    World world = sleepless();
    const BodyId box = addGhost(world, makeBox(0.3f, 0.2f), {.position = {-0.1f, 0.2f}});
    const JointId joint = world.createJoint(
        {.bodyA = addAnchor(world),
         .bodyB = box,
         .anchorB = {0.1f, -0.2f}, // beside the centre of mass
         .angleA = kPi / 2.0f,
         .angleB = kPi / 2.0f,
         .kind = PrismaticJoint{.motor = {.enabled = true, .speed = 0.5f, .maxForce = 100.0f}}});
    run(world, 0.5f);
    const float before = world.jointView(joint).translation;
    const double weight = massOf(world, box) * kGravity;
    double forceError = 0.0;
    for (int i = 0; i < 120; ++i) {
        world.step(kStep);
        forceError =
            std::max(forceError, std::fabs(static_cast<double>(world.jointView(joint).force.y) - weight));
    }
    CHECK(forceError < 0.01 * weight);
    CHECK(world.jointView(joint).translation - before == doctest::Approx(1.0).epsilon(1e-3));
}

TEST_CASE("slider_beside_the_centre_of_mass_stops_at_its_limit_without_overshoot_or_bounce")
{
    World world = sleepless();
    const BodyId box = addGhost(world, makeBox(0.3f, 0.2f), {.position = {-0.5f, 0.0f}});
    const JointId joint = world.createJoint(
        {.bodyA = addAnchor(world),
         .bodyB = box,
         .anchorB = {0.5f, 0.0f},
         .angleA = kPi / 2.0f,
         .angleB = kPi / 2.0f,
         .kind = PrismaticJoint{.limit = {.enabled = true, .lower = -1.5f, .upper = 1.5f}}});
    float lowest = 0.0f, bounce = -1.5f;
    bool hasStopped = false;
    for (int i = 0; i < 300; ++i) {
        world.step(kStep);
        const float distance = world.jointView(joint).translation;
        lowest = std::min(lowest, distance);
        hasStopped |= distance < -1.5f + 1e-3f;
        if (hasStopped) bounce = std::max(bounce, distance);
    }
    CHECK(hasStopped);
    CHECK(lowest > -1.5f - 5e-4f); // a tenth of the slop: limit and tree are solved in turn, a few times
    CHECK(bounce < -1.5f + 1e-3f);
}

TEST_CASE("hinge_stops_at_its_limit_without_overshoot_or_bounce")
{
    World world = sleepless();
    const BodyId arm = addArm(world);
    const JointId joint =
        world.createJoint({.bodyA = addAnchor(world),
                           .bodyB = arm,
                           .anchorB = {-0.5f, 0.0f},
                           .kind = RevoluteJoint{.limit = {.enabled = true, .lower = -1.0f, .upper = 1.0f}}});
    float lowest = 0.0f, bounce = -1.0f;
    bool hasStopped = false;
    for (int i = 0; i < 300; ++i) {
        world.step(kStep);
        const float angle = world.jointView(joint).angle;
        lowest = std::min(lowest, angle);
        hasStopped |= angle < -1.0f + 1e-3f;
        if (hasStopped) bounce = std::max(bounce, angle);
    }
    CHECK(hasStopped);
    CHECK(lowest > -1.0f - 1e-4f);
    CHECK(bounce < -1.0f + 1e-3f);
    CHECK(world.jointView(joint).angle == doctest::Approx(-1.0).epsilon(1e-4));
    CHECK(std::fabs(spinOf(world, arm)) < 1e-4);
    // The limit carries the moment of the weight.
    CHECK(static_cast<double>(world.jointView(joint).torque) ==
          doctest::Approx(massOf(world, arm) * kGravity * 0.5 * std::cos(1.0)).epsilon(1e-3));
}

TEST_CASE("slider_stops_at_both_limits_without_overshoot_or_bounce")
{
    for (const float direction : {1.0f, -1.0f}) {
        CAPTURE(direction);
        World world = sleepless({direction * 9.81f, 0.0f});
        const BodyId box = addGhost(world, makeBox(0.2f, 0.2f), {});
        const JointId joint = world.createJoint(
            {.bodyA = addAnchor(world),
             .bodyB = box,
             .kind = PrismaticJoint{.limit = {.enabled = true, .lower = -1.5f, .upper = 1.5f}}});
        float farthest = 0.0f, bounce = 0.0f;
        bool hasStopped = false;
        for (int i = 0; i < 300; ++i) {
            world.step(kStep);
            const float distance = direction * world.jointView(joint).translation;
            farthest = std::max(farthest, distance);
            hasStopped |= distance > 1.5f - 1e-3f;
            if (hasStopped) bounce = std::max(bounce, 1.5f - distance);
        }
        CHECK(hasStopped);
        CHECK(farthest < 1.5f + 1e-4f);
        CHECK(bounce < 1e-3f);
        CHECK(length(world.motion(box).v) < 1e-4f);
    }
}

TEST_CASE("rope_of_a_distance_limit_catches_a_falling_body_at_its_length")
{
    World world = sleepless();
    const BodyId disc = addGhost(world, Circle{.radius = 0.1f}, {});
    const JointId joint = world.createJoint(
        {.bodyA = addAnchor(world),
         .bodyB = disc,
         .kind = DistanceJoint{.rigid = false, .limit = {.enabled = true, .lower = 0.0f, .upper = 2.0f}}});
    run(world, 0.5f); // 1.2 m
    CHECK(static_cast<double>(world.motion(disc).v.y) == doctest::Approx(-0.5 * kGravity).epsilon(1e-4));
    float longest = 0.0f;
    for (int i = 0; i < 120; ++i) {
        world.step(kStep);
        longest = std::max(longest, world.jointView(joint).length);
    }
    CHECK(longest < 2.0f + 1e-4f);
    CHECK(world.motion(disc).center.y == doctest::Approx(-2.0).epsilon(1e-4));
    CHECK(length(world.motion(disc).v) < 1e-4f);
}

TEST_CASE("brake_holds_a_moment_below_its_torque_and_slips_above")
{
    World world = sleepless();
    const BodyId arm = addArm(world);
    const double mass = massOf(world, arm), weight = mass * kGravity * 0.5; // N m
    const JointDef def{.bodyA = addAnchor(world), .bodyB = arm, .anchorB = {-0.5f, 0.0f}};
    const auto brake = [&](double torque) {
        return RevoluteJoint{.motor = {.enabled = true, .maxForce = static_cast<float>(torque)}};
    };
    JointDef holding = def, slipping = def;
    holding.kind = brake(1.05 * weight);
    slipping.kind = brake(0.8 * weight);
    const JointId joint = world.createJoint(holding);
    run(world, 10.0f);
    CHECK(std::fabs(rotationOf(world, arm)) < 1e-3);
    CHECK(static_cast<double>(world.jointView(joint).torque) == doctest::Approx(weight).epsilon(1e-3));
    REQUIRE(world.setJointDef(joint, slipping));
    run(world, 0.1f);
    // While it is still nearly horizontal: (0.2 of the moment) / (inertia about the hinge).
    const double inertia = inertiaOf(world, arm) + mass * 0.25;
    CHECK(spinOf(world, arm) == doctest::Approx(-0.1 * 0.2 * weight / inertia).epsilon(1e-3));
    CHECK(static_cast<double>(world.jointView(joint).torque) == doctest::Approx(0.8 * weight).epsilon(1e-4));
}

TEST_CASE("brake_lets_an_applied_torque_through_less_its_own")
{
    Spindle spindle({.enabled = true, .maxForce = 1.0f});
    for (int i = 0; i < 60; ++i) {
        REQUIRE(spindle.world.applyTorque(spindle.wheel, 0.9f));
        spindle.world.step(kStep);
    }
    CHECK(std::fabs(spindle.spin()) < 1e-5);
    for (int i = 0; i < 60; ++i) {
        REQUIRE(spindle.world.applyTorque(spindle.wheel, 1.5f));
        spindle.world.step(kStep);
    }
    CHECK(spindle.spin() == doctest::Approx(0.5 / spindle.inertia).epsilon(1e-3));
}

TEST_CASE("slider_on_a_slope_slides_at_g_sin")
{
    for (const float degrees : {10.0f, 30.0f, 60.0f}) {
        CAPTURE(degrees);
        const float angle = degrees * kPi / 180.0f;
        World world = sleepless();
        const BodyId box = addGhost(world, makeBox(0.3f, 0.2f), {.position = {-0.1f, 0.2f}});
        const JointId joint = world.createJoint({.bodyA = addAnchor(world),
                                                 .bodyB = box,
                                                 .anchorB = {0.1f, -0.2f},
                                                 .angleA = -angle,
                                                 .angleB = -angle,
                                                 .kind = PrismaticJoint{}});
        const Vec2 down = rotate(makeRot(-angle), {1.0f, 0.0f});
        run(world, 2.0f);
        const double a = kGravity * std::sin(static_cast<double>(angle));
        CHECK(static_cast<double>(dot(world.motion(box).v, down)) == doctest::Approx(2.0 * a).epsilon(1e-4));
        const JointView view = world.jointView(joint);
        const Vec2 moved = view.anchorB - view.anchorA;
        CHECK(std::fabs(cross(down, moved)) < 1e-4f);
        CHECK(static_cast<double>(dot(down, moved)) == doctest::Approx(2.0 * a).epsilon(2e-3)); // a t^2 / 2
        CHECK(std::fabs(rotationOf(world, box)) < 1e-4);
    }
}

TEST_CASE("motor_joint_holds_a_body_whose_weight_is_below_its_force_and_lets_a_heavier_one_fall")
{
    for (const double share : {1.2, 0.8}) {
        CAPTURE(share);
        World world = sleepless();
        const BodyId box = addGhost(world, makeBox(0.3f, 0.3f), {});
        const double weight = massOf(world, box) * kGravity;
        const JointId joint = world.createJoint(
            {.bodyA = addAnchor(world),
             .bodyB = box,
             .kind = MotorJoint{.maxForce = static_cast<float>(share * weight), .frequency = 5.0f}});
        run(world, 2.0f);
        if (share > 1.0) {
            const double omega = kTwoPi * 5.0;
            CHECK(world.motion(box).center.y == doctest::Approx(-kGravity / (omega * omega)).epsilon(1e-3));
            CHECK(length(world.motion(box).v) < 1e-4f);
            CHECK(static_cast<double>(world.jointView(joint).force.y) ==
                  doctest::Approx(weight).epsilon(1e-3));
        } else {
            // It falls freely until the spring has its whole force, at most 0.01 m.
            CHECK(static_cast<double>(world.jointView(joint).force.y) ==
                  doctest::Approx(share * weight).epsilon(1e-4));
            const Vec2 before = world.motion(box).v;
            run(world, 1.0f);
            CHECK(static_cast<double>(before.y - world.motion(box).v.y) ==
                  doctest::Approx((1.0 - share) * kGravity).epsilon(1e-3));
        }
    }
}

TEST_CASE("motor_joint_resists_with_its_torque_at_most")
{
    World world = sleepless({0.0f, 0.0f});
    const BodyId box = addGhost(world, makeBox(0.3f, 0.3f), {});
    world.createJoint({.bodyA = addAnchor(world), .bodyB = box, .kind = MotorJoint{.maxTorque = 0.5f}});
    const auto push = [&](float torque, int steps) {
        for (int i = 0; i < steps; ++i) {
            REQUIRE(world.applyTorque(box, torque));
            world.step(kStep);
        }
    };
    push(0.4f, 120);
    const double omega = kTwoPi * 5.0, inertia = inertiaOf(world, box);
    CHECK(rotationOf(world, box) == doctest::Approx(0.4 / (inertia * omega * omega)).epsilon(1e-2));
    push(0.7f, 60);
    const double before = spinOf(world, box);
    push(0.7f, 60);
    CHECK(spinOf(world, box) - before == doctest::Approx(0.2 / inertia).epsilon(1e-3));
}

TEST_CASE("body_on_a_soft_weld_sags_by_g_over_omega_squared_and_turns_by_moment_over_stiffness")
{
    World world = sleepless();
    const BodyId anchor = addAnchor(world);
    const BodyId box = addGhost(world, makeBox(0.3f, 0.2f), {});
    const BodyId arm = addArm(world);
    world.createJoint({.bodyA = anchor, .bodyB = box, .kind = WeldJoint{.linearFrequency = 3.0f}});
    world.createJoint({.bodyA = anchor,
                       .bodyB = arm,
                       .anchorB = {-0.5f, 0.0f},
                       .kind = WeldJoint{.angularFrequency = 20.0f}});
    run(world, 10.0f);
    const double linear = kTwoPi * 3.0, angular = kTwoPi * 20.0;
    CHECK(world.motion(box).center.y == doctest::Approx(-kGravity / (linear * linear)).epsilon(1e-3));
    CHECK(std::fabs(rotationOf(world, box)) < 1e-5);
    // k angle = -m g d cos(angle), with the inertia about the centre of mass in k.
    const double angle = rotationOf(world, arm);
    CHECK(inertiaOf(world, arm) * angular * angular * angle ==
          doctest::Approx(-massOf(world, arm) * kGravity * 0.5 * std::cos(angle)).epsilon(1e-3));
}

TEST_CASE("joint_reports_the_weight_of_a_hanging_body_and_the_moment_of_a_welded_arm")
{
    World world = sleepless();
    const BodyId anchor = addAnchor(world);
    const BodyId box = addGhost(world, makeBox(0.3f, 0.2f), {.position = {0.0f, -1.0f}}, 5.0f);
    const BodyId arm = addArm(world);
    const std::array joints = {
        world.createJoint({.bodyA = anchor, .bodyB = box, .kind = DistanceJoint{}}),
        world.createJoint({.bodyA = anchor, .bodyB = arm, .anchorB = {-0.5f, 0.0f}, .kind = WeldJoint{}})};
    run(world, 5.0f);
    const std::array bodies = {box, arm};
    for (size_t i = 0; i < 2; ++i) {
        const JointView view = world.jointView(joints[i]);
        const double moment = i == 0 ? 0.0 : massOf(world, arm) * kGravity * 0.5;
        CHECK(static_cast<double>(view.force.y) ==
              doctest::Approx(massOf(world, bodies[i]) * kGravity).epsilon(1e-4));
        CHECK(std::fabs(view.force.x) < 1e-3f);
        CHECK(static_cast<double>(view.torque) == doctest::Approx(moment).epsilon(1e-4));
    }
}

TEST_CASE("hinges_hold_in_every_step_in_which_the_ground_pushes_their_bodies")
{
    // Ropes of 3 and of 30 links, rings of 6, and eight ropes of 3, which are solved in lanes, fall to the
    // ground. Without the pass after the contacts, errors are 3 to 7 mm. Continuous collision, which would
    // stop single links and knows no joints, is off.
    const auto greatestError = [](size_t links, bool isRing, size_t copies) {
        WorldSettings settings = sleeplessSettings();
        settings.continuous = false;
        World world(settings);
        const BodyId ground = world.createBody({.type = BodyType::Static, .position = {0.0f, -0.5f}});
        world.addShape(ground, {.geometry = makeBox(100.0f, 0.5f)});
        std::vector<JointId> joints;
        for (size_t copy = 0; copy < copies; ++copy) {
            std::vector<BodyId> bodies;
            const float turn = kPi / 3.0f, x = 3.0f * static_cast<float>(copy);
            Vec2 end{x, 0.7f};
            for (size_t i = 0; i < links; ++i) {
                const Rot q = isRing ? makeRot(turn * static_cast<float>(i)) : makeRot(0.03f);
                const Vec2 half = rotate(q, {0.25f, 0.0f});
                bodies.push_back(
                    addGhost(world, makeBox(0.25f, 0.15f), {.position = end + half, .rotation = q}));
                end += 2.0f * half;
            }
            const size_t hinges = isRing ? links : links - 1;
            for (size_t i = 0; i < hinges; ++i)
                joints.push_back(world.createJoint({.bodyA = bodies[i],
                                                    .bodyB = bodies[(i + 1) % links],
                                                    .anchorA = {0.25f, 0.0f},
                                                    .anchorB = {-0.25f, 0.0f}}));
        }
        float greatest = 0.0f, lowest = 10.0f;
        for (int i = 0; i < 120; ++i) {
            world.step(kStep);
            for (const JointId joint : joints) {
                const JointView view = world.jointView(joint);
                greatest = std::max(greatest, length(view.anchorB - view.anchorA));
                lowest = std::min(lowest, static_cast<float>(view.anchorA.y));
            }
        }
        CHECK(lowest < 0.3f);
        return greatest;
    };
    CHECK(greatestError(3, false, 1) < 3e-4f);
    CHECK(greatestError(30, false, 1) < 3e-4f);
    CHECK(greatestError(6, true, 1) < 3e-4f);
    CHECK(greatestError(3, false, 8) < 3e-4f);
}

TEST_CASE("joint_breaks_above_its_force_or_torque_and_not_below")
{
    for (const bool isTorque : {false, true}) {
        for (const double share : {1.02, 0.98}) {
            CAPTURE(isTorque);
            CAPTURE(share);
            World world = sleepless();
            const BodyId arm = addArm(world);
            const double weight = massOf(world, arm) * kGravity;
            const auto limit = static_cast<float>(share * weight * (isTorque ? 0.5 : 1.0));
            const JointId joint = world.createJoint({.bodyA = addAnchor(world),
                                                     .bodyB = arm,
                                                     .anchorB = {-0.5f, 0.0f},
                                                     .breakForce = isTorque ? 0.0f : limit,
                                                     .breakTorque = isTorque ? limit : 0.0f,
                                                     .kind = WeldJoint{}});
            size_t broken = 0;
            for (int i = 0; i < 60; ++i) {
                world.step(kStep);
                broken += world.events().brokenJoints.size();
            }
            const bool breaks = share < 1.0;
            CHECK(broken == (breaks ? 1u : 0u));
            CHECK(world.isValid(joint) == !breaks);
            if (breaks) CHECK(world.motion(arm).v.y < -9.0f);
            if (!breaks) CHECK(length(world.motion(arm).v) < 1e-4f);
        }
    }
}
