#include "engine/collision/broad_phase.h"

#include "tests/support/random_shapes.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

using namespace satbox;
using satbox::test::Lcg;

namespace {

struct Recorder {
    static constexpr bool kRecords = true;
    std::vector<TreeVisit> visits;
    void onVisit(const TreeVisit& visit) { visits.push_back(visit); }
};

// Root over the inner node of 0 and 1, and leaf 2 far to the right.
DynamicTree threeLeaves()
{
    DynamicTree tree;
    tree.insert({{0.0f, 0.0f}, {1.0f, 1.0f}}, 0);
    tree.insert({{2.0f, 0.0f}, {3.0f, 1.0f}}, 1);
    tree.insert({{10.0f, 0.0f}, {11.0f, 1.0f}}, 2);
    return tree;
}

DynamicTree randomTree(Lcg& random, int count)
{
    DynamicTree tree;
    for (int i = 0; i < count; ++i) {
        const Vec2 center = test::randomPoint(random, 20.0f);
        tree.insert(expand(Aabb{center, center}, random.between(0.05f, 1.0f)), static_cast<uint32_t>(i));
    }
    return tree;
}

using Visited = std::vector<std::pair<uint32_t, int32_t>>; // user index, proxy

// Checks that each node whose parent was entered was tested exactly once, and no other, and that leaves were
// passed to the visitor in the order of their tests.
void checkReached(const DynamicTree& tree, const std::vector<TreeVisit>& visits, const Visited& visited,
                  bool toTheEnd)
{
    std::map<std::pair<bool, int32_t>, int> tested; // by (is leaf, node)
    std::map<int32_t, int> children;                // by entered inner node: number of tested children
    Visited met;
    REQUIRE(!visits.empty());
    CHECK(visits.front().answer == NodeTestResult::Root);
    for (const TreeVisit& v : visits) {
        CHECK(++tested[{v.isLeaf, v.node}] == 1);
        const bool enters = v.answer == NodeTestResult::Root || v.answer == NodeTestResult::Entered;
        if (v.answer != NodeTestResult::Root) {
            REQUIRE(children.contains(v.parent));
            ++children[v.parent];
        }
        if (enters && !v.isLeaf) children[v.node] = 0;
        if (enters && v.isLeaf) {
            met.emplace_back(tree.userIndex(v.node), v.node);
            CHECK(tree.box(v.node) == v.box);
        }
    }
    CHECK(met == visited);
    if (toTheEnd)
        for (const auto& [node, count] : children) CHECK(count == std::min(tree.leafCount(), 2));
}

} // namespace

TEST_CASE("a_box_query_of_three_leaves_reports_the_expected_nodes")
{
    const DynamicTree tree = threeLeaves();
    CHECK(tree.innerNodeCount() == 2);
    const auto recorded = [&](const Aabb& box) {
        Recorder recorder;
        tree.query(
            box, [](uint32_t, int32_t) { return true; }, recorder);
        return recorder.visits;
    };
    // Into the left pair, to its first leaf.
    const std::vector<TreeVisit> left = recorded({{0.2f, 0.2f}, {0.5f, 0.5f}});
    REQUIRE(left.size() == 5);
    CHECK(left[0].answer == NodeTestResult::Root);
    CHECK(left[0].box == Aabb{{0.0f, 0.0f}, {11.0f, 1.0f}});
    CHECK(left[1].answer == NodeTestResult::Entered);
    CHECK_FALSE(left[1].isLeaf);
    CHECK(left[1].box == Aabb{{0.0f, 0.0f}, {3.0f, 1.0f}});
    CHECK(left[2].answer == NodeTestResult::Missed);
    CHECK(left[2].isLeaf);
    CHECK(left[2].box.lower.x == 10.0f);
    CHECK(left[3].answer == NodeTestResult::Entered);
    CHECK(left[3].isLeaf);
    CHECK(left[3].parent == left[1].node);
    CHECK(left[4].answer == NodeTestResult::Missed);
    CHECK(left[4].box.lower.x == 2.0f);
    // Between all boxes: the root is entered, but neither of its children.
    const std::vector<TreeVisit> none = recorded({{5.0f, 0.0f}, {6.0f, 1.0f}});
    REQUIRE(none.size() == 3);
    CHECK(none[1].answer == NodeTestResult::Missed);
    CHECK(none[2].answer == NodeTestResult::Missed);
}

