#pragma once

#include "engine/collision/broad_phase.h"
#include "engine/model/body_store.h"
#include <satbox/contact_callbacks.h>

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace satbox {

// A shape of an awake body, for which the vertex-contact solver searches pairs.
struct PairCandidate {
    uint32_t shape = 0; // slot
    uint32_t body = 0;  // slot
    WorldBox box;       // at the poses of the current substep
};

// Appends the pairs of shapes whose boxes overlap and that may collide. Pairs among candidates are found by
// sweep and prune along the axis of larger variance, pairs of candidates with static or sleeping shapes by
// the broad phase. Sensors are skipped. Sorts the pairs by bodies, then by shapes, and `candidates` along the
// axis. Stops once there are `maxPairs` pairs, and returns the number of candidates that were not searched.
// `callbacks` may be nullptr.
size_t findOverlappingPairs(std::span<PairCandidate> candidates, const BodyStore& bodies,
                            const ShapeStore& shapes, const BroadPhase& broadPhase,
                            ContactCallbacks* callbacks, std::vector<BroadPhase::Pair>& out,
                            size_t maxPairs = std::numeric_limits<size_t>::max());

} // namespace satbox
