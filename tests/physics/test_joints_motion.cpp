// Bodies that swing, oscillate and fly on joints against closed forms.

#include "tests/support/joint_fixture.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

using namespace satbox;
using namespace satbox::test;

namespace {

// Of all bodies, J. The velocity after a substep is that of its middle, h / 2 earlier than the pose; gravity
// would change it by g h / 2 until then, and a joint takes no part of that along the velocity.
double energy(const World& world)
{
    const double late = static_cast<double>(kStep) / world.settings().substeps / 2.0;
    double sum = 0.0;
    world.forEachBody([&](BodyId id, const Body& body, const BodyMotion& motion) {
        if (body.type != BodyType::Dynamic) return;
        const double v = static_cast<double>(length(motion.v)), w = static_cast<double>(motion.w);
        const double height = motion.center.y - late * static_cast<double>(motion.v.y);
        sum += massOf(world, id) * (0.5 * v * v + kGravity * height) + 0.5 * inertiaOf(world, id) * w * w;
    });
    return sum;
}

// Largest change of energy in `seconds`, J.
double energyDrift(World& world, double seconds)
{
    const double start = energy(world);
    double drift = 0.0;
    for (int i = 0; i < static_cast<int>(seconds * 60.0); ++i) {
        world.step(kStep);
        drift = std::max(drift, std::fabs(energy(world) - start));
    }
    return drift;
}

// T = 2 pi / (w agm(1, cos(amplitude / 2))).
double pendulumPeriod(double omega, double amplitude)
{
    double a = 1.0, b = std::cos(amplitude / 2.0);
    for (int i = 0; i < 8; ++i) {
        const double mean = (a + b) / 2.0;
        b = std::sqrt(a * b);
        a = mean;
    }
    return kTwoPi / (omega * a);
}

// A rod of 1 m that hangs from (0, 0) by its upper end, turned by `angle` from the plumb line.
BodyId addRodPendulum(World& world, BodyId anchor, float angle)
{
    const Rot q = makeRot(angle - kPi / 2.0f);
    const BodyId rod =
        addGhost(world, makeBox(0.5f, 0.05f), {.position = rotate(q, {0.5f, 0.0f}), .rotation = q});
    world.createJoint({.bodyA = anchor, .bodyB = rod, .anchorB = {-0.5f, 0.0f}, .kind = RevoluteJoint{}});
    return rod;
}

// Links in a row along the x-axis of `q` from (0, 0), the first of them on `anchor` if that is not null.
struct LinkChain {
    std::vector<BodyId> links;
    std::vector<JointId> joints;
};
LinkChain addChain(World& world, BodyId anchor, int count, float halfLength, Rot q = {})
{
    LinkChain chain;
    BodyId last = anchor;
    for (int i = 0; i < count; ++i) {
        const float x = halfLength * static_cast<float>(2 * i + 1);
        const BodyId link =
            addGhost(world, makeBox(halfLength, 0.02f), {.position = rotate(q, {x, 0.0f}), .rotation = q});
        if (world.isValid(last))
            chain.joints.push_back(world.createJoint({.bodyA = last,
                                                      .bodyB = link,
                                                      .anchorA = {i == 0 ? 0.0f : halfLength, 0.0f},
                                                      .anchorB = {-halfLength, 0.0f},
                                                      .kind = RevoluteJoint{}}));
        chain.links.push_back(link);
        last = link;
    }
    return chain;
}

struct Momentum {
    double x = 0.0, y = 0.0, angular = 0.0; // about the origin
};
Momentum momentum(const World& world)
{
    Momentum sum;
    world.forEachBody([&](BodyId id, const Body&, const BodyMotion& motion) {
        const double m = massOf(world, id);
        const double x = static_cast<double>(motion.v.x), y = static_cast<double>(motion.v.y);
        sum.x += m * x;
        sum.y += m * y;
        sum.angular += m * (motion.center.x * y - motion.center.y * x) +
                       inertiaOf(world, id) * static_cast<double>(motion.w);
    });
    return sum;
}

} // namespace

