#pragma once

#include <satbox/executor.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace satbox {

// Runs one list of tasks on several tracks in parallel. Each track executes the tasks in order, on one thread
// at a time. A barrier task runs only once, on any free thread, after every track has done the tasks that the
// barrier task needs. No track continues beyond it before it is done. A barrier task may need only a prefix
// of the list; the tasks between that prefix and the barrier overlap with it, so threads rarely wait.
//
// A thread without work on its own tracks takes over any track that no thread is working on. So one thread
// can finish everything, even if the executor starts the other threads late. A thread that stays idle for too
// long returns, since another thread may have been descheduled; the calling thread finishes the rest.
class PhasedScheduler {
  public:
    static constexpr size_t kMaxTracks = 64;
    static constexpr uint32_t kPerTrack = ~0u; // the task runs once on each track

    // needs[task]: kPerTrack, or for a barrier task the number of tasks that each track must have done before
    // it, at most `task`. `runTask` runs one task of one track; a barrier task is run once, with track 0.
    // Precondition: `needs` and `context` stay valid until run() has returned.
    PhasedScheduler(size_t tracks, std::span<const uint32_t> needs,
                    void (*runTask)(void* context, size_t track, size_t task), void* context);

    // Returns when all tasks are done. `executor`: nullptr runs everything on the calling thread.
    void run(TaskExecutor* executor);

  private:
    // One cache line, written by the thread that works on the track.
    struct alignas(64) Track {
        std::atomic<uint32_t> done{0}; // number of tasks done, barrier tasks included
        std::atomic<bool> claimed{false};
    };

    bool isBarrier(size_t task) const { return needs_[task] != kPerTrack; }
    bool allTracksReached(size_t tasks) const;
    bool canPass(size_t task, uint32_t barrier) const { return !isBarrier(task) || task < barrier; }
    bool advance(size_t track, uint32_t barrier);
    bool runBarrier();
    void work(size_t first, bool untilDone);

    const size_t trackCount_;
    const std::span<const uint32_t> needs_;
    void (*const runTask_)(void* context, size_t track, size_t task);
    void* const context_;
    std::array<Track, kMaxTracks> tracks_{};
    alignas(64) std::atomic<uint32_t> nextBarrier_{0}; // all barrier tasks before this index are done
    std::atomic<bool> barrierClaimed_{false};
};

} // namespace satbox
