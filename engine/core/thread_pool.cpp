#include <satbox/thread_pool.h>

#include "engine/core/assert.h"
#include "engine/core/processor.h"

#include <algorithm>
#include <system_error>

namespace satbox {

namespace {

constexpr std::chrono::microseconds kSpinTime{150};     // of an idle thread before it sleeps
constexpr std::chrono::microseconds kYieldAfter{8};     // idle time before it yields its processor
constexpr std::chrono::microseconds kWaitTolerance{20}; // part of a wait that never counts as lost
constexpr int kPausesPerCheck = 16;                     // pauses between two readings of the clock

constexpr uint64_t packRange(int first, int end)
{
    return static_cast<uint64_t>(end) << 32 | static_cast<uint64_t>(first);
}
constexpr uint32_t nextOf(uint64_t blocks) { return static_cast<uint32_t>(blocks); }
constexpr bool isEmpty(uint64_t blocks) { return nextOf(blocks) >= blocks >> 32; }

} // namespace

int defaultThreadCount() { return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, 8); }

void WaitBudget::spend(Clock::time_point now, Duration wait, Duration expectedWait)
{
    const Duration lost = wait - expectedWait - kWaitTolerance;
    if (lost <= Duration::zero()) return;
    balance_ = std::min<Duration>(balance_ + (now - updatedAt_) / kTimePerLoss, kMaxBalance);
    balance_ = std::max<Duration>(balance_ - lost, -kMaxDebt);
    updatedAt_ = now;
    if (balance_ < Duration::zero()) aloneUntil_ = now - balance_ * kTimePerLoss;
}

ThreadPool::ThreadPool(int threadCount, WaitPolicy waitPolicy) : waitPolicy_(waitPolicy)
{
    SATBOX_ASSERT(threadCount >= 1 && threadCount <= kMaxThreads, "a pool has 1 to 64 threads");
    // With more threads than processors, a spinning thread would take time from a working one.
    const unsigned processors = std::thread::hardware_concurrency();
    spinTime_ = processors == 0 || static_cast<unsigned>(threadCount) <= processors
                    ? kSpinTime
                    : std::chrono::microseconds(0);
    ranges_ = std::vector<BlockRange>(static_cast<size_t>(threadCount));
    workers_ = std::make_unique<Worker[]>(static_cast<size_t>(threadCount));
    try {
        for (; threadCount_ < threadCount; ++threadCount_)
            worker(threadCount_).thread = std::thread(&ThreadPool::workerLoop, this, threadCount_);
    } catch (const std::system_error&) {
        // The system's limit of threads is reached; results do not depend on their number.
    }
}

ThreadPool::~ThreadPool()
{
    SATBOX_ASSERT(!inUse_, "a pool must not be destroyed while it is in use");
    {
        const std::lock_guard lock(sleepMutex_);
        stop_ = true;
    }
    for (int i = 1; i < threadCount_; ++i) {
        worker(i).wakeUp.notify_one();
        worker(i).thread.join();
    }
}

void ThreadPool::forEachBlock(int blockCount, void (*run)(void* context, int block), void* context)
{
    const auto runHere = [&] {
        for (int block = 0; block < blockCount; ++block) run(context, block);
    };
    if (blockCount < 2 || threadCount_ == 1) return runHere();
    if (inUse_.exchange(true, std::memory_order_acquire)) return runHere();

    const Clock::time_point begun = Clock::now();
    if (budget_.shouldRunAlone(begun)) {
        runHere();
    } else {
        run_ = run;
        context_ = context;
        publish(blockCount, std::min(blockCount, threadCount_));
        run(context, 0);
        const int done = 1 + takeBlocks(0);
        waitForWorkers(blockCount - done, begun, done);
    }
    inUse_.store(false, std::memory_order_release);
}

void ThreadPool::publish(int blockCount, int rangeCount)
{
    finished_.store(0, std::memory_order_relaxed);
    if (const int here = currentProcessor(); here != callerProcessor_.load(std::memory_order_relaxed))
        callerProcessor_.store(here, std::memory_order_relaxed);
    const auto rangeOf = [&](int range) {
        const auto first = [&](int i) { return static_cast<int>(int64_t{blockCount} * i / rangeCount); };
        return packRange(first(range), first(range + 1));
    };
    // Without the first block, which is the caller's. A spare thread could take it before the caller does.
    // The caller would then wait without having run a block to compare the wait with, count all of it as
    // lost, and run the next calls alone: with 8 threads, a pile of 4 partitions was as slow as with one.
    ranges_[0].blocks.store(rangeOf(0) + 1, std::memory_order_release);
    // Sequentially consistent, as are the operations of a thread that falls asleep: either that thread sees
    // its blocks, or this thread sees its bit in asleep_ and wakes it.
    for (int i = 1; i < rangeCount; ++i) ranges_[static_cast<size_t>(i)].blocks.store(rangeOf(i));
    const uint64_t asleep = asleep_.load() & (~uint64_t{0} >> (64 - rangeCount));
    if (asleep != 0) wake(asleep);
}

