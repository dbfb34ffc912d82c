#pragma once

#include "engine/core/thread_pool.h"

#include <optional>

namespace satbox::app {

// The threads that step the world: made when they are first asked for, and again when another number is.
class StepThreads {
  public:
    // For World::step; null for one thread, which needs none.
    TaskExecutor* with(int threads)
    {
        if (threads != threads_) {
            pool_.reset(); // the old ones go first
            if (threads > 1) pool_.emplace(threads);
            threads_ = threads;
        }
        return pool_ ? &*pool_ : nullptr;
    }

  private:
    std::optional<ThreadPool> pool_;
    int threads_ = 1; // that were asked for; the system may have given fewer
};

} // namespace satbox::app
