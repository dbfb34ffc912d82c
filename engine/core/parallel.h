#pragma once

#include "engine/core/frame_arena.h"
#include "engine/core/task_executor.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace satbox {

// Calls fn(first, last) for runs of `grain` of `count` things (the last run may be shorter), each once: on
// the executor's threads, or, without one or for a single run, in order on this thread. fn must give the same
// whatever runs when.
template<class Fn>
void forEachRange(TaskExecutor* executor, size_t count, size_t grain, Fn&& fn)
{
    if (!executor || count <= grain) { // without a division, which takes as long as a small run
        for (size_t first = 0; first < count; first += grain) fn(first, std::min(first + grain, count));
        return;
    }
    struct Context {
        Fn& fn;
        size_t count;
        size_t grain;
        void run(size_t i) const { fn(i * grain, std::min((i + 1) * grain, count)); }
    };
    Context context{fn, count, grain};
    executor->forEachBlock(
        static_cast<int>((count + grain - 1) / grain),
        [](void* c, int block) { static_cast<const Context*>(c)->run(static_cast<size_t>(block)); },
        &context);
}

// Calls fn(first, last, out) for runs as above. fn writes up to last - first numbers to `out` and returns how
// many; all of them come back in the order of the runs.
template<class Fn>
std::span<uint32_t> collectFromRuns(TaskExecutor* executor, size_t count, size_t grain, FrameArena& arena,
                                    Fn&& fn)
{
    const std::span<uint32_t> numbers = arena.makeUninitialized<uint32_t>(count);
    const std::span<size_t> ofRun = arena.makeUninitialized<size_t>((count + grain - 1) / grain);
    forEachRange(executor, count, grain, [&](size_t first, size_t last) {
        ofRun[first / grain] = fn(first, last, numbers.data() + first);
    });
    size_t all = 0;
    for (size_t run = 0; run < ofRun.size(); ++run) {
        const size_t first = run * grain;
        if (all != first) std::memmove(&numbers[all], &numbers[first], ofRun[run] * sizeof(uint32_t));
        all += ofRun[run];
    }
    return numbers.first(all);
}

// Those of `numbers` for whose place wanted(place) is true, in their order.
template<class Fn>
std::span<uint32_t> selectInRuns(TaskExecutor* executor, std::span<const uint32_t> numbers, size_t grain,
                                 FrameArena& arena, Fn&& wanted)
{
    return collectFromRuns(executor, numbers.size(), grain, arena,
                           [&](size_t first, size_t last, uint32_t* out) {
                               size_t n = 0;
                               for (size_t i = first; i < last; ++i)
                                   if (wanted(i)) out[n++] = numbers[i];
                               return n;
                           });
}

} // namespace satbox
