#include "engine/constraints/contact/contact_surface.h"
#include "engine/world/world_access.h"
#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

#include <vector>

using namespace satbox;
using namespace satbox::test;

namespace {

ContactSurface surfaceBetween(const Shape& a, const Material& ofA, const Shape& b, const Material& ofB)
{
    World world;
    addBody(world, a, {}, ofA);
    addBody(world, b, {.position = {0.1f, 0.1f}}, ofB);
    world.step(kStep);
    const WorldState& state = stateOf(world);
    REQUIRE(state.contacts.awake.size() == 1);
    std::vector<ContactSurface> surfaces(1);
    findSurfaces(state.contacts.awake, state.shapes, surfaces);
    return surfaces[0];
}

} // namespace

TEST_CASE("surface_speeds_add_up_and_the_greater_rolling_resistance_counts_with_the_greater_radius")
{
    const Polygon box = makeBox(0.5f, 0.5f);
    const Capsule capsule{{-0.5f, 0.0f}, {0.5f, 0.0f}, 0.25f};
    const ContactSurface surface =
        surfaceBetween(Circle{{0.0f, 0.0f}, 0.75f}, {.rollingResistance = 0.1f, .surfaceSpeed = 2.0f},
                       capsule, {.rollingResistance = 0.3f, .surfaceSpeed = -0.5f});
    CHECK(surface.speed == doctest::Approx(1.5f));
    CHECK(surface.rollingRadius == doctest::Approx(0.3f * 0.75f));
    // Polygons do not roll.
    CHECK(surfaceBetween(box, {.rollingResistance = 1.0f}, box, {}).rollingRadius == 0.0f);
}

TEST_CASE("a_world_knows_whether_any_shape_has_a_surface_speed_or_rolling_resistance")
{
    World world;
    const BodyId body = world.createBody({});
    CHECK_FALSE(stateOf(world).shapes.hasSurfaces());
    const ShapeId belt = world.addShape(body, {.material = {.surfaceSpeed = 1.0f}});
    const ShapeId ball = world.addShape(body, {.material = {.rollingResistance = 0.1f}});
    CHECK(stateOf(world).shapes.hasSurfaces());
    REQUIRE(world.setShapeDef(belt, {}));
    CHECK(stateOf(world).shapes.hasSurfaces());
    REQUIRE(world.removeShape(ball));
    CHECK_FALSE(stateOf(world).shapes.hasSurfaces());
    REQUIRE(world.setShapeDef(belt, {.material = {.rollingResistance = 0.1f}}));
    const World copy = world;
    CHECK(stateOf(copy).shapes.hasSurfaces());
    REQUIRE(world.destroyBody(body));
    CHECK_FALSE(stateOf(world).shapes.hasSurfaces());
    CHECK(stateOf(copy).shapes.hasSurfaces());
}
