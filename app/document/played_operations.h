#pragma once

#include "app/document/history.h"
#include <satbox/timed_op.h>

#include <functional>
#include <vector>

namespace satbox::app {

// The operations on the world that a part of the history consists of, for recordings and for the search for a
// smaller case.
struct PlayedOperations {
    Document start;           // before the first of them
    std::vector<TimedOp> ops; // with steps
};

// Replays the part, which takes as long as it took to play it; any thread may do so. Ends early when
// `isWanted`, which is called after every operation, returns false.
PlayedOperations operationsOf(History::PlayedPart part, const std::function<bool()>& isWanted);

} // namespace satbox::app
