// Mechanisms of several joints against closed forms.

#include "tests/support/joint_fixture.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

using namespace satbox;
using namespace satbox::test;

TEST_CASE("cantilever_of_softly_welded_planks_sags_as_the_statics_of_its_springs_say")
{
    constexpr size_t kPlanks = 30;
    const float frequency = 300.0f; // Hz
    World world = sleepless();
    std::vector<BodyId> planks;
    BodyId last = addAnchor(world);
    for (size_t i = 0; i < kPlanks; ++i) {
        const BodyId plank =
            addGhost(world, makeBox(0.5f, 0.1f), {.position = {0.5 + static_cast<double>(i), 0.0}});
        world.createJoint({.bodyA = last,
                           .bodyB = plank,
                           .anchorA = {i == 0 ? 0.0f : 0.5f, 0.0f},
                           .anchorB = {-0.5f, 0.0f},
                           .kind = WeldJoint{.angularFrequency = frequency}});
        planks.push_back(plank);
        last = plank;
    }
    // Damping of 2 1/s also removes 2 h = 0.8 % of the velocity that gravity adds in a substep, so it is
    // lower at the end.
    for (const float damping : {2.0f, 0.1f}) {
        for (const BodyId plank : planks) {
            BodyDef def = world.bodyDef(plank);
            def.linearDamping = damping;
            REQUIRE(world.setBodyDef(plank, def));
        }
        run(world, 60.0f);
    }

    // Weld i turns by (moment of the planks beyond it) / k. The moments depend on the angles: iterate.
    const double mass = massOf(world, planks[0]), inertia = inertiaOf(world, planks[0]);
    const double omega = kTwoPi * static_cast<double>(frequency);
    std::array<double, kPlanks> angles{}, x{}, y{};
    for (int iteration = 0; iteration < 2000; ++iteration) {
        double endX = 0.0, endY = 0.0;
        for (size_t i = 0; i < kPlanks; ++i) {
            x[i] = endX + 0.5 * std::cos(angles[i]);
            y[i] = endY + 0.5 * std::sin(angles[i]);
            endX += std::cos(angles[i]);
            endY += std::sin(angles[i]);
        }
        double sum = 0.0, jointX = 0.0;
        for (size_t i = 0; i < kPlanks; ++i) {
            double moment = 0.0;
            for (size_t k = i; k < kPlanks; ++k) moment -= mass * kGravity * (x[k] - jointX);
            const double effective = i == 0 ? inertia : inertia / 2.0;
            jointX += std::cos(angles[i]);
            sum += moment / (effective * omega * omega);
            angles[i] += 0.1 * (sum - angles[i]);
        }
    }
    REQUIRE(y.back() < -0.5);
    for (const size_t i : {kPlanks / 2, kPlanks - 1}) {
        CAPTURE(i);
        CHECK(length(world.motion(planks[i]).v) < 1e-3f);
        CHECK(world.motion(planks[i]).center.y == doctest::Approx(y[i]).epsilon(0.005));
        CHECK(world.motion(planks[i]).center.x == doctest::Approx(x[i]).epsilon(0.005));
    }
}

namespace {

// A car on two wheels of radius 0.3 m that rests on the ground at y = 0 before its springs give.
struct Car {
    World world = sleepless();
    BodyId chassis{};
    std::array<BodyId, 2> wheels{};
    std::array<JointId, 2> joints{};

    explicit Car(const JointMotor& motor)
    {
        addGround(world, 0.0f, {.staticFriction = 0.9f, .dynamicFriction = 0.9f}, 1000.0f);
        chassis = addGhost(world, makeBox(1.0f, 0.25f), {.position = {0.0f, 0.7f}}, 2.0f);
        for (size_t i = 0; i < 2; ++i) {
            const float x = i == 0 ? -0.7f : 0.7f;
            wheels[i] = addBody(world, Circle{.radius = 0.3f}, {.position = {x, 0.3f}},
                                {.staticFriction = 0.9f, .dynamicFriction = 0.9f});
            joints[i] = world.createJoint(
                {.bodyA = chassis,
                 .bodyB = wheels[i],
                 .anchorA = {x, -0.4f},
                 .angleA = kPi / 2.0f,
                 .kind = WheelJoint{.spring = {.enabled = true, .frequency = 2.0f}, .motor = motor}});
        }
    }
    double maxAcross() const // m, of the hubs from their axes
    {
        double most = 0.0;
        for (const JointId joint : joints) {
            const JointView view = world.jointView(joint);
            const Vec2 axis = rotate(world.motion(chassis).q, {0.0f, 1.0f});
            most = std::max(most, std::fabs(static_cast<double>(cross(axis, view.anchorB - view.anchorA))));
        }
        return most;
    }
};

} // namespace

