#include "app/document/pull_bodies.h"

#include "app/document/document_op_text.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <cmath>

using namespace satbox;
using namespace satbox::app;

namespace {

BodyId addCircle(World& world, Position at, float radius = 0.25f)
{
    const BodyId body = world.createBody({.position = at});
    ShapeDef def;
    def.geometry = Circle{.radius = radius};
    world.addShape(body, def);
    return body;
}

float accelerationOf(const World& world, const op::ApplyForce& force)
{
    return length(force.force) * world.motion(force.body).invMass;
}

} // namespace

TEST_CASE("attraction_accelerates_light_and_heavy_bodies_alike_and_is_a_spring_near_the_centre")
{
    World world;
    addCircle(world, {3.0f, 0.0f}, 0.1f);
    addCircle(world, {0.0f, 2.0f}, 1.0f);
    addCircle(world, {-0.5f, 0.0f}); // half of the inner quarter
    addCircle(world, {0.0f, -4.1f}); // outside
    const auto forces = forcesOf({.center = {}, .radius = 4.0f, .acceleration = 20.0f}, world);
    REQUIRE(forces.size() == 3);
    CHECK(accelerationOf(world, forces[0]) == doctest::Approx(20.0f));
    CHECK(forces[0].force.x < 0.0f);
    CHECK(accelerationOf(world, forces[1]) == doctest::Approx(20.0f));
    CHECK(forces[1].force.y < 0.0f);
    CHECK(accelerationOf(world, forces[2]) == doctest::Approx(10.0f));
    CHECK(forces[2].force.x > 0.0f);
}

TEST_CASE("repulsion_falls_from_the_centre_to_the_radius")
{
    World world;
    addCircle(world, {1.0f, 0.0f});
    addCircle(world, {0.0f, 3.0f});
    const auto forces = forcesOf({.center = {}, .radius = 4.0f, .acceleration = -20.0f}, world);
    REQUIRE(forces.size() == 2);
    CHECK(forces[0].force.x > 0.0f);
    CHECK(accelerationOf(world, forces[0]) == doctest::Approx(15.0f));
    CHECK(accelerationOf(world, forces[1]) == doctest::Approx(5.0f));
}

TEST_CASE("attracted_bodies_come_to_rest_at_the_centre_at_any_step_rate")
{
    for (const float stepRate : {10.0f, 60.0f, 240.0f}) {
        World world({.gravity = {0.0f, 0.0f}, .stepRate = stepRate});
        const BodyId body = addCircle(world, {0.9f, 0.0f});
        const PullBodies pull{.center = {}, .radius = 1.0f, .acceleration = 200.0f};
        for (int i = 0; i < static_cast<int>(10.0f * stepRate); ++i) {
            for (const op::ApplyForce& force : forcesOf(pull, world)) world.apply(force);
            world.step(1.0f / stepRate);
        }
        CHECK(length(world.motion(body).center - Position{}) < 0.01f);
        CHECK(length(world.motion(body).v) < 0.1f);
    }
}

TEST_CASE("a_field_without_a_radius_is_refused_and_one_is_read_back_from_text")
{
    Document document;
    CHECK_FALSE(perform(document, PullBodies{}).ok());
    const DocumentOp pull = PullBodies{.center = {0.1, -2.0}, .radius = 3.0f, .acceleration = -30.5f};
    CHECK(perform(document, pull).ok());
    CHECK_FALSE(changesScene(pull));
    CHECK(documentOpText(pull) ==
          R"({"op": "pullBodies", "center": [0.1, -2], "radius": 3, "acceleration": -30.5})");
    CHECK((readDocumentOp(documentOpText(pull)).op == pull));
}
