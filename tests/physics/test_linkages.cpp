// Trusses, spoked wheels and cloths of rigid rods: structures whose joints close loops.
#include "tests/support/physics_fixture.h"
#include <satbox/joints.h>
#include <satbox/shapes.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <numbers>
#include <vector>

using namespace satbox;
using namespace satbox::test;

namespace {

// Knots, small discs, with rigid rods between them.
struct Framework {
    World world;
    std::vector<BodyId> knots;
    struct Rod {
        size_t a, b;
        float length;
    };
    std::vector<Rod> rods;

    explicit Framework(SolverType solver = SolverType::SoftStep) : world(settingsFor(solver)) {}

    size_t addKnot(Vec2 at)
    {
        knots.push_back(world.createBody({.position = at}));
        world.addShape(knots.back(), {.geometry = Circle{{0.0f, 0.0f}, 0.1f}, .filter = {.group = -1}});
        return knots.size() - 1;
    }
    Vec2 at(size_t knot) const { return world.motion(knots[knot]).center - Position{0.0, 0.0}; }
    void addRod(size_t a, size_t b, float longer = 0.0f)
    {
        const float length = satbox::length(at(b) - at(a)) + longer;
        world.createJoint({.bodyA = knots[a], .bodyB = knots[b], .kind = DistanceJoint{.length = length}});
        rods.push_back({a, b, length});
    }
    void hold(size_t knot)
    {
        const BodyId ground = world.createBody({.type = BodyType::Static});
        world.createJoint(
            {.bodyA = ground, .bodyB = knots[knot], .anchorA = at(knot), .kind = RevoluteJoint{}});
    }
    float worstRod() const
    {
        float most = 0.0f;
        for (const Rod& rod : rods)
            most = std::max(most, std::fabs(length(at(rod.b) - at(rod.a)) - rod.length));
        return most;
    }
    float topSpeed() const
    {
        float most = 0.0f;
        for (const BodyId knot : knots) most = std::max(most, length(world.motion(knot).v));
        return most;
    }
    float energy() const // J, from y = 0
    {
        float sum = 0.0f;
        for (const BodyId knot : knots) {
            const BodyMotion& m = world.motion(knot);
            sum += (0.5f * dot(m.v, m.v) + 9.81f * static_cast<float>(m.center.y)) / m.invMass;
        }
        return sum;
    }
};

// A cantilever of `squares` squares, each with one diagonal or with both, held at its left end.
Framework cantilever(int squares, bool crossed, SolverType solver = SolverType::SoftStep)
{
    Framework f(solver);
    for (int i = 0; i <= squares; ++i)
        for (int j = 0; j < 2; ++j) f.addKnot({static_cast<float>(i), static_cast<float>(j)});
    for (size_t i = 0; i <= static_cast<size_t>(squares); ++i) {
        const size_t low = 2 * i, high = low + 1;
        f.addRod(low, high);
        if (i == static_cast<size_t>(squares)) continue;
        f.addRod(low, low + 2);
        f.addRod(high, high + 2);
        f.addRod(low, high + 2);
        if (crossed) f.addRod(high, low + 2);
    }
    return f;
}

} // namespace

TEST_CASE("a_truss_of_rigid_rods_carries_its_weight_without_sagging")
{
    for (const bool crossed : {false, true})
        for (const int squares : {4, 8, 16}) {
            CAPTURE(crossed);
            CAPTURE(squares);
            Framework f = cantilever(squares, crossed);
            f.hold(0);
            f.hold(1);
            for (int i = 0; i < 300; ++i) f.world.step(kStep);
            CHECK(f.worstRod() < 5e-5f);
            CHECK(std::fabs(f.at(f.knots.size() - 2).y) < 5e-4f * static_cast<float>(squares));
            CHECK(f.topSpeed() < 1e-3f);
        }
}

TEST_CASE("forces_in_a_truss_are_those_of_the_method_of_sections")
{
    // The upper rod at the wall holds the moment of all knots to its right about the lower knot at the wall.
    constexpr int kSquares = 6;
    Framework f = cantilever(kSquares, false);
    f.hold(0);
    f.hold(1);
    for (int i = 0; i < 240; ++i) f.world.step(kStep);
    const float weight = 9.81f / f.world.motion(f.knots[0]).invMass;
    float moment = 0.0f;
    for (int i = 1; i <= kSquares; ++i) moment += 2.0f * static_cast<float>(i) * weight;
    for (const JointId id : f.world.joints()) {
        const JointDef def = f.world.jointDef(id);
        if (def.bodyA != f.knots[1] || def.bodyB != f.knots[3]) continue;
        CHECK(length(f.world.jointView(id).force) == doctest::Approx(moment).epsilon(1e-3));
    }
}

TEST_CASE("a_truss_that_swings_keeps_its_energy_and_its_shape")
{
    Framework f = cantilever(8, true);
    f.hold(0);
    const float before = f.energy();
    // J, from the start to the lowest place: 18 knots fall by 4 m on average.
    const float swing = 18.0f * 4.0f * 9.81f / f.world.motion(f.knots[0]).invMass;
    float worst = 0.0f;
    for (int i = 0; i < 1200; ++i) {
        f.world.step(kStep);
        worst = std::max(worst, f.worstRod());
        REQUIRE(f.energy() < before + 0.005f * swing);
    }
    CHECK(worst < 1e-3f);
    CHECK(f.energy() > before - 0.01f * swing);
}

