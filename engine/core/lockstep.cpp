#include "engine/core/lockstep.h"

#include "engine/core/assert.h"
#include "engine/core/parallel.h"
#include "engine/core/processor.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace satbox {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::microseconds kUneven{20}; // what lots may differ by, whatever they take
constexpr int kPausesPerLook = 16;               // at the clock

// How long a thread has found nothing to do, against how long it has worked at a stretch.
class Patience {
  public:
    void worked() { isWaiting_ = false; }

    // Waits a little; false where that has been for too long.
    bool wait()
    {
        if (!isWaiting_) {
            const Clock::time_point now = Clock::now();
            longest_ = std::max(longest_, now - lastLook_);
            waitingSince_ = lastLook_ = now;
            isWaiting_ = true;
        }
        pauseBriefly();
        if (++pauses_ % kPausesPerLook == 0) lastLook_ = Clock::now();
        return lastLook_ - waitingSince_ <= kUneven + 2 * longest_;
    }

  private:
    Clock::time_point lastLook_ = Clock::now();
    Clock::time_point waitingSince_{};
    Clock::duration longest_{}; // between two waits
    int pauses_ = 0;
    bool isWaiting_ = false;
};

} // namespace

Lockstep::Lockstep(size_t lots, std::span<const uint32_t> needs,
                   void (*runTask)(void* context, size_t lot, size_t task), void* context)
    : lotCount_(lots), needs_(needs), runTask_(runTask), context_(context)
{
    SATBOX_ASSERT(lots >= 1 && lots <= kMostLots, "there is room for 1 to 64 lots");
    for (size_t task = 0; task < needs.size(); ++task)
        SATBOX_ASSERT(needs[task] == kOwn || needs[task] <= task,
                      "a joint task can need only what comes before it");
    const auto first = std::find_if(needs.begin(), needs.end(), [](uint32_t n) { return n != kOwn; });
    joint_.store(static_cast<uint32_t>(first - needs.begin()), std::memory_order_relaxed);
}

void Lockstep::run(TaskExecutor* executor)
{
    const size_t threads = executor ? static_cast<size_t>(executor->threadCount()) : 1;
    const size_t helpers = std::min(threads, lotCount_);
    forEachRange(executor, helpers, 1,
                 [&](size_t helper, size_t) { help(helper * lotCount_ / helpers, false); });
    help(0, true); // what they may have left to each other
}

bool Lockstep::haveAllDone(size_t tasks) const
{
    return std::all_of(lots_.begin(), lots_.begin() + static_cast<ptrdiff_t>(lotCount_),
                       [&](const Lot& lot) { return lot.done.load(std::memory_order_acquire) >= tasks; });
}

void Lockstep::help(size_t first, bool toTheEnd)
{
    Patience patience;
    while (!haveAllDone(needs_.size())) {
        bool worked = false;
        // One look for all lots: where another thread has just done what they wait for, it goes on with its
        // own, and who looks at them by chance does not take them away from it.
        const uint32_t joint = joint_.load(std::memory_order_acquire);
        for (size_t i = 0; i < lotCount_; ++i) worked |= advance((first + i) % lotCount_, joint);
        worked |= runJoint();
        if (worked) {
            patience.worked();
        } else if (!patience.wait()) {
            if (!toTheEnd) return;
            std::this_thread::yield();
        }
    }
}

// Does a lot's tasks up to a joint one that is not done yet. False where there was nothing to do.
bool Lockstep::advance(size_t index, uint32_t joint)
{
    Lot& lot = lots_[index];
    const auto canGo = [&](uint32_t done) { return done < needs_.size() && mayPass(done, joint); };
    if (lot.taken.load(std::memory_order_relaxed) || !canGo(lot.done.load(std::memory_order_relaxed)))
        return false;
    if (lot.taken.exchange(true, std::memory_order_acquire)) return false;
    uint32_t task = lot.done.load(std::memory_order_relaxed);
    const uint32_t start = task;
    while (task < needs_.size()) {
        if (!isJoint(task))
            runTask_(context_, index, task);
        else if (!mayPass(task, joint) && !mayPass(task, joint = joint_.load(std::memory_order_acquire)))
            break;
        lot.done.store(++task, std::memory_order_release);
    }
    lot.taken.store(false, std::memory_order_release);
    return task != start;
}

// The next joint task, where each lot is far enough and nobody is at it.
bool Lockstep::runJoint()
{
    const auto isReady = [&](uint32_t task) { return task < needs_.size() && haveAllDone(needs_[task]); };
    if (jointTaken_.load(std::memory_order_relaxed) || !isReady(joint_.load(std::memory_order_relaxed)))
        return false;
    if (jointTaken_.exchange(true, std::memory_order_acquire)) return false;
    uint32_t task = joint_.load(std::memory_order_relaxed);
    const bool worked = isReady(task);
    if (worked) {
        runTask_(context_, 0, task);
        do ++task;
        while (task < needs_.size() && !isJoint(task));
        joint_.store(task, std::memory_order_release);
    }
    jointTaken_.store(false, std::memory_order_release);
    return worked;
}

} // namespace satbox
