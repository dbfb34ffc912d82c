#pragma once

#include "engine/collision/broad_phase.h"
#include "engine/dynamics/body_store.h"

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace satbox {

// A shape whose pairs R4 looks for.
struct PairCandidate {
    uint32_t shape = 0; // slot
    uint32_t body = 0;  // slot
    WorldBox box;       // at the poses of the iteration
};

// Appends the pairs of shapes that overlap by their boxes and may collide: among the candidates, which are
// the shapes of awake bodies, by sweeping along the axis on which they are spread more, and of candidates
// with what is static or asleep. Sensors are left out. Sorted by bodies, then by shapes; sorts `candidates`
// along the axis. Looks at no further candidate once there are `most` pairs: returns how many were left out.
size_t findOverlappingPairs(std::span<PairCandidate> candidates, const BodyStore& bodies,
                            const ShapeStore& shapes, const BroadPhase& broadPhase,
                            std::vector<BroadPhase::Pair>& out,
                            size_t most = std::numeric_limits<size_t>::max());

} // namespace satbox
