#pragma once

namespace satbox {

// How a stage runs its blocks. The engine brings none of its own: without one, blocks run in order on the
// calling thread. Results never depend on which thread runs a block or when.
class TaskExecutor {
  public:
    virtual ~TaskExecutor() = default;

    // Calls run(context, block) once for each block in [0, blockCount), from any thread, and returns when all
    // are done.
    virtual void forEachBlock(int blockCount, void (*run)(void* context, int block), void* context) = 0;
    virtual int threadCount() const = 0;
};

} // namespace satbox
