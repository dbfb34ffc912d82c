#pragma once

#include "engine/core/task_executor.h"
#include "engine/solver/constraint_graph.h"

namespace satbox {

// The awake bodies made ready for solving, in the rows that ConstraintGraph gives them; lives in the
// solver's arena.
struct SolverBodies {
    std::span<BodyState> states; // row 0: what does not move
    std::span<BodyConstants> constants;
};

// Room for all rows, with row 0 set.
SolverBodies makeRows(const ConstraintGraph& graph, FrameArena& arena);
// The rows first .. last - 1.
void gatherBodies(const SolverBodies& rows, const ConstraintGraph& graph, size_t first, size_t last,
                  const BodyStore& bodies, const StepContext& context, TaskExecutor* executor);

// Velocities and poses of the rows first .. last - 1 back into the bodies, no faster than settings and
// definitions allow; forces are used up. far: by row, whether the body has moved far (needsContinuous).
void scatterBodies(const SolverBodies& rows, const ConstraintGraph& graph, size_t first, size_t last,
                   BodyStore& bodies, std::span<uint8_t> far, const StepContext& context,
                   TaskExecutor* executor);

} // namespace satbox
