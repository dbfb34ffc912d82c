#pragma once

#include "app/document/history.h"
#include <satbox/timed_op.h>

#include <functional>
#include <span>
#include <vector>

namespace satbox::app {

// The operations on the world that a part of the history consists of, for recordings and for the search for a
// smaller case.
struct PlayedOperations {
    Document start;            // before the first of them
    std::vector<TimedOp> ops;  // with steps
    bool hasUsualSteps = true; // each as long as the world's settings say
};

// Performs `ops` on the document and reports the operations on its world to `sink`. That takes as long as it
// took to play them; any thread may do so. Ends early when `isWanted`, which is called after every operation,
// returns false.
void replayOps(
    Document& document, std::span<const DocumentOp> ops, OpSink& sink,
    const std::function<bool()>& isWanted = [] { return true; });

// Replays the part for its operations.
PlayedOperations operationsOf(History::PlayedPart part, const std::function<bool()>& isWanted);

} // namespace satbox::app
