#include "engine/world/ordered_results.h"

#include "tests/support/lcg.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using namespace satbox;
using satbox::test::Lcg;

namespace {

std::vector<uint32_t> shuffledSlots(uint32_t count)
{
    std::vector<uint32_t> slots;
    for (uint32_t i = 0; i < count; ++i) slots.push_back(i);
    Lcg random(5);
    for (uint32_t i = count; i > 1; --i) std::swap(slots[i - 1], slots[random.below(i)]);
    return slots;
}

// The results of forEachInOrder() until there are `most`.
std::vector<uint32_t> inOrder(const std::vector<uint32_t>& slots, size_t firstBatch, size_t most,
                              int* searches = nullptr)
{
    std::vector<uint32_t> found;
    forEachInOrder<uint32_t, 16>(
        firstBatch,
        [&](auto&& keep) {
            if (searches) ++*searches;
            for (const uint32_t slot : slots) keep(slot);
        },
        [&](uint32_t slot) { return found.push_back(slot), found.size() < most; });
    return found;
}

} // namespace

TEST_CASE("results_come_in_order_whatever_the_order_of_the_search_and_the_size_of_batches")
{
    for (const uint32_t count : {0u, 1u, 4u, 15u, 16u, 17u, 100u}) {
        for (const size_t firstBatch : {1u, 4u, 16u}) {
            CAPTURE(count);
            CAPTURE(firstBatch);
            const std::vector<uint32_t> found = inOrder(shuffledSlots(count), firstBatch, count + 1);
            CHECK(found.size() == count);
            CHECK(std::ranges::is_sorted(found));
            CHECK(std::ranges::adjacent_find(found) == found.end());
        }
    }
}

TEST_CASE("no_result_follows_after_the_function_has_returned_false")
{
    const std::vector<uint32_t> slots = shuffledSlots(100);
    for (const size_t most : {1u, 3u, 4u, 5u, 40u}) CHECK(inOrder(slots, 4, most).size() == most);
    int searches = 0;
    inOrder(slots, 4, 4, &searches);
    CHECK(searches == 1);
}

TEST_CASE("a_search_learns_which_results_are_not_needed")
{
    // Without the limit from keep() every one of 1000 slots would be offered.
    const std::vector<uint32_t> slots = shuffledSlots(1000);
    uint32_t limit = 1000;
    int offered = 0;
    const auto first = firstInOrder<uint32_t>([&](auto&& keep) {
        for (const uint32_t slot : slots) {
            if (slot > limit) continue;
            ++offered;
            if (const uint32_t* last = keep(slot)) limit = *last;
        }
    });
    CHECK(first == 0u);
    CHECK(offered < 30);
    CHECK_FALSE(firstInOrder<uint32_t>([](auto&&) {}).has_value());
}

TEST_CASE("hits_are_ordered_by_fraction_then_by_the_shape_that_is_hit_then_by_the_moving_one")
{
    const ResultOrder before;
    const auto hit = [](float fraction, uint32_t shape, uint32_t moving) {
        WorldShapeHit made;
        made.fraction = fraction;
        made.shape.index = shape;
        made.moving.index = moving;
        return made;
    };
    CHECK(before(hit(0.1f, 5, 5), hit(0.2f, 1, 1)));
    CHECK(before(hit(0.1f, 1, 5), hit(0.1f, 2, 1)));
    CHECK(before(hit(0.1f, 1, 1), hit(0.1f, 1, 2)));
    CHECK_FALSE(before(hit(0.1f, 1, 1), hit(0.1f, 1, 1)));
}
