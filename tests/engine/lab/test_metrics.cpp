#include "engine/world/world_access.h"
#include <satbox/lab/metrics.h>
#include <satbox/shapes.h>

#include <array>
#include <cmath>
#include <doctest/doctest.h>

namespace satbox {
namespace {

BodyId addBall(World& world, Vec2 position, Vec2 velocity, float spin)
{
    const BodyId body = world.createBody({.position = position});
    world.addShape(body,
                   {.geometry = Circle{{0.0f, 0.0f}, 1.0f}, .material = {.density = 1.0f / kPi}}); // 1 kg
    world.setVelocity(body, velocity, spin);
    return body;
}

} // namespace

TEST_CASE("energy_and_momentum_of_a_moving_disc_are_the_textbook_ones")
{
    World world;
    addBall(world, {2.0f, 3.0f}, {4.0f, -1.0f}, 2.0f);
    const WorldMetrics m = measure(world);
    CHECK(m.kinetic == doctest::Approx(0.5 * 17.0 + 0.5 * 0.5 * 4.0)); // m r^2 / 2 = 0.5 kg m^2
    CHECK(m.potential == doctest::Approx(9.81 * 3.0));
    CHECK(m.total == doctest::Approx(m.kinetic + m.potential));
    CHECK(m.momentumX == doctest::Approx(4.0));
    CHECK(m.momentumY == doctest::Approx(-1.0));
    CHECK(m.angularMomentum == doctest::Approx(2.0 * -1.0 - 3.0 * 4.0 + 0.5 * 2.0));
    CHECK(m.maxSpeed == doctest::Approx(std::sqrt(17.0)));
    CHECK(m.awakeBodies == 1);
    CHECK(m.contacts == 0);
    CHECK(m.maxPenetration == 0.0);
}

TEST_CASE("gravity_scale_counts_in_potential_energy_and_static_bodies_count_in_nothing")
{
    World world;
    const BodyId body = addBall(world, {0.0f, 2.0f}, {0.0f, 0.0f}, 0.0f);
    BodyDef def = world.bodyDef(body);
    def.gravityScale = 0.5f;
    world.setBodyDef(body, def);
    const BodyId ground = world.createBody({.type = BodyType::Static, .position = {0.0f, 50.0f}});
    world.addShape(ground, {.geometry = makeBox(1.0f, 1.0f)});
    CHECK(measure(world).potential == doctest::Approx(9.81));
}

TEST_CASE("penetration_is_measured_on_the_present_poses")
{
    World world;
    const BodyId ground = world.createBody({.type = BodyType::Static});
    world.addShape(ground, {.geometry = makeBox(5.0f, 1.0f)});
    const BodyId box = world.createBody({.position = {0.0f, 1.45f}});
    world.addShape(box, {.geometry = makeBox(0.5f, 0.5f)});
    world.refreshContacts();
    CHECK(measure(world).contacts == 1);
    CHECK(measure(world).maxPenetration == doctest::Approx(0.05).epsilon(1e-4));
    // Moving the body changes the measured depth without a step.
    editState(world, [&](WorldState& state) { state.bodies.motions[box.index].center.y = 1.3; });
    CHECK(measure(world).maxPenetration == doctest::Approx(0.2).epsilon(1e-4));
    CHECK(measure(world).p99Penetration == doctest::Approx(0.2).epsilon(1e-4));
}

TEST_CASE("quantiles_are_nearest_ranks")
{
    constexpr std::array<float, 4> values{1.0f, 2.0f, 3.0f, 4.0f};
    CHECK(quantile(values, 0.5) == 2.0f);
    CHECK(quantile(values, 0.51) == 3.0f);
    CHECK(quantile(values, 0.99) == 4.0f);
    CHECK(quantile(values, 0.0) == 1.0f);
    CHECK(quantile(values, 1.0) == 4.0f);
    CHECK(quantile({}, 0.5) == 0.0f);
}

} // namespace satbox
