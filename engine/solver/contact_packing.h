#pragma once

#include "engine/solver/solver_step.h"

#include <cstddef>

namespace satbox {

// How much memory the blocks of a group take, and whoever solves it has to give them.
size_t blockBytes(const SolverGroup& group, const SolverStep& step);

// Says where in `memory`, which is aligned to a cache line, the blocks of each colour lie.
void layOutBlocks(SolverGroup& group, const SolverStep& step, std::span<std::byte> memory);

// Packs contacts into the blocks first .. last - 1 of a colour: effective masses, softness, friction and the
// impulses to start from. Tells the group if some contact comes fast enough to bounce; from any thread.
void packBlocks(const SolverStep& step, const KernelParams& params, SolverGroup& group,
                const ColourBlocks& colour, size_t first, size_t last);

// Impulses back into the contacts, where the next step's warm start and whoever looks on find them. With one
// substep the step's total is the last impulse itself, however many iterations led to it. Contacts to be
// eventFlags of are marked: those that were pushed before they touched, or came faster than the threshold and
// were pushed.
void storeBlocks(const SolverStep& step, const ColourBlocks& colour, size_t first, size_t last);

} // namespace satbox
