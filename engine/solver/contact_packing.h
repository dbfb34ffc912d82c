#pragma once

#include "engine/solver/contact_passes.h"
#include "engine/solver/integrate.h"

namespace satbox {

// Packs contacts into blocks: effective masses, softness, friction and the impulses to start from. `lanes`:
// how many at a time at most, see kernelsFor.
void prepareConstraints(ConstraintGraph& graph, std::span<const Contact> contacts, const SolverBodies& bodies,
                        const StepContext& context, int lanes, FrameArena& arena, TaskExecutor* executor);

// Impulses back into the contacts, where the next step's warm start and whoever looks on find them. With one
// substep the step's total is the last impulse itself, however many iterations led to it. Returns by contact:
// 1 where it is to be told of, since it was pushed before it touched, or came faster than `hitThreshold`
// (m/s) and was pushed.
std::span<const uint8_t> storeImpulses(const ConstraintGraph& graph, std::span<Contact> contacts,
                                       const StepContext& context, float hitThreshold, FrameArena& arena,
                                       TaskExecutor* executor);

} // namespace satbox
