// Gears against closed forms: ratios, torques, forces, planetary gears, racks.

#include "engine/model/gear_mesh.h"
#include "tests/support/joint_fixture.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <vector>

using namespace satbox;
using namespace satbox::test;

namespace {

constexpr float kPerTooth = 0.05f; // m, of a wheel's radius

BodyId addToothedWheel(World& world, Vec2 center, int teeth)
{
    return addGhost(world, Circle{.radius = kPerTooth * static_cast<float>(teeth)},
                    {.position = Position(center)});
}

// Hinges, with the angle from the start.
JointId addWheelHinge(World& world, BodyId frame, BodyId wheel, const RevoluteJoint& kind = {})
{
    const Position center = world.motion(wheel).center;
    return world.createJoint({.bodyA = frame,
                              .bodyB = wheel,
                              .anchorA = invTransformPoint(world.motion(frame).transform(), center),
                              .kind = kind});
}
double angleOf(const World& world, JointId hinge)
{
    return static_cast<double>(world.jointView(hinge).angle);
}
RevoluteJoint drivenAt(float speed, float torque)
{
    return {.motor = {.enabled = true, .speed = speed, .maxForce = torque}};
}

// B gets a tooth where it meets a gap of A: three planets that each take the nearest gap would jam.
void meshWith(World& world, BodyId a, BodyId b, const GearJoint& kind)
{
    JointDef def{.bodyA = a, .bodyB = b, .kind = kind};
    def.angleB = meshedAngleB(def, world.motion(a).transform(), world.motion(b).transform());
    world.createJoint(def);
}

// Wheels in a row, each of which meshes with the next one.
struct Train {
    World world;
    BodyId frame;
    std::vector<int> teeth;
    std::vector<BodyId> wheels;
    std::vector<JointId> hinges, gears;

    Train(const std::vector<int>& numbers, const RevoluteJoint& drive, const WorldSettings& settings)
        : world(settings), frame(addAnchor(world)), teeth(numbers)
    {
        float x = 0.0f;
        for (size_t i = 0; i < teeth.size(); ++i) {
            if (i > 0) x += kPerTooth * static_cast<float>(teeth[i - 1] + teeth[i]);
            wheels.push_back(addToothedWheel(world, {x, 0.0f}, teeth[i]));
            hinges.push_back(addWheelHinge(world, frame, wheels[i], i == 0 ? drive : RevoluteJoint{}));
            if (i > 0)
                gears.push_back(
                    world.createJoint({.bodyA = wheels[i - 1],
                                       .bodyB = wheels[i],
                                       .kind = GearJoint{.teethA = teeth[i - 1], .teethB = teeth[i]}}));
        }
        run(world, 0.5f); // the teeth find their gaps
    }
};

} // namespace

TEST_CASE("a_train_of_gears_keeps_its_ratio_to_a_ten_thousandth_in_every_solver")
{
    for (const SolverType solver : kSolverTypes) {
        CAPTURE(std::string(toString(solver)));
        Train train({12, 24, 8, 17, 40}, drivenAt(5.0f, 50.0f), sleeplessSettings(solver));
        std::vector<double> start;
        for (const JointId hinge : train.hinges) start.push_back(angleOf(train.world, hinge));
        run(train.world, 60.0f);
        const double first = angleOf(train.world, train.hinges[0]) - start[0];
        CHECK(first == doctest::Approx(300.0).epsilon(0.01));
        for (size_t i = 1; i < train.teeth.size(); ++i) {
            CAPTURE(i);
            const double turned = angleOf(train.world, train.hinges[i]) - start[i];
            const double ratio = (i % 2 == 0 ? 1.0 : -1.0) * train.teeth[0] / train.teeth[i];
            CHECK(turned / first == doctest::Approx(ratio).epsilon(1e-4));
        }
    }
}

