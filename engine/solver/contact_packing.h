#pragma once

#include "engine/solver/constraint_graph.h"
#include "engine/solver/integrate.h"

namespace satbox {

// Packs contacts into blocks: effective masses, softness, friction and the impulses to start from.
void prepareConstraints(ConstraintGraph& graph, std::span<const Contact> contacts, const SolverBodies& bodies,
                        const StepContext& context, const ContactKernels& wide, FrameArena& arena);

// Impulses back into the contacts, where the next step's warm start and whoever looks on find them. With one
// substep the step's total is the last impulse itself, however many iterations led to it. True where a
// contact is to be told of: it was pushed before it touched, or approached faster than `hitThreshold` (m/s).
bool storeImpulses(const ConstraintGraph& graph, std::span<Contact> contacts, const StepContext& context,
                   float hitThreshold);

} // namespace satbox
