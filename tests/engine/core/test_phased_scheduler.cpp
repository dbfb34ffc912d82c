#include "engine/core/phased_scheduler.h"

#include "tests/support/executors.h"
#include <satbox/thread_pool.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <doctest/doctest.h>
#include <functional>
#include <initializer_list>
#include <mutex>
#include <thread>
#include <vector>

using namespace satbox;
using namespace satbox::test;
using namespace std::chrono_literals;

namespace {

constexpr uint32_t kPerTrack = PhasedScheduler::kPerTrack;

struct Done {
    size_t track = 0; // 0 for a barrier task
    size_t task = 0;
};

// Runs these tasks on each track and returns what was done, in order. `during` is called in each task.
std::vector<Done> runTracks(size_t tracks, const std::vector<uint32_t>& needs, TaskExecutor* executor,
                            const std::function<void(size_t track, size_t task)>& during = {})
{
    struct Context {
        std::vector<Done> done;
        std::mutex lock;
        const std::function<void(size_t, size_t)>& during;
    } context{.done = {}, .lock = {}, .during = during};
    const auto run = [](void* c, size_t track, size_t task) {
        auto& all = *static_cast<Context*>(c);
        if (all.during) all.during(track, task);
        const std::lock_guard lock(all.lock);
        all.done.push_back({track, task});
    };
    PhasedScheduler(tracks, needs, run, &context).run(executor);
    return context.done;
}

// Each task runs once, and those of a track in order. A barrier task runs after every track has done what it
// needs, and before any track continues.
void checkOrder(const std::vector<Done>& done, size_t tracks, const std::vector<uint32_t>& needs)
{
    size_t expected = 0;
    for (const uint32_t need : needs) expected += need == kPerTrack ? tracks : 1;
    CHECK(done.size() == expected);
    const auto position = [&](size_t track, size_t task) {
        const auto it = std::find_if(done.begin(), done.end(), [&](const Done& d) {
            return d.task == task && (needs[task] != kPerTrack || d.track == track);
        });
        REQUIRE(it != done.end());
        return it - done.begin();
    };
    for (size_t track = 0; track < tracks; ++track)
        for (size_t task = 0; task < needs.size(); ++task) {
            if (needs[task] == kPerTrack) {
                for (size_t later = task + 1; later < needs.size(); ++later)
                    if (needs[later] == kPerTrack || needs[later] > task)
                        CHECK(position(track, task) < position(track, later));
            } else {
                for (size_t later = task + 1; later < needs.size(); ++later)
                    CHECK(position(track, task) < position(track, later));
            }
        }
}

// A pass of the solver: prerequisites, other inner contacts, shared contacts, and what follows.
const std::vector<uint32_t> kPasses{kPerTrack, kPerTrack, 1, kPerTrack, kPerTrack, kPerTrack, 5, kPerTrack};

} // namespace

TEST_CASE("tracks_run_their_tasks_in_order_and_synchronise_at_barrier_tasks_on_threads")
{
    ThreadPool one(1), two(2, ThreadPool::WaitPolicy::Unlimited), many(8, ThreadPool::WaitPolicy::Unlimited);
    SerialExecutor inOrder(false), backwards(true);
    const std::vector<std::vector<uint32_t>> lists{
        {}, {kPerTrack}, {0}, {kPerTrack, 0}, {kPerTrack, 1}, {0, kPerTrack, 0, kPerTrack, 4}, kPasses};
    for (TaskExecutor* executor :
         std::initializer_list<TaskExecutor*>{nullptr, &one, &two, &many, &inOrder, &backwards})
        for (const size_t tracks : {size_t{1}, size_t{2}, size_t{3}, size_t{7}, PhasedScheduler::kMaxTracks})
            for (const auto& needs : lists)
                for (int again = 0; again < (executor == &two ? 50 : 3); ++again)
                    checkOrder(runTracks(tracks, needs, executor), tracks, needs);
}

// A thread that waits for too long returns; on a busy machine that may be any thread, so some tries fail.
constexpr int kTries = 10;

TEST_CASE("a_track_runs_in_parallel_with_a_barrier_task_that_needs_only_a_prefix_of_it_on_threads")
{
    ThreadPool pool(2, ThreadPool::WaitPolicy::Unlimited);
    bool met = false;
    for (int i = 0; i < kTries && !met; ++i) {
        // Each of the two waits for the other: both succeed in time only if they run in parallel.
        std::atomic<bool> inner{false}, barrier{false};
        const auto waitFor = [](const std::atomic<bool>& flag) {
            for (int wait = 0; wait < 200 && !flag; ++wait) std::this_thread::sleep_for(1ms);
            return flag.load();
        };
        runTracks(2, {kPerTrack, kPerTrack, 1}, &pool, [&](size_t track, size_t task) {
            if (track == 1 && task == 1) {
                inner = true;
                met = waitFor(barrier);
            }
            if (task == 2) {
                barrier = true;
                waitFor(inner);
            }
        });
    }
    CHECK(met);
}

TEST_CASE("an_idle_thread_leaves_the_rest_to_the_slow_one_on_threads")
{
    ThreadPool pool(2, ThreadPool::WaitPolicy::Unlimited);
    for (const size_t slow : {size_t{0}, size_t{1}}) {
        int leastByOthers = 1000; // tasks that other threads did after it
        for (int i = 0; i < kTries && leastByOthers > 0; ++i) {
            std::thread::id slowThread;
            std::atomic<int> byOthers{0};
            const auto done = runTracks(2, kPasses, &pool, [&](size_t track, size_t task) {
                if (task > 1 && std::this_thread::get_id() != slowThread) ++byOthers;
                if (track != slow || task != 0) return;
                slowThread = std::this_thread::get_id();
                std::this_thread::sleep_for(20ms);
            });
            checkOrder(done, 2, kPasses);
            leastByOthers = std::min(leastByOthers, byOthers.load());
        }
        CHECK(leastByOthers == 0);
    }
}