TEST_CASE("rod_on_a_hinge_swings_at_the_period_of_a_physical_pendulum")
{
    for (const float amplitude : {0.1f, 0.5f, 1.5f}) {
        CAPTURE(amplitude);
        World world = sleepless();
        const BodyId rod = addRodPendulum(world, addAnchor(world), amplitude);
        // w^2 = m g d / (I + m d^2), with I = m (a^2 + b^2) / 12.
        const double omega = std::sqrt(kGravity * 0.5 / ((1.0 + 0.01) / 12.0 + 0.25));
        const double period = periodOf(world, 100, [&] { return world.motion(rod).center.x; });
        CHECK(period == doctest::Approx(pendulumPeriod(omega, static_cast<double>(amplitude))).epsilon(1e-3));
    }
}

TEST_CASE("disc_on_a_rigid_distance_joint_swings_at_the_period_of_a_pendulum")
{
    for (const float amplitude : {0.1f, 0.5f, 1.5f}) {
        CAPTURE(amplitude);
        World world = sleepless();
        const Vec2 start = rotate(makeRot(amplitude), {0.0f, -1.0f});
        const BodyId disc = addGhost(world, Circle{.radius = 0.1f}, {.position = start});
        world.createJoint({.bodyA = addAnchor(world), .bodyB = disc, .kind = DistanceJoint{.length = 1.0f}});
        const double period = periodOf(world, 100, [&] { return world.motion(disc).center.x; });
        CHECK(period == doctest::Approx(pendulumPeriod(std::sqrt(kGravity), static_cast<double>(amplitude)))
                            .epsilon(1e-3));
    }
}

TEST_CASE("pendulum_keeps_its_energy")
{
    World hinged = sleepless();
    const BodyId rod = addRodPendulum(hinged, addAnchor(hinged), kPi / 2.0f);
    CHECK(energyDrift(hinged, 60.0) < 0.01 * massOf(hinged, rod) * kGravity);

    World hanging = sleepless();
    const BodyId disc = addGhost(hanging, Circle{.radius = 0.1f}, {.position = {1.0f, 0.0f}});
    hanging.createJoint({.bodyA = addAnchor(hanging), .bodyB = disc, .kind = DistanceJoint{}});
    CHECK(energyDrift(hanging, 60.0) < 0.01 * massOf(hanging, disc) * kGravity);
}

TEST_CASE("double_pendulum_keeps_its_energy")
{
    World hinged = sleepless();
    const LinkChain chain = addChain(hinged, addAnchor(hinged), 2, 0.5f);
    CHECK(energyDrift(hinged, 60.0) < 0.01 * massOf(hinged, chain.links[0]) * kGravity);

    World hanging = sleepless();
    const BodyId upper = addGhost(hanging, Circle{.radius = 0.1f}, {.position = {1.0f, 0.0f}});
    const BodyId lower = addGhost(hanging, Circle{.radius = 0.1f}, {.position = {2.0f, 0.0f}});
    hanging.createJoint({.bodyA = addAnchor(hanging), .bodyB = upper, .kind = DistanceJoint{}});
    hanging.createJoint({.bodyA = upper, .bodyB = lower, .kind = DistanceJoint{}});
    CHECK(energyDrift(hanging, 60.0) < 0.01 * massOf(hanging, lower) * kGravity);
}

namespace {

// Largest sum of the gaps between the links of a rope of 40 and a load of `loadMasses` links that swings from
// the direction `angle` for 10 s, as a share of its length.
float ropeStretch(float angle, float loadMasses, const WorldSettings& settings = {.sleeping = false})
{
    const float half = 0.1f, area = 4.0f * half * 0.02f;
    World world(settings);
    const Rot q = makeRot(angle);
    LinkChain rope = addChain(world, addAnchor(world), 40, half, q);
    const BodyId load = addGhost(world, makeBox(0.2f, 0.2f),
                                 {.position = rotate(q, {80.0f * half + 0.2f, 0.0f}), .rotation = q},
                                 loadMasses * area / 0.16f);
    rope.joints.push_back(world.createJoint({.bodyA = rope.links.back(),
                                             .bodyB = load,
                                             .anchorA = {half, 0.0f},
                                             .anchorB = {-0.2f, 0.0f},
                                             .kind = RevoluteJoint{}}));
    float stretch = 0.0f;
    for (int i = 0; i < 600; ++i) {
        world.step(kStep);
        float gaps = 0.0f;
        for (const JointId joint : rope.joints) gaps += world.jointView(joint).length;
        stretch = std::max(stretch, gaps);
    }
    return stretch / (80.0f * half);
}

} // namespace

