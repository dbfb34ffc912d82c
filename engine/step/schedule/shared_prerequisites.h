#pragma once

#include "engine/step/schedule/constraint_graph.h"

namespace satbox {

// Finds the prerequisites of the contacts that a group's partitions share: the inner contacts that must be
// solved before them. These are the inner contacts of bodies that shared contacts touch, the contacts of
// their bodies in earlier colours, and so on. They are moved to the front of their colour, and
// ColourBlocks::prerequisites counts them (README.md in this folder says what for). In container2000 they are
// a fifteenth of all contacts, and a quarter once filled up to whole blocks.
//
// `required`: by body slot, 1 if a later contact needs the body; initially 0. Immovable bodies may be marked
// too, since inner colours have no contacts with them.

// Marks the bodies of the shared contacts.
void markPrerequisites(const SolverGroup& group, std::span<const GraphEdge> edges,
                       std::span<uint8_t> required);

// Then, for each partition, on any thread: moves its prerequisites to the front. Precondition: the blocks are
// laid out. `order`: ConstraintGraph::order.
void orderPrerequisitesFirst(Partition& partition, std::span<uint32_t> order,
                             std::span<const GraphEdge> edges, std::span<uint8_t> required);

} // namespace satbox
