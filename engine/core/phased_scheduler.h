#pragma once

#include "engine/core/task_executor.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace satbox {

// Lots of work that go through one list of tasks side by side, each in order and on one thread at a time. A
// barrier task among them is run once, by a thread that is free once each track has come as far as it needs,
// and no track goes past it before it is done. So where tracks have something to do between what a barrier
// task needs and the barrier task itself, threads hardly wait for each other.
//
// Whoever finds nothing to do for its own tracks takes over any other that nobody is at: one thread alone
// gets to the end as well, whatever the executor makes of blocks. Who finds nothing for long leaves the rest
// to the others, since it may be that one of them has lost its processor.
class PhasedScheduler {
  public:
    static constexpr size_t kMaxTracks = 64;
    static constexpr uint32_t kOwn = ~0u; // a task of each track

    // needs[task]: kOwn, or, of a barrier task, how many tasks each track has to have done, at most `task`.
    // `runTask` does a task of a track; a barrier one comes once, with track 0. All are used until run() has
    // returned.
    PhasedScheduler(size_t tracks, std::span<const uint32_t> needs,
                    void (*runTask)(void* context, size_t track, size_t task), void* context);

    // Returns when all is done. `executor`: nullptr for this thread alone.
    void run(TaskExecutor* executor);

  private:
    // A line of its own, written by the thread that is at the track.
    struct alignas(64) Track {
        std::atomic<uint32_t> done{0}; // tasks, barrier ones too
        std::atomic<bool> taken{false};
    };

    bool isBarrier(size_t task) const { return needs_[task] != kOwn; }
    bool haveAllDone(size_t tasks) const;
    bool mayPass(size_t task, uint32_t barrier) const { return !isBarrier(task) || task < barrier; }
    bool advance(size_t track, uint32_t barrier);
    bool runBarrier();
    void help(size_t first, bool toTheEnd);

    const size_t trackCount_;
    const std::span<const uint32_t> needs_;
    void (*const runTask_)(void* context, size_t track, size_t task);
    void* const context_;
    std::array<Track, kMaxTracks> tracks_{};
    alignas(64) std::atomic<uint32_t> barrier_{0}; // all barrier tasks before this one are done
    std::atomic<bool> barrierTaken_{false};
};

} // namespace satbox
