#pragma once

#include "engine/step/solver_step.h"

#include <cstddef>

namespace satbox {

// Memory that the blocks of a group need, in bytes. The caller provides it.
size_t blockBytes(const SolverGroup& group, const SolverStep& step);

// Assigns memory to the blocks of each colour. Precondition: `memory` is aligned to a cache line.
void layOutBlocks(SolverGroup& group, const SolverStep& step, std::span<std::byte> memory);

// Packs contacts into the blocks first .. last - 1 of a colour: effective masses, softness, friction and
// initial impulses. Sets the group's hasImpacts and hasDeep. Thread-safe.
void packBlocks(const SolverStep& step, const KernelParams& params, SolverGroup& group,
                const ColourBlocks& colour, size_t first, size_t last);

// Stores impulses in the contacts, for the next step's warm start and for observers. With a single substep
// the total impulse of the step is the last accumulated impulse, not the sum over the iterations. Sets the
// event flag of a contact that was pushed before it touched, or that was pushed and approached faster than
// the threshold.
void storeBlocks(const SolverStep& step, const ColourBlocks& colour, size_t first, size_t last);

} // namespace satbox
