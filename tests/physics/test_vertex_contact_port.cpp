// The vertex-contact solver against a port of the published code (tests/support/vertex_contact_port.h): after
// 1 s both have the same bodies at the same positions.

#include "tests/support/physics_fixture.h"
#include "tests/support/vertex_contact_port.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

// The same scene in both.
struct Twins {
    World world;
    port::World published;
    std::vector<BodyId> bodies; // as in `published`
    int substeps = 4;

    explicit Twins(int substepCount = 4, Vec2 gravity = {0.0f, -9.81f}) : substeps(substepCount)
    {
        WorldSettings settings = settingsFor(SolverType::VertexContact, gravity);
        settings.substeps = substeps;
        settings.sleeping = false; // the published engine has no sleep
        REQUIRE(world.setSettings(settings));
        published.gravity = {static_cast<double>(gravity.x), static_cast<double>(gravity.y)};
    }

    BodyId add(Vec2 half, const BodyDef& def, float friction = 0.5f, float elasticity = 0.0f)
    {
        const Material material{
            .staticFriction = friction, .dynamicFriction = friction, .restitution = elasticity};
        bodies.push_back(addBody(world, makeBox(half.x, half.y), def, material));
        port::Body body = port::makeBody(port::box(half.x, half.y), {def.position.x, def.position.y},
                                         def.type == BodyType::Dynamic ? 1.0 : 0.0, friction, elasticity);
        body.angle = static_cast<double>(angleOf(def.rotation));
        body.velocity = {def.linearVelocity.x, def.linearVelocity.y};
        body.spin = def.angularVelocity;
        published.bodies.push_back(std::move(body));
        return bodies.back();
    }
    void addGround(float friction = 0.5f, float elasticity = 0.0f)
    {
        add({20.0f, 0.5f}, {.type = BodyType::Static, .position = {0.0f, -0.5f}}, friction, elasticity);
    }

    void step()
    {
        world.step(kStep);
        published.step(static_cast<double>(kStep), substeps);
    }

    // Largest distance between the two positions of a body, m.
    double worst() const
    {
        double most = 0.0;
        for (size_t i = 0; i < bodies.size(); ++i) {
            const Position p = world.motion(bodies[i]).center;
            const port::Vec q = published.bodies[i].position;
            most = std::max(most, std::hypot(static_cast<double>(p.x) - q.x, static_cast<double>(p.y) - q.y));
        }
        return most;
    }
    double worstAfter(int steps)
    {
        for (int i = 0; i < steps; ++i) step();
        return worst();
    }
};

constexpr double kAgree = 1e-4; // m

} // namespace

TEST_CASE("one_box_falls_as_published")
{
    for (const float angle : {0.0f, 0.3f}) {
        for (const float elasticity : {0.0f, 0.6f}) {
            CAPTURE(angle);
            CAPTURE(elasticity);
            Twins twins;
            twins.addGround(0.5f, elasticity);
            twins.add({0.5f, 0.5f}, {.position = {0.0f, 1.0f}, .rotation = makeRot(angle)}, 0.5f, elasticity);
            CHECK(twins.worstAfter(60) < kAgree);
        }
    }
}

TEST_CASE("two_and_five_boxes_fall_as_published")
{
    for (const int count : {2, 5}) {
        for (const float shift : {0.0f, 0.1f}) {
            Twins twins;
            twins.addGround();
            for (int i = 0; i < count; ++i)
                twins.add({0.5f, 0.5f}, {.position = {shift * static_cast<float>(i % 2),
                                                      0.55f + 1.05f * static_cast<float>(i)}});
            CAPTURE(count);
            CAPTURE(shift);
            const double apart = twins.worstAfter(60);
            MESSAGE(count << " boxes: " << 1e6 * apart << " micrometres apart after a second");
            CHECK(apart < kAgree);
        }
    }
}

