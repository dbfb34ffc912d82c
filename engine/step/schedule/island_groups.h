#pragma once

#include "engine/core/frame_arena.h"
#include <satbox/ids.h>

#include <cstdint>
#include <span>
#include <vector>

namespace satbox {

// Small islands are merged until they have this weight (bodies and constraints): about a megabyte of
// contacts, blocks and rows, which fits the second-level cache. In smaller groups each colour has so few
// blocks that they stall on the results of the previous colour: with a third of this weight, 400 pyramids
// took a fifteenth longer.
inline constexpr uint32_t kMinGroupWeight = 3500;

// A contact or joint that takes part in the step.
struct SolvedEdge {
    uint32_t mover; // slot of one of its bodies, which is awake and can be pushed
    uint32_t other; // slot of the other body
};

// Union-find node of a body slot.
struct UnionFindNode {
    uint32_t parent = kNoIndex; // towards the lowest slot of the island; kNoIndex: not awake
    uint32_t weight = 0;        // the body and the constraints counted as its own; at a root, of the island
    uint32_t group = 0;
};

// Assigns each awake body to a group: a large island, or several small ones. Precondition: `nodes` is
// default-initialised. Returns the weights of the groups.
std::span<const uint32_t> findGroups(std::span<UnionFindNode> nodes, std::span<const SolvedEdge> solved,
                                     const std::vector<uint32_t>& awake, FrameArena& arena);

} // namespace satbox
