// What joints hold by a spring (hold frequency) against closed forms, with every solver: how far it gives way
// at rest, and the period with which it oscillates.

#include "tests/support/joint_fixture.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <string>

using namespace satbox;
using namespace satbox::test;

namespace {

constexpr float kFrequency = 1.5f; // Hz
constexpr double kOmega = kTwoPi * 1.5;
constexpr double kSag = kGravity / (kOmega * kOmega); // m, of a weight that hangs on one anchor

// s. An implicit spring oscillates more slowly by the share (omega h)^2 / 3: 0.8 % in whole steps.
double periodAt(double omega, const WorldSettings& settings)
{
    const double h = static_cast<double>(kStep) / (hasSubsteps(settings.solver) ? settings.substeps : 1);
    return kTwoPi / omega * (1.0 + omega * h * omega * h / 3.0);
}
constexpr double kPeriodTolerance = 2e-4; // of the period and 1 s
constexpr double kTolerance = 1e-4;       // of what gives way and 1 m

// fn(settings) for each solver.
template<class Fn>
void forEachSolver(Fn&& fn)
{
    for (const SolverType solver : kSolverTypes) {
        CAPTURE(std::string(toString(solver)));
        fn(sleeplessSettings(solver));
    }
}
WorldSettings withoutGravity(WorldSettings settings)
{
    settings.gravity = {0.0f, 0.0f};
    return settings;
}
BodyId addDisc(World& world, Position position, float radius = 0.2f)
{
    return addGhost(world, Circle{.radius = radius}, {.position = position}, 3.0f);
}
template<class Kind>
Kind soft(Kind kind, float dampingRatio)
{
    kind.holdFrequency = kFrequency;
    kind.holdDampingRatio = dampingRatio;
    return kind;
}

// A weight that `kind` holds at the origin against gravity: how far it sags, and its period without damping.
template<class Kind>
void checkWeight(const Kind& kind)
{
    forEachSolver([&](const WorldSettings& settings) {
        for (const bool swings : {true, false}) {
            CAPTURE(swings);
            World world(settings);
            const BodyId disc = addDisc(world, {});
            world.createJoint(
                {.bodyA = addAnchor(world), .bodyB = disc, .kind = soft(kind, swings ? 0.0f : 1.0f)});
            if (swings) {
                CHECK(periodOf(world, 5, [&] { return world.motion(disc).center.y + kSag; }) ==
                      doctest::Approx(periodAt(kOmega, settings)).epsilon(kPeriodTolerance));
            } else {
                run(world, 5.0f);
                CHECK(world.motion(disc).center.y == doctest::Approx(-kSag).epsilon(kTolerance));
                CHECK(std::fabs(world.motion(disc).center.x) < 1e-5);
                CHECK(length(world.motion(disc).v) < 1e-4f);
            }
        }
    });
}

} // namespace

TEST_CASE("a_weight_on_a_soft_hinge_sags_and_oscillates_as_its_frequency_says")
{
    checkWeight(RevoluteJoint{});
}

TEST_CASE("a_weight_on_a_soft_slider_sags_across_its_axis_and_oscillates_as_its_frequency_says")
{
    checkWeight(PrismaticJoint{});
}

TEST_CASE("a_weight_on_the_soft_axis_of_a_wheel_sags_across_it_and_oscillates_as_its_frequency_says")
{
    checkWeight(WheelJoint{});
    // The suspension, which acts along the axis, does not change it.
    checkWeight(WheelJoint{.spring = {.enabled = false}});
}

TEST_CASE("two_bodies_on_a_soft_hinge_oscillate_with_their_reduced_mass")
{
    forEachSolver([&](const WorldSettings& settings) {
        World world(withoutGravity(settings));
        const BodyId a = addDisc(world, {}), b = addDisc(world, {0.1, 0.0}, 0.4f);
        world.createJoint({.bodyA = a, .bodyB = b, .kind = soft(RevoluteJoint{}, 0.0f)});
        CHECK(periodOf(world, 5, [&] { return world.motion(b).center.x - world.motion(a).center.x; }) ==
              doctest::Approx(periodAt(kOmega, settings)).epsilon(kPeriodTolerance));
    });
}

