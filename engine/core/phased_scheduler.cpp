#include "engine/core/phased_scheduler.h"

#include "engine/core/assert.h"
#include "engine/core/parallel.h"
#include "engine/core/processor.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace satbox {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::microseconds kUneven{20}; // what tracks may differ by, whatever they take
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

PhasedScheduler::PhasedScheduler(size_t tracks, std::span<const uint32_t> needs,
                                 void (*runTask)(void* context, size_t track, size_t task), void* context)
    : trackCount_(tracks), needs_(needs), runTask_(runTask), context_(context)
{
    SATBOX_ASSERT(tracks >= 1 && tracks <= kMaxTracks, "there is room for 1 to 64 tracks");
    for (size_t task = 0; task < needs.size(); ++task)
        SATBOX_ASSERT(needs[task] == kOwn || needs[task] <= task,
                      "a barrier task can need only what comes before it");
    const auto first = std::find_if(needs.begin(), needs.end(), [](uint32_t n) { return n != kOwn; });
    barrier_.store(static_cast<uint32_t>(first - needs.begin()), std::memory_order_relaxed);
}

void PhasedScheduler::run(TaskExecutor* executor)
{
    const size_t threads = executor ? static_cast<size_t>(executor->threadCount()) : 1;
    const size_t helpers = std::min(threads, trackCount_);
    forEachRange(executor, helpers, 1,
                 [&](size_t helper, size_t) { help(helper * trackCount_ / helpers, false); });
    help(0, true); // what they may have left to each other
}

bool PhasedScheduler::haveAllDone(size_t tasks) const
{
    return std::all_of(
        tracks_.begin(), tracks_.begin() + static_cast<ptrdiff_t>(trackCount_),
        [&](const Track& track) { return track.done.load(std::memory_order_acquire) >= tasks; });
}

void PhasedScheduler::help(size_t first, bool toTheEnd)
{
    Patience patience;
    while (!haveAllDone(needs_.size())) {
        bool worked = false;
        // One look for all tracks: where another thread has just done what they wait for, it goes on with its
        // own, and who looks at them by chance does not take them away from it.
        const uint32_t barrier = barrier_.load(std::memory_order_acquire);
        for (size_t i = 0; i < trackCount_; ++i) worked |= advance((first + i) % trackCount_, barrier);
        worked |= runBarrier();
        if (worked) {
            patience.worked();
        } else if (!patience.wait()) {
            if (!toTheEnd) return;
            std::this_thread::yield();
        }
    }
}

// Does a track's tasks up to a barrier one that is not done yet. False where there was nothing to do.
bool PhasedScheduler::advance(size_t index, uint32_t barrier)
{
    Track& track = tracks_[index];
    const auto canGo = [&](uint32_t done) { return done < needs_.size() && mayPass(done, barrier); };
    if (track.taken.load(std::memory_order_relaxed) || !canGo(track.done.load(std::memory_order_relaxed)))
        return false;
    if (track.taken.exchange(true, std::memory_order_acquire)) return false;
    uint32_t task = track.done.load(std::memory_order_relaxed);
    const uint32_t start = task;
    while (task < needs_.size()) {
        if (!isBarrier(task))
            runTask_(context_, index, task);
        else if (!mayPass(task, barrier) &&
                 !mayPass(task, barrier = barrier_.load(std::memory_order_acquire)))
            break;
        track.done.store(++task, std::memory_order_release);
    }
    track.taken.store(false, std::memory_order_release);
    return task != start;
}

// The next barrier task, where each track is far enough and nobody is at it.
bool PhasedScheduler::runBarrier()
{
    const auto isReady = [&](uint32_t task) { return task < needs_.size() && haveAllDone(needs_[task]); };
    if (barrierTaken_.load(std::memory_order_relaxed) || !isReady(barrier_.load(std::memory_order_relaxed)))
        return false;
    if (barrierTaken_.exchange(true, std::memory_order_acquire)) return false;
    uint32_t task = barrier_.load(std::memory_order_relaxed);
    const bool worked = isReady(task);
    if (worked) {
        runTask_(context_, 0, task);
        do ++task;
        while (task < needs_.size() && !isBarrier(task));
        barrier_.store(task, std::memory_order_release);
    }
    barrierTaken_.store(false, std::memory_order_release);
    return worked;
}

} // namespace satbox