TEST_CASE("a_wheel_with_eighty_spokes_of_rigid_rods_stays_round")
{
    Framework f;
    const size_t hub = f.addKnot({0.0f, 0.0f});
    constexpr size_t kSpokes = 80;
    for (size_t i = 0; i < kSpokes; ++i) {
        const float angle = 2.0f * std::numbers::pi_v<float> * static_cast<float>(i) / kSpokes;
        f.addKnot({3.0f * std::cos(angle), 3.0f * std::sin(angle)});
    }
    for (size_t i = 0; i < kSpokes; ++i) {
        f.addRod(hub, 1 + i);
        f.addRod(1 + i, 1 + (i + 1) % kSpokes);
    }
    f.hold(hub);
    for (int i = 0; i < 200; ++i) f.world.step(kStep);
    CHECK(f.worstRod() < 1e-4f);
    CHECK(f.topSpeed() < 1e-2f);
}

// The upper row is as long as the distance of its ends, so that no force would hold it straight.
TEST_CASE("a_cloth_of_rods_between_two_points_comes_to_rest")
{
    Framework f;
    constexpr size_t kSide = 8;
    for (size_t i = 0; i < kSide * kSide; ++i) {
        f.addKnot({static_cast<float>(i % kSide), -static_cast<float>(i / kSide)});
        if (i % kSide > 0) f.addRod(i - 1, i);
        if (i >= kSide) f.addRod(i - kSide, i);
    }
    f.hold(0);
    f.hold(kSide - 1);
    float worst = 0.0f;
    for (int i = 0; i < 900; ++i) {
        f.world.step(kStep);
        worst = std::max(worst, f.worstRod());
    }
    CHECK(worst < 2e-3f);
    CHECK(f.topSpeed() < 1e-2f);
}

TEST_CASE("rods_that_contradict_each_other_share_the_difference_and_rest")
{
    for (const float longer : {1e-4f, 1e-3f, 1e-2f, 0.1f}) {
        CAPTURE(longer);
        Framework f;
        for (const Vec2 at : {Vec2{0.0f, 0.0f}, Vec2{1.0f, 0.0f}, Vec2{1.0f, 1.0f}, Vec2{0.0f, 1.0f}})
            f.addKnot(at);
        for (size_t i = 0; i < 4; ++i) f.addRod(i, (i + 1) % 4);
        f.addRod(0, 2, longer);
        f.addRod(1, 3, longer);
        f.hold(0);
        f.hold(1);
        for (int i = 0; i < 600; ++i) f.world.step(kStep);
        CHECK(f.worstRod() < longer + 1e-5f);
        CHECK(f.topSpeed() < 1e-2f);
    }
}

// A platform on parallel bars. The third one is not needed, and what it contradicts becomes stress.
TEST_CASE("a_third_parallel_bar_that_is_a_little_too_long_lets_a_platform_swing")
{
    const auto amplitudeAfter = [](int bars, float longer) {
        World world(settingsFor(SolverType::SoftStep));
        const BodyId ground = world.createBody({.type = BodyType::Static});
        const float angle = 0.35f;
        const Vec2 bar{std::sin(angle), -std::cos(angle)};
        const BodyId platform = addBody(world, makeBox(0.6f, 0.1f), {.position = Vec2{0.5f, 0.0f} + bar});
        const float places[] = {0.0f, 1.0f, 0.5f};
        for (int i = 0; i < bars; ++i) {
            const float x = places[i], extra = i == 2 ? longer : 0.0f;
            const BodyId link = addBody(world, makeBox(0.02f, 0.5f),
                                        {.position = Vec2{x, 0.0f} + 0.5f * bar, .rotation = makeRot(angle)});
            world.createJoint(
                {.bodyA = ground, .bodyB = link, .anchorA = {x, 0.0f}, .anchorB = {0.0f, 0.5f}});
            world.createJoint({.bodyA = link,
                               .bodyB = platform,
                               .anchorA = {0.0f, -0.5f - extra},
                               .anchorB = {x - 0.5f, 0.0f}});
        }
        float most = 0.0f;
        for (int i = 0; i < 900; ++i) {
            world.step(kStep);
            if (i >= 780)
                most = std::max(most, std::fabs(static_cast<float>(world.motion(platform).center.x) - 0.5f));
        }
        return most;
    };
    const float two = amplitudeAfter(2, 0.0f);
    REQUIRE(two > 0.3f);
    CHECK(amplitudeAfter(3, 0.0f) == doctest::Approx(two).epsilon(0.01));
    CHECK(amplitudeAfter(3, 1e-4f) == doctest::Approx(two).epsilon(0.05));
}

TEST_CASE("every_solver_holds_a_truss")
{
    for (const SolverType solver :
         {SolverType::SequentialImpulse, SolverType::ManifoldImpulse, SolverType::VertexContact}) {
        CAPTURE(std::string(toString(solver)));
        Framework f = cantilever(8, true, solver);
        f.hold(0);
        f.hold(1);
        for (int i = 0; i < 300; ++i) f.world.step(kStep);
        CHECK(f.worstRod() < 1e-2f);
        CHECK(std::fabs(f.at(f.knots.size() - 2).y) < 0.1f);
    }
}
