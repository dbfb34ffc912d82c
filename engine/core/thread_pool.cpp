#include "engine/core/thread_pool.h"

#include "engine/core/assert.h"
#include "engine/core/processor.h"

#include <algorithm>
#include <system_error>

namespace satbox {

namespace {

constexpr std::chrono::microseconds kPatience{150}; // of a thread without work, before it sleeps
constexpr std::chrono::microseconds kCourtesy{8};   // and before it lets others have its processor
constexpr std::chrono::microseconds kUneven{20};    // what waiting for a last block may take
constexpr int kPausesPerLook = 16;                  // at the clock

constexpr uint64_t packShare(int first, int end)
{
    return static_cast<uint64_t>(end) << 32 | static_cast<uint64_t>(first);
}
constexpr uint32_t nextOf(uint64_t blocks) { return static_cast<uint32_t>(blocks); }
constexpr bool isEmpty(uint64_t blocks) { return nextOf(blocks) >= blocks >> 32; }

} // namespace

int defaultThreadCount() { return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, 8); }

void WaitBudget::spend(Clock::time_point now, Duration wait, Duration fair)
{
    const Duration lost = wait - fair - kUneven;
    if (lost <= Duration::zero()) return;
    left_ = std::min<Duration>(left_ + (now - asOf_) / kShare, kMaxSavings);
    left_ = std::max<Duration>(left_ - lost, -kMaxDebt);
    asOf_ = now;
    if (left_ < Duration::zero()) aloneUntil_ = now - left_ * kShare;
}

ThreadPool::ThreadPool(int threadCount, WhenBusy whenBusy) : whenBusy_(whenBusy)
{
    SATBOX_ASSERT(threadCount >= 1 && threadCount <= kMaxThreads, "a pool has 1 to 64 threads");
    // With more threads than processors, who looks for work keeps another from doing it.
    const unsigned processors = std::thread::hardware_concurrency();
    patience_ = processors == 0 || static_cast<unsigned>(threadCount) <= processors
                    ? kPatience
                    : std::chrono::microseconds(0);
    shares_ = std::vector<Share>(static_cast<size_t>(threadCount));
    sleepers_ = std::make_unique<Sleeper[]>(static_cast<size_t>(threadCount));
    try {
        for (; threadCount_ < threadCount; ++threadCount_)
            sleeper(threadCount_).thread = std::thread(&ThreadPool::workerLoop, this, threadCount_);
    } catch (const std::system_error&) { // too many threads for the system: fewer give the same results
    }
}

ThreadPool::~ThreadPool()
{
    SATBOX_ASSERT(!taken_, "a pool must not go while it is in use");
    {
        const std::lock_guard lock(sleep_);
        stop_ = true;
    }
    for (int i = 1; i < threadCount_; ++i) {
        sleeper(i).wakeUp.notify_one();
        sleeper(i).thread.join();
    }
}

void ThreadPool::forEachBlock(int blockCount, void (*run)(void* context, int block), void* context)
{
    const auto runHere = [&] {
        for (int block = 0; block < blockCount; ++block) run(context, block);
    };
    if (blockCount < 2 || threadCount_ == 1) return runHere();
    if (taken_.exchange(true, std::memory_order_acquire)) return runHere();

    const Clock::time_point begun = Clock::now();
    if (budget_.workAloneAt(begun)) {
        runHere();
    } else {
        run_ = run;
        context_ = context;
        publish(blockCount, std::min(blockCount, threadCount_));
        const int done = takeBlocks(0);
        waitForWorkers(blockCount - done, begun, done);
    }
    taken_.store(false, std::memory_order_release);
}

