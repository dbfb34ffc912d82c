#pragma once

#include "engine/collision/broad_phase.h"
#include "engine/dynamics/body_store.h"

#include <span>
#include <vector>

namespace satbox {

// A shape whose pairs R4 looks for.
struct PairCandidate {
    uint32_t shape = 0; // slot
    uint32_t body = 0;  // slot
    Aabb box;           // at the poses of the iteration
};

// Appends the pairs of shapes that overlap by their boxes, of which one can move and that may collide: among
// the candidates by sweeping along x, and of candidates with static bodies. Sensors are left out. Sorted by
// shapes; sorts `candidates` by their boxes' left ends.
void findOverlappingPairs(std::span<PairCandidate> candidates, const BodyStore& bodies,
                          const ShapeStore& shapes, const BroadPhase& broadPhase,
                          std::vector<BroadPhase::Pair>& out);

} // namespace satbox