TEST_CASE("a_ray_skips_nodes_behind_its_hit_and_beside_its_line")
{
    const DynamicTree tree = threeLeaves();
    Recorder recorder;
    const Ray along{{-2.0f, 0.5f}, {20.0f, 0.0f}};
    tree.castRay(
        along, [](uint32_t, int32_t, float) { return 0.1f; }, recorder); // hits the first leaf, at x = 0
    REQUIRE(recorder.visits.size() == 5);
    CHECK(recorder.visits[1].answer == NodeTestResult::Entered); // the pair
    CHECK(recorder.visits[2].answer == NodeTestResult::Entered); // leaf 0, with the whole ray
    CHECK(recorder.visits[2].maxFraction == 1.0f);
    for (const size_t i : {3u, 4u}) { // leaves 1 and 2: beyond the shortened ray
        CHECK(recorder.visits[i].answer == NodeTestResult::Missed);
        CHECK(recorder.visits[i].maxFraction == 0.1f);
    }

    Recorder slanted;
    tree.castRay(
        Ray{{-1.0f, 2.0f}, {3.0f, 4.0f}}, [](uint32_t, int32_t, float limit) { return limit; }, slanted);
    REQUIRE(slanted.visits.size() == 3);
    CHECK(slanted.visits[1].answer == NodeTestResult::Missed); // above both
    // Past the corner of the pair: its box overlaps the ray's box, but is 1 / sqrt(2) m beside the line.
    Recorder beside;
    tree.castRay(
        Ray{{-1.5f, 0.5f}, {2.0f, 2.0f}}, [](uint32_t, int32_t, float limit) { return limit; }, beside);
    REQUIRE(beside.visits.size() == 3);
    CHECK(beside.visits[1].answer == NodeTestResult::BesideRay);
    CHECK(beside.visits[1].lineDistance == doctest::Approx(0.70710678f));
}

TEST_CASE("only_the_requested_part_of_a_ray_is_searched")
{
    const DynamicTree tree = threeLeaves();
    Visited visited;
    tree.castRay(
        Ray{{-2.0f, 0.5f}, {20.0f, 0.0f}},
        [&](uint32_t userIndex, int32_t proxy, float limit) {
            visited.emplace_back(userIndex, proxy);
            return limit;
        },
        NoTreeObserver{}, 0.3f); // up to x = 4
    REQUIRE(visited.size() == 2);
    CHECK(visited[0].first + visited[1].first == 1); // 0 and 1, not 2
}

TEST_CASE("observed_searches_give_the_same_results_in_the_same_order_and_report_every_tested_node")
{
    Lcg random{77};
    for (const int count : {0, 1, 2, 3, 40, 400}) {
        const DynamicTree tree = randomTree(random, count);
        for (int i = 0; i < 60; ++i) {
            const Vec2 from = test::randomPoint(random, 22.0f);
            const Vec2 to = test::randomPoint(random, 22.0f);
            const bool stops = i % 5 == 4; // at the third result
            const Aabb box{minimum(from, to), maximum(from, to)};
            Visited plain, watched;
            const auto noting = [&](Visited& list) {
                return [&list, stops](uint32_t userIndex, int32_t proxy) {
                    list.emplace_back(userIndex, proxy);
                    return !(stops && list.size() == 3);
                };
            };
            Recorder recorder;
            tree.query(box, noting(plain));
            tree.query(box, noting(watched), recorder);
            CHECK(plain == watched);
            if (count > 0) checkReached(tree, recorder.visits, watched, !stops || watched.size() < 3);

            plain.clear();
            watched.clear();
            const Ray ray{from, to - from};
            const auto shortening = [&](Visited& list) {
                return [&list](uint32_t userIndex, int32_t proxy, float limit) {
                    list.emplace_back(userIndex, proxy);
                    return userIndex % 3 == 0 ? 0.9f * limit : limit;
                };
            };
            Recorder rays;
            tree.castRay(ray, shortening(plain));
            tree.castRay(ray, shortening(watched), rays);
            CHECK(plain == watched);
            if (count > 0) checkReached(tree, rays.visits, watched, true);
        }
    }
}

TEST_CASE("all_nodes_of_a_tree_are_visited_once_with_their_depths")
{
    Lcg random{5};
    for (const int count : {0, 1, 2, 3, 100}) {
        const DynamicTree tree = randomTree(random, count);
        int inner = 0, leaves = 0, deepest = 0;
        std::map<uint32_t, int> seen;
        tree.forEachNode([&](const DynamicTree::NodeView& node) {
            node.isLeaf() ? ++leaves : ++inner;
            if (node.isLeaf()) {
                CHECK(node.box == tree.box(node.proxy));
                CHECK(++seen[tree.userIndex(node.proxy)] == 1);
            }
            deepest = std::max(deepest, node.depth);
            return true;
        });
        CHECK(leaves == tree.leafCount());
        CHECK(inner == tree.innerNodeCount());
        CHECK(deepest == tree.height());
    }
}

TEST_CASE("a_broad_phase_reports_the_boxes_that_moved_since_the_last_search_for_pairs")
{
    BroadPhase broad;
    const auto moved = [&] {
        std::vector<std::pair<uint32_t, WorldBox>> list;
        broad.forEachMoved([&](uint32_t index, const WorldBox& before, const WorldBox&) {
            list.emplace_back(index, before);
        });
        return list;
    };
    const WorldBox first{{0.0f, 0.0f}, {1.0f, 1.0f}}, second{{5.0f, 0.0f}, {6.0f, 1.0f}};
    const int32_t a = broad.add(BroadPhase::Layer::Movable, first, 10);
    const int32_t b = broad.add(BroadPhase::Layer::Movable, second, 11);
    CHECK(moved().empty()); // new, not moved
    std::vector<BroadPhase::Pair> pairs;
    broad.findPairs(pairs);
    broad.moveAndRefit(b, {{4.0f, 0.0f}, {5.0f, 1.0f}});
    broad.markDirty(a);
    REQUIRE(moved().size() == 1);
    CHECK(moved()[0].first == 11);
    CHECK(moved()[0].second == second);
    broad.findPairs(pairs);
    CHECK(moved().empty());
}
