#pragma once

#include "engine/core/task_executor.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace satbox {

// Lots of work that go through one list of tasks side by side, each in order and on one thread at a time. A
// joint task among them is run once, by a thread that is free once each lot has come as far as it needs,
// and no lot goes past it before it is done. So where lots have something to do between what a joint task
// needs and the joint task itself, threads hardly wait for each other.
//
// Whoever finds nothing to do for its own lots takes over any other that nobody is at: one thread alone gets
// to the end as well, whatever the executor makes of blocks. Who finds nothing for long leaves the rest to
// the others, since it may be that one of them has lost its processor.
class Lockstep {
  public:
    static constexpr size_t kMostLots = 64;
    static constexpr uint32_t kOwn = ~0u; // a task of each lot

    // needs[task]: kOwn, or, of a joint task, how many tasks each lot has to have done, at most `task`.
    // `runTask` does a task of a lot; a joint one comes once, with lot 0. All are used until run() has
    // returned.
    Lockstep(size_t lots, std::span<const uint32_t> needs,
             void (*runTask)(void* context, size_t lot, size_t task), void* context);

    // Returns when all is done. `executor`: nullptr for this thread alone.
    void run(TaskExecutor* executor);

  private:
    // A line of its own, written by the thread that is at the lot.
    struct alignas(64) Lot {
        std::atomic<uint32_t> done{0}; // tasks, joint ones too
        std::atomic<bool> taken{false};
    };

    bool isJoint(size_t task) const { return needs_[task] != kOwn; }
    bool haveAllDone(size_t tasks) const;
    bool mayPass(size_t task, uint32_t joint) const { return !isJoint(task) || task < joint; }
    bool advance(size_t lot, uint32_t joint);
    bool runJoint();
    void help(size_t first, bool toTheEnd);

    const size_t lotCount_;
    const std::span<const uint32_t> needs_;
    void (*const runTask_)(void* context, size_t lot, size_t task);
    void* const context_;
    std::array<Lot, kMostLots> lots_{};
    alignas(64) std::atomic<uint32_t> joint_{0}; // all joint tasks before this one are done
    std::atomic<bool> jointTaken_{false};
};

} // namespace satbox
