#pragma once

#include "engine/core/task_executor.h"

namespace satbox::test {

// Threads that never work side by side: one has done its blocks before another begins.
class OneByOne final : public TaskExecutor {
  public:
    explicit OneByOne(bool lastFirst) : lastFirst_(lastFirst) {}
    void forEachBlock(int blockCount, void (*run)(void* context, int block), void* context) override
    {
        for (int i = 0; i < blockCount; ++i) run(context, lastFirst_ ? blockCount - 1 - i : i);
    }
    int threadCount() const override { return 4; }

  private:
    bool lastFirst_;
};

} // namespace satbox::test
