#pragma once

#include "engine/core/frame_arena.h"
#include "engine/dynamics/body_store.h"
#include "engine/solver/body_state.h"
#include "engine/solver/step_context.h"

#include <span>

namespace satbox {

// What a substep adds to a body's velocity, the same in each substep of a step.
struct VelocityChange {
    Vec2 dv{0.0f, 0.0f};     // h (g + f/m), m/s
    float dw = 0.0f;         // h torque / I, rad/s
    float linearKeep = 1.0f; // 1 / (1 + h damping): implicit, so that strong damping never overshoots
    float angularKeep = 1.0f;
};

struct RowMass {
    float invMass = 0.0f;    // 1/kg
    float invInertia = 0.0f; // 1/(kg m^2)
};

// The awake bodies made ready for solving; lives in the step's arena.
struct SolverBodies {
    std::span<BodyState> states;       // row 0: what does not move; row i + 1: BodyStore::awake[i]
    std::span<VelocityChange> changes; // same rows
    std::span<RowMass> masses;         // same rows; row 0 has none
    std::span<uint32_t> rowOf;         // by body slot, 0 for bodies that are not awake
};

SolverBodies gatherBodies(const BodyStore& bodies, const StepContext& context, FrameArena& arena);

void integrateVelocities(const SolverBodies& rows, const StepContext& context); // v += h (g + f/m)
void integratePositions(const SolverBodies& rows, const StepContext& context);  // x += h v

// Velocities and poses back into the bodies; forces are used up.
void scatterBodies(const SolverBodies& rows, BodyStore& bodies);

} // namespace satbox
