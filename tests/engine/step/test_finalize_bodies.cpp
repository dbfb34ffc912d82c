// Boxes for the new poses. Frozen bodies: test_quarantine.cpp.

#include "engine/step/finalize_bodies.h"

#include "engine/world/world_access.h"
#include "tests/support/physics_fixture.h"
#include "tests/support/world_internals.h"

#include <cmath>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

struct Box {
    World world;
    BodyId body = addBody(world, makeBox(0.5f, 0.5f), {});
    BodyMotion& motion = stateOf(world).bodies.motions[body.index];
    const ShapeBoxes& boxes = world.boxes(world.shapesOf(body)[0]);
    void finalize()
    {
        finalizeBodies(stateOf(world), reportOf(world), reportOf(world).events, workspaceOf(world));
    }
    const WorldBox& proxyBox() const
    {
        return stateOf(world).broadPhase.box(world.shape(world.shapesOf(body)[0]).proxy);
    }
};

} // namespace

TEST_CASE("a_shape_within_its_fat_box_changes_only_its_tight_box")
{
    Box b;
    const WorldBox fat = b.boxes.fat;
    b.motion.center.x = 0.05;
    b.finalize();
    CHECK(b.boxes.tight.upper.x == doctest::Approx(0.55));
    CHECK(b.boxes.fat == fat);
    b.motion.center.x = 0.09; // 0.01 m from the edge: less than the speculative margin
    b.finalize();
    CHECK(b.boxes.fat.upper.x == doctest::Approx(0.69));
    CHECK(b.proxyBox() == b.boxes.fat);
}

TEST_CASE("a_new_fat_box_extends_ahead_of_the_motion_up_to_a_limit_and_contains_the_next_step")
{
    const auto upper = [](float speed) {
        Box b;
        b.motion.center.x = 1.0;
        b.motion.v = {speed, 0.0f};
        b.finalize();
        CHECK(b.boxes.fat.lower.x == doctest::Approx(0.4));
        return b.boxes.fat.upper.x - 1.5;
    };
    CHECK(upper(3.0f) == doctest::Approx(0.1 + 3.0 * 3.0 / 60.0)); // three steps
    CHECK(upper(12.0f) == doctest::Approx(0.1 + 0.4));             // four margins
    CHECK(upper(120.0f) == doctest::Approx(0.02 + 120.0 / 60.0));  // one step
}

TEST_CASE("a_body_that_left_the_world_is_frozen_and_the_others_go_on")
{
    Box b;
    const BodyId other = addBody(b.world, Circle{}, {.position = {5.0f, 0.0f}});
    stateOf(b.world).bodies.motions[b.body.index].center.x = 1e7;
    stateOf(b.world).bodies.motions[other.index].center.x = 8.0;
    finalizeBodies(stateOf(b.world), reportOf(b.world), reportOf(b.world).events, workspaceOf(b.world));
    CHECK(b.world.events().quarantines.size() == 1);
    CHECK(b.world.boxes(b.world.shapesOf(other)[0]).tight.lower.x > 7.0);
}

TEST_CASE("boxes_of_excluded_bodies_stay_as_they_were")
{
    World world;
    const BodyId moved = addBody(world, makeBox(0.5f, 0.5f), {});
    const BodyId excluded = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 5.0f}});
    for (const BodyId id : {moved, excluded}) stateOf(world).bodies.motions[id.index].center.x = 3.0;
    const uint32_t slots[]{excluded.index};
    updateBoxesOfOthers(stateOf(world), slots);
    CHECK(world.boxes(world.shapesOf(moved)[0]).fat.lower.x == doctest::Approx(2.4));
    CHECK(world.boxes(world.shapesOf(excluded)[0]).fat.lower.x == doctest::Approx(-0.6));
}

TEST_CASE("the_tight_box_of_a_turned_disc_is_the_square_about_its_centre_wherever_that_is")
{
    // A disc about its body's centre of mass has a short way of its own.
    struct Disc {
        Vec2 center;
        float density;
        bool sensor;
    };
    for (const Disc& disc : {Disc{{0.0f, 0.0f}, 1.0f, false}, Disc{{0.5f, -0.25f}, 1.0f, false},
                             Disc{{0.0f, 0.0f}, 0.0f, false}, Disc{{0.5f, -0.25f}, 0.0f, false},
                             Disc{{0.0f, 0.0f}, 1.0f, true}, Disc{{0.5f, -0.25f}, 1.0f, true}}) {
        CAPTURE(disc.center.x);
        CAPTURE(disc.density);
        CAPTURE(disc.sensor);
        World world(settingsFor(SolverType::SoftStep, {0.0f, 0.0f}));
        const BodyId body = world.createBody({.type = BodyType::Dynamic,
                                              .position = {3.0, 2.0},
                                              .linearVelocity = {6.0f, 0.0f},
                                              .angularVelocity = 3.0f});
        const ShapeId shape = world.addShape(body, {.geometry = Circle{.center = disc.center, .radius = 0.4f},
                                                    .material = {.density = disc.density},
                                                    .sensor = disc.sensor});
        for (int i = 0; i < 20; ++i) world.step(kStep);
        const BodyMotion& m = world.motion(body);
        const Vec2 fromCentre = rotate(m.q, disc.center - m.localCenter);
        const WorldBox& tight = world.boxes(shape).tight;
        CHECK(tight.lower.x == doctest::Approx(m.center.x + fromCentre.x - 0.4));
        CHECK(tight.lower.y == doctest::Approx(m.center.y + fromCentre.y - 0.4));
        CHECK(tight.upper.x == doctest::Approx(m.center.x + fromCentre.x + 0.4));
        CHECK(tight.upper.y == doctest::Approx(m.center.y + fromCentre.y + 0.4));
        CHECK(std::fabs(m.q.s) > 0.1f);
    }
}
