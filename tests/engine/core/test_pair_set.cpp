#include "engine/core/pair_set.h"

#include <doctest/doctest.h>

#include <set>

using namespace satbox;

TEST_CASE("pair_set_key_does_not_depend_on_order")
{
    CHECK(PairSet::key(3, 9) == PairSet::key(9, 3));
    CHECK(PairSet::key(3, 9) != PairSet::key(3, 8));
    CHECK(PairSet::key(0, 1) != PairSet::key(1, 2));
}

TEST_CASE("pair_set_agrees_with_a_standard_set_over_many_random_operations")
{
    PairSet pairs;
    std::set<uint64_t> expected;
    uint64_t random = 12345;
    const auto next = [&](uint64_t below) {
        random = random * 6364136223846793005ull + 1442695040888963407ull;
        return (random >> 33) % below;
    };
    bool same = true;
    for (int i = 0; i < 200000; ++i) {
        // Mostly insertions first, then mostly removals, with keys that often collide.
        const bool inserting = next(100) < (i < 100000 ? 60u : 40u);
        const uint64_t key =
            PairSet::key(static_cast<uint32_t>(next(120)), static_cast<uint32_t>(200 + next(120)));
        same = same && pairs.contains(key) == expected.contains(key);
        if (inserting)
            same = same && pairs.insert(key) == expected.insert(key).second;
        else
            same = same && pairs.erase(key) == (expected.erase(key) == 1);
        same = same && pairs.size() == expected.size();
    }
    CHECK(same);
    for (const uint64_t key : expected) CHECK(pairs.contains(key));
}

TEST_CASE("pair_set_that_is_empty_contains_and_erases_nothing")
{
    PairSet pairs;
    CHECK_FALSE(pairs.contains(PairSet::key(1, 2)));
    CHECK_FALSE(pairs.erase(PairSet::key(1, 2)));
    CHECK(pairs.insert(PairSet::key(1, 2)));
    CHECK_FALSE(pairs.insert(PairSet::key(2, 1)));
    CHECK(pairs.erase(PairSet::key(2, 1)));
    CHECK(pairs.size() == 0);
}
