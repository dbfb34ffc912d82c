// Many elastic collisions, which must conserve energy and create no spin.

#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace satbox;
using namespace satbox::test;

namespace {

struct Gas {
    World world;
    double energy() const
    {
        double sum = 0.0;
        world.forEachBody([&](BodyId, const Body&, const BodyMotion& m) {
            if (m.invMass > 0.0f) sum += 0.5 * static_cast<double>(lengthSquared(m.v) / m.invMass);
        });
        return sum;
    }
};

// 25 discs in a box, all with the same speed; `turn` (rad) is added to their directions.
Gas makeGas(float turn)
{
    WorldSettings settings = settingsFor(SolverType::SoftStep, {0.0f, 0.0f});
    settings.restitutionThreshold = 0.0f; // grazing hits bounce too
    Gas gas{World(settings)};
    const Material hard{.staticFriction = 0.0f, .dynamicFriction = 0.0f, .restitution = 1.0f};
    for (int side = 0; side < 4; ++side) {
        const Rot q = makeRot(0.5f * kPi * static_cast<float>(side));
        const BodyId wall = gas.world.createBody(
            {.type = BodyType::Static, .position = rotate(q, {6.0f, 0.0f}), .rotation = q});
        gas.world.addShape(wall, {.geometry = makeBox(1.0f, 7.0f), .material = hard});
    }
    for (int i = 0; i < 25; ++i) {
        const Vec2 place{2.0f * static_cast<float>(i % 5 - 2), 2.0f * static_cast<float>(i / 5 - 2)};
        const Rot direction = makeRot(2.4f * static_cast<float>(i) + turn); // golden angle: all directions
        addBody(gas.world, Circle{.radius = 0.3f},
                {.position = place, .linearVelocity = {4.0f * direction.c, 4.0f * direction.s}}, hard);
    }
    return gas;
}

} // namespace

TEST_CASE("frictionless_elastic_discs_keep_energy_and_never_spin")
{
    constexpr int kGases = 24;
    for (int g = 0; g < kGases; ++g) {
        Gas gas = makeGas(0.1f * static_cast<float>(g));
        const double before = gas.energy();
        int hits = 0;
        for (int i = 0; i < 1000; ++i) {
            gas.world.step(kStep);
            hits += static_cast<int>(gas.world.events().hits.size());
        }
        CHECK(hits > 100);
        CHECK(gas.energy() / before == doctest::Approx(1.0).epsilon(0.001));
        gas.world.forEachBody(
            [&](BodyId, const Body&, const BodyMotion& m) { CHECK(std::fabs(m.w) < 1e-4f); });
    }
}
