#pragma once

#include "engine/solver/solver_step.h"

#include <cstddef>

namespace satbox {

// How much memory the blocks of a group take, and whoever solves it has to give them.
size_t blockBytes(const SolverGroup& group, int lanes);

// Packs a group's contacts into blocks: effective masses, softness, friction and the impulses to start from.
// `memory` is aligned to a cache line, and the group's until its impulses are stored.
void prepareConstraints(const SolverStep& step, SolverGroup& group, std::span<std::byte> memory,
                        TaskExecutor* executor);

// Impulses back into the contacts, where the next step's warm start and whoever looks on find them. With one
// substep the step's total is the last impulse itself, however many iterations led to it. Contacts to be told
// of are marked: those that were pushed before they touched, or came faster than the threshold and were
// pushed.
void storeImpulses(const SolverStep& step, const SolverGroup& group, TaskExecutor* executor);

} // namespace satbox
