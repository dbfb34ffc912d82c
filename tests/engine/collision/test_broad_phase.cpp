#include "engine/collision/broad_phase.h"

#include "engine/math/position.h"
#include "tests/support/random_shapes.h"
#include <satbox/math.h>
#include <satbox/thread_pool.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

using namespace satbox;
using satbox::test::Lcg;
using Layer = BroadPhase::Layer;
using Pair = BroadPhase::Pair;

namespace {

Aabb boxAt(float x, float y, float half = 0.5f) { return {{x - half, y - half}, {x + half, y + half}}; }

// Some filters that many boxes share.
Filter filterOf(uint32_t i)
{
    switch (i % 5) {
    case 0:
        return {.category = 2, .mask = ~uint64_t{2}};
    case 1:
        return {.category = 2, .mask = 4, .group = 3};
    case 2:
        return {.group = -1};
    default:
        return {};
    }
}

std::vector<Pair> pairsOf(BroadPhase& broadPhase)
{
    std::vector<Pair> pairs;
    broadPhase.findPairs(pairs);
    return pairs;
}

} // namespace

TEST_CASE("new_overlaps_are_reported_once")
{
    BroadPhase broadPhase;
    broadPhase.add(Layer::Movable, boxAt(0.0f, 0.0f), 7);
    broadPhase.add(Layer::Movable, boxAt(0.5f, 0.0f), 3);
    broadPhase.add(Layer::Movable, boxAt(5.0f, 0.0f), 4);
    CHECK(pairsOf(broadPhase) == std::vector<Pair>{{3, 7}});
    CHECK(pairsOf(broadPhase).empty());
}

TEST_CASE("boxes_that_only_touch_are_paired")
{
    BroadPhase broadPhase;
    broadPhase.add(Layer::Movable, boxAt(0.0f, 0.0f), 0);
    broadPhase.add(Layer::Fixed, boxAt(1.0f, 0.0f), 1);
    CHECK(pairsOf(broadPhase) == std::vector<Pair>{{0, 1}});
}

TEST_CASE("two_fixed_boxes_are_never_paired")
{
    BroadPhase broadPhase;
    const int32_t ground = broadPhase.add(Layer::Fixed, boxAt(0.0f, 0.0f), 0);
    broadPhase.add(Layer::Fixed, boxAt(0.2f, 0.0f), 1);
    CHECK(pairsOf(broadPhase).empty());
    broadPhase.markDirty(ground);
    CHECK(pairsOf(broadPhase).empty());
}

TEST_CASE("boxes_whose_filters_exclude_each_other_are_not_paired_until_the_filter_changes")
{
    BroadPhase broadPhase;
    broadPhase.add(Layer::Movable, boxAt(0.0f, 0.0f), 0, {.group = -1});
    const int32_t proxy = broadPhase.add(Layer::Movable, boxAt(0.2f, 0.0f), 1, {.group = -1});
    CHECK(pairsOf(broadPhase).empty());
    for (int32_t group = 2; group < 100; ++group) { // more filters than there are numbers, not at once
        broadPhase.remove(proxy);
        CHECK(broadPhase.add(Layer::Movable, boxAt(0.2f, 0.0f), 1, {.group = -group}) == proxy);
        CHECK(pairsOf(broadPhase) == std::vector<Pair>{{0, 1}});
    }
    broadPhase.remove(proxy);
    broadPhase.add(Layer::Movable, boxAt(0.2f, 0.0f), 1, {.group = -1});
    broadPhase.add(Layer::Movable, boxAt(0.2f, 0.0f), 2, {.mask = 0});
    CHECK(pairsOf(broadPhase).empty());
}

// Beyond that, pairs that the filters exclude may be reported as well, but no other pair is lost.
TEST_CASE("more_filters_than_there_are_classes_lose_no_pair")
{
    Lcg random(53);
    BroadPhase broadPhase;
    const auto filterAt = [](uint32_t i) -> Filter {
        return i % 2 == 0 ? Filter{} : Filter{.group = -static_cast<int32_t>(i / 2 % 100)};
    };
    std::vector<WorldBox> boxes;
    for (uint32_t i = 0; i < 600; ++i) {
        const Vec2 at = test::randomPoint(random, 8.0f);
        boxes.emplace_back(boxAt(at.x, at.y));
        broadPhase.add(i % 4 == 0 ? Layer::Fixed : Layer::Movable, boxes.back(), i, filterAt(i));
    }
    const std::vector<Pair> found = pairsOf(broadPhase);
    size_t excluded = 0, expected = 0;
    for (uint32_t i = 0; i < boxes.size(); ++i) {
        for (uint32_t j = i + 1; j < boxes.size(); ++j) {
            if (!overlaps(boxes[i], boxes[j]) || (i % 4 == 0 && j % 4 == 0)) continue;
            const bool isFound = std::binary_search(found.begin(), found.end(), Pair{i, j});
            if (shouldCollide(filterAt(i), filterAt(j))) {
                ++expected;
                CHECK(isFound);
            } else {
                excluded += isFound ? 1 : 0;
            }
        }
    }
    CHECK(found.size() == expected + excluded);
    CHECK(excluded > 0);
}

