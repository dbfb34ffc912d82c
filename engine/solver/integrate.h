#pragma once

#include "engine/core/task_executor.h"
#include "engine/solver/constraint_graph.h"

namespace satbox {

// What a substep adds to a body's velocity, the same in each substep of a step.
struct VelocityChange {
    Vec2 dv{0.0f, 0.0f};     // h (g + f/m), m/s
    float dw = 0.0f;         // h torque / I, rad/s
    float linearKeep = 1.0f; // 1 / (1 + h damping): implicit, so that strong damping never overshoots
    float angularKeep = 1.0f;
};

// The awake bodies made ready for solving, in the rows that ConstraintGraph gives them; lives in the step's
// arena.
struct SolverBodies {
    std::span<BodyState> states; // row 0: what does not move
    std::span<VelocityChange> changes;
    std::span<float> invInertias; // 1/(kg m^2)
};

SolverBodies gatherBodies(const BodyStore& bodies, const ConstraintGraph& graph, const StepContext& context,
                          FrameArena& arena, TaskExecutor* executor);

// The rows of one group.
void integrateVelocities(const SolverBodies& rows, const SolverGroup& group, const StepContext& context,
                         TaskExecutor* executor); // v += h (g + f/m)
void integratePositions(const SolverBodies& rows, const SolverGroup& group, const StepContext& context,
                        TaskExecutor* executor); // x += h v

// Velocities and poses back into the bodies, no faster than settings and definitions allow; forces are used
// up.
void scatterBodies(const SolverBodies& rows, const ConstraintGraph& graph, const StepContext& context,
                   BodyStore& bodies, TaskExecutor* executor);

} // namespace satbox