TEST_CASE("suspension_of_a_car_sags_by_its_load_over_the_stiffness_of_its_effective_mass")
{
    Car car({});
    run(car.world, 10.0f);
    const double mass = massOf(car.world, car.chassis), wheel = massOf(car.world, car.wheels[0]);
    const double effective = 1.0 / (1.0 / mass + 0.7 * 0.7 / inertiaOf(car.world, car.chassis) + 1.0 / wheel);
    const double omega = kTwoPi * 2.0;
    const double sag = 0.5 * mass * kGravity / (effective * omega * omega);
    for (const JointId joint : car.joints)
        CHECK(static_cast<double>(car.world.jointView(joint).translation) ==
              doctest::Approx(sag).epsilon(0.01));
    CHECK(car.maxAcross() < 1e-4);
    CHECK(std::fabs(rotationOf(car.world, car.chassis)) < 1e-3);
}

TEST_CASE("car_drives_at_the_speed_of_its_wheels_with_the_hubs_on_their_axes")
{
    Car car({.enabled = true, .speed = -10.0f, .maxForce = 1.0f});
    double across = 0.0;
    for (int i = 0; i < 1200; ++i) {
        car.world.step(kStep);
        across = std::max(across, car.maxAcross());
    }
    CHECK(across < 1e-3);
    for (const BodyId wheel : car.wheels)
        CHECK(spinOf(car.world, wheel) == doctest::Approx(-10.0).epsilon(1e-3));
    // Wheels roll about a point halfway between their lowest point and the ground, which overlap a little.
    const double height = 0.5 * (0.3 + car.world.motion(car.wheels[0]).center.y);
    CHECK(car.world.motion(car.chassis).v.x == doctest::Approx(10.0 * height).epsilon(1e-3));
    CHECK(std::fabs(car.world.motion(car.chassis).v.y) < 1e-2f);
    CHECK(std::fabs(rotationOf(car.world, car.chassis)) < 1e-2);
}

TEST_CASE("two_weights_on_a_pulley_accelerate_as_in_atwoods_machine")
{
    for (const double ratio : {1.0, 2.0}) {
        CAPTURE(ratio);
        World world = sleepless();
        const BodyId a = addGhost(world, makeBox(0.2f, 0.2f), {.position = {-1.0f, -5.0f}}, 3.0f);
        const BodyId b = addGhost(world, makeBox(0.2f, 0.2f), {.position = {1.0f, -5.0f}}, 2.0f);
        const float length = 5.0f * static_cast<float>(1.0 + ratio);
        const JointId joint = world.createJoint({.bodyA = a,
                                                 .bodyB = b,
                                                 .kind = PulleyJoint{.groundA = {-1.0f, 0.0f},
                                                                     .groundB = {1.0f, 0.0f},
                                                                     .length = length,
                                                                     .ratio = static_cast<float>(ratio)}});
        run(world, 1.0f);
        const double mA = massOf(world, a), mB = massOf(world, b);
        // A sinks by what B rises times the ratio; the tension T acts on A, ratio T on B.
        const double acceleration = kGravity * ratio * (ratio * mA - mB) / (ratio * ratio * mA + mB);
        CHECK(static_cast<double>(-world.motion(a).v.y) == doctest::Approx(acceleration).epsilon(1e-4));
        CHECK(static_cast<double>(world.motion(b).v.y) ==
              doctest::Approx(acceleration / ratio).epsilon(1e-4));
        CHECK(-world.motion(a).center.y - ratio * world.motion(b).center.y ==
              doctest::Approx(static_cast<double>(length)).epsilon(1e-5));
        // The force on B.
        const double tension = mA * (kGravity - acceleration);
        CHECK(static_cast<double>(world.jointView(joint).force.y) ==
              doctest::Approx(ratio * tension).epsilon(1e-3));
    }
}