TEST_CASE("new_fixed_box_finds_existing_movable_boxes")
{
    BroadPhase broadPhase;
    broadPhase.add(Layer::Movable, boxAt(0.0f, 0.0f), 0);
    pairsOf(broadPhase);
    broadPhase.add(Layer::Fixed, boxAt(0.2f, 0.0f), 1);
    CHECK(pairsOf(broadPhase) == std::vector<Pair>{{0, 1}});
}

TEST_CASE("removed_boxes_are_not_reported_even_if_they_were_dirty")
{
    BroadPhase broadPhase;
    const int32_t gone = broadPhase.add(Layer::Movable, boxAt(0.0f, 0.0f), 0);
    broadPhase.add(Layer::Movable, boxAt(0.2f, 0.0f), 1);
    broadPhase.remove(gone);
    CHECK(pairsOf(broadPhase).empty());
    const int32_t again = broadPhase.add(Layer::Movable, boxAt(0.1f, 0.0f), 2);
    CHECK(again == gone); // the proxy is reused and is dirty
    CHECK(pairsOf(broadPhase) == std::vector<Pair>{{1, 2}});
}

TEST_CASE("pairs_agree_with_brute_force_over_many_random_moves")
{
    struct Entry {
        int32_t proxy = -1;
        Layer layer = Layer::Movable;
        Filter filter;
        WorldBox box;
        WorldBox before; // at the last findPairs
        bool dirty = true;
    };
    // Far from the origin the trees are coarse, but the pairs are exact.
    for (const Position origin : {Position{}, Position{1e6, -8e5}}) {
        Lcg random(51);
        BroadPhase broadPhase;
        std::vector<Entry> entries;
        for (uint32_t i = 0; i < 400; ++i) {
            const Vec2 at = test::randomPoint(random, 12.0f);
            Entry e;
            e.layer = i % 3 == 0 ? Layer::Fixed : Layer::Movable;
            e.box = satbox::boxAt(origin, boxAt(at.x, at.y, random.between(0.1f, 0.8f)));
            e.filter = filterOf(i);
            e.proxy = broadPhase.add(e.layer, e.box, i, e.filter);
            entries.push_back(e);
        }
        size_t total = 0;
        for (int round = 0; round < 60; ++round) {
            std::vector<Pair> expected;
            for (uint32_t i = 0; i < entries.size(); ++i) {
                for (uint32_t j = i + 1; j < entries.size(); ++j) {
                    const Entry& a = entries[i];
                    const Entry& b = entries[j];
                    const bool bothFixed = a.layer == Layer::Fixed && b.layer == Layer::Fixed;
                    const bool isNew = a.dirty || b.dirty || !overlaps(a.before, b.before);
                    if (isNew && !bothFixed && shouldCollide(a.filter, b.filter) && overlaps(a.box, b.box))
                        expected.push_back({i, j});
                }
            }
            CHECK(pairsOf(broadPhase) == expected); // in the same order
            total += expected.size();
            for (uint32_t i = 0; i < entries.size(); ++i) {
                Entry& e = entries[i];
                e.before = e.box;
                e.dirty = random.below(32) == 0;
                if (e.dirty) broadPhase.markDirty(e.proxy);
                if (random.below(8) != 0) continue;
                const Vec2 by = test::randomPoint(random, 0.7f);
                e.box = {e.box.lower + by, e.box.upper + by};
                broadPhase.moveAndRefit(e.proxy, e.box);
                CHECK(broadPhase.box(e.proxy) == e.box);
            }
        }
        CHECK(total > 2000);
    }
}

TEST_CASE("pairs_do_not_depend_on_the_number_of_threads")
{
    ThreadPool pool(3, ThreadPool::WaitPolicy::Unlimited);
    Lcg random(52);
    BroadPhase one;
    std::vector<std::pair<int32_t, Aabb>> boxes;
    for (uint32_t i = 0; i < 3000; ++i) {
        const Vec2 at = test::randomPoint(random, 30.0f);
        const Aabb box = boxAt(at.x, at.y, random.between(0.1f, 0.8f));
        boxes.emplace_back(one.add(i % 5 == 0 ? Layer::Fixed : Layer::Movable, box, i), box);
    }
    BroadPhase several = one;
    size_t total = 0;
    for (int round = 0; round < 20; ++round) {
        std::vector<Pair> found;
        several.findPairs(found, &pool);
        CHECK(found == pairsOf(one));
        total += found.size();
        for (auto& [proxy, box] : boxes) {
            if (random.below(4) != 0) continue;
            const Vec2 by = test::randomPoint(random, 0.7f);
            box = {box.lower + by, box.upper + by};
            one.moveProxy(proxy, box);
            several.moveProxy(proxy, box);
        }
        one.refit();
        several.refit();
    }
    CHECK(total > 3000);
}

