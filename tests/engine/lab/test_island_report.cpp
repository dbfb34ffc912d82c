#include "engine/world/world_access.h"
#include <satbox/lab/island_report.h>
#include <satbox/scene/builders.h>
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

using namespace satbox;
using doctest::Approx;

namespace {

constexpr float kDt = 1.0f / 60.0f;

struct TwoBoxes {
    World world;
    BodyId ground, first, second;
};

// Two boxes side by side on the ground, 2 m apart.
TwoBoxes twoBoxes(const WorldSettings& settings = {}, const BodyDef& second = {})
{
    TwoBoxes scene{.world = World(settings), .ground = {}, .first = {}, .second = {}};
    scene.ground = scene.world.createBody({.type = BodyType::Static, .position = {0.0f, -0.5f}});
    scene.world.addShape(scene.ground, {.geometry = makeBox(20.0f, 0.5f)});
    scene.first = scene.world.createBody({.position = {-1.0f, 0.5f}});
    scene.world.addShape(scene.first, {.geometry = makeBox(0.5f, 0.5f)});
    BodyDef def = second;
    def.position = {1.0f, 0.5f};
    scene.second = scene.world.createBody(def);
    scene.world.addShape(scene.second, {.geometry = makeBox(0.5f, 0.5f)});
    return scene;
}

void runSteps(World& world, int steps)
{
    for (int i = 0; i < steps; ++i) world.step(kDt);
}

const IslandReport& islandOf(const std::vector<IslandReport>& reports, BodyId body)
{
    const auto found = std::ranges::find_if(
        reports, [&](const IslandReport& r) { return std::ranges::binary_search(r.bodies, body.index); });
    REQUIRE(found != reports.end());
    return *found;
}

} // namespace

TEST_CASE("a_body_that_moves_keeps_its_island_awake_and_is_reported_with_the_speed_that_sleeping_measures")
{
    TwoBoxes s = twoBoxes();
    runSteps(s.world, 10);
    s.world.setVelocity(s.second, {0.0f, 0.0f}, 2.0f);
    const auto reports = reportIslands(s.world);
    CHECK(reports.size() == 2); // the ground links nothing
    const IslandReport& island = islandOf(reports, s.second);
    CHECK(island.reason == AwakeReason::Fast);
    CHECK(island.body == s.second.index);
    CHECK(island.speed == Approx(2.0f * std::sqrt(0.5f))); // of the corners, with spin
    CHECK(island.contacts == 1);                           // with the ground
    CHECK(island.restTime == 0.0f);
}

TEST_CASE("islands_at_rest_report_their_rest_time_until_they_sleep")
{
    TwoBoxes s = twoBoxes();
    runSteps(s.world, 20);
    const IslandReport resting = islandOf(reportIslands(s.world), s.first);
    CHECK(resting.reason == AwakeReason::Resting);
    CHECK(resting.body == s.first.index);
    CHECK(resting.restTime == s.world.body(s.first).sleepTime);
    CHECK(resting.restTime > 0.1f);
    CHECK(resting.restTime < s.world.settings().timeToSleep);
    CHECK(resting.speed <= s.world.settings().sleepSpeed);
    s.world.step(kDt);
    CHECK(islandOf(reportIslands(s.world), s.first).restTime == Approx(resting.restTime + kDt));
    runSteps(s.world, 60);
    const auto reports = reportIslands(s.world);
    REQUIRE(reports.size() == 2);
    for (const IslandReport& island : reports) {
        CHECK(island.asleep());
        CHECK(island.contacts == 1);
        CHECK(island.restTime >= s.world.settings().timeToSleep);
    }
    CHECK(reports[0].bodies.front() < reports[1].bodies.front());
}

TEST_CASE("the_most_active_body_of_a_stack_is_reported_and_wakes_the_others")
{
    World world;
    const BodyId ground = world.createBody({.type = BodyType::Static, .position = {0.0f, -0.5f}});
    world.addShape(ground, {.geometry = makeBox(20.0f, 0.5f)});
    std::vector<BodyId> boxes;
    for (int i = 0; i < 3; ++i) {
        boxes.push_back(world.createBody({.position = {0.0f, 0.5f + static_cast<float>(i)}}));
        world.addShape(boxes.back(), {.geometry = makeBox(0.5f, 0.5f)});
    }
    runSteps(world, 15);
    const auto before = reportIslands(world);
    REQUIRE(before.size() == 1);
    CHECK(before[0].bodies == std::vector<uint32_t>{boxes[0].index, boxes[1].index, boxes[2].index});
    CHECK(before[0].contacts == 3);
    world.setVelocity(boxes[1], {0.1f, 0.0f}, 0.0f);
    world.setVelocity(boxes[2], {1.0f, 0.0f}, 0.0f);
    const auto after = reportIslands(world);
    REQUIRE(after.size() == 1);
    CHECK(after[0].reason == AwakeReason::Fast);
    CHECK(after[0].body == boxes[2].index);
    CHECK(after[0].speed == Approx(1.0f));
}