TEST_CASE("piston_on_a_crank_moves_as_the_closed_form_says")
{
    World world = sleepless();
    const BodyId anchor = addAnchor(world);
    const float r = 0.4f, l = 1.2f;
    const BodyId crank = addGhost(world, makeBox(0.2f, 0.05f), {.position = {0.2f, 0.0f}});
    const BodyId rod = addGhost(world, makeBox(0.6f, 0.05f), {.position = {1.0f, 0.0f}});
    const BodyId piston = addGhost(world, makeBox(0.2f, 0.2f), {.position = {r + l, 0.0f}}, 3.0f);
    const std::array pins = {
        world.createJoint(
            {.bodyA = anchor,
             .bodyB = crank,
             .anchorB = {-0.2f, 0.0f},
             .kind = RevoluteJoint{.motor = {.enabled = true, .speed = 6.0f, .maxForce = 1000.0f}}}),
        world.createJoint({.bodyA = crank,
                           .bodyB = rod,
                           .anchorA = {0.2f, 0.0f},
                           .anchorB = {-0.6f, 0.0f},
                           .kind = RevoluteJoint{}}),
        world.createJoint({.bodyA = rod, .bodyB = piston, .anchorA = {0.6f, 0.0f}, .kind = RevoluteJoint{}})};
    world.createJoint({.bodyA = anchor, .bodyB = piston, .kind = PrismaticJoint{}});
    double error = 0.0, across = 0.0, turn = 0.0, gap = 0.0;
    for (int i = 0; i < 600; ++i) {
        world.step(kStep);
        const double t = rotationOf(world, crank), rd = static_cast<double>(r), ld = static_cast<double>(l);
        const double s = rd * std::sin(t);
        const Position p = world.motion(piston).center;
        error = std::max(error, std::fabs(p.x - (rd * std::cos(t) + std::sqrt(ld * ld - s * s))));
        across = std::max(across, std::fabs(p.y));
        turn = std::max(turn, std::fabs(rotationOf(world, piston)));
        for (const JointId pin : pins) gap = std::max(gap, static_cast<double>(world.jointView(pin).length));
    }
    CHECK(error < 1e-3);
    CHECK(across < 1e-3);
    CHECK(turn < 1e-3);
    CHECK(gap < 1e-3);
}

TEST_CASE("four_bar_linkage_keeps_its_anchors_together_while_it_is_driven")
{
    // A crank of 0.3 m, a coupler of 1 m and a rocker of 0.8 m between supports 1 m apart: the crank turns
    // fully.
    World world = sleepless();
    const BodyId anchor = addAnchor(world);
    const auto addBar = [&](Vec2 from, Vec2 to) {
        const Vec2 along = to - from;
        const float half = 0.5f * length(along);
        const Rot q{along.x / (2.0f * half), along.y / (2.0f * half)};
        return addGhost(world, makeBox(half, 0.04f), {.position = 0.5f * (from + to), .rotation = q});
    };
    // Crank end at (0, 0.3); the rocker's end is where circles about that and about (1, 0) meet.
    const Vec2 a{0.0f, 0.3f}, support{1.0f, 0.0f};
    const Vec2 base = support - a;
    const float d = length(base), along = (d * d + 1.0f - 0.64f) / (2.0f * d);
    const Vec2 unit = (1.0f / d) * base;
    const Vec2 b = a + along * unit + std::sqrt(1.0f - along * along) * perp(unit);
    const BodyId crank = addBar({0.0f, 0.0f}, a), coupler = addBar(a, b), rocker = addBar(b, support);
    std::vector<JointId> joints;
    joints.push_back(world.createJoint(
        {.bodyA = anchor,
         .bodyB = crank,
         .anchorB = {-0.15f, 0.0f},
         .kind = RevoluteJoint{.motor = {.enabled = true, .speed = 6.0f, .maxForce = 1000.0f}}}));
    joints.push_back(world.createJoint({.bodyA = crank,
                                        .bodyB = coupler,
                                        .anchorA = {0.15f, 0.0f},
                                        .anchorB = {-0.5f, 0.0f},
                                        .kind = RevoluteJoint{}}));
    joints.push_back(world.createJoint({.bodyA = coupler,
                                        .bodyB = rocker,
                                        .anchorA = {0.5f, 0.0f},
                                        .anchorB = {-0.4f, 0.0f},
                                        .kind = RevoluteJoint{}}));
    joints.push_back(world.createJoint({.bodyA = rocker,
                                        .bodyB = anchor,
                                        .anchorA = {0.4f, 0.0f},
                                        .anchorB = support,
                                        .kind = RevoluteJoint{}}));
    float gap = 0.0f, before = 0.0f;
    for (int i = 0; i < 1200; ++i) {
        if (i == 60) before = world.jointView(joints[0]).angle; // the motor has had time to reach its speed
        world.step(kStep);
        for (const JointId joint : joints) gap = std::max(gap, world.jointView(joint).length);
    }
    CHECK(gap < 1e-3f);
    CHECK(world.jointView(joints[0]).angle - before == doctest::Approx(114.0).epsilon(2e-3)); // 6 rad/s, 19 s
}

