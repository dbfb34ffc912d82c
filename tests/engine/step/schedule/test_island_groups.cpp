// Which awake bodies are solved together.

#include "engine/step/schedule/island_groups.h"

#include <doctest/doctest.h>

#include <numeric>
#include <vector>

using namespace satbox;

namespace {

struct Found {
    std::vector<uint32_t> weights;
    std::vector<UnionFindNode> nodes;
};

Found find(uint32_t slots, const std::vector<uint32_t>& awake, const std::vector<SolvedEdge>& solved)
{
    FrameArena arena;
    Found found{{}, std::vector<UnionFindNode>(slots)};
    const auto weights = findGroups(found.nodes, solved, awake, arena);
    found.weights.assign(weights.begin(), weights.end());
    return found;
}

// A chain of `count` bodies from slot `first` on.
void addChain(std::vector<SolvedEdge>& solved, uint32_t first, uint32_t count)
{
    for (uint32_t i = first; i + 1 < first + count; ++i) solved.push_back({i, i + 1});
}

} // namespace

TEST_CASE("bodies_connected_by_contacts_are_in_one_group_and_sleeping_bodies_connect_nothing")
{
    const uint32_t large = kMinGroupWeight; // each chain weighs more than the minimum of a group
    std::vector<SolvedEdge> solved;
    addChain(solved, 0, large);
    addChain(solved, large, large);
    solved.push_back({0, 2 * large}); // both touch what is not awake
    solved.push_back({large, 2 * large});
    std::vector<uint32_t> awake(2 * large);
    std::iota(awake.begin(), awake.end(), 0u);
    const Found found = find(2 * large + 1, awake, solved);
    REQUIRE(found.weights.size() == 2);
    for (uint32_t slot = 0; slot < 2 * large; ++slot) REQUIRE(found.nodes[slot].group == slot / large);
    // Each body and each contact weighs one.
    CHECK(found.weights[0] == 2 * large);
    CHECK(found.weights[1] == 2 * large);
}

TEST_CASE("small_islands_share_a_group_until_it_weighs_enough")
{
    std::vector<uint32_t> awake(3 * kMinGroupWeight);
    std::iota(awake.begin(), awake.end(), 0u); // each an island of its own
    const Found found = find(3 * kMinGroupWeight, awake, {});
    REQUIRE(found.weights.size() == 3);
    for (const uint32_t weight : found.weights) CHECK(weight == kMinGroupWeight);
}

TEST_CASE("a_kinematic_body_connects_all_bodies_that_it_touches")
{
    // Slot 2 is kinematic: it is awake, and never the one that can move.
    const Found found = find(3, {0, 1, 2}, {{0, 2}, {1, 2}});
    CHECK(found.nodes[0].group == found.nodes[2].group);
    CHECK(found.nodes[1].group == found.nodes[2].group);
    CHECK(found.nodes[1].parent == 0);
}
