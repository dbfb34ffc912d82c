#pragma once

#include "engine/core/parallel.h"
#include "engine/solver/solver_step.h"

#include <array>
#include <chrono>
#include <cstddef>

namespace satbox {

// Calls fn(first, last, threads) for runs of `atOnce` parts of a group: several parts side by side, each
// colour on one thread, while a single part has all the executor's threads for its colours.
template<class Fn>
void forEachPartRun(const SolverGroup& group, TaskExecutor* executor, size_t atOnce, Fn&& fn)
{
    const bool several = group.parts.size() > 1;
    TaskExecutor* threads = several ? nullptr : executor;
    forEachRange(several ? executor : nullptr, group.parts.size(), atOnce,
                 [&](size_t first, size_t last) { fn(first, last, threads); });
}

KernelParams kernelParams(const StepContext& context);

enum class Bias : uint8_t { Off, On };

// The passes of a solver over the bodies and the contacts of one group, colour by colour.
//
// Parts of a large group go side by side, each on one thread. What a part does for itself (its bodies, its
// own colours, what touches the ground) is put off until the parts have to meet, since contacts that join
// them come next or somebody looks, and is then done in one call of the executor: three calls a substep
// instead of eight. Of a single part, the colours are split among the threads.
class GroupPasses {
  public:
    // References stay.
    GroupPasses(const SolverStep& step, const SolverGroup& group, TaskExecutor* executor,
                StageListener& listener);
    ~GroupPasses(); // nothing may be left that was put off
    GroupPasses(const GroupPasses&) = delete;
    GroupPasses& operator=(const GroupPasses&) = delete;

    void integrateVelocities(); // v += h (g + f/m)
    void integratePositions();  // x += h v
    void warmStart();
    // Bias::On pushes overlap apart, softly. Bias::Off relaxes: takes back the speed that pushing added, and
    // solves friction.
    void solve(Bias bias);
    void correctPositions();
    void applyRestitution(); // bounces once, from the approach speed before solving
    void warmStartMice();
    void solveMice();

    // Tells the listener, once the stage is done; where it looks at nothing, of several stages together.
    void done(Stage stage, int substep = -1);
    // Does what was put off; without it the last of it is never done.
    void meet();

  private:
    using Clock = std::chrono::steady_clock;
    enum class Kind : uint8_t { Velocities, Positions, InnerColours, FixedColours, Done };
    struct Task {
        Kind kind = Kind::Done;
        Stage stage = Stage::Count;                  // that is done
        ContactPass ContactKernels::*pass = nullptr; // over colours
    };

    void add(const Task& task);
    void addRows(Kind kind);
    void runPass(ContactPass ContactKernels::*pass);
    void run(const Task& task, size_t firstPart, size_t lastPart, TaskExecutor* threads);
    void runRows(Kind kind, size_t firstRow, size_t lastRow, TaskExecutor* threads);
    void runColour(const ColourBlocks& colour, ContactPass ContactKernels::*pass, TaskExecutor* threads);

    const SolverStep& step_;
    const SolverGroup& group_;
    TaskExecutor* executor_;
    StageListener& listener_;
    const KernelParams params_;
    const size_t partsAtOnce_;
    std::array<Task, 16> tasks_; // that are put off
    size_t taskCount_ = 0;
    bool isTimed_ = false;                   // some stage is done with them
    Clock::time_point begun_ = Clock::now(); // the stage under way, as the first part sees it
};

} // namespace satbox