TEST_CASE("a_motor_sees_the_inertia_of_the_other_wheel_by_the_square_of_the_ratio")
{
    constexpr float kTorque = 0.02f; // N m
    Train train({12, 30}, {}, sleeplessSettings());
    for (const BodyId wheel : train.wheels) REQUIRE(train.world.setVelocity(wheel, {0.0f, 0.0f}, 0.0f));
    REQUIRE(train.world.set(train.hinges[0], &RevoluteJoint::motor,
                            JointMotor{.enabled = true, .speed = 1000.0f, .maxForce = kTorque}));
    run(train.world, 1.0f);
    const double ratio = 12.0 / 30.0;
    const double inertia =
        inertiaOf(train.world, train.wheels[0]) + ratio * ratio * inertiaOf(train.world, train.wheels[1]);
    CHECK(spinOf(train.world, train.wheels[0]) ==
          doctest::Approx(static_cast<double>(kTorque) / inertia).epsilon(1e-3));
}

TEST_CASE("a_gear_reports_the_force_between_its_teeth_and_multiplies_the_torque")
{
    constexpr float kTorque = 3.0f; // N m
    Train train({10, 40}, drivenAt(1.0f, kTorque), sleeplessSettings());
    // A stop holds the second wheel.
    const float stop = static_cast<float>(angleOf(train.world, train.hinges[1])) - 0.1f;
    REQUIRE(train.world.set(train.hinges[1], &RevoluteJoint::limit,
                            JointLimit{.enabled = true, .lower = stop, .upper = stop + 10.0f}));
    run(train.world, 2.0f);
    CHECK(std::fabs(spinOf(train.world, train.wheels[0])) < 1e-3);
    const JointView gear = train.world.jointView(train.gears[0]);
    CHECK(length(gear.force) == doctest::Approx(kTorque / (10.0f * kPerTooth)).epsilon(1e-3));
    CHECK(std::fabs(gear.torque) == doctest::Approx(4.0f * kTorque).epsilon(1e-3));
    CHECK(std::fabs(train.world.jointView(train.hinges[1]).torque) ==
          doctest::Approx(4.0f * kTorque).epsilon(1e-3));
}

TEST_CASE("gears_that_turn_freely_keep_their_energy")
{
    Train train({12, 24, 9}, {}, sleeplessSettings());
    const std::array<float, 3> spins{12.0f, -6.0f, 16.0f};
    for (size_t i = 0; i < 3; ++i) REQUIRE(train.world.setVelocity(train.wheels[i], {0.0f, 0.0f}, spins[i]));
    const auto energy = [&] {
        double sum = 0.0;
        for (const BodyId wheel : train.wheels)
            sum += 0.5 * inertiaOf(train.world, wheel) * std::pow(spinOf(train.world, wheel), 2.0);
        return sum;
    };
    const double before = energy();
    run(train.world, 60.0f);
    CHECK(energy() == doctest::Approx(before).epsilon(1e-3));
}

TEST_CASE("a_planetary_gear_turns_its_carrier_or_its_ring_as_its_formula_says")
{
    constexpr int kSun = 12, kPlanet = 9, kRing = kSun + 2 * kPlanet;
    for (const bool holdsRing : {true, false}) {
        CAPTURE(holdsRing);
        World world = sleepless({0.0f, 0.0f});
        const BodyId frame = addAnchor(world);
        const BodyId sun = addToothedWheel(world, {0.0f, 0.0f}, kSun),
                     ring = addToothedWheel(world, {0.0f, 0.0f}, kRing);
        const BodyId carrier = addGhost(world, makeBox(1.0f, 0.1f), {});
        const JointId sunHinge = addWheelHinge(world, frame, sun, drivenAt(6.0f, 50.0f));
        const auto join = [&](BodyId body, bool isHeld) {
            if (!isHeld) return addWheelHinge(world, frame, body);
            return world.createJoint({.bodyA = frame, .bodyB = body, .kind = WeldJoint{}});
        };
        const JointId ringJoint = join(ring, holdsRing), carrierJoint = join(carrier, !holdsRing);
        for (int i = 0; i < 3; ++i) {
            const Rot q = makeRot(static_cast<float>(i) * 2.0f * kPi / 3.0f);
            const BodyId planet = addToothedWheel(
                world, (kPerTooth * static_cast<float>(kSun + kPlanet)) * Vec2{q.c, q.s}, kPlanet);
            addWheelHinge(world, carrier, planet);
            meshWith(world, sun, planet, {.teethA = kSun, .teethB = kPlanet});
            meshWith(world, ring, planet, {.teethA = kRing, .teethB = kPlanet, .ring = true});
        }
        run(world, 1.0f);
        const JointId driven = holdsRing ? carrierJoint : ringJoint;
        const double sunStart = angleOf(world, sunHinge), start = angleOf(world, driven);
        run(world, 20.0f);
        const double sunTurn = angleOf(world, sunHinge) - sunStart, turn = angleOf(world, driven) - start;
        CHECK(sunTurn > 100.0);
        // Willis: with the ring held, the carrier turns kSun / (kSun + kRing) times as fast as the sun; with
        // the carrier held, the ring turns back.
        const double expected = holdsRing ? 12.0 / 42.0 : -12.0 / 30.0;
        CHECK(turn / sunTurn == doctest::Approx(expected).epsilon(1e-4));
    }
}

