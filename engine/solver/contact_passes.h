#pragma once

#include "engine/core/task_executor.h"
#include "engine/solver/constraint_graph.h"
#include "engine/solver/step_context.h"

namespace satbox {

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
