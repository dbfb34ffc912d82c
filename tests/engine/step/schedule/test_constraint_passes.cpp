#include "engine/step/begin_step.h"
#include "engine/step/build_graph.h"
#include "engine/step/solvers/solvers.h"
#include "engine/step/stage.h"
#include "engine/step/stage_timer.h"
#include "engine/step/step_settings.h"
#include "engine/step/update_contacts.h"
#include "engine/step/update_pairs.h"
#include "engine/world/world_access.h"
#include "tests/support/executors.h"
#include "tests/support/physics_fixture.h"
#include <satbox/observe.h>
#include <satbox/scene/builders.h>
#include <satbox/thread_pool.h>

#include <algorithm>
#include <doctest/doctest.h>
#include <initializer_list>
#include <utility>
#include <vector>

using namespace satbox;
using namespace satbox::test;

namespace {

// One island in four partitions. A mouse joint pulls at a box that stands on the ground.
World pulled(SolverType solver)
{
    World world = findBuiltinScene("large_pyramid")->build().world;
    WorldSettings settings = world.settings();
    settings.solver = solver;
    CHECK(world.setSettings(settings));
    const BodyStore& bodies = stateOf(world).bodies;
    const auto isLower = [&](uint32_t a, uint32_t b) {
        return bodies.motions[a].center.y < bodies.motions[b].center.y;
    };
    const BodyId held =
        bodies.slots.handleAt(*std::min_element(bodies.awake.begin(), bodies.awake.end(), isLower));
    const Position at = world.motion(held).center;
    world.setMouseTarget(world.createMouseJoint(held, at), at + Vec2{0.4f, -0.2f});
    return world;
}

// Additionally a box between the two middle partitions is kinematic.
World pulledAndPushed(SolverType solver)
{
    World world = pulled(solver);
    const BodyStore& bodies = stateOf(world).bodies;
    const BodyId pushing = bodies.slots.handleAt(bodies.awake[bodies.awake.size() / 2 - 30]);
    BodyDef def = world.bodyDef(pushing);
    def.type = BodyType::Kinematic;
    def.linearVelocity = {0.5f, 0.3f};
    CHECK(world.setBodyDef(pushing, def));
    return world;
}

// Observes each stage when it is done, so that no partition continues before.
class Watcher final : public StepObserver {
  public:
    std::vector<std::pair<Stage, int>> stages;

  private:
    void afterStage(Stage stage, int substep, const WorldState&, std::span<const BodyState>) override
    {
        stages.emplace_back(stage, substep);
    }
};

// Three islands, none of them dominant, so that each is a group; the world has four partitions.
World threePyramids()
{
    World world(settingsFor(SolverType::SoftStep));
    addGround(world);
    for (int pyramid = 0; pyramid < 3; ++pyramid)
        for (int row = 0; row < 60; ++row)
            for (int i = 0; i < 60 - row; ++i)
                addBody(
                    world, makeBox(0.5f, 0.5f),
                    {.type = BodyType::Dynamic,
                     .position = {70.0f * static_cast<float>(pyramid - 1) +
                                      1.05f * (static_cast<float>(i) - 0.5f * static_cast<float>(60 - row)),
                                  0.5f + static_cast<float>(row)}});
    for (int i = 0; i < 2; ++i) world.step(kStep);
    return world;
}

void checkAllExecutorsAgree(const World& start)
{
    Watcher watcher;
    World seen = start;
    for (int i = 0; i < 5; ++i) seen.step(kStep, &watcher);
    CHECK(watcher.stages.size() > 5 * 10);
    ThreadPool one(1), several(3, ThreadPool::WaitPolicy::Unlimited);
    SerialExecutor inOrder(false), backwards(true);
    for (TaskExecutor* executor :
         std::initializer_list<TaskExecutor*>{&one, &several, &inOrder, &backwards}) {
        World world = start;
        for (int i = 0; i < 5; ++i) world.step(kStep, nullptr, executor);
        CHECK(world.hash() == seen.hash());
    }
}

constexpr float kMoved = 1000.0f; // ms

// Its clock advances by a millisecond when the velocity of a body in the first partition has changed since
// the last reading, and by kMoved when its position has. No mouse joint may hold the body.
class BodyTimer final : public StageTimer {
  public:
    BodyTimer(StageTimes& ms, const BodyState& body) : StageTimer(ms), body_(body), seen_(body)
    {
        skipTo(time_);
    }
    StepClock::time_point now() const override
    {
        const BodyState last = std::exchange(seen_, body_);
        float passed = 0.0f; // ms
        if (last.v != seen_.v || last.w != seen_.w) passed += 1.0f;
        if (last.dp != seen_.dp) passed += kMoved;
        time_ += std::chrono::milliseconds(static_cast<int>(passed));
        return time_;
    }

