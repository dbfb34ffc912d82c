#pragma once

#include "engine/constraints/joint/joint_tree.h"
#include "engine/core/frame_arena.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace satbox {

// Joints that connect bodies in a row, as in a rope or a bridge of planks. Only the first and the last body
// may be one that nothing moves.
struct JointChain {
    std::span<const uint32_t> links; // from one end to the other; body B of each is body A of the next
    bool isHeld = false;             // nothing moves the first body, nor the last

    bool empty() const { return links.empty(); }
};

// Shorter chains are trees and linkages: a hundred ropes of 10 take the same time as trees in eight lanes, of
// 16 a quarter less.
inline constexpr size_t kMinChainJoints = 10;

// `links`: the joints of a component, see findTrees(). Empty if they are no chain, or a short one.
JointChain findChain(std::span<const JointLink> all, std::span<const uint32_t> links, FrameArena& arena);

} // namespace satbox
