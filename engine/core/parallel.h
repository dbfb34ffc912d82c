#pragma once

#include "engine/core/task_executor.h"

#include <algorithm>
#include <cstddef>

namespace satbox {

// Calls fn(first, last) for runs of `grain` of `count` things (the last run may be shorter), each once: on
// the executor's threads, or, without one or for a single run, in order on this thread. fn must give the same
// whatever runs when.
template<class Fn>
void forEachRange(TaskExecutor* executor, size_t count, size_t grain, Fn&& fn)
{
    const size_t runs = (count + grain - 1) / grain;
    struct Context {
        Fn& fn;
        size_t count;
        size_t grain;
        void run(size_t i) const { fn(i * grain, std::min((i + 1) * grain, count)); }
    };
    Context context{fn, count, grain};
    if (!executor || runs < 2) {
        for (size_t i = 0; i < runs; ++i) context.run(i);
        return;
    }
    executor->forEachBlock(
        static_cast<int>(runs),
        [](void* c, int block) { static_cast<const Context*>(c)->run(static_cast<size_t>(block)); },
        &context);
}

} // namespace satbox
