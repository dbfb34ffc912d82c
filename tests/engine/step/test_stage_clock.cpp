// The clock of a world's step. How times are divided: test_stage_timer.cpp.

#include "engine/step/stage_clock.h"

#include "engine/model/world_state.h"
#include "engine/step/step_report.h"
#include <satbox/observe.h>

#include <doctest/doctest.h>

#include <array>
#include <thread>

using namespace satbox;

namespace {

class SlowObserver final : public StepObserver {
  public:
    void afterStage(Stage stage, int substep, const WorldState& world,
                    std::span<const BodyState> states) override
    {
        lastStage = stage;
        lastSubstep = substep;
        lastWorld = &world;
        rows = states.size();
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
    }
    Stage lastStage = Stage::Count;
    int lastSubstep = 0;
    const WorldState* lastWorld = nullptr;
    size_t rows = 0;
};

} // namespace

TEST_CASE("an_observer_is_called_after_each_stage_with_the_rows_that_exist_by_then")
{
    const WorldState world;
    StepReport report;
    SlowObserver observer;
    SolverBodies bodies;
    StageClock clock(world, report, &observer, bodies);
    clock.done(Stage::UpdatePairs);
    CHECK((observer.lastStage == Stage::UpdatePairs));
    CHECK(observer.lastSubstep == -1);
    CHECK(observer.lastWorld == &world);
    CHECK(observer.rows == 0);
    std::array<BodyState, 3> states;
    bodies.states = states;
    clock.done(Stage::Solve, 2);
    CHECK(observer.lastSubstep == 2);
    CHECK(observer.rows == 3);
}

TEST_CASE("the_time_of_an_observer_counts_for_the_step_and_for_no_stage")
{
    const WorldState world;
    StepReport report;
    SlowObserver observer;
    const SolverBodies bodies;
    StageClock clock(world, report, &observer, bodies);
    clock.done(Stage::UpdatePairs);
    clock.done(Stage::UpdateContacts);
    clock.finish();
    CHECK(report.profile.totalMs >= 60.0f);
    CHECK(report.profile.of(Stage::UpdatePairs) + report.profile.of(Stage::UpdateContacts) <=
          report.profile.totalMs - 59.0f);
}

TEST_CASE("only_stages_that_were_reported_together_are_shares")
{
    const WorldState world;
    StepReport report;
    const SolverBodies bodies;
    StageClock clock(world, report, nullptr, bodies);
    clock.done(Stage::UpdatePairs);
    StageTimes shares{};
    shares[static_cast<size_t>(Stage::Solve)] = 1.0f;
    clock.doneCombined(shares, 1.0f);
    CHECK(report.profile.isShare(Stage::Solve));
    CHECK_FALSE(report.profile.isShare(Stage::Relax));
    CHECK_FALSE(report.profile.isShare(Stage::UpdatePairs));
}
