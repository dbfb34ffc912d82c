#pragma once

#include "app/document/history.h"
#include <satbox/lab/shrink.h>

#include <atomic>
#include <mutex>
#include <thread>

namespace satbox::app {

// Searches for a smaller case in which a condition still becomes true, on a thread of its own.
class ShrinkJob {
  public:
    // `played`: what led to the condition.
    ShrinkJob(History::PlayedPart played, Condition condition);
    ShrinkJob(const ShrinkJob&) = delete;
    ShrinkJob& operator=(const ShrinkJob&) = delete;
    ~ShrinkJob(); // stops the search

    const Condition& condition() const { return condition_; }
    const ShrinkSize& sizeBefore() const { return sizeBefore_; }
    ShrinkProgress progress() const;
    void end() { ends_ = true; } // the smallest case so far becomes the result
    bool isDone() const { return done_; }
    const ShrinkResult& result() const { return result_; } // Precondition: isDone()

  private:
    void search();
    void shrinkCase(const ShrinkCase& given);

    History::PlayedPart played_;
    ShrinkSize sizeBefore_;
    Condition condition_;
    std::atomic<bool> ends_{false}, stops_{false}, done_{false};
    mutable std::mutex mutex_; // of progress_
    ShrinkProgress progress_;
    ShrinkResult result_;
    std::thread thread_; // last, so that it starts when all else exists
};

} // namespace satbox::app
