// The pipeline: which stages a step has, in which order, and what an observer sees of the rows.

#include "engine/step/step.h"

#include "engine/step/begin_step.h"
#include "tests/support/physics_fixture.h"
#include "tests/support/world_internals.h"
#include <satbox/observe.h>

#include <doctest/doctest.h>
#include <vector>

using namespace satbox;
using namespace satbox::test;

namespace {

class StageList final : public StepObserver {
  public:
    void afterStage(Stage stage, int substep, const WorldState&, std::span<const BodyState>) override
    {
        if (substep <= 0) stages.push_back(stage); // the first substep stands for all
    }
    std::vector<Stage> stages;
};

std::vector<Stage> stagesOf(SolverType solver)
{
    World world(settingsFor(solver));
    addGround(world);
    addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}});
    StageList list;
    world.step(kStep, &list);
    return list.stages;
}

// Checks that the velocity in each row is that of the awake body of the same index.
class RowCheck final : public StepObserver {
  public:
    void afterStage(Stage stage, int, const WorldState& world, std::span<const BodyState> states) override
    {
        if (stage != Stage::BuildGraph) return;
        ++calls;
        const std::vector<uint32_t>& awake = world.bodies.awake;
        REQUIRE(states.size() == awake.size() + 1);
        for (size_t i = 0; i < awake.size(); ++i) CHECK(states[i + 1].v == world.bodies.motions[awake[i]].v);
    }
    int calls = 0;
};

} // namespace

TEST_CASE("each_solver_reports_its_stages_in_the_order_of_the_pipeline")
{
    const std::vector<Stage> before{Stage::UpdatePairs, Stage::UpdateContacts, Stage::UpdateIslands,
                                    Stage::BuildGraph, Stage::PrepareConstraints};
    const std::vector<Stage> after{Stage::StoreImpulses, Stage::Continuous, Stage::FinalizeBodies,
                                   Stage::UpdateSleep};
    const auto check = [&](SolverType solver, const std::vector<Stage>& within) {
        std::vector<Stage> all = before;
        all.insert(all.end(), within.begin(), within.end());
        all.insert(all.end(), after.begin(), after.end());
        CHECK((stagesOf(solver) == all));
    };
    check(SolverType::SoftStep, {Stage::IntegrateVelocities, Stage::WarmStart, Stage::ApplyRestitution,
                                 Stage::Solve, Stage::IntegratePositions, Stage::Relax});
    check(SolverType::SequentialImpulse,
          {Stage::IntegrateVelocities, Stage::WarmStart, Stage::ApplyRestitution, Stage::Solve,
           Stage::IntegratePositions, Stage::Relax});
    check(SolverType::ManifoldImpulse,
          {Stage::IntegrateVelocities, Stage::Solve, Stage::IntegratePositions, Stage::Relax});
    check(SolverType::VertexContact, {Stage::IntegrateVelocities, Stage::IntegratePositions, Stage::Solve});
}

TEST_CASE("an_observer_sees_a_row_for_each_awake_body_in_their_order_also_after_steps_in_groups")
{
    World world;
    addGround(world, 0.0f, {}, 2000.0f);
    for (int i = 0; i < 1200; ++i) {
        const auto x = 2.0f * static_cast<float>(i % 600 - 300);
        addBody(world, makeBox(0.5f, 0.5f),
                {.position = {x, 0.5f + static_cast<float>(i / 600)},
                 .linearVelocity = {0.0f, 0.001f * static_cast<float>(i)}});
    }
    for (int i = 0; i < 3; ++i) {
        world.step(kStep);
        RowCheck check;
        world.step(kStep, &check);
        CHECK(check.calls == 1);
    }
}

TEST_CASE("a_step_advances_time_and_count_and_adds_its_times_to_the_report")
{
    World built;
    addBody(built, Circle{}, {});
    WorldState world = stateOf(built);
    StepReport report;
    StepWorkspace work;
    solveStep(world, report, work, 0.25f * kStep, nullptr, nullptr);
    const float first = report.profile.totalMs;
    CHECK(first > 0.0f);
    solveStep(world, report, work, 0.75f * kStep, nullptr, nullptr);
    CHECK(report.profile.totalMs > first);
    CHECK(world.stepCount == 2);
    CHECK(world.time == doctest::Approx(static_cast<double>(kStep)));
}
