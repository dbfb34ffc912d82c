#pragma once

#include "engine/core/frame_arena.h"

#include <cstdint>
#include <span>
#include <vector>

namespace satbox {

inline constexpr uint32_t kNoSlot = ~0u;

// Small islands are put together until they weigh this much (bodies and contacts): a megabyte of contacts,
// blocks and rows, which the second-level cache holds. In smaller groups each colour is a few blocks only,
// and waits for the last ones of the colour before: with a third of this 400 pyramids took a fifteenth
// longer.
inline constexpr uint32_t kGroupWeight = 3500;

// A contact that is solved.
struct SolvedContact {
    uint32_t mover; // slot of a body of it that can move
    uint32_t other; // slot of its other body
};

// Which bodies belong together, by slot.
struct GroupMark {
    uint32_t parent = kNoSlot; // towards the first of those that it is joined to; kNoSlot: not awake
    uint32_t weight = 0;       // itself and the contacts that count as its own; at a root, of all
    uint32_t group = 0;
};

// Gives each awake body the number of its group: a large island, or several small ones. `marks` is as it was
// made. Returns the weights of the groups.
std::span<const uint32_t> findGroups(std::span<GroupMark> marks, std::span<const SolvedContact> solved,
                                     const std::vector<uint32_t>& awake, FrameArena& arena);

} // namespace satbox
