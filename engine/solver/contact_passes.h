#pragma once

#include "engine/core/parallel.h"
#include "engine/solver/constraint_graph.h"
#include "engine/solver/step_context.h"

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

// The contact passes over one group, colour by colour; its parts, or a large colour where there is one part,
// are split among the executor's threads.

KernelParams kernelParams(const StepContext& context);

void warmStart(const SolverGroup& group, std::span<BodyState> states, const StepContext& context,
               TaskExecutor* executor);
enum class Bias : uint8_t { Off, On };
// Bias::On pushes overlap apart, softly. Bias::Off relaxes: takes back the speed that pushing added, and
// solves friction.
void solve(const SolverGroup& group, std::span<BodyState> states, const StepContext& context, Bias bias,
           TaskExecutor* executor);
void correctPositions(const SolverGroup& group, std::span<BodyState> states, const StepContext& context,
                      TaskExecutor* executor);
// Bounce once, from the approach speed before solving.
void applyRestitution(const SolverGroup& group, std::span<BodyState> states, const StepContext& context,
                      TaskExecutor* executor);

} // namespace satbox
