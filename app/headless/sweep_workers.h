#pragma once

#include "app/sweep/sweep.h"
#include "app/sweep/sweep_results.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>

namespace satbox::app {

// What came of runs that were made on this machine.
struct MadeRuns {
    size_t runs = 0;          // made and stored
    bool interrupted = false; // by Ctrl+C
    std::string error{};      // empty, or why it ended early: a full disk, no memory
    double wallSeconds = 0.0;
    // Of all threads: inside World::step; for conditions, metrics and hashes; and in runs, with their starts.
    double stepSeconds = 0.0, measureSeconds = 0.0, runSeconds = 0.0;
    int threads = 1;
};

// Makes runs on several threads, each run on one, and stores them every 200 ms, in one transaction.
// `onProgress` is called on the calling thread with the number of runs that were made so far. After Ctrl+C
// (app/headless/interrupt.h), runs that are not finished are dropped.
MadeRuns makeRuns(const Sweep& sweep, SweepResults& results, std::span<const size_t> runs, int threads,
                  const std::function<void(size_t made)>& onProgress);

} // namespace satbox::app