TEST_CASE("a_rack_that_falls_is_slowed_down_by_the_inertia_of_its_wheel")
{
    for (const SolverType solver : kSolverTypes) {
        CAPTURE(std::string(toString(solver)));
        World world(sleeplessSettings(solver));
        const BodyId frame = addAnchor(world);
        constexpr float kPitch = 0.3f;
        constexpr int kTeeth = 16;
        const float radius = kPitch * static_cast<float>(kTeeth) / (2.0f * kPi);
        const BodyId wheel = addGhost(world, Circle{.radius = radius}, {});
        addWheelHinge(world, frame, wheel);
        // To the right of the wheel; its axis points upwards.
        const BodyId rack =
            addGhost(world, makeBox(0.1f, 4.0f), {.position = {static_cast<double>(radius) + 0.1, 0.0}});
        world.createJoint({.bodyA = frame,
                           .bodyB = rack,
                           .anchorA = {radius + 0.1f, 0.0f},
                           .angleA = 0.5f * kPi,
                           .angleB = 0.5f * kPi,
                           .kind = PrismaticJoint{}});
        world.createJoint({.bodyA = rack,
                           .bodyB = wheel,
                           .anchorA = {-0.1f, 0.0f},
                           .angleA = 0.5f * kPi,
                           .kind = GearJoint{.teethB = kTeeth, .rack = true, .pitch = kPitch}});
        run(world, 1.0f);
        const double mass = massOf(world, rack), inertia = inertiaOf(world, wheel);
        const double r = static_cast<double>(radius);
        const double acceleration = kGravity * mass / (mass + inertia / (r * r));
        const double speed = static_cast<double>(world.motion(rack).v.y);
        CHECK(speed == doctest::Approx(-acceleration).epsilon(1e-3));
        CHECK(spinOf(world, wheel) == doctest::Approx(speed / r).epsilon(1e-3));
    }
}

TEST_CASE("a_wheel_that_is_put_one_tooth_further_stays_there")
{
    Train train({12, 24}, {}, sleeplessSettings());
    const BodyId wheel = train.wheels[1];
    WorldTransform pose = train.world.motion(wheel).transform();
    pose.q = mul(pose.q, makeRot(2.0f * kPi / 24.0f));
    REQUIRE(train.world.setTransform(wheel, pose));
    const double before = rotationOf(train.world, wheel);
    run(train.world, 1.0f);
    CHECK(rotationOf(train.world, wheel) == doctest::Approx(before).epsilon(1e-4));
}

TEST_CASE("a_gear_breaks_when_the_force_between_its_teeth_is_too_large")
{
    for (const bool breaks : {false, true}) {
        CAPTURE(breaks);
        Train train({10, 40}, drivenAt(1.0f, 3.0f), sleeplessSettings());
        const float stop = static_cast<float>(angleOf(train.world, train.hinges[1])) - 0.1f;
        REQUIRE(train.world.set(train.hinges[1], &RevoluteJoint::limit,
                                JointLimit{.enabled = true, .lower = stop, .upper = stop + 10.0f}));
        run(train.world, 2.0f); // at rest, with 6 N between the teeth
        REQUIRE(train.world.set(train.gears[0], &JointDef::breakForce, breaks ? 5.9f : 6.1f));
        run(train.world, 0.5f);
        CHECK(train.world.isValid(train.gears[0]) == !breaks);
    }
}