TEST_CASE("a_resting_body_that_may_not_sleep_is_reported")
{
    TwoBoxes s = twoBoxes({}, {.sleepAllowed = false});
    runSteps(s.world, 120);
    const auto reports = reportIslands(s.world);
    CHECK(islandOf(reports, s.first).asleep());
    const IslandReport& island = islandOf(reports, s.second);
    CHECK(island.reason == AwakeReason::Forbidden);
    CHECK(island.body == s.second.index);
    CHECK(&island == &reports.front()); // awake ones come first
}

TEST_CASE("with_sleeping_off_every_island_says_so")
{
    WorldSettings settings;
    settings.sleeping = false;
    TwoBoxes s = twoBoxes(settings);
    runSteps(s.world, 120);
    const auto reports = reportIslands(s.world);
    REQUIRE(reports.size() == 2);
    for (const IslandReport& island : reports) CHECK(island.reason == AwakeReason::SleepingOff);
}

TEST_CASE("a_mouse_that_holds_a_resting_body_keeps_its_island_awake")
{
    TwoBoxes s = twoBoxes();
    s.world.createMouseJoint(s.first, {-1.0f, 0.5f});
    runSteps(s.world, 120);
    const auto reports = reportIslands(s.world);
    const IslandReport& island = islandOf(reports, s.first);
    CHECK(island.reason == AwakeReason::HeldByMouse);
    CHECK(island.body == s.first.index);
    CHECK(island.speed < s.world.settings().sleepSpeed);
    CHECK(islandOf(reports, s.second).asleep());
}

TEST_CASE("a_moving_platform_is_awake_by_itself_and_keeps_what_rests_on_it_awake")
{
    World world;
    const BodyId platform = world.createBody(
        {.type = BodyType::Kinematic, .position = {0.0f, -0.5f}, .linearVelocity = {0.01f, 0.0f}});
    world.addShape(platform, {.geometry = makeBox(3.0f, 0.5f)});
    const BodyId box = world.createBody({.position = {0.0f, 0.5f}, .linearVelocity = {0.01f, 0.0f}});
    world.addShape(box, {.geometry = makeBox(0.5f, 0.5f)});
    runSteps(world, 120); // slower than the threshold, both of them
    const auto moving = reportIslands(world);
    REQUIRE(moving.size() == 2);
    CHECK(islandOf(moving, platform).reason == AwakeReason::Driven);
    CHECK(islandOf(moving, platform).speed == Approx(0.01f));
    const IslandReport& island = islandOf(moving, box);
    CHECK(island.reason == AwakeReason::MovingContact);
    CHECK(island.body == platform.index);
    CHECK(island.restTime == 0.0f);
    CHECK(world.body(box).sleepTime > world.settings().timeToSleep); // it alone would sleep

    world.setVelocity(platform, {0.0f, 0.0f}, 0.0f);
    runSteps(world, 120);
    for (const IslandReport& r : reportIslands(world)) CHECK(r.asleep());
}

TEST_CASE("islands_are_awake_for_a_reason_and_asleep_without_in_every_scene")
{
    for (const BuiltinScene& scene : builtinScenes()) {
        if (!scene.shipped) continue;
        CAPTURE(std::string(scene.name));
        World world = scene.build().world;
        for (int i = 0; i < 90; ++i) {
            world.step(kDt);
            if (i % 30 != 29) continue;
            size_t bodies = 0;
            for (const IslandReport& island : reportIslands(world)) {
                bodies += island.bodies.size();
                CHECK(std::ranges::is_sorted(island.bodies));
                for (const uint32_t slot : island.bodies)
                    CHECK(stateOf(world).bodies.slots.at(slot).awake != island.asleep());
                if (island.reason == AwakeReason::Fast) {
                    CHECK(island.speed > world.settings().sleepSpeed);
                    CHECK(island.restTime == 0.0f);
                }
                if (island.reason == AwakeReason::Resting)
                    CHECK(island.restTime < world.settings().timeToSleep);
            }
            CHECK(bodies >= stateOf(world).bodies.awake.size());
        }
    }
}