void ThreadPool::publish(int blockCount, int parts)
{
    reported_.store(0, std::memory_order_relaxed);
    if (const int here = currentProcessor(); here != callerProcessor_.load(std::memory_order_relaxed))
        callerProcessor_.store(here, std::memory_order_relaxed);
    const auto shareOf = [&](int part) {
        const auto first = [&](int i) { return static_cast<int>(int64_t{blockCount} * i / parts); };
        return packShare(first(part), first(part + 1));
    };
    shares_[0].blocks.store(shareOf(0), std::memory_order_release);
    // Sequentially consistent, as is what a thread does that falls asleep: either it sees its blocks, or its
    // bit is seen here.
    for (int i = 1; i < parts; ++i) shares_[static_cast<size_t>(i)].blocks.store(shareOf(i));
    const uint64_t asleep = asleep_.load() & (~uint64_t{0} >> (64 - parts));
    if (asleep != 0) wake(asleep);
}

// A block that was taken keeps its call from ending, so what it is run with stays until then. What was read
// before taking may be of a call that is long over; that a share is empty then is true all the same.
int ThreadPool::takeBlocks(int self)
{
    int done = 0;
    for (int i = 0; i < threadCount_; ++i) {
        std::atomic<uint64_t>& blocks = shares_[static_cast<size_t>((self + i) % threadCount_)].blocks;
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
    return !isEmpty(shares_[static_cast<size_t>(self)].blocks.load());
}

void ThreadPool::waitForWorkers(int reported, Clock::time_point begun, int ownBlocks)
{
    const auto arrived = [&] { return reported_.load(std::memory_order_acquire) == reported; };
    for (int i = 0; i < kPausesPerLook; ++i) {
        if (arrived()) return;
        pauseBriefly();
    }
    const Clock::time_point waiting = Clock::now();
    // Another thread may have just begun the last block, and blocks are not equally long.
    const Clock::duration fair = 2 * (waiting - begun) / std::max(ownBlocks, 1);
    Clock::time_point now = waiting;
    while (!arrived()) {
        for (int i = 0; i < kPausesPerLook && !arrived(); ++i) pauseBriefly();
        now = Clock::now();
        // Maybe the thread that has the last block waits for the very processor on which this one waits.
        if (now - waiting > fair + kUneven) std::this_thread::yield();
    }
    if (whenBusy_ == WhenBusy::WorkAlone) budget_.spend(now, now - waiting, fair);
}

void ThreadPool::wake(uint64_t who)
{
    {
        const std::lock_guard lock(sleep_);
        who &= asleep_;
        asleep_ &= ~who;
    }
    for (int i = 1; i < threadCount_; ++i)
        if (who >> i & 1) sleeper(i).wakeUp.notify_one();
}

// False when the pool ends.
bool ThreadPool::sleepUntilCalled(int self)
{
    const uint64_t bit = uint64_t{1} << self;
    std::unique_lock lock(sleep_);
    asleep_ |= bit;
    if (hasBlocks(self)) asleep_ &= ~bit;
    sleeper(self).wakeUp.wait(lock, [&] { return (asleep_ & bit) == 0 || stop_; });
    return !stop_;
}

// On a busy machine the system likes to wake a thread on the processor of who woke it, which is the caller's.
// There it can only get in the caller's way, for as long as a step and longer.
void ThreadPool::keepAwayFromCaller() const
{
    const int processor = callerProcessor_.load(std::memory_order_relaxed);
    if (patience_ > patience_.zero() && processor >= 0 && processor == currentProcessor())
        leaveProcessor(processor);
}

void ThreadPool::workerLoop(int self)
{
    while (sleepUntilCalled(self)) {
        Clock::time_point idle = Clock::now();
        Clock::duration idleFor{};
        do {
            keepAwayFromCaller();
            if (const int done = takeBlocks(self); done > 0) {
                reported_.fetch_add(done, std::memory_order_release);
                idle = Clock::now();
            }
            for (int i = 0; i < kPausesPerLook && !hasBlocks(self); ++i) pauseBriefly();
            idleFor = hasBlocks(self) ? Clock::duration::zero() : Clock::now() - idle;
            if (idleFor > kCourtesy) std::this_thread::yield();
        } while (idleFor <= patience_);
    }
}

} // namespace satbox