TEST_CASE("a_plank_on_two_soft_hinges_sags_by_its_weight_over_the_effective_masses_of_its_ends")
{
    forEachSolver([&](const WorldSettings& settings) {
        World world(settings);
        const BodyId ground = addAnchor(world);
        const BodyId plank = addGhost(world, makeBox(1.0f, 0.05f), {});
        for (const float x : {-1.0f, 1.0f})
            world.createJoint({.bodyA = ground,
                               .bodyB = plank,
                               .anchorA = {x, 0.0f},
                               .anchorB = {x, 0.0f},
                               .kind = soft(RevoluteJoint{}, 1.0f)});
        run(world, 10.0f);
        const double mass = massOf(world, plank);
        const double effective = 1.0 / (1.0 / mass + 1.0 / inertiaOf(world, plank)); // at 1 m
        CHECK(world.motion(plank).center.y ==
              doctest::Approx(-0.5 * mass * kGravity / (effective * kOmega * kOmega)).epsilon(kTolerance));
        CHECK(std::fabs(rotationOf(world, plank)) < 1e-4);
    });
}

TEST_CASE("a_soft_hinge_reports_the_weight_that_it_holds_and_still_has_its_motor")
{
    forEachSolver([&](const WorldSettings& settings) {
        World world(settings);
        const BodyId disc = addDisc(world, {});
        RevoluteJoint kind = soft(RevoluteJoint{}, 1.0f);
        kind.motor = {.enabled = true, .speed = 3.0f, .maxForce = 10.0f};
        const JointId joint = world.createJoint({.bodyA = addAnchor(world), .bodyB = disc, .kind = kind});
        run(world, 5.0f);
        CHECK(static_cast<double>(world.jointView(joint).force.y) ==
              doctest::Approx(massOf(world, disc) * kGravity).epsilon(kTolerance));
        CHECK(spinOf(world, disc) == doctest::Approx(3.0).epsilon(1e-4));
        CHECK(world.motion(disc).center.y == doctest::Approx(-kSag).epsilon(kTolerance));
    });
}

TEST_CASE("a_soft_slider_turns_by_a_torque_over_its_stiffness")
{
    constexpr float kTorque = 2.0f; // N m
    forEachSolver([&](const WorldSettings& settings) {
        World world(withoutGravity(settings));
        const BodyId box = addGhost(world, makeBox(0.5f, 0.4f), {}, 2.0f);
        world.createJoint({.bodyA = addAnchor(world), .bodyB = box, .kind = soft(PrismaticJoint{}, 1.0f)});
        for (int i = 0; i < 300; ++i) {
            world.applyTorque(box, kTorque);
            world.step(kStep);
        }
        const double stiffness = inertiaOf(world, box) * kOmega * kOmega; // N m
        CHECK(rotationOf(world, box) ==
              doctest::Approx(static_cast<double>(kTorque) / stiffness).epsilon(kTolerance));
        CHECK(std::fabs(world.motion(box).center.y) < 1e-5);
    });
}

namespace {

// Two weights on a pulley, 2 m below its fixed points while the rope has its length.
struct Pulley {
    World world;
    std::array<BodyId, 2> discs{};
    JointId joint{};

