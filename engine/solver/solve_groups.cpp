#include "engine/core/parallel.h"
#include "engine/solver/solvers.h"

#include <chrono>

namespace satbox {

namespace {

// A group of this weight is worth splitting among threads, colour by colour.
constexpr size_t kLargeGroup = 4096;

using StageTimes = std::array<float, static_cast<size_t>(Stage::Count)>; // any unit

// Adds up how long each stage of one group takes.
class GroupClock final : public StageListener {
  public:
    explicit GroupClock(StageTimes& times) : times_(times) {}

    void done(Stage stage, int) override
    {
        const Clock::time_point now = Clock::now();
        times_[static_cast<size_t>(stage)] += std::chrono::duration<float>(now - last_).count();
        last_ = now;
    }

    void doneTogether(const StageTimes& times) override // no group is made of groups
    {
        for (size_t i = 0; i < times.size(); ++i) times_[i] += times[i];
    }

  private:
    using Clock = std::chrono::steady_clock;
    StageTimes& times_;
    Clock::time_point last_ = Clock::now();
};

} // namespace

void solveGroups(const SolverStep& step, GroupSolver solver, FrameArena& arena)
{
    const std::span<SolverGroup> groups = step.graph.groups;
    if (groups.size() == 1) {
        solver(step, groups[0], step.executor, *step.listener);
        return;
    }
    const std::span<StageTimes> times = arena.make<StageTimes>(groups.size());
    const auto solveOne = [&](size_t g, TaskExecutor* executor) {
        GroupClock clock(times[g]);
        solver(step, groups[g], executor, clock);
    };
    for (size_t g = 0; g < groups.size(); ++g)
        if (groups[g].weight >= kLargeGroup) solveOne(g, step.executor);
    forEachRange(step.executor, groups.size(), 1, [&](size_t begin, size_t end) {
        for (size_t g = begin; g < end; ++g)
            if (groups[g].weight < kLargeGroup) solveOne(g, nullptr);
    });
    StageTimes sums{};
    for (const StageTimes& one : times)
        for (size_t i = 0; i < sums.size(); ++i) sums[i] += one[i];
    step.listener->doneTogether(sums);
}

} // namespace satbox
