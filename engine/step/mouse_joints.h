#pragma once

#include "engine/core/frame_arena.h"
#include "engine/model/world_state.h"
#include "engine/step/solver_step.h"

#include <cstdint>
#include <vector>

namespace satbox {

// Prepares the joints whose bodies take part in the step, sorted by row, and gives each group its own.
void prepareMouseJoints(const WorldState& world, FrameArena& arena, SolverStep& step);
// Stores their impulses and forces; those of all other mouse joints are 0.
void storeMouseJoints(WorldState& world, const SolverStep& step);

std::vector<uint32_t> mouseHeldBodies(const WorldState& world); // slots; may contain duplicates

} // namespace satbox
