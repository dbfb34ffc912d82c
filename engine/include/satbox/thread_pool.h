#pragma once

#include <satbox/config.h>
#include <satbox/executor.h>

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
// One per processor, at most 8: more threads speed up a step only if it has many separate islands.
SATBOX_API int defaultThreadCount();

// Limits the time that a caller loses waiting for threads that lost their processor to another program: at
// most a twentieth of its time. The balance recovers as time passes; while it is negative, the caller runs
// all blocks itself. This bounds the slowdown on a busy machine.
class SATBOX_API WaitBudget {
  public:
    using Clock = std::chrono::steady_clock;
    using Duration = Clock::duration;

    // Reports that a call which ended at `now` waited for other threads for `wait`. Only the part beyond
    // `expectedWait` and a tolerance counts as lost.
    void spend(Clock::time_point now, Duration wait, Duration expectedWait);
    bool shouldRunAlone(Clock::time_point now) const { return now < aloneUntil_; }

  private:
    Duration balance_ = kMaxBalance;
    Clock::time_point updatedAt_{};
    Clock::time_point aloneUntil_{};

    static constexpr std::chrono::microseconds kMaxBalance{500}; // reached after a long time without losses
    static constexpr std::chrono::milliseconds kMaxDebt{25};     // 0.5 s of running alone
    static constexpr int kTimePerLoss = 20;                      // time that must pass per unit of lost time
};

// Thread pool. The calling thread takes part: a pool of n has n - 1 threads of its own.
//
// Each thread gets a range of blocks, the same one in each call with the same number of blocks, so that data
// that a pass left in a core's cache is there for the next pass. Block 0 always runs on the calling thread. A
// thread that has finished its range steals blocks from the others. Taking a block is an atomic increment;
// locks are used only to sleep and to wake. An idle thread spins for about 150 us, longer than most gaps
// between two calls of a step, and then sleeps; it sleeps at once if the pool has more threads than the
// machine has processors.
//
//   ThreadPool threads(defaultThreadCount());
//   world.step(1.0f / 60.0f, nullptr, &threads);
//
// forEachBlock may be called from several threads concurrently and from within a block: a caller that finds
// the pool in use runs its blocks itself. A block must not throw.
class SATBOX_API ThreadPool final : public TaskExecutor {
  public:
    enum class WaitPolicy {
        Budgeted,  // see WaitBudget: the caller runs alone for a while after waiting too long
        Unlimited, // always use all threads: for tests
    };

    // `threadCount`: 1 to kMaxThreads. If the system cannot create that many, the pool has fewer.
    explicit ThreadPool(int threadCount, WaitPolicy waitPolicy = WaitPolicy::Budgeted);
    ~ThreadPool() override;
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    void forEachBlock(int blockCount, void (*run)(void* context, int block), void* context) override;
    int threadCount() const override { return threadCount_; }

  private:
    using Clock = WaitBudget::Clock;

    // One thread's range of blocks: next block in the low half, end in the high half. A thread takes a block
    // by incrementing the next block; it owns the block if the value before the increment was below the end.
    // One cache line each, so that threads share a line only when stealing.
    struct alignas(64) BlockRange {
        std::atomic<uint64_t> blocks{0};
    };
    struct Worker {
        std::condition_variable wakeUp;
        std::thread thread;
    };

    Worker& worker(int thread) { return workers_[static_cast<size_t>(thread)]; }
    void publish(int blockCount, int rangeCount);
    int takeBlocks(int self);
    bool hasBlocks(int self) const;
    void wake(uint64_t threads);
    bool sleepUntilWoken(int self);
    void moveOffCallerProcessor() const;
    void workerLoop(int self);
    void waitForWorkers(int expected, Clock::time_point begun, int ownBlocks); // ownBlocks >= 1

    int threadCount_ = 1;
    WaitPolicy waitPolicy_;
    std::chrono::microseconds spinTime_;
    WaitBudget budget_;
    std::vector<BlockRange> ranges_; // the caller's, then one per thread
    std::unique_ptr<Worker[]> workers_;

    // Of the current call: written before its blocks are published, read by threads that have taken a block.
    void (*run_)(void* context, int block) = nullptr;
    void* context_ = nullptr;

    alignas(64) std::atomic<bool> inUse_{false};
    alignas(64) std::atomic<int> finished_{0}; // blocks done by threads of the pool
    alignas(64) std::atomic<int> callerProcessor_{-1};
    alignas(64) std::atomic<uint64_t> asleep_{0}; // a bit per thread; written under sleepMutex_
    std::mutex sleepMutex_;
    bool stop_ = false; // under sleepMutex_
};

} // namespace satbox
