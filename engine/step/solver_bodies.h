#pragma once

#include "engine/constraints/body_constants.h"
#include "engine/step/schedule/constraint_graph.h"
#include <satbox/body_state.h>
#include <satbox/executor.h>

namespace satbox {

// The awake bodies prepared for solving, in the rows that ConstraintGraph assigns. Allocated in the solver's
// arena.
struct SolverBodies {
    std::span<BodyState> states; // row 0: every body that is not awake
    std::span<BodyConstants> constants;
};

// Allocates all rows and initialises row 0.
SolverBodies makeRows(const ConstraintGraph& graph, FrameArena& arena);
// Fills the rows first .. last - 1.
void gatherBodies(const SolverBodies& rows, const ConstraintGraph& graph, size_t first, size_t last,
                  const BodyStore& bodies, const StepContext& context, TaskExecutor* executor);

// Stores velocities and poses of the rows first .. last - 1 in the bodies, limited to the maximum speeds of
// settings and definitions, and clears the forces. `fastRows`: by row, set to 1 if the body moved so far that
// it needs continuous collision (needsContinuous), otherwise to 0.
void scatterBodies(const SolverBodies& rows, const ConstraintGraph& graph, size_t first, size_t last,
                   BodyStore& bodies, std::span<uint8_t> fastRows, const StepContext& context,
                   TaskExecutor* executor);

} // namespace satbox