TEST_CASE("rope_of_40_links_with_a_load_of_100_link_masses_does_not_stretch")
{
    for (const float angle : {-kPi / 2.0f, -kPi / 3.0f, -kPi / 4.0f}) {
        CAPTURE(angle);
        CHECK(ropeStretch(angle, 100.0f) < 0.01f);
    }
}

TEST_CASE("rope_of_40_links_with_a_load_of_1000_link_masses_hangs_without_stretching")
{
    CHECK(ropeStretch(-kPi / 2.0f + 0.01f, 1000.0f) < 0.01f);
}

TEST_CASE("ropes_stretch_under_heavy_loads_without_exact_joints_and_hold_them_with_substeps")
{
    struct Stretch {
        SolverType solver;
        float light, heavy;
    };
    // In whole steps, no pass over the rope carries the heavy load, which falls.
    for (const auto& [solver, light, heavy] :
         {Stretch{SolverType::SoftStep, 0.024f, 0.148f}, Stretch{SolverType::VertexContact, 0.030f, 0.19f},
          Stretch{SolverType::SequentialImpulse, 0.058f, 52.0f},
          Stretch{SolverType::ManifoldImpulse, 0.070f, 54.0f}}) {
        CAPTURE(std::string(toString(solver)));
        const WorldSettings settings{.solver = solver, .exactJoints = false, .sleeping = false};
        CHECK(ropeStretch(-kPi / 3.0f, 1.0f, settings) == doctest::Approx(light).epsilon(0.2));
        CHECK(ropeStretch(-kPi / 3.0f, 100.0f, settings) == doctest::Approx(heavy).epsilon(0.2));
    }
}

TEST_CASE("rope_of_40_links_that_falls_from_the_horizontal_does_not_stretch")
{
    for (const float load : {1.0f, 10.0f, 100.0f}) {
        CAPTURE(load);
        // A light load does not hold back the end of the rope, which whips at 30 m/s.
        CHECK(ropeStretch(0.0f, load) < (load < 10.0f ? 0.02f : 0.01f));
    }
}

TEST_CASE("mass_on_a_spring_of_a_distance_joint_oscillates_and_sags_as_its_frequency_says")
{
    const double omega = kTwoPi * 1.5;
    const double sag = kGravity / (omega * omega);
    for (const bool swings : {true, false}) {
        World world = sleepless();
        const BodyId disc = addGhost(world, Circle{.radius = 0.2f}, {.position = {0.0f, -2.0f}}, 3.0f);
        const JointSpring spring{
            .enabled = true, .target = 2.0f, .frequency = 1.5f, .dampingRatio = swings ? 0.0f : 0.7f};
        const JointId joint = world.createJoint({.bodyA = addAnchor(world),
                                                 .bodyB = disc,
                                                 .kind = DistanceJoint{.rigid = false, .spring = spring}});
        const auto aboveRest = [&] { return world.motion(disc).center.y + 2.0 + sag; };
        if (swings) {
            CHECK(periodOf(world, 20, aboveRest) == doctest::Approx(1.0 / 1.5).epsilon(1e-3));
        } else {
            run(world, 10.0f);
            CHECK(static_cast<double>(world.jointView(joint).length) - 2.0 ==
                  doctest::Approx(sag).epsilon(1e-3));
        }
    }
}

