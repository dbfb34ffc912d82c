// Union-find: roots against the lowest element of each set, found by relabelling.
#include "engine/core/disjoint_sets.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

using namespace satbox;

namespace {

class Sets {
    auto parentOf()
    {
        return [this](uint32_t i) -> uint32_t& { return parent_[i]; };
    }

  public:
    explicit Sets(uint32_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }
    void unite(uint32_t a, uint32_t b) { uniteSets(a, b, parentOf()); }
    uint32_t root(uint32_t i) { return findRoot(i, parentOf()); }

  private:
    std::vector<uint32_t> parent_;
};

} // namespace

TEST_CASE("elements_are_their_own_roots_until_they_are_united")
{
    Sets sets(3);
    for (uint32_t i = 0; i < 3; ++i) CHECK(sets.root(i) == i);
    sets.unite(1, 1);
    CHECK(sets.root(1) == 1);
}

TEST_CASE("root_of_a_set_is_its_lowest_element_in_either_order_of_arguments")
{
    Sets sets(6);
    sets.unite(5, 4);
    sets.unite(3, 4);
    CHECK(sets.root(5) == 3);
    sets.unite(4, 1);
    for (const uint32_t i : {1u, 3u, 4u, 5u}) CHECK(sets.root(i) == 1);
    CHECK(sets.root(0) == 0);
    CHECK(sets.root(2) == 2);
}

TEST_CASE("sets_agree_with_relabelling_over_many_random_unions")
{
    constexpr uint32_t kCount = 300;
    std::mt19937 random(11);
    for (int round = 0; round < 20; ++round) {
        Sets sets(kCount);
        std::vector<uint32_t> lowest(kCount);
        std::iota(lowest.begin(), lowest.end(), 0u);
        for (uint32_t n = 0; n < kCount; ++n) {
            const auto a = static_cast<uint32_t>(random() % kCount),
                       b = static_cast<uint32_t>(random() % kCount);
            sets.unite(a, b);
            const uint32_t low = std::min(lowest[a], lowest[b]), high = std::max(lowest[a], lowest[b]);
            std::replace(lowest.begin(), lowest.end(), high, low);
            CHECK(sets.root(b) == low);
        }
        for (uint32_t i = 0; i < kCount; ++i) CHECK(sets.root(i) == lowest[i]);
    }
}