// A heavy net hangs on a few bodies: its upper joints carry a hundred times the weight of a body, and no pass
// over it converges. It must come to rest all the same.
TEST_CASE("a_net_of_joints_that_hangs_on_three_bodies_is_not_faster_than_a_fall_and_comes_to_rest")
{
    constexpr int kSide = 20;
    const JointKind kinds[]{RevoluteJoint{}, WeldJoint{}, DistanceJoint{.length = 0.2f},
                            RevoluteJoint{.limit = {.enabled = true, .lower = -0.5f, .upper = 0.5f}},
                            RevoluteJoint{.motor = {.enabled = true, .speed = 0.0f, .maxForce = 5.0f}}};
    for (const JointKind& kind : kinds) {
        CAPTURE(toString(kind));
        CAPTURE(kind.index());
        World world;
        std::vector<BodyId> bodies;
        for (int row = 0; row < kSide; ++row) {
            for (int column = 0; column < kSide; ++column) {
                const bool isHeld = row == 0 && std::abs(column - kSide / 2) <= 1;
                const BodyId body =
                    world.createBody({.type = isHeld ? BodyType::Static : BodyType::Dynamic,
                                      .position = Vec2{static_cast<float>(column), -static_cast<float>(row)},
                                      .linearDamping = 1.0f,
                                      .angularDamping = 1.0f});
                world.addShape(body, {.geometry = Circle{{0.0f, 0.0f}, 0.4f}, .filter = {.group = -1}});
                const bool isRod = std::holds_alternative<DistanceJoint>(kind);
                const float reach = isRod ? 0.4f : 0.5f;
                const auto join = [&](BodyId other, Vec2 direction) {
                    world.createJoint({.bodyA = other,
                                       .bodyB = body,
                                       .anchorA = reach * direction,
                                       .anchorB = -reach * direction,
                                       .kind = kind});
                };
                if (column > 0) join(bodies.back(), {1.0f, 0.0f});
                if (row > 0) join(bodies[bodies.size() - kSide], {0.0f, -1.0f});
                bodies.push_back(body);
            }
        }
        const auto largestGap = [&] { // m
            double largest = 0.0;
            for (const JointId joint : world.joints()) {
                const float length = world.jointView(joint).length;
                const float gap = std::holds_alternative<DistanceJoint>(kind) ? length - 0.2f : length;
                largest = std::max(largest, std::fabs(static_cast<double>(gap)));
            }
            return largest;
        };
        double most = 0.0, gapWhileFalling = 0.0; // m/s, m
        for (int i = 0; i < 600; ++i) {
            world.step(kStep);
            gapWhileFalling = std::max(gapWhileFalling, largestGap());
            for (const BodyId body : bodies)
                most = std::max(most, static_cast<double>(length(world.motion(body).v)));
        }
        CHECK(most < 20.0); // a fall of 20 m
        double speed = 0.0;
        for (const BodyId body : bodies)
            speed = std::max(speed, static_cast<double>(length(world.motion(body).v)));
        CHECK(speed < 1.0);
        CHECK(gapWhileFalling < 0.3);
        CHECK(largestGap() < 0.05);
    }
}
