#pragma once

#include "engine/core/task_executor.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace satbox {

inline constexpr int kMaxThreads = 64;
// One for each processor, 8 at most: beyond that a step gains little.
int defaultThreadCount();

// How much of its time a caller may lose in waiting for threads that have lost their processor to another
// program: a twentieth. Spent time comes back as time passes; while it is overspent, one works alone. So the
// worst that a busy machine can do is known, whatever it does.
class WaitBudget {
  public:
    using Clock = std::chrono::steady_clock;
    using Duration = Clock::duration;

    // `wait` for others at the end of a call that ended at `now`. `fair` of it, and a little, is no loss.
    void spend(Clock::time_point now, Duration wait, Duration fair);
    bool workAloneAt(Clock::time_point now) const { return now < aloneUntil_; }

  private:
    Duration left_ = kMaxSavings;
    Clock::time_point asOf_{};
    Clock::time_point aloneUntil_{};

    static constexpr std::chrono::microseconds kMaxSavings{500}; // saved up by long good times
    static constexpr std::chrono::milliseconds kMaxDebt{25};     // half a second of working alone
    static constexpr int kShare = 20;
};

// Threads that wait for blocks. The calling thread takes part, so a pool of n has n - 1 threads of its own.
//
// Each thread is given a run of blocks, the same one in each call with the same number of blocks, so that
// what a pass left in a core's cache is there for the next pass; who is done takes over blocks of others.
// Blocks are taken by adding to a counter, there is no lock but to fall asleep and to wake up. A thread
// without work looks for it for some 150 us, more than mostly lies between two calls of a step, and then
// sleeps.
//
// Calls from several threads at a time, and calls from within a block, are fine: those that find the pool
// taken run their blocks themselves. A block must not throw.
class ThreadPool final : public TaskExecutor {
  public:
    enum class WhenBusy {
        WorkAlone, // for a while, when waiting for threads that lost their processor takes too long
        Insist,    // never: for tests
    };

    // `threadCount` from 1 to kMaxThreads. Where the system refuses a thread, the pool has those it got.
    explicit ThreadPool(int threadCount, WhenBusy whenBusy = WhenBusy::WorkAlone);
    ~ThreadPool() override;
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    void forEachBlock(int blockCount, void (*run)(void* context, int block), void* context) override;
    int threadCount() const override { return threadCount_; }

  private:
    using Clock = WaitBudget::Clock;

    // One thread's run of blocks: the next one in the low half, the end in the high half. Taking one is
    // adding 1; who gets a block below the end has it. A line of its own, so that no two threads share one
    // until one takes over the other's blocks.
    struct alignas(64) Share {
        std::atomic<uint64_t> blocks{0};
    };
    struct Sleeper {
        std::condition_variable wakeUp;
        std::thread thread;
    };

    Sleeper& sleeper(int thread) { return sleepers_[static_cast<size_t>(thread)]; }
    void publish(int blockCount, int parts);
    int takeBlocks(int self);
    bool hasBlocks(int self) const;
    void wake(uint64_t who);
    bool sleepUntilCalled(int self);
    void keepAwayFromCaller() const;
    void workerLoop(int self);
    void waitForWorkers(int reported, Clock::time_point begun, int ownBlocks);

    int threadCount_ = 1;
    WhenBusy whenBusy_;
    std::chrono::microseconds patience_;
    WaitBudget budget_;
    std::vector<Share> shares_; // of the caller, then of each thread
    std::unique_ptr<Sleeper[]> sleepers_;

    // Of the call that is being done: written before blocks are published, read by who has taken a block.
    void (*run_)(void* context, int block) = nullptr;
    void* context_ = nullptr;

    alignas(64) std::atomic<bool> taken_{false};
    alignas(64) std::atomic<int> reported_{0}; // blocks that threads of the pool have done
    alignas(64) std::atomic<int> callerProcessor_{-1};
    alignas(64) std::atomic<uint64_t> asleep_{0}; // a bit for each thread; changed with the lock held
    std::mutex sleep_;
    bool stop_ = false; // with the lock held
};

} // namespace satbox
