#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace satbox;
using namespace satbox::test;

namespace {

World weightlessWorld() { return World(settingsFor(SolverType::SoftStep, {0.0f, 0.0f})); }

} // namespace

TEST_CASE("an_explosion_gives_each_shape_the_impulse_of_its_width")
{
    World world = weightlessWorld();
    // 2 m wide and 1 m wide as seen from the origin, at 3 m and 4 m.
    const BodyId wall = addBody(world, makeBox(0.5f, 1.0f), {.position = {3.5f, 0.0f}});
    const BodyId disc = addBody(world, Circle{}, {.position = {0.0f, 4.5f}});
    REQUIRE(world.explode({0.0, 0.0}, 10.0f, 0.0f, 3.0f));
    CHECK(world.motion(wall).v.x == doctest::Approx(3.0f * 2.0f / 2.0f)); // mass 2 kg
    CHECK(std::fabs(world.motion(wall).w) < 1e-5f);
    CHECK(world.motion(disc).v.y == doctest::Approx(3.0f * 1.0f / (kPi * 0.25f)));
}

TEST_CASE("the_strength_of_an_explosion_falls_to_zero_over_the_falloff")
{
    World world = weightlessWorld();
    BodyId discs[4];
    for (int i = 0; i < 4; ++i)
        discs[i] = addBody(world, Circle{}, {.position = {1.5f + 1.0f * static_cast<float>(i), 0.0f}});
    // Distances 1, 2, 3 and 4 m; full up to 1 m, nothing from 4 m on.
    REQUIRE(world.explode({0.0, 0.0}, 1.0f, 3.0f, 1.0f));
    const float full = world.motion(discs[0]).v.x;
    CHECK(full > 0.0f);
    CHECK(world.motion(discs[1]).v.x == doctest::Approx(full * 2.0f / 3.0f));
    CHECK(world.motion(discs[2]).v.x == doctest::Approx(full / 3.0f));
    CHECK(world.motion(discs[3]).v.x == doctest::Approx(0.0f));
}

TEST_CASE("an_explosion_wakes_turns_and_spares_what_the_mask_excludes")
{
    World world = weightlessWorld();
    const BodyId plank = addBody(world, makeBox(2.0f, 0.1f), {.position = {0.0f, 1.0f}, .awake = false});
    const BodyId other = addBody(world, Circle{}, {.position = {0.0f, -1.0f}});
    ShapeDef shape = world.shapeDef(world.shapesOf(other)[0]);
    shape.filter.category = uint64_t{1} << 50;
    REQUIRE(world.setShapeDef(world.shapesOf(other)[0], shape));
    REQUIRE(world.explode({1.0, 0.0}, 5.0f, 0.0f, 1.0f, 1));
    CHECK(world.body(plank).awake);
    CHECK(world.motion(plank).v.y > 0.0f);
    CHECK(world.motion(plank).w > 0.0f); // pushed up at its right half
    CHECK(world.motion(other).v == Vec2{0.0f, 0.0f});
    REQUIRE(world.explode({1.0, -1.0}, 5.0f, 0.0f, -1.0f, uint64_t{1} << 50));
    CHECK(world.motion(other).v.x > 0.0f); // a negative impulse pulls
}

TEST_CASE("an_explosion_inside_a_shape_pushes_it_towards_its_centre")
{
    World world = weightlessWorld();
    const BodyId box = addBody(world, makeBox(1.0f, 1.0f), {.position = {0.0f, 0.0f}});
    REQUIRE(world.explode({-0.5, 0.0}, 1.0f, 0.0f, 2.0f));
    CHECK(world.motion(box).v.x == doctest::Approx(2.0f * 2.0f / 4.0f));
    CHECK(std::fabs(world.motion(box).v.y) < 1e-6f);
}

TEST_CASE("an_explosion_with_bad_numbers_is_refused_with_their_name")
{
    World world = weightlessWorld();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(world.apply(op::Explode{{0.0, 0.0}, -1.0f, 0.0f, 1.0f}).refusal.starts_with("radius: "));
    CHECK(world.apply(op::Explode{{0.0, 0.0}, 1.0f, nan, 1.0f}).refusal.starts_with("falloff: "));
    CHECK(world.apply(op::Explode{{0.0, 0.0}, 1.0f, 0.0f, nan}).refusal.starts_with("impulse: "));
    CHECK(world.apply(op::Explode{{static_cast<double>(nan), 0.0}, 1.0f, 0.0f, 1.0f})
              .refusal.starts_with("center: "));
}
