#include "engine/core/parallel.h"
#include <satbox/thread_pool.h>

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <numeric>
#include <set>
#include <thread>
#include <vector>

using namespace satbox;
using namespace std::chrono_literals;

namespace {

// How often each block of a call ran.
std::vector<int> runsOfEachBlock(TaskExecutor& executor, int blockCount)
{
    std::vector<int> runs(static_cast<size_t>(blockCount),
                          0); // not atomic, so that ThreadSanitizer reports a race
    executor.forEachBlock(
        blockCount,
        [](void* context, int block) {
            ++(*static_cast<std::vector<int>*>(context))[static_cast<size_t>(block)];
        },
        &runs);
    return runs;
}

// Calls `fn(block)` for each block.
template<class Fn>
void forEachBlock(TaskExecutor& executor, int blockCount, Fn&& fn)
{
    executor.forEachBlock(
        blockCount,
        [](void* context, int block) { (*static_cast<std::remove_reference_t<Fn>*>(context))(block); }, &fn);
}

} // namespace

TEST_CASE("a_pool_runs_each_block_exactly_once")
{
    for (const int threads : {1, 2, 3, 4, 8, kMaxThreads}) {
        ThreadPool pool(threads, ThreadPool::WaitPolicy::Unlimited);
        CHECK(pool.threadCount() == threads);
        for (const int blocks : {0, 1, 2, 3, 7, 64, 65, 1000, 20000}) {
            CAPTURE(threads);
            CAPTURE(blocks);
            CHECK(runsOfEachBlock(pool, blocks) == std::vector<int>(static_cast<size_t>(blocks), 1));
        }
    }
}

TEST_CASE("many_short_calls_in_sequence_lose_no_block")
{
    ThreadPool pool(3, ThreadPool::WaitPolicy::Unlimited);
    std::vector<int> runs(37, 0);
    constexpr int kCalls = 20000;
    for (int call = 0; call < kCalls; ++call) {
        const int blocks = 1 + call % 37;
        forEachBlock(pool, blocks, [&](int block) { ++runs[static_cast<size_t>(block)]; });
    }
    for (int block = 0; block < 37; ++block) {
        int expected = 0;
        for (int call = 0; call < kCalls; ++call) expected += block < 1 + call % 37;
        CHECK(runs[static_cast<size_t>(block)] == expected);
    }
}

TEST_CASE("a_call_sees_what_the_call_before_it_wrote_on_any_thread")
{
    ThreadPool pool(4, ThreadPool::WaitPolicy::Unlimited);
    std::vector<int> values(301, 0), sums(301, 0);
    for (int pass = 1; pass <= 500; ++pass) {
        parallelFor(&pool, values.size(), 10, [&](size_t first, size_t last) {
            for (size_t i = first; i < last; ++i) values[i] = pass;
        });
        parallelFor(&pool, values.size(), 7, [&](size_t first, size_t last) {
            for (size_t i = first; i < last; ++i) sums[i] += values[values.size() - 1 - i];
        });
    }
    CHECK(sums == std::vector<int>(301, 500 * 501 / 2));
}

TEST_CASE("threads_that_have_fallen_asleep_come_back")
{
    ThreadPool pool(2, ThreadPool::WaitPolicy::Unlimited);
    for (int i = 0; i < 5; ++i) {
        std::this_thread::sleep_for(2ms);
        // Each block waits for the other, so that a single thread would never finish.
        std::atomic<int> arrived{0};
        forEachBlock(pool, 2, [&](int) {
            ++arrived;
            while (arrived < 2) std::this_thread::yield();
        });
        CHECK(arrived == 2);
    }
}

TEST_CASE("the_caller_runs_the_first_block_however_fast_other_threads_are")
{
    // While the caller still wakes the last of seven threads, the first ones look for blocks to steal.
    ThreadPool pool(8, ThreadPool::WaitPolicy::Unlimited);
    int elsewhere = 0;
    for (int i = 0; i < 200; ++i) {
        std::this_thread::sleep_for(1ms);
        std::thread::id first;
        forEachBlock(pool, 8, [&](int block) {
            if (block == 0) first = std::this_thread::get_id();
        });
        elsewhere += first != std::this_thread::get_id();
    }
    CHECK(elsewhere == 0);
}