TEST_CASE("query_and_ray_cast_search_both_layers_and_stop_on_request")
{
    BroadPhase broadPhase;
    for (uint32_t i = 0; i < 10; ++i) {
        broadPhase.add(i % 2 == 0 ? Layer::Fixed : Layer::Movable, boxAt(2.0f * static_cast<float>(i), 0.0f),
                       i);
    }
    std::set<uint32_t> found;
    broadPhase.query({{3.0f, -1.0f}, {9.0f, 1.0f}},
                     [&](uint32_t userIndex) { return found.insert(userIndex).second; });
    CHECK(found == std::set<uint32_t>{2, 3, 4});

    int visits = 0;
    broadPhase.query({{-1.0f, -1.0f}, {30.0f, 1.0f}}, [&](uint32_t) { return ++visits < 3; });
    CHECK(visits == 3);

    // The nearest box is hit in either layer.
    const Ray ray{{-3.0f, 0.0f}, {40.0f, 0.0f}};
    const Ray back{{30.0f, 0.0f}, {-40.0f, 0.0f}};
    for (const auto& [r, nearest] : {std::pair{ray, 0u}, std::pair{back, 9u}}) {
        float best = 1.0f;
        uint32_t hit = 99;
        broadPhase.castRay(r, [&](uint32_t userIndex, float maxFraction) {
            const float fraction =
                std::fabs(2.0f * static_cast<float>(userIndex) - r.origin.x) / std::fabs(r.translation.x);
            if (fraction >= maxFraction) return maxFraction;
            best = fraction;
            hit = userIndex;
            return fraction;
        });
        CHECK(hit == nearest);
        CHECK(best < 0.31f);
    }
}

TEST_CASE("copies_of_a_broad_phase_are_independent")
{
    BroadPhase broadPhase;
    broadPhase.add(Layer::Movable, boxAt(0.0f, 0.0f), 0);
    BroadPhase copy = broadPhase;
    copy.add(Layer::Movable, boxAt(0.2f, 0.0f), 1);
    CHECK(pairsOf(broadPhase).empty());
    CHECK(pairsOf(copy) == std::vector<Pair>{{0, 1}});
    CHECK(broadPhase.pending().empty());
}

TEST_CASE("pairs_above_the_limit_are_found_proxy_by_proxy_and_are_the_same")
{
    Lcg random(3);
    BroadPhase broadPhase;
    std::vector<int32_t> proxies; // by user index
    for (uint32_t i = 0; i < 200; ++i)
        proxies.push_back(broadPhase.add(i % 4 == 0 ? Layer::Fixed : Layer::Movable,
                                         boxAt(random.between(0.0f, 8.0f), random.between(0.0f, 8.0f)), i,
                                         filterOf(i)));
    pairsOf(broadPhase);
    for (uint32_t i = 0; i < 200; i += 3)
        broadPhase.moveAndRefit(proxies[i], boxAt(random.between(0.0f, 8.0f), random.between(0.0f, 8.0f)));
    broadPhase.markDirty(proxies[7]);

    BroadPhase other = broadPhase;
    const std::vector<Pair> expected = pairsOf(other);
    REQUIRE(expected.size() > 100);
    ThreadPool pool(3);
    for (TaskExecutor* executor : {static_cast<TaskExecutor*>(nullptr), static_cast<TaskExecutor*>(&pool)}) {
        std::vector<Pair> found{{1, 2}};
        CHECK_FALSE(broadPhase.findPairs(found, executor, expected.size() - 1));
        CHECK(found == std::vector<Pair>{{1, 2}});
        found.clear();
        for (const int32_t proxy : proxies) broadPhase.findPairsFrom(proxy, found);
        CHECK(found == expected);
    }

    broadPhase.markPendingDirty();
    const size_t pendingCount = broadPhase.pending().size();
    std::vector<Pair> again;
    CHECK(broadPhase.findPairs(again));
    CHECK(pendingCount == 68);
    CHECK(std::includes(again.begin(), again.end(), expected.begin(), expected.end()));
    broadPhase.markDirty(proxies[7]);
    broadPhase.clearPending();
    CHECK(pairsOf(broadPhase).empty());
}
