#pragma once

#include <satbox/config.h>

namespace satbox {

// Runs the blocks of a stage in parallel: ThreadPool (satbox/thread_pool.h), or an adapter to a job system.
// Optional: without an executor, blocks run in order on the calling thread. Results never depend on which
// thread runs a block or when.
class SATBOX_API TaskExecutor {
  public:
    virtual ~TaskExecutor() = default;

    // Calls run(context, block) once for each block in [0, blockCount), on any thread. Returns when all
    // blocks are done.
    virtual void forEachBlock(int blockCount, void (*run)(void* context, int block), void* context) = 0;
    virtual int threadCount() const = 0; // threads that may run blocks together, the calling one included
};

} // namespace satbox
