// parallelFor, parallelCollect and forEachNonZero.

#include "engine/core/nonzero_bytes.h"
#include "engine/core/parallel.h"
#include <satbox/thread_pool.h>

#include <doctest/doctest.h>

#include <vector>

using namespace satbox;

TEST_CASE("parallel_for_covers_each_index_once_with_and_without_threads")
{
    ThreadPool pool(3, ThreadPool::WaitPolicy::Unlimited);
    for (TaskExecutor* executor : {static_cast<TaskExecutor*>(nullptr), static_cast<TaskExecutor*>(&pool)})
        for (const size_t count : {size_t{0}, size_t{1}, size_t{9}, size_t{10}, size_t{11}, size_t{57}}) {
            std::vector<int> visits(count, 0);
            parallelFor(executor, count, 10, [&](size_t first, size_t last) {
                CHECK(first % 10 == 0);
                CHECK(last - first <= 10);
                for (size_t i = first; i < last; ++i) ++visits[i];
            });
            CHECK(visits == std::vector<int>(count, 1));
        }
}

TEST_CASE("parallel_collect_returns_numbers_in_order")
{
    ThreadPool pool(3, ThreadPool::WaitPolicy::Unlimited);
    for (TaskExecutor* executor : {static_cast<TaskExecutor*>(nullptr), static_cast<TaskExecutor*>(&pool)})
        for (const uint32_t count : {0u, 1u, 64u, 1000u}) {
            // Nothing from some ranges, one number from others, and all of some.
            const auto wanted = [](size_t i) { return i % 7 > 2; };
            std::vector<uint32_t> expected;
            for (uint32_t i = 0; i < count; ++i)
                if (wanted(i)) expected.push_back(i);
            FrameArena arena;
            const std::span<const uint32_t> found =
                parallelCollect(executor, count, 2, arena, [&](size_t first, size_t last, uint32_t* out) {
                    size_t n = 0;
                    for (size_t i = first; i < last; ++i)
                        if (wanted(i)) out[n++] = static_cast<uint32_t>(i);
                    return n;
                });
            CHECK(std::vector<uint32_t>(found.begin(), found.end()) == expected);
        }
}

TEST_CASE("non_zero_bytes_are_found_in_whole_words_and_after_the_last_word")
{
    for (size_t count = 0; count < 40; ++count) {
        std::vector<uint8_t> marks(count, 0);
        std::vector<size_t> expected;
        for (size_t i = 0; i < count; ++i)
            if (i == 0 || i % 13 == 7 || i + 1 == count) {
                marks[i] = static_cast<uint8_t>(1 + i);
                expected.push_back(i);
            }
        std::vector<size_t> found;
        forEachNonZero(marks, [&](size_t i) { found.push_back(i); });
        CHECK(found == expected);
    }
}
