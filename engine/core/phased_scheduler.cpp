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

constexpr std::chrono::microseconds kTrackSkew{20}; // tracks may end this far apart, however short they are
constexpr int kPausesPerClockRead = 16;

// Compares the idle time of a thread with its longest stretch of work.
class IdleTimeout {
  public:
    void reset() { isWaiting_ = false; }

    // Pauses briefly. False once the idle time exceeds kTrackSkew plus twice the longest stretch of work.
    bool wait()
    {
        if (!isWaiting_) {
            const Clock::time_point now = Clock::now();
            longestWork_ = std::max(longestWork_, now - lastRead_);
            waitingSince_ = lastRead_ = now;
            isWaiting_ = true;
        }
        pauseBriefly();
        if (++pauses_ % kPausesPerClockRead == 0) lastRead_ = Clock::now();
        return lastRead_ - waitingSince_ <= kTrackSkew + 2 * longestWork_;
    }

  private:
    Clock::time_point lastRead_ = Clock::now();
    Clock::time_point waitingSince_{};
    Clock::duration longestWork_{}; // time between two waits
    int pauses_ = 0;
    bool isWaiting_ = false;
};

} // namespace

PhasedScheduler::PhasedScheduler(size_t tracks, std::span<const uint32_t> needs,
                                 void (*runTask)(void* context, size_t track, size_t task), void* context)
    : trackCount_(tracks), needs_(needs), runTask_(runTask), context_(context)
{
    SATBOX_ASSERT(tracks >= 1 && tracks <= kMaxTracks, "the number of tracks must be 1 to 64");
    for (size_t task = 0; task < needs.size(); ++task)
        SATBOX_ASSERT(needs[task] == kPerTrack || needs[task] <= task,
                      "a barrier task can need only earlier tasks");
    const auto first = std::find_if(needs.begin(), needs.end(), [](uint32_t n) { return n != kPerTrack; });
    nextBarrier_.store(static_cast<uint32_t>(first - needs.begin()), std::memory_order_relaxed);
}

void PhasedScheduler::run(TaskExecutor* executor)
{
    const size_t threads = executor ? static_cast<size_t>(executor->threadCount()) : 1;
    const size_t helpers = std::min(threads, trackCount_);
    parallelFor(executor, helpers, 1,
                [&](size_t helper, size_t) { work(helper * trackCount_ / helpers, false); });
    work(0, true); // finishes what idle threads left
}

bool PhasedScheduler::allTracksReached(size_t tasks) const
{
    return std::all_of(
        tracks_.begin(), tracks_.begin() + static_cast<ptrdiff_t>(trackCount_),
        [&](const Track& track) { return track.done.load(std::memory_order_acquire) >= tasks; });
}

void PhasedScheduler::work(size_t first, bool untilDone)
{
    IdleTimeout idle;
    while (!allTracksReached(needs_.size())) {
        bool didWork = false;
        // Read once per scan of all tracks. If a barrier task completes during the scan, this thread does not
        // take over another thread's track that has just become ready: its own thread continues it.
        const uint32_t barrier = nextBarrier_.load(std::memory_order_acquire);
        for (size_t i = 0; i < trackCount_; ++i) didWork |= advance((first + i) % trackCount_, barrier);
        didWork |= runBarrier();
        if (didWork) {
            idle.reset();
        } else if (!idle.wait()) {
            if (!untilDone) return;
            std::this_thread::yield();
        }
    }
}

// Runs the track's tasks up to the first barrier task that is not done. Returns false if it ran and passed
// nothing.
bool PhasedScheduler::advance(size_t index, uint32_t barrier)
{
    Track& track = tracks_[index];
    const auto canAdvance = [&](uint32_t done) { return done < needs_.size() && canPass(done, barrier); };
    if (track.claimed.load(std::memory_order_relaxed) ||
        !canAdvance(track.done.load(std::memory_order_relaxed)))
        return false;
    if (track.claimed.exchange(true, std::memory_order_acquire)) return false;
    uint32_t task = track.done.load(std::memory_order_relaxed);
    const uint32_t start = task;
    while (task < needs_.size()) {
        if (!isBarrier(task))
            runTask_(context_, index, task);
        else if (!canPass(task, barrier) &&
                 !canPass(task, barrier = nextBarrier_.load(std::memory_order_acquire)))
            break;
        track.done.store(++task, std::memory_order_release);
    }
    track.claimed.store(false, std::memory_order_release);
    return task != start;
}

// Runs the next barrier task if every track has done what it needs and no other thread is running it. False
// if it ran nothing.
bool PhasedScheduler::runBarrier()
{
    const auto isReady = [&](uint32_t task) {
        return task < needs_.size() && allTracksReached(needs_[task]);
    };
    if (barrierClaimed_.load(std::memory_order_relaxed) ||
        !isReady(nextBarrier_.load(std::memory_order_relaxed)))
        return false;
    if (barrierClaimed_.exchange(true, std::memory_order_acquire)) return false;
    uint32_t task = nextBarrier_.load(std::memory_order_relaxed);
    const bool didWork = isReady(task);
    if (didWork) {
        runTask_(context_, 0, task);
        do ++task;
        while (task < needs_.size() && !isBarrier(task));
        nextBarrier_.store(task, std::memory_order_release);
    }
    barrierClaimed_.store(false, std::memory_order_release);
    return didWork;
}

} // namespace satbox