  private:
    const BodyState& body_;
    mutable BodyState seen_;
    mutable StepClock::time_point time_;
};

// Runs a step until its groups are solved.
StageTimes timesByOneBody(const World& start, TaskExecutor* executor)
{
    WorldState world = stateOf(start);
    StepReport report;
    StepWorkspace work;
    beginStep(world, report, work, executor);
    SolverStep solver;
    solver.context = makeStepContext(world.settings, kStep);
    solver.executor = executor;
    updatePairs(world, report, work, executor);
    ContactUpdate update = makeContactUpdate(world, work, 1, kStep);
    const Granularity contactUpdate = updateContacts(world, report, work, update, false, executor);
    solver.plan = makeStepPlan(world.settings.solver, false, false, contactUpdate);
    buildGraph(world, report, work, solver);
    REQUIRE(solver.graph.groups.size() == 1);
    REQUIRE(solver.graph.groups[0].partitions.size() == 4);
    StageTimes ms{};
    BodyTimer timer(ms, solver.bodies.states[solver.graph.groups[0].partitions[0].lastRow - 1]);
    solver.listener = &timer;
    solveGroups(solver, update, solveSoftStep, work.solverArena);
    return ms;
}

} // namespace

TEST_CASE("deferring_the_work_of_partitions_to_the_next_sync_point_changes_no_result_on_threads")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse})
        checkAllExecutorsAgree(pulledAndPushed(solver));
    checkAllExecutorsAgree(findBuiltinScene("large_pyramid")->build().world);
}

TEST_CASE("deferring_partition_work_changes_no_result_with_several_groups_on_threads")
{
    World start = threePyramids();
    const auto& groups = workspaceOf(start).graph.graph.groups;
    REQUIRE(groups.size() == 3);
    for (const SolverGroup& group : groups) {
        REQUIRE(group.partitions.size() == 4);
        size_t next = group.firstRow;
        for (const Partition& partition : group.partitions) {
            CHECK(partition.firstRow == next);
            next = partition.lastRow;
        }
        CHECK(next == group.lastRow);
    }
    checkAllExecutorsAgree(start);
}

TEST_CASE("each_deferred_stage_is_charged_its_own_time")
{
    for (World start : {findBuiltinScene("large_pyramid")->build().world, pulled(SolverType::SoftStep),
                        pulledAndPushed(SolverType::SoftStep)}) {
        for (int i = 0; i < 2; ++i) start.step(kStep); // warm starting has impulses then
        SerialExecutor inOrder(false), backwards(true);
        for (TaskExecutor* executor : std::initializer_list<TaskExecutor*>{nullptr, &inOrder, &backwards}) {
            const StageTimes ms = timesByOneBody(start, executor);
            const auto substeps = static_cast<float>(start.settings().substeps);
            const auto of = [&](Stage stage) { return ms[static_cast<size_t>(stage)]; };
            for (const Stage stage :
                 {Stage::IntegrateVelocities, Stage::WarmStart, Stage::Solve, Stage::Relax})
                CHECK(of(stage) == doctest::Approx(substeps).epsilon(0.01));
            CHECK(of(Stage::IntegratePositions) == doctest::Approx(kMoved * substeps).epsilon(0.01));
            CHECK(of(Stage::PrepareConstraints) == 0.0f);
            CHECK(of(Stage::StoreImpulses) == 0.0f);
        }
    }
}

// Overflow contacts share bodies, so they must be solved strictly one after the other.
TEST_CASE("overflow_contacts_of_a_body_do_not_depend_on_those_of_other_bodies")
{
    // A disc that overlaps so many others that some of its contacts have the overflow colour.
    const auto addHub = [](World& world, float x, int spokes) {
        const BodyId hub = addBody(world, Circle{{0.0f, 0.0f}, 1.0f}, {.position = {x, 0.0f}});
        for (int i = 0; i < spokes; ++i) {
            const float angle = 2.0f * kPi * static_cast<float>(i) / static_cast<float>(spokes);
            const Vec2 at = rotate(makeRot(angle), {1.08f, 0.0f});
            addBody(world, Circle{{0.0f, 0.0f}, 0.07f},
                    {.position = {x + at.x, at.y}, .linearVelocity = -0.3f * at});
        }
        return hub;
    };
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse}) {
        World alone(settingsFor(solver));
        const BodyId hub = addHub(alone, 0.0f, 40);
        for (int others = kMovableColours; others < kMovableColours + 4; ++others) {
            World shared(settingsFor(solver));
            addHub(shared, 100.0f, others); // 0 to 3 overflow contacts before those of the hub
            const BodyId same = addHub(shared, 0.0f, 40);
            World single = alone;
            for (int step = 0; step < 5; ++step) {
                single.step(kStep);
                shared.step(kStep);
            }
            REQUIRE(single.counters().overflowContacts >= 8);
            CAPTURE(others);
            CHECK(shared.motion(same).v == single.motion(hub).v);
            CHECK(shared.motion(same).w == single.motion(hub).w);
        }
    }
}
