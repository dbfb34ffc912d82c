#pragma once

#include <satbox/config.h>
#include <satbox/executor.h>
#include <satbox/lab/condition_watch.h>
#include <satbox/timed_op.h>
#include <satbox/world.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace satbox {

// A world, what is done to it, and for how long it is stepped, at its step rate.
struct ShrinkCase {
    World start{};
    std::vector<TimedOp> ops{}; // ascending by step, none of them an op::Step
    uint64_t steps = 0;
};

struct ShrinkSize {
    size_t bodies = 0, shapes = 0, vertices = 0; // of the start; vertices: of its polygons
    size_t ops = 0;
    uint64_t steps = 0;
};
SATBOX_API ShrinkSize sizeOf(const ShrinkCase& shrinkCase);

struct ShrinkProgress {
    ShrinkSize size;   // of the smallest case so far
    uint64_t runs = 0; // made so far
};

struct ShrinkOptions {
    // Called now and then on the calling thread. False ends the search: the smallest case so far is returned.
    // A time limit belongs here.
    std::function<bool(const ShrinkProgress&)> progress{};
    uint64_t maxRuns = 1'000'000;
    // Set to true by another thread: the search ends at once, within a run. For programs that close.
    const std::atomic<bool>* stop = nullptr;
    // If set, the search begins by moving the start forward to this many steps before the condition becomes
    // true. For piles, in which removing any body changes everything that follows. The case then shows the
    // last part of the story only.
    std::optional<uint64_t> lead{};
    // Runs candidates in parallel. Does not change the result.
    TaskExecutor* executor = nullptr;
};

struct ShrinkResult {
    ShrinkCase smallest;               // bodies keep their ids; `steps` end with the hit
    std::optional<ConditionHit> hit{}; // in `smallest`; empty: the condition was not true in the given case
    // If there is no hit: how near the given case came to it, see ConditionWatch::greatest().
    std::optional<ConditionWatch::Greatest> greatest{};
    uint64_t runs = 0;
    // True: without any single body or operation, the condition is no longer true, and without any single
    // shape or vertex not in the same way. False: the search was ended before.
    bool isMinimal = false;
    std::string error{}; // the condition cannot be watched: a body is missing, or it compares worlds
    bool ok() const { return error.empty(); }
};

// Finds a smaller case in which the condition still becomes true: removes operations, and bodies, shapes and
// vertices of the start, for as long as it does (delta debugging). With fewer bodies, it may become true for
// others than before and up to twice as late, within the given steps. Shapes and vertices are removed only
// if it still becomes true for the same bodies at about the same step. Bodies that the condition names by
// number are kept. The result depends neither on time nor on the number of threads. docs/conditions.md
// describes the search.
SATBOX_API ShrinkResult shrink(const ShrinkCase& given, const Condition& condition,
                               const ShrinkOptions& options = {});

} // namespace satbox
