#include "engine/core/frame_arena.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <utility>

using namespace satbox;

TEST_CASE("arena_gives_aligned_zeroed_memory_that_does_not_overlap")
{
    FrameArena arena;
    for (int round = 0; round < 3; ++round) {
        const std::span<uint8_t> bytes = arena.make<uint8_t>(3);
        const std::span<double> numbers = arena.make<double>(1000);
        const std::span<uint32_t> raw = arena.makeUninitialized<uint32_t>(50000);
        CHECK(reinterpret_cast<uintptr_t>(bytes.data()) % FrameArena::kAlignment == 0);
        CHECK(reinterpret_cast<uintptr_t>(numbers.data()) % FrameArena::kAlignment == 0);
        CHECK(reinterpret_cast<uintptr_t>(raw.data()) % FrameArena::kAlignment == 0);
        bool zero = bytes[0] == 0 && bytes[2] == 0;
        for (const double d : numbers) zero = zero && d == 0.0;
        CHECK(zero);

        for (uint32_t& r : raw) r = 0xFFFFFFFFu;
        for (uint8_t& b : bytes) b = 1;
        for (const double d : numbers) zero = zero && d == 0.0;
        CHECK(zero);
        for (double& d : numbers) d = 1.0;
        arena.reset();
        CHECK(arena.usedBytes() == 0);
    }
}

TEST_CASE("arena_hands_out_the_same_memory_once_settled")
{
    FrameArena arena;
    const auto step = [&] {
        arena.reset();
        const std::span<int> first = arena.make<int>(100000);
        const std::span<int> second = arena.make<int>(200000);
        return std::pair{first.data(), second.data()};
    };
    step();
    const auto second = step(); // one chunk has replaced those of the first step
    CHECK(step() == second);
    CHECK(step() == second);
    CHECK(arena.peakBytes() == arena.usedBytes());
    CHECK(arena.usedBytes() >= 300000 * sizeof(int));
}

TEST_CASE("a_moved_arena_takes_its_memory_along")
{
    FrameArena arena;
    const std::span<int> mine = arena.make<int>(10);
    mine[0] = 7;
    const FrameArena moved = std::move(arena);
    CHECK(mine[0] == 7);
    CHECK(moved.usedBytes() == 64);
    static_assert(!std::is_copy_constructible_v<FrameArena>);
}

TEST_CASE("arena_gives_an_empty_span_for_no_objects")
{
    FrameArena arena;
    CHECK(arena.make<int>(0).empty());
    CHECK(arena.usedBytes() == 0);
}