TEST_CASE("a_spinning_box_turns_and_lands_as_published")
{
    Twins twins;
    twins.addGround();
    const BodyId box = twins.add({0.5f, 0.25f}, {.position = {0.0f, 3.0f}, .angularVelocity = 25.0f});
    for (int i = 0; i < 40; ++i) twins.step(); // still in the air
    const double turned = twins.published.bodies[1].angle;
    CHECK(turned > 16.0);
    const Rot q = twins.world.motion(box).q;
    CHECK(static_cast<double>(q.c) == doctest::Approx(std::cos(turned)).epsilon(1e-4));
    CHECK(static_cast<double>(q.s) == doctest::Approx(std::sin(turned)).epsilon(1e-4));
    CHECK(twins.worstAfter(40) < kAgree);
    CHECK(twins.world.motion(box).center.y < 1.0f); // it landed
}

// Static and moving bodies of several polygons, so that pairs of bodies meet in several pairs of polygons.
TEST_CASE("bodies_of_two_polygons_fall_as_published")
{
    Twins twins;
    twins.addGround();
    const BodyId body =
        twins.add({0.5f, 0.1f}, {.position = {0.0f, 1.0f}, .rotation = makeRot(0.2f)}, 0.5f, 0.3f);
    // An upright bar across it, with the same centre of mass, so that both rotate about one point.
    REQUIRE(
        !twins.world
             .addShape(body,
                       {.geometry = makeBox(0.1f, 0.4f),
                        .material = {.staticFriction = 0.5f, .dynamicFriction = 0.5f, .restitution = 0.3f}})
             .isNull());
    port::Body& published = twins.published.bodies[1];
    const port::Body bar = port::makeBody(port::box(0.1, 0.4), {}, 1.0, 0.5, 0.3);
    const double mass = 1 / published.inverseMass + 1 / bar.inverseMass;
    const double inertia = 1 / published.inverseInertia + 1 / bar.inverseInertia;
    published.inverseMass = 1 / mass;
    published.inverseInertia = 1 / inertia;
    published.polygons.push_back(bar.polygons[0]);
    twins.add({0.3f, 0.3f}, {.position = {0.45f, 1.9f}});
    CHECK(twins.worstAfter(60) < kAgree);
    CHECK(twins.world.motion(body).center.y < 0.6f);
}

// A horizontal and an upright bar that cross: edges intersect, but no vertex is inside.
TEST_CASE("crossed_bars_are_left_alone_as_published")
{
    Twins twins(4, {0.0f, 0.0f});
    twins.add({1.0f, 0.1f}, {.position = {0.0f, 0.0f}, .linearVelocity = {0.1f, 0.0f}});
    twins.add({0.1f, 1.0f}, {.position = {0.2f, 0.0f}});
    CHECK(twins.worstAfter(60) < kAgree);
    const Position first = twins.world.motion(twins.bodies[0]).center;
    CHECK(first.x == doctest::Approx(0.1f).epsilon(1e-5)); // moved on as if it were alone
    CHECK(twins.world.motion(twins.bodies[1]).center == Vec2{0.2f, 0.0f});
}

// 2.5 m per step: the boxes collide within a step at whose start their fat boxes were far apart.
TEST_CASE("a_box_of_150_metres_a_second_hits_a_free_one_as_published")
{
    Twins twins(16, {0.0f, 0.0f});
    twins.add({0.25f, 0.25f}, {.position = {-4.0f, 0.0f}, .linearVelocity = {150.0f, 0.0f}}, 0.0f);
    twins.add({0.25f, 0.25f}, {.position = {0.0f, 0.0f}}, 0.0f);
    for (int i = 0; i < 4; ++i) twins.step();
    CHECK(twins.world.motion(twins.bodies[0]).v.x == doctest::Approx(75.0f).epsilon(1e-4));
    CHECK(twins.world.motion(twins.bodies[1]).v.x == doctest::Approx(75.0f).epsilon(1e-4));
    CHECK(twins.worstAfter(56) < kAgree);
}
