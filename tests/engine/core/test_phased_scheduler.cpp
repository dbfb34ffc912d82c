#include "engine/core/phased_scheduler.h"

#include "engine/core/thread_pool.h"
#include "tests/support/executors.h"

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

constexpr uint32_t kOwn = PhasedScheduler::kOwn;

struct Done {
    size_t track = 0; // of a barrier task 0
    size_t task = 0;
};

// What was done, in order, by tracks that go through these tasks; `during` is called in each.
std::vector<Done> runTogether(size_t tracks, const std::vector<uint32_t>& needs, TaskExecutor* executor,
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

// Each task once, each track's in order, barrier ones not before all tracks have done what they need, and
// before any track goes on.
void checkOrder(const std::vector<Done>& done, size_t tracks, const std::vector<uint32_t>& needs)
{
    size_t expected = 0;
    for (const uint32_t need : needs) expected += need == kOwn ? tracks : 1;
    CHECK(done.size() == expected);
    const auto place = [&](size_t track, size_t task) {
        const auto it = std::find_if(done.begin(), done.end(), [&](const Done& d) {
            return d.task == task && (needs[task] != kOwn || d.track == track);
        });
        REQUIRE(it != done.end());
        return it - done.begin();
    };
    for (size_t track = 0; track < tracks; ++track)
        for (size_t task = 0; task < needs.size(); ++task) {
            if (needs[task] == kOwn) {
                for (size_t later = task + 1; later < needs.size(); ++later)
                    if (needs[later] == kOwn || needs[later] > task)
                        CHECK(place(track, task) < place(track, later));
            } else {
                for (size_t later = task + 1; later < needs.size(); ++later)
                    CHECK(place(track, task) < place(track, later));
            }
        }
}

// A pass as the solver has it: border, inner, what is between the parts, and what follows.
const std::vector<uint32_t> kPasses{kOwn, kOwn, 1, kOwn, kOwn, kOwn, 5, kOwn};

} // namespace

TEST_CASE("lots_go_through_their_tasks_in_order_and_meet_at_joint_ones_on_threads")
{
    ThreadPool one(1), two(2, ThreadPool::WhenBusy::Insist), many(8, ThreadPool::WhenBusy::Insist);
    OneByOne inOrder(false), backwards(true);
    const std::vector<std::vector<uint32_t>> lists{
        {}, {kOwn}, {0}, {kOwn, 0}, {kOwn, 1}, {0, kOwn, 0, kOwn, 4}, kPasses};
    for (TaskExecutor* executor :
         std::initializer_list<TaskExecutor*>{nullptr, &one, &two, &many, &inOrder, &backwards})
        for (const size_t tracks : {size_t{1}, size_t{2}, size_t{3}, size_t{7}, PhasedScheduler::kMaxTracks})
            for (const auto& needs : lists)
                for (int again = 0; again < (executor == &two ? 50 : 3); ++again)
                    checkOrder(runTogether(tracks, needs, executor), tracks, needs);
}

// Who waits for too long leaves, and on a busy machine that may be anybody: some try does.
constexpr int kTries = 10;

TEST_CASE("a_lot_goes_on_beside_a_joint_task_that_does_not_need_all_of_it_on_threads")
{
    ThreadPool pool(2, ThreadPool::WhenBusy::Insist);
    bool met = false;
    for (int i = 0; i < kTries && !met; ++i) {
        // Each of the two waits for the other: only side by side do they come to an end before the time is
        // up.
        std::atomic<bool> inner{false}, barrier{false};
        const auto waitFor = [](const std::atomic<bool>& flag) {
            for (int wait = 0; wait < 200 && !flag; ++wait) std::this_thread::sleep_for(1ms);
            return flag.load();
        };
        runTogether(2, {kOwn, kOwn, 1}, &pool, [&](size_t track, size_t task) {
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

TEST_CASE("who_waits_for_long_leaves_the_rest_to_the_one_that_was_slow_on_threads")
{
    ThreadPool pool(2, ThreadPool::WhenBusy::Insist);
    for (const size_t slow : {size_t{0}, size_t{1}}) {
        int leastByOthers = 1000; // tasks after it
        for (int i = 0; i < kTries && leastByOthers > 0; ++i) {
            std::thread::id slowThread;
            std::atomic<int> byOthers{0};
            const auto done = runTogether(2, kPasses, &pool, [&](size_t track, size_t task) {
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