TEST_CASE("spring_between_two_bodies_has_the_frequency_of_their_reduced_mass")
{
    World world = sleepless({0.0f, 0.0f});
    const BodyId light = addGhost(world, Circle{.radius = 0.2f}, {.position = {-0.6f, 0.0f}});
    const BodyId heavy = addGhost(world, Circle{.radius = 0.2f}, {.position = {0.6f, 0.0f}}, 5.0f);
    const JointId joint = world.createJoint(
        {.bodyA = light,
         .bodyB = heavy,
         .kind = DistanceJoint{
             .rigid = false,
             .spring = {.enabled = true, .target = 1.0f, .frequency = 1.5f, .dampingRatio = 0.0f}}});
    const auto stretch = [&] { return static_cast<double>(world.jointView(joint).length) - 1.0; };
    CHECK(periodOf(world, 20, stretch) == doctest::Approx(1.0 / 1.5).epsilon(1e-3));
}

TEST_CASE("mass_on_the_spring_of_a_slider_oscillates_and_sags_as_its_frequency_says")
{
    const double omega = kTwoPi * 1.5;
    const double sag = kGravity / (omega * omega);
    for (const bool swings : {true, false}) {
        World world = sleepless();
        const BodyId box = addGhost(world, makeBox(0.2f, 0.3f), {}, 3.0f);
        const JointSpring spring{.enabled = true, .frequency = 1.5f, .dampingRatio = swings ? 0.0f : 0.7f};
        const JointId joint = world.createJoint({.bodyA = addAnchor(world),
                                                 .bodyB = box,
                                                 .angleA = kPi / 2.0f,
                                                 .angleB = kPi / 2.0f,
                                                 .kind = PrismaticJoint{.spring = spring}});
        const auto translation = [&] { return static_cast<double>(world.jointView(joint).translation); };
        if (swings) {
            CHECK(periodOf(world, 20, [&] { return translation() + sag; }) ==
                  doctest::Approx(1.0 / 1.5).epsilon(1e-3));
        } else {
            run(world, 10.0f);
            CHECK(translation() == doctest::Approx(-sag).epsilon(1e-3));
        }
    }
}

TEST_CASE("two_welded_bodies_fall_and_spin_as_one_rigid_body")
{
    World world = sleepless();
    const float spin = 4.0f;
    const BodyId a = addGhost(world, makeBox(0.5f, 0.2f), {.angularVelocity = spin});
    const BodyId b =
        addGhost(world, makeBox(0.2f, 0.4f),
                 {.position = {0.7f, 0.2f}, .rotation = makeRot(0.5f), .angularVelocity = spin}, 2.0f);
    world.createJoint({.bodyA = a,
                       .bodyB = b,
                       .anchorA = {0.5f, 0.0f},
                       .anchorB = rotate(makeRot(-0.5f), {-0.2f, -0.2f}),
                       .angleB = -0.5f,
                       .kind = WeldJoint{}});
    const double mA = massOf(world, a), mB = massOf(world, b), mass = mA + mB;
    const double cx = mB / mass * 0.7, cy = mB / mass * 0.2; // the common centre of mass
    const auto turning = [&](double x, double y) {
        return Vec2{static_cast<float>(-(y - cy)) * spin, static_cast<float>(x - cx) * spin};
    };
    REQUIRE(world.setVelocity(a, turning(0.0, 0.0), spin));
    REQUIRE(world.setVelocity(b, turning(0.7, 0.2), spin));
    const auto spinMomentum = [&] { // about the common centre of mass
        const BodyMotion &p = world.motion(a), &q = world.motion(b);
        return mA * mB / mass * static_cast<double>(cross(q.center - p.center, q.v - p.v)) +
               inertiaOf(world, a) * static_cast<double>(p.w) +
               inertiaOf(world, b) * static_cast<double>(q.w);
    };
    const double before = spinMomentum();
    const Transform shape = invMul(world.motion(a).transform(), world.motion(b).transform());
    float shift = 0.0f, turn = 0.0f;
    const int steps = 600;
    for (int i = 0; i < steps; ++i) {
        world.step(kStep);
        const Transform now = invMul(world.motion(a).transform(), world.motion(b).transform());
        shift = std::max(shift, length(now.p - shape.p));
        turn = std::max(turn, std::fabs(angleOf(invMul(shape.q, now.q))));
    }
    CHECK(shift < 1e-4f);
    CHECK(turn < 1e-4f);
    CHECK(spinMomentum() == doctest::Approx(before).epsilon(1e-3));
    CHECK(world.motion(a).w == doctest::Approx(spin).epsilon(1e-3));
    CHECK(world.motion(b).w == doctest::Approx(spin).epsilon(1e-3));
    // x_n = h^2 g n (n + 1) / 2.
    const double h = static_cast<double>(kStep) / 4.0, n = 4.0 * steps;
    const double y = (mA * world.motion(a).center.y + mB * world.motion(b).center.y) / mass;
    const double x = (mA * world.motion(a).center.x + mB * world.motion(b).center.x) / mass;
    CHECK(y == doctest::Approx(cy - h * h * kGravity * n * (n + 1.0) / 2.0).epsilon(1e-4));
    CHECK(x == doctest::Approx(cx).epsilon(1e-3));
}

