#pragma once

#include "engine/core/frame_arena.h"
#include <satbox/executor.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace satbox {

// Calls fn(first, last) once for each range of `grain` of `count` elements (the last may be shorter): on the
// executor's threads, or in order on this thread if there is no executor or a single range. Precondition: the
// result of fn does not depend on which thread runs which range when.
template<class Fn>
void parallelFor(TaskExecutor* executor, size_t count, size_t grain, Fn&& fn)
{
    if (!executor || count <= grain) { // avoids the division below, which costs as much as a small range
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

// Calls fn(first, last, out) for ranges as above. fn writes at most last - first numbers to `out` and returns
// how many. Returns all of them in the order of the ranges.
template<class Fn>
std::span<uint32_t> parallelCollect(TaskExecutor* executor, size_t count, size_t grain, FrameArena& arena,
                                    Fn&& fn)
{
    const std::span<uint32_t> numbers = arena.makeUninitialized<uint32_t>(count);
    const std::span<size_t> counts = arena.makeUninitialized<size_t>((count + grain - 1) / grain);
    parallelFor(executor, count, grain, [&](size_t first, size_t last) {
        counts[first / grain] = fn(first, last, numbers.data() + first);
    });
    size_t total = 0;
    for (size_t range = 0; range < counts.size(); ++range) {
        const size_t first = range * grain;
        if (total != first) std::memmove(&numbers[total], &numbers[first], counts[range] * sizeof(uint32_t));
        total += counts[range];
    }
    return numbers.first(total);
}

// Returns the elements of `numbers` for whose index isWanted(index) is true, in their order.
template<class Fn>
std::span<uint32_t> parallelSelect(TaskExecutor* executor, std::span<const uint32_t> numbers, size_t grain,
                                   FrameArena& arena, Fn&& isWanted)
{
    return parallelCollect(executor, numbers.size(), grain, arena,
                           [&](size_t first, size_t last, uint32_t* out) {
                               size_t n = 0;
                               for (size_t i = first; i < last; ++i)
                                   if (isWanted(i)) out[n++] = numbers[i];
                               return n;
                           });
}

} // namespace satbox
