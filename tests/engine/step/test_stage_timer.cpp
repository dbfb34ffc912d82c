// How the time of a step is divided among its stages, with a fake clock.

#include "engine/step/stage.h"
#include "engine/step/stage_timer.h"
#include <satbox/observe.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace std::chrono_literals;

namespace {

class Timer : public StageTimer {
  public:
    explicit Timer(StageTimes& ms) : StageTimer(ms) { skipTo(time); }
    StepClock::time_point now() const override { return time; }
    using StageTimer::skipTo;
    StepClock::time_point time{};
};

float of(const StageTimes& times, Stage stage) { return times[static_cast<size_t>(stage)]; }

} // namespace

TEST_CASE("a_stage_is_charged_the_time_since_the_previous_one_and_substeps_add_up")
{
    StageTimes ms{};
    Timer timer(ms);
    timer.time += 3ms;
    timer.done(Stage::Solve, 0);
    timer.time += 1ms;
    timer.done(Stage::Relax, 0);
    timer.time += 2ms;
    timer.done(Stage::Solve, 1);
    CHECK(of(ms, Stage::Solve) == doctest::Approx(5.0f));
    CHECK(of(ms, Stage::Relax) == doctest::Approx(1.0f));
    timer.time += 10ms;
    timer.skipTo(timer.time); // an observer's time counts for no stage
    timer.done(Stage::Relax, 1);
    CHECK(of(ms, Stage::Relax) == doctest::Approx(1.0f));
}

TEST_CASE("stages_reported_together_share_the_time_and_leave_the_rest_to_the_stage_under_way")
{
    StageTimes ms{};
    Timer timer(ms);
    StageTimes shares{};
    shares[static_cast<size_t>(Stage::Solve)] = 3.0f;
    shares[static_cast<size_t>(Stage::Relax)] = 1.0f;
    timer.time += 8ms;
    timer.doneCombined(shares, 4.0f);
    CHECK(of(ms, Stage::Solve) == doctest::Approx(3.0f));
    CHECK(of(ms, Stage::Relax) == doctest::Approx(1.0f));
    timer.done(Stage::StoreImpulses, -1);
    CHECK(of(ms, Stage::StoreImpulses) == doctest::Approx(4.0f));
    timer.time += 1ms;
    timer.doneCombined(StageTimes{}, 0.0f); // nothing was measured: the time goes to the next stage
    timer.done(Stage::Continuous, -1);
    CHECK(of(ms, Stage::Continuous) == doctest::Approx(1.0f));
}