    Pulley(const WorldSettings& settings, float dampingRatio, float ratio, float radiusA, float radiusB)
        : world(settings)
    {
        discs = {addDisc(world, {-1.0, 0.0}, radiusA), addDisc(world, {1.0, 0.0}, radiusB)};
        PulleyJoint kind = soft(PulleyJoint{}, dampingRatio);
        kind.groundA = {-1.0f, 2.0f};
        kind.groundB = {1.0f, 2.0f};
        kind.ratio = ratio;
        kind.length = 2.0f + 2.0f * ratio;
        joint = world.createJoint({.bodyA = discs[0], .bodyB = discs[1], .kind = kind});
    }
    double mass(size_t i) const { return massOf(world, discs[i]); }
    double stretch() const // m
    {
        const PulleyJoint& kind = std::get<PulleyJoint>(world.jointDef(joint).kind);
        return -world.motion(discs[0]).center.y -
               static_cast<double>(kind.ratio) * world.motion(discs[1]).center.y;
    }
};

} // namespace

TEST_CASE("a_soft_rope_of_a_pulley_stretches_by_its_tension_over_its_stiffness_and_oscillates")
{
    forEachSolver([&](const WorldSettings& settings) {
        for (const double ratio : {1.0, 2.0}) {
            CAPTURE(ratio);
            // With the ratio 2, B weighs twice as much: both are in balance.
            const float radiusB = 0.2f * static_cast<float>(std::sqrt(ratio));
            Pulley still(settings, 1.0f, static_cast<float>(ratio), 0.2f, radiusB);
            run(still.world, 5.0f);
            const double tension = still.mass(0) * kGravity;
            const double effective = 1.0 / (1.0 / still.mass(0) + ratio * ratio / still.mass(1));
            const double stretch = tension / (effective * kOmega * kOmega);
            CHECK(still.stretch() == doctest::Approx(stretch).epsilon(kTolerance));
            CHECK(static_cast<double>(still.world.jointView(still.joint).force.y) ==
                  doctest::Approx(ratio * tension).epsilon(kTolerance));
            Pulley swinging(settings, 0.0f, static_cast<float>(ratio), 0.2f, radiusB);
            CHECK(periodOf(swinging.world, 5, [&] { return swinging.stretch() - stretch; }) ==
                  doctest::Approx(periodAt(kOmega, settings)).epsilon(kPeriodTolerance));
        }
    });
}

TEST_CASE("weights_on_a_soft_rope_accelerate_as_in_atwoods_machine_with_the_stretch_of_the_tension")
{
    Pulley pulley(sleeplessSettings(), 1.0f, 1.0f, 0.2f, 0.22f);
    const double a = pulley.mass(0), b = pulley.mass(1);
    const double tension = 2.0 * a * b / (a + b) * kGravity;
    const double effective = a * b / (a + b);
    run(pulley.world, 1.0f);
    for (const BodyId disc : pulley.discs) CHECK(pulley.world.motion(disc).center.y < 1.5); // both still hang
    CHECK(pulley.stretch() == doctest::Approx(tension / (effective * kOmega * kOmega)).epsilon(5e-4));
}

TEST_CASE("a_soft_rope_of_a_pulley_pushes_as_well_as_it_pulls")
{
    forEachSolver([&](const WorldSettings& settings) {
        // Gravity upwards: the weights push against the rope, which gets shorter by what it was longer.
        WorldSettings upwards = settings;
        upwards.gravity = {0.0f, 9.81f};
        Pulley pulley(upwards, 1.0f, 1.0f, 0.2f, 0.2f);
        run(pulley.world, 2.0f);
        CHECK(pulley.stretch() == doctest::Approx(-2.0 * kSag).epsilon(kTolerance));
    });
}

namespace {

// A wheel with 20 teeth of 0.1 m along the circle. It meshes with one of 40, which is held, and is turned by
// a torque.
struct HeldGear {
    static constexpr float kTooth = 0.1f; // m
    World world;
    std::array<BodyId, 2> wheels{};
    std::array<double, 2> radii{20.0 * 0.1 / kTwoPi, 40.0 * 0.1 / kTwoPi}; // m
    JointId gear{};