TEST_CASE("free_chain_keeps_its_linear_and_angular_momentum")
{
    for (const bool exact : {true, false}) {
        CAPTURE(exact);
        World world({.gravity = {0.0f, 0.0f}, .exactJoints = exact, .sleeping = false});
        const LinkChain chain = addChain(world, {}, 12, 0.25f);
        REQUIRE(world.applyImpulse(chain.links[0], {0.03f, 0.1f}, world.motion(chain.links[0]).center));
        REQUIRE(world.applyImpulse(chain.links[7], {0.05f, -0.06f}, world.motion(chain.links[7]).center));
        REQUIRE(world.applyAngularImpulse(chain.links[4], 0.02f));
        const Momentum before = momentum(world);
        run(world, 20.0f);
        const Momentum after = momentum(world);
        CHECK(after.x == doctest::Approx(before.x).epsilon(1e-4));
        CHECK(after.y == doctest::Approx(before.y).epsilon(1e-4));
        CHECK(after.angular == doctest::Approx(before.angular).epsilon(1e-3));
        for (const JointId joint : chain.joints)
            CHECK(world.jointView(joint).length < (exact ? 1e-4f : 5e-3f));
    }
}

TEST_CASE("last_ball_of_a_newtons_cradle_rises_as_high_as_the_first_fell")
{
    const float radius = 0.1f;
    for (const float gap : {0.0f, 1e-3f}) {
        CAPTURE(gap);
        World world = sleepless();
        const BodyId anchor = addAnchor(world);
        std::vector<BodyId> balls;
        for (int i = 0; i < 5; ++i) {
            const float x = static_cast<float>(i) * (2.0f * radius + gap);
            const Vec2 hang = i == 0 ? rotate(makeRot(-kPi / 3.0f), {0.0f, -1.0f}) : Vec2{0.0f, -1.0f};
            balls.push_back(addBody(world, Circle{.radius = radius}, {.position = Vec2{x, 0.0f} + hang},
                                    {.staticFriction = 0.0f, .dynamicFriction = 0.0f, .restitution = 1.0f}));
            world.createJoint(
                {.bodyA = anchor, .bodyB = balls.back(), .anchorA = {x, 0.0f}, .kind = DistanceJoint{}});
        }
        const double dropped = 1.0 - std::cos(std::numbers::pi / 3.0);
        double rise = 0.0, others = 0.0;
        // Half a period: the first ball falls for a quarter of it, the last one rises for another.
        const int steps =
            static_cast<int>(60.0 * 0.5 * pendulumPeriod(std::sqrt(kGravity), std::numbers::pi / 3.0));
        for (int i = 0; i < steps; ++i) {
            world.step(kStep);
            rise = std::max(rise, world.motion(balls[4]).center.y + 1.0);
            for (int k = 1; k < 4; ++k)
                others = std::max(others, world.motion(balls[static_cast<size_t>(k)]).center.y + 1.0);
        }
        CHECK(rise == doctest::Approx(dropped).epsilon(0.05));
        CHECK(others < 0.05 * dropped);
    }
}
