#pragma once

#include <satbox/thread_pool.h>

#include <optional>

namespace satbox::app {

// The thread pool for stepping. Created on first use, and recreated when the number of threads changes.
class StepThreads {
  public:
    // For World::step; null for one thread, which needs no executor.
    TaskExecutor* executorFor(int threads)
    {
        if (threads != threads_) {
            pool_.reset(); // ends the old threads before starting new ones
            if (threads > 1) pool_.emplace(threads);
            threads_ = threads;
        }
        return pool_ ? &*pool_ : nullptr;
    }

  private:
    std::optional<ThreadPool> pool_;
    int threads_ = 1; // as requested; the pool may have fewer if the system starts no more
};

} // namespace satbox::app
