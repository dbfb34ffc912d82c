#pragma once

#include "app/sweep/sweep.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace satbox::app {

// The result of a run.
struct SweepRow {
    size_t run = 0; // its number
    uint64_t key = 0;
    std::vector<SweepValue> inputs{};
    std::vector<SweepValue>
        results{};         // by Sweep::columns(), from lastStep on; none if the inputs were refused
    uint64_t hash = 0;     // World::hash() after the last step
    std::string failure{}; // empty, or what went wrong: "step 12: body 7 \"lid\" was frozen: ..."
    double seconds = 0.0;  // of wall-clock time for steps and what is measured after each
    // Likewise, not stored: inside World::step; for results, that is conditions, metrics and the hash; and
    // for the whole run, from the copy of the start to the hash.
    double stepSeconds = 0.0, measureSeconds = 0.0, wholeSeconds = 0.0;
};

// Makes a run on the calling thread. `scratch`: any world; reusing it saves time. Returns nothing if `stop`
// became true.
std::optional<SweepRow> makeRun(const Sweep& sweep, size_t run, World& scratch,
                                const std::atomic<bool>& stop);

} // namespace satbox::app
