#pragma once

#include <satbox/executor.h>

namespace satbox::test {

// Runs all blocks one after the other, in ascending or reversed order, as threads that never overlap would.
class SerialExecutor final : public TaskExecutor {
  public:
    explicit SerialExecutor(bool reversed) : reversed_(reversed) {}
    void forEachBlock(int blockCount, void (*run)(void* context, int block), void* context) override
    {
        for (int i = 0; i < blockCount; ++i) run(context, reversed_ ? blockCount - 1 - i : i);
    }
    int threadCount() const override { return 4; }

  private:
    bool reversed_;
};

} // namespace satbox::test
