// No body is thrown: a sample of the runs of satbox-stability (docs/step.md, "Where a step is stable").

#include "tests/bench/fidelity_helpers.h"
#include "tests/bench/stability.h"
#include "tests/bench/stability_map.h"

#include <doctest/doctest.h>
#include <set>
#include <string>

using namespace satbox;
using namespace satbox::bench;

namespace {

void checkHolds(const StabilityTask& task)
{
    CAPTURE(task.name);
    const std::optional<Finding> finding = findFault(task.make());
    if (!finding) return;
    CAPTURE(toString(finding->fault));
    CAPTURE(finding->step);
    CAPTURE(finding->body);
    CAPTURE(finding->detail);
    CHECK_FALSE(finding.has_value());
}

// A ball in free flight.
StabilityRun flight(BodyDef def, WorldSettings settings)
{
    StabilityRun run;
    run.scene = makeScene({0.0f, 0.0f});
    run.scene.settings.maxSpeed = settings.maxSpeed;
    addBody(run.scene, Circle{}, def);
    run.dt = 0.1f;
    run.steps = 100;
    return run;
}

void checkStable(const MapPoint& point)
{
    for (const MapScene& scene : mapScenes()) {
        CAPTURE(std::string(scene.name));
        const std::vector<MapFigure> figures = scene.measure(point);
        const MapFigure& figure = worstOf(figures);
        CAPTURE(std::string(figure.name));
        CHECK(figure.value <= figure.bound);
    }
}

} // namespace

TEST_CASE("no_body_is_thrown_in_small_scenes_at_any_step_rate_by_any_solver")
{
    int count = 0;
    for (const StabilityTask& task : sceneTasks(100)) {
        const auto isOf = [&](const char* scene) {
            return task.name.starts_with(std::string("scenes: ") + scene + ",");
        };
        if (!isOf("bullet disc of 3 m") && !isOf("bullet disc of 10 m") && !isOf("heavy_on_light") &&
            !isOf("bullet_wall"))
            continue;
        checkHolds(task);
        ++count;
    }
    CHECK(count == 4 * 4 * 8);
}

TEST_CASE("no_body_is_thrown_with_random_settings")
{
    for (uint32_t i = 0; i < 130; ++i) checkHolds(randomTask(i));
}

TEST_CASE("random_runs_are_the_same_every_time_and_differ_from_each_other")
{
    std::set<std::string> names;
    for (uint32_t i = 0; i < 20; ++i) {
        const StabilityTask task = randomTask(i);
        const StabilityRun once = task.make(), again = task.make(), other = randomTask(i + 20).make();
        CHECK(once.scene.settings == again.scene.settings);
        CHECK(once.dt == again.dt);
        CHECK_FALSE(once.scene.settings == other.scene.settings);
        names.insert(task.name);
    }
    CHECK(names.size() == 20);
}

TEST_CASE("find_fault_detects_frozen_fast_jumping_and_thrown_bodies")
{
    SUBCASE("body that leaves the world is frozen")
    {
        const auto finding = findFault(
            flight({.position = {1'999'000.0, 0.0}, .linearVelocity = {300.0f, 0.0f}}, WorldSettings{}));
        REQUIRE(finding.has_value());
        CHECK(std::string(toString(finding->fault)) == "frozen");
        CHECK(finding->step == 34);
    }
    SUBCASE("ball that gets faster and faster upwards is thrown")
    {
        StabilityRun run = flight({.gravityScale = -1.0f}, WorldSettings{});
        run.scene.settings.gravity = {0.0f, -9.81f};
        CHECK_FALSE(findFault(run).has_value());
        run.checksThrown = true;
        const auto finding = findFault(run);
        REQUIRE(finding.has_value());
        CHECK(std::string(toString(finding->fault)) == "thrown");
        CHECK(finding->step == 11); // faster than 10 m/s
    }
    SUBCASE("flight at top speed is no fault")
    {
        WorldSettings settings;
        settings.maxSpeed = 50.0f;
        CHECK_FALSE(findFault(flight({.linearVelocity = {300.0f, 0.0f}}, settings)).has_value());
    }
}

TEST_CASE("defaults_are_a_factor_of_two_inside_the_stable_region")
{
    checkStable({});
    for (const float factor : {0.5f, 2.0f}) {
        CAPTURE(factor);
        const MapPoint defaults;
        checkStable({.rate = factor * defaults.rate});
        checkStable({.substeps = static_cast<int>(factor * static_cast<float>(defaults.substeps))});
        checkStable({.frequency = factor * defaults.frequency});
        checkStable({.stiffening = factor * defaults.stiffening});
    }
    checkStable({.massRatio = 2.0f});
}

TEST_CASE("stability_map_shows_an_unstable_point")
{
    // One substep at 10 Hz: the pile falls.
    const MapPoint coarse{.rate = 10.0f, .substeps = 1};
    const std::vector<MapFigure> figures = mapScenes()[0].measure(coarse);
    CHECK(worstOf(figures).value > 10.0 * worstOf(figures).bound);
}