    HeldGear(const WorldSettings& settings, float dampingRatio) : world(withoutGravity(settings))
    {
        const BodyId frame = addAnchor(world);
        double x = 0.0;
        for (size_t i = 0; i < 2; ++i) {
            wheels[i] = addDisc(world, {x, 0.0}, static_cast<float>(radii[i]));
            JointDef def{.bodyA = frame, .bodyB = wheels[i], .anchorA = {static_cast<float>(x), 0.0f}};
            if (i == 1) def.kind = WeldJoint{};
            world.createJoint(def);
            x = radii[0] + radii[1];
        }
        gear = world.createJoint({.bodyA = wheels[0],
                                  .bodyB = wheels[1],
                                  .kind = soft(GearJoint{.teethA = 20, .teethB = 40}, dampingRatio)});
    }
    double effectiveMass() const // kg, of both wheels without hinges
    {
        double inverse = 0.0;
        for (size_t i = 0; i < 2; ++i)
            inverse += 1.0 / massOf(world, wheels[i]) + radii[i] * radii[i] / inertiaOf(world, wheels[i]);
        return 1.0 / inverse;
    }
    double stiffness() const { return effectiveMass() * kOmega * kOmega; } // N/m
    void turn(double force, int steps)                                     // N, between the teeth
    {
        for (int i = 0; i < steps; ++i) {
            world.applyTorque(wheels[0], static_cast<float>(force * radii[0]));
            world.step(kStep);
        }
    }
};

} // namespace

TEST_CASE("soft_teeth_give_way_by_their_force_over_their_stiffness")
{
    forEachSolver([&](const WorldSettings& settings) {
        HeldGear gear(settings, 1.0f);
        const double start = rotationOf(gear.world, gear.wheels[0]);
        const double force = 0.4 * 0.1 * gear.stiffness(); // for 0.4 of a tooth
        gear.turn(force, 600);
        CHECK(gear.radii[0] * (rotationOf(gear.world, gear.wheels[0]) - start) ==
              doctest::Approx(0.4 * 0.1).epsilon(1e-5));
        CHECK(static_cast<double>(length(gear.world.jointView(gear.gear).force)) ==
              doctest::Approx(force).epsilon(kTolerance));
        CHECK(std::fabs(spinOf(gear.world, gear.wheels[0])) < 1e-4);
    });
}

TEST_CASE("a_wheel_on_soft_teeth_oscillates_with_their_stiffness_and_its_own_inertia")
{
    forEachSolver([&](const WorldSettings& settings) {
        HeldGear gear(settings, 0.0f);
        REQUIRE(gear.world.setVelocity(gear.wheels[0], {0.0f, 0.0f}, 0.5f));
        const double start = rotationOf(gear.world, gear.wheels[0]);
        const double inertia = inertiaOf(gear.world, gear.wheels[0]);
        const double omega = std::sqrt(gear.stiffness() * gear.radii[0] * gear.radii[0] / inertia);
        CHECK(periodOf(gear.world, 5, [&] { return rotationOf(gear.world, gear.wheels[0]) - start; }) ==
              doctest::Approx(periodAt(omega, settings)).epsilon(kPeriodTolerance));
    });
}

TEST_CASE("soft_teeth_skip_under_a_force_that_needs_more_than_half_a_tooth")
{
    forEachSolver([&](const WorldSettings& settings) {
        HeldGear gear(settings, 1.0f);
        const double start = rotationOf(gear.world, gear.wheels[0]);
        const double tooth = kTwoPi / 20.0; // rad
        gear.turn(0.6 * 0.1 * gear.stiffness(), 600);
        CHECK(std::fabs(spinOf(gear.world, gear.wheels[0])) > tooth); // rad/s: it slips from tooth to tooth
        // Without the force, it comes to rest in a gap.
        run(gear.world, 10.0f);
        const double teeth = (rotationOf(gear.world, gear.wheels[0]) - start) / tooth;
        CHECK(std::fabs(teeth - std::round(teeth)) < 1e-3);
    });
}
