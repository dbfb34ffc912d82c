#pragma once

#include "engine/solver/constraint_graph.h"

namespace satbox {

// In the inner colours of a group's parts, the contacts that the ones between parts have to wait for: those
// of the bodies at the border, those that come before them in an earlier colour, and so on. They go first in
// their colour, and ColourBlocks::border says how many there are, so that threads can solve the rest while
// one solves what is between the parts. Each body's contacts keep their order, and so no result changes. In
// container2000 they are a fifteenth of all, and filled up to whole blocks a quarter.
//
// `required`: by body slot, 1 where something that comes later waits for the body, 0 at first. What does not
// move may be marked too, since inner colours have no contacts with it.

// What the contacts between a group's parts wait for.
void markPrerequisites(const SolverGroup& group, std::span<const GraphEdge> edges,
                       std::span<uint8_t> required);

// Then for each part, on any thread, once the blocks are laid out. `order`: ConstraintGraph::order.
void orderPrerequisitesFirst(Partition& part, std::span<uint32_t> order, std::span<const GraphEdge> edges,
                             std::span<uint8_t> required);

} // namespace satbox