TEST_CASE("a_pool_of_one_runs_blocks_in_order_where_it_was_called")
{
    ThreadPool pool(1);
    std::vector<int> order;
    forEachBlock(pool, 5, [&](int block) { order.push_back(block); });
    CHECK(order == std::vector<int>{0, 1, 2, 3, 4});
}

TEST_CASE("a_call_from_within_a_block_runs_there")
{
    ThreadPool pool(4, ThreadPool::WaitPolicy::Unlimited);
    std::array<std::array<int, 9>, 16> runs{};
    std::atomic<int> elsewhere{0};
    forEachBlock(pool, 16, [&](int outer) {
        const std::thread::id here = std::this_thread::get_id();
        forEachBlock(pool, 9, [&](int inner) {
            ++runs[static_cast<size_t>(outer)][static_cast<size_t>(inner)];
            if (std::this_thread::get_id() != here) ++elsewhere;
        });
    });
    for (const auto& row : runs)
        for (const int count : row) CHECK(count == 1);
    CHECK(elsewhere == 0);
}

TEST_CASE("concurrent_calls_from_two_threads_run_all_blocks")
{
    ThreadPool pool(3, ThreadPool::WaitPolicy::Unlimited);
    const auto callOften = [&] {
        std::vector<int> runs(50, 0);
        for (int i = 0; i < 2000; ++i)
            forEachBlock(pool, 50, [&](int block) { ++runs[static_cast<size_t>(block)]; });
        return runs == std::vector<int>(50, 2000);
    };
    bool other = false;
    std::thread thread([&] { other = callOften(); });
    const bool mine = callOften();
    thread.join();
    CHECK(mine);
    CHECK(other);
}

TEST_CASE("a_pool_can_be_destroyed_at_any_time_between_calls")
{
    for (int i = 0; i < 100; ++i) {
        ThreadPool pool(1 + i % 5);
        if (i % 3 == 1) CHECK(runsOfEachBlock(pool, 10) == std::vector<int>(10, 1));
        if (i % 10 == 0) std::this_thread::sleep_for(200us); // long enough for threads to fall asleep
    }
}

TEST_CASE("the_default_is_a_thread_for_each_processor_and_8_at_most")
{
    CHECK(defaultThreadCount() >= 1);
    CHECK(defaultThreadCount() <= 8);
    const auto processors = static_cast<int>(std::thread::hardware_concurrency());
    if (processors >= 1 && processors <= 8) CHECK(defaultThreadCount() == processors);
}

TEST_CASE("a_fair_wait_is_not_counted_as_lost")
{
    WaitBudget budget;
    auto now = WaitBudget::Clock::time_point(1h);
    for (int i = 0; i < 10000; ++i) {
        budget.spend(now, 500us, 490us);
        CHECK(!budget.shouldRunAlone(now));
        now += 1ms;
    }
}

TEST_CASE("at_most_a_twentieth_of_the_time_is_lost_in_waiting")
{
    for (const auto lost : {60us, 3000us, 12000us}) {
        WaitBudget budget;
        const auto start = WaitBudget::Clock::time_point(1h);
        auto now = start;
        WaitBudget::Duration sum{};
        while (now - start < 10s) {
            if (budget.shouldRunAlone(now)) {
                now += 10us;
                continue;
            }
            now += 10us + lost;
            sum += lost;
            budget.spend(now, lost + 20us, 0us);
        }
        // The last loss is not recovered yet.
        CHECK(sum <= (now - start) / 20 + lost + 500us);
        CHECK(sum >= (now - start) / 25); // and threads are used again
    }
}

TEST_CASE("a_very_long_wait_is_recovered_in_half_a_second")
{
    WaitBudget budget;
    const auto now = WaitBudget::Clock::time_point(1h);
    budget.spend(now, 24h, 1ms); // the machine was suspended
    CHECK(budget.shouldRunAlone(now + 499ms));
    CHECK(!budget.shouldRunAlone(now + 501ms));
}
