// Piles stand still and fall asleep.

#include "engine/scene/scene_helpers.h"
#include "tests/support/physics_fixture.h"
#include <satbox/scene/builders.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace satbox;
using namespace satbox::test;

namespace {

std::vector<BodyId> addStack(World& world, int count, float half)
{
    std::vector<BodyId> boxes;
    for (int i = 0; i < count; ++i)
        boxes.push_back(addBody(world, makeBox(half, half),
                                {.position = {0.0f, half + 2.0f * half * static_cast<float>(i)}}));
    return boxes;
}

float farthestMove(const World& world, const World& start)
{
    float farthest = 0.0f;
    world.forEachBody([&](BodyId id, const Body&, const BodyMotion& m) {
        farthest = std::max(farthest, length(m.center - start.motion(id).center));
    });
    return farthest;
}

float fastestSpeed(const World& world)
{
    float fastest = 0.0f;
    world.forEachBody(
        [&](BodyId, const Body&, const BodyMotion& m) { fastest = std::max(fastest, length(m.v)); });
    return fastest;
}

} // namespace

TEST_CASE("fifteen_boxes_fall_asleep_within_ten_seconds_and_do_not_drift")
{
    World world;
    addGround(world);
    const std::vector<BodyId> boxes = addStack(world, 15, 0.5f);
    run(world, 10.0f);
    CHECK(world.counters().awakeBodies == 0);
    CHECK(world.counters().sleepingIslands == 1);
    for (const BodyId box : boxes) CHECK(std::fabs(world.motion(box).center.x) < 0.02f);
    CHECK(maxPenetration(world) < 0.01f);
}

TEST_CASE("pyramid_of_twenty_rows_stands_for_a_minute")
{
    WorldSettings settings;
    settings.sleeping = false; // standing, not sleeping
    World world(settings);
    addGround(world);
    addPyramid(world, {0.0f, 0.0f}, 20, {0.5f, 0.5f});
    const World start = world;
    run(world, 60.0f);
    CHECK(farthestMove(world, start) < 0.1f);
    CHECK(maxPenetration(world) < 0.01f);
}

// In rows with gaps between the boxes, contact forces are not unique. Errors of a substep must decay instead
// of wandering from box to box.
TEST_CASE("loose_pyramids_stand_for_half_a_minute")
{
    struct Case {
        int substeps;
        int rows;
        float pitch;
        float slop = WorldSettings{}.linearSlop;
    };
    std::vector<Case> cases{{3, 14, 1.3f}, {3, 14, 1.5f}, {8, 14, 1.3f}, {8, 14, 1.8f}, {4, 14, 1.3f, 0.0f}};
    for (const int rows : {10, 14})
        for (const float pitch : {1.1f, 1.3f, 1.5f, 1.8f}) cases.push_back({4, rows, pitch});
    for (const Case& c : cases) {
        CAPTURE(c.substeps);
        CAPTURE(c.rows);
        CAPTURE(c.pitch);
        CAPTURE(c.slop);
        WorldSettings settings;
        settings.substeps = c.substeps;
        settings.linearSlop = c.slop;
        settings.sleeping = false;
        World world(settings);
        addGround(world);
        addPyramid(world, {0.0f, 0.0f}, c.rows, {0.5f, 0.5f}, c.pitch - 1.0f);
        const World start = world;
        run(world, 30.0f);
        CHECK(farthestMove(world, start) < 0.04f);
        CHECK(fastestSpeed(world) < 0.005f);
    }
}

TEST_CASE("card_house_and_arch_stand_for_twenty_seconds")
{
    for (const char* name : {"card_house", "arch"}) {
        CAPTURE(std::string(name));
        const BuiltinScene* scene = findBuiltinScene(name);
        REQUIRE(scene != nullptr);
        World world = scene->build().world;
        WorldSettings settings = world.settings();
        settings.sleeping = false;
        REQUIRE(world.setSettings(settings));
        // They slide into place at first, the cards by 2 to 5 cm, and then rest.
        const World start = world;
        run(world, 4.0f);
        const World settled = world;
        run(world, 16.0f);
        world.forEachBody([&](BodyId id, const Body& body, const BodyMotion& m) {
            CAPTURE(body.name);
            CHECK(length(m.center - start.motion(id).center) < 0.1f);
            CHECK(std::fabs(angleOf(invMul(start.motion(id).q, m.q))) < 0.05f);
            CHECK(length(m.center - settled.motion(id).center) < 1e-3f);
        });
    }
}

TEST_CASE("heavy_box_on_light_one_stands_at_mass_ratio_100")
{
    World world;
    addGround(world);
    const BodyId light =
        addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}, .sleepAllowed = false});
    const BodyId heavy = addBody(world, makeBox(0.5f, 0.5f),
                                 {.position = {0.0f, 1.5f}, .sleepAllowed = false}, {.density = 100.0f});
    run(world, 30.0f); // with contacts that are too stiff, rocking begins only after 30 s
    CHECK(std::fabs(world.motion(heavy).center.x) < 0.02f);
    CHECK(std::fabs(world.motion(light).center.x) < 0.02f);
    CHECK(world.motion(heavy).center.y > 1.4f);
    CHECK(length(world.motion(heavy).v) < 1e-3f);
}

TEST_CASE("stack_wakes_when_it_is_hit_and_sleeps_again")
{
    World world;
    addGround(world);
    addStack(world, 5, 0.5f);
    run(world, 5.0f);
    REQUIRE(world.counters().awakeBodies == 0);
    addBody(world, makeBox(0.3f, 0.3f), {.position = {-4.0f, 1.0f}, .linearVelocity = {8.0f, 2.0f}});
    int mostAwake = 0;
    for (int i = 0; i < 60; ++i) {
        world.step(kStep);
        mostAwake = std::max(mostAwake, world.counters().awakeBodies);
    }
    CHECK(mostAwake == 6);
    run(world, 20.0f);
    CHECK(world.counters().awakeBodies == 0);
}

TEST_CASE("sequential_impulses_hold_a_stack_too")
{
    World world(settingsFor(SolverType::SequentialImpulse));
    addGround(world);
    const std::vector<BodyId> boxes = addStack(world, 8, 0.5f);
    run(world, 10.0f);
    // Contacts are solved in sequence from one side: the stack leans by a few centimetres while it settles,
    // then stands.
    for (const BodyId box : boxes) CHECK(std::fabs(world.motion(box).center.x) < 0.05f);
    CHECK(world.counters().awakeBodies == 0);
    CHECK(world.motion(boxes.back()).center.y > 7.4f);
    CHECK(maxPenetration(world) < 0.02f);
}