// run_ and context_ are valid for a taken block, since forEachBlock() does not return before it is finished.
// The load in the loop condition may give the value of an earlier call. It only saves useless increments:
// fetch_add() decides who owns a block, and the caller, which published the ranges, takes what others wrongly
// see as empty.
int ThreadPool::takeBlocks(int self)
{
    int done = 0;
    for (int i = 0; i < threadCount_; ++i) {
        std::atomic<uint64_t>& blocks = ranges_[static_cast<size_t>((self + i) % threadCount_)].blocks;
        while (!isEmpty(blocks.load(std::memory_order_relaxed))) {
            const uint64_t taken = blocks.fetch_add(1, std::memory_order_acquire);
            if (isEmpty(taken)) break;
            run_(context_, static_cast<int>(nextOf(taken)));
            ++done;
        }
    }
    return done;
}

bool ThreadPool::hasBlocks(int self) const
{
    return !isEmpty(ranges_[static_cast<size_t>(self)].blocks.load());
}

void ThreadPool::waitForWorkers(int expected, Clock::time_point begun, int ownBlocks)
{
    const auto arrived = [&] { return finished_.load(std::memory_order_acquire) == expected; };
    for (int i = 0; i < kPausesPerCheck; ++i) {
        if (arrived()) return;
        pauseBriefly();
    }
    const Clock::time_point waiting = Clock::now();
    // Another thread may have just begun the last block, and blocks differ in duration.
    const Clock::duration expectedWait = 2 * (waiting - begun) / ownBlocks;
    Clock::time_point now = waiting;
    while (!arrived()) {
        for (int i = 0; i < kPausesPerCheck && !arrived(); ++i) pauseBriefly();
        now = Clock::now();
        // The thread with the last block may be waiting for this thread's processor.
        if (now - waiting > expectedWait + kWaitTolerance) std::this_thread::yield();
    }
    if (waitPolicy_ == WaitPolicy::Budgeted) budget_.spend(now, now - waiting, expectedWait);
}

void ThreadPool::wake(uint64_t threads)
{
    {
        const std::lock_guard lock(sleepMutex_);
        threads &= asleep_;
        asleep_ &= ~threads;
    }
    for (int i = 1; i < threadCount_; ++i)
        if (threads >> i & 1) worker(i).wakeUp.notify_one();
}

// Returns false when the pool is being destroyed.
bool ThreadPool::sleepUntilWoken(int self)
{
    const uint64_t bit = uint64_t{1} << self;
    std::unique_lock lock(sleepMutex_);
    asleep_ |= bit;
    if (hasBlocks(self)) asleep_ &= ~bit;
    worker(self).wakeUp.wait(lock, [&] { return (asleep_ & bit) == 0 || stop_; });
    return !stop_;
}

// On a busy machine the system tends to wake a thread on the processor of the thread that woke it: the
// caller's. There it would compete with the caller for a step or longer.
void ThreadPool::moveOffCallerProcessor() const
{
    const int processor = callerProcessor_.load(std::memory_order_relaxed);
    if (spinTime_ > spinTime_.zero() && processor >= 0 && processor == currentProcessor())
        moveOffProcessor(processor);
}

void ThreadPool::workerLoop(int self)
{
    while (sleepUntilWoken(self)) {
        Clock::time_point idle = Clock::now();
        Clock::duration idleFor{};
        do {
            moveOffCallerProcessor();
            if (const int done = takeBlocks(self); done > 0) {
                finished_.fetch_add(done, std::memory_order_release);
                idle = Clock::now();
            }
            for (int i = 0; i < kPausesPerCheck && !hasBlocks(self); ++i) pauseBriefly();
            idleFor = hasBlocks(self) ? Clock::duration::zero() : Clock::now() - idle;
            if (idleFor > kYieldAfter) std::this_thread::yield();
        } while (idleFor <= spinTime_);
    }
}

} // namespace satbox
