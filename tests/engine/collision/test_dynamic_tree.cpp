#include "engine/collision/dynamic_tree.h"

#include "engine/geometry/shape.h"
#include "tests/support/random_shapes.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

using namespace satbox;
using satbox::test::Lcg;

namespace {

// A tree and a plain list of the boxes it should contain.
struct Mirror {
    struct Entry {
        int32_t proxy = -1;
        Aabb box;
    };
    DynamicTree tree;
    std::vector<std::optional<Entry>> entries; // by user index

    void insert(const Aabb& box)
    {
        const auto index = static_cast<uint32_t>(entries.size());
        entries.push_back(Entry{tree.insert(box, index, tagOf(index)), box});
    }
    // Two in three leaves have the first tag, the others one of 63.
    static uint64_t tagOf(uint32_t index) { return uint64_t{1} << (index % 3 != 0 ? 0 : 1 + index % 63); }
    std::vector<uint32_t> expected(const Aabb& box, uint64_t wanted = DynamicTree::kAllTags) const
    {
        std::vector<uint32_t> found;
        for (uint32_t i = 0; i < entries.size(); ++i)
            if (entries[i] && overlaps(entries[i]->box, box) && (tagOf(i) & wanted) != 0) found.push_back(i);
        return found;
    }
    std::vector<uint32_t> queried(const Aabb& box, uint64_t wanted = DynamicTree::kAllTags) const
    {
        std::vector<uint32_t> found;
        const auto visit = [&](uint32_t userIndex, int32_t proxy) {
            CHECK(entries[userIndex]->proxy == proxy);
            found.push_back(userIndex);
            return true;
        };
        tree.query(box, visit, NoTreeObserver{}, wanted);
        std::sort(found.begin(), found.end());
        return found;
    }
    int count() const
    {
        return static_cast<int>(
            std::count_if(entries.begin(), entries.end(), [](const auto& e) { return bool(e); }));
    }
};

Aabb randomBox(Lcg& random, float extent, float size)
{
    const Vec2 c = test::randomPoint(random, extent);
    const float halfWidth = random.between(0.0f, size);
    return {c - Vec2{halfWidth, 0.1f * size}, c + Vec2{halfWidth, random.between(0.0f, size)}};
}

Mirror randomMirror(Lcg& random, int count)
{
    Mirror mirror;
    for (int i = 0; i < count; ++i) mirror.insert(randomBox(random, 20.0f, 1.0f));
    return mirror;
}

// Estimated cost of a search: sum of the perimeters of the inner nodes.
float cost(const DynamicTree& tree)
{
    float sum = 0.0f;
    tree.forEachInnerNode([&](const Aabb& box, int) {
        sum += perimeter(box);
        return true;
    });
    return sum;
}

// True if a box and a ray intersect: clips the ray to both slabs of the box.
bool rayMeets(const Aabb& box, const Ray& ray)
{
    double enter = 0.0;
    double leave = 1.0;
    for (int axis = 0; axis < 2; ++axis) {
        const double o = ray.origin[axis];
        const double d = ray.translation[axis];
        if (d == 0.0) {
            if (o < static_cast<double>(box.lower[axis]) || o > static_cast<double>(box.upper[axis]))
                return false;
            continue;
        }
        const double t1 = (static_cast<double>(box.lower[axis]) - o) / d;
        const double t2 = (static_cast<double>(box.upper[axis]) - o) / d;
        enter = std::max(enter, std::min(t1, t2));
        leave = std::min(leave, std::max(t1, t2));
    }
    return enter <= leave;
}

} // namespace

TEST_CASE("empty_tree_finds_nothing")
{
    const DynamicTree tree;
    int visits = 0;
    tree.query({{-1e5f, -1e5f}, {1e5f, 1e5f}}, [&](uint32_t, int32_t) { return ++visits > 0; });
    tree.castRay({}, [&](uint32_t, int32_t, float) { return static_cast<float>(++visits); });
    CHECK(visits == 0);
    CHECK(tree.height() == 0);
    CHECK(std::string(tree.validate()).empty());
}

TEST_CASE("tree_keeps_its_invariants_and_results_through_random_edits")
{
    Lcg random(41);
    Mirror mirror = randomMirror(random, 200);
    for (int round = 0; round < 4000; ++round) {
        const uint32_t pick = random.below(static_cast<uint32_t>(mirror.entries.size()));
        std::optional<Mirror::Entry>& entry = mirror.entries[pick];
        switch (random.below(5)) {
        case 0:
            mirror.insert(randomBox(random, 20.0f, 1.0f));
            break;
        case 1:
            if (entry) mirror.tree.remove(entry->proxy);
            entry.reset();
            break;
        case 2:
            if (!entry) break;
            entry->box = randomBox(random, 20.0f, 1.0f);
            mirror.tree.moveProxy(entry->proxy, entry->box);
            break;
        case 3:
            if (!entry) break;
            entry->box = unite(entry->box, randomBox(random, 20.0f, 0.1f));
            if (perimeter(entry->box) > 30.0f) entry->box = randomBox(random, 20.0f, 1.0f);
            mirror.tree.moveProxy(entry->proxy, entry->box);
            break;
        default:
            if (!entry) break;
            entry->box = expand(entry->box, 0.1f);
            mirror.tree.moveProxy(entry->proxy, entry->box);
            break;
        }
        if (round % 1000 == 999) mirror.tree.rebuild();
        if (round % 20 != 0) continue;
        mirror.tree.refit();
        REQUIRE(std::string(mirror.tree.validate()) == "");
        CHECK(mirror.tree.leafCount() == mirror.count());
        const Aabb box = randomBox(random, 20.0f, 6.0f);
        CHECK(mirror.queried(box) == mirror.expected(box));
        const uint64_t wanted = uint64_t{2} << random.below(63);
        CHECK(mirror.queried(box, wanted) == mirror.expected(box, wanted));
    }
}

TEST_CASE("refit_encloses_moved_boxes_whether_few_or_all")
{
    Lcg random(47);
    Mirror mirror = randomMirror(random, 500);
    for (const size_t each : {500u, 97u, 1u, 97u, 1u, 3u, 500u}) {
        for (size_t i = 0; i < mirror.entries.size(); i += each) {
            Mirror::Entry& entry = *mirror.entries[i];
            const Vec2 by = test::randomPoint(random, 0.5f);
            entry.box = {entry.box.lower + by, entry.box.upper + by};
            mirror.tree.moveProxy(entry.proxy, entry.box);
        }
        mirror.tree.refit();
        REQUIRE(std::string(mirror.tree.validate()) == "");
        for (int i = 0; i < 20; ++i) {
            const Aabb box = randomBox(random, 20.0f, 6.0f);
            CHECK(mirror.queried(box) == mirror.expected(box));
        }
    }
}

TEST_CASE("tree_of_mixing_boxes_stays_about_as_cheap_to_search_as_a_rebuilt_one")
{
    Lcg random(48);
    Mirror mirror = randomMirror(random, 1000);
    for (int round = 0; round < 300; ++round) {
        for (size_t i = random.below(4); i < mirror.entries.size(); i += 4) {
            Mirror::Entry& entry = *mirror.entries[i];
            const Vec2 to = test::randomPoint(random, 20.0f);
            const Vec2 by = 0.05f * (to - center(entry.box));
            entry.box = {entry.box.lower + by, entry.box.upper + by};
            mirror.tree.moveProxy(entry.proxy, entry.box);
        }
        mirror.tree.refit();
        DynamicTree anew = mirror.tree;
        anew.rebuild();
        REQUIRE(cost(mirror.tree) < 2.0f * cost(anew));
    }
}

TEST_CASE("subtrees_contain_neighbours_and_every_leaf_once")
{
    Lcg random(49);
    const Mirror mirror = randomMirror(random, 300);
    std::vector<int32_t> seen;
    size_t groups = 0;
    mirror.tree.forEachSubtree(3, [&](std::span<const int32_t> proxies) {
        CHECK(proxies.size() >= 1);
        CHECK(proxies.size() <= 8);
        seen.insert(seen.end(), proxies.begin(), proxies.end());
        ++groups;
    });
    std::sort(seen.begin(), seen.end());
    CHECK(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
    CHECK(seen.size() == 300);
    CHECK(groups < 100);
    DynamicTree().forEachSubtree(3, [](std::span<const int32_t>) { FAIL("nothing is in it"); });
}

TEST_CASE("trees_of_0_1_and_2_leaves_work")
{
    Lcg random(50);
    Mirror mirror;
    for (int round = 0; round < 300; ++round) {
        if (mirror.count() < 3 && random.below(2) == 0) {
            mirror.insert(randomBox(random, 5.0f, 1.0f));
        } else {
            std::optional<Mirror::Entry>& entry =
                mirror.entries.empty()
                    ? mirror.entries.emplace_back()
                    : mirror.entries[random.below(static_cast<uint32_t>(mirror.entries.size()))];
            if (entry && random.below(2) == 0) {
                entry->box = randomBox(random, 5.0f, 1.0f);
                mirror.tree.moveProxy(entry->proxy, entry->box);
                mirror.tree.refit();
            } else if (entry) {
                mirror.tree.remove(entry->proxy);
                entry.reset();
            }
        }
        if (round % 7 == 0) mirror.tree.rebuild();
        REQUIRE(std::string(mirror.tree.validate()) == "");
        const Aabb all{{-50.0f, -50.0f}, {50.0f, 50.0f}};
        CHECK(mirror.queried(all) == mirror.expected(all));
        int visits = 0;
        mirror.tree.castRay({{-50.0f, -50.0f}, {100.0f, 100.0f}},
                            [&](uint32_t, int32_t, float maxFraction) { return ++visits, maxFraction; });
        CHECK(visits <= mirror.count());
    }
}

TEST_CASE("tree_query_ends_if_the_visitor_returns_false")
{
    Lcg random(42);
    const Mirror mirror = randomMirror(random, 100);
    int visits = 0;
    mirror.tree.query({{-50.0f, -50.0f}, {50.0f, 50.0f}}, [&](uint32_t, int32_t) { return ++visits < 7; });
    CHECK(visits == 7);
}

TEST_CASE("tree_ray_cast_visits_every_box_on_the_way")
{
    Lcg random(43);
    const Mirror mirror = randomMirror(random, 500);
    for (int i = 0; i < 500; ++i) {
        Ray ray{test::randomPoint(random, 25.0f), test::randomPoint(random, 30.0f)};
        if (i % 10 == 0) ray.translation.x = 0.0f;
        if (i % 10 == 1) ray.translation.y = 0.0f;
        std::vector<uint8_t> visited(mirror.entries.size(), 0);
        int visits = 0;
        mirror.tree.castRay(ray, [&](uint32_t userIndex, int32_t, float maxFraction) {
            visited[userIndex] = 1;
            ++visits;
            return maxFraction;
        });
        int met = 0;
        for (size_t k = 0; k < mirror.entries.size(); ++k) {
            if (!rayMeets(mirror.entries[k]->box, ray)) continue;
            ++met;
            CHECK(visited[k] == 1);
        }
        CHECK(visits <= met + 2); // and hardly any other box
    }
}

TEST_CASE("tree_cast_of_a_box_visits_every_box_on_the_way")
{
    Lcg random(45);
    const Mirror mirror = randomMirror(random, 500);
    for (int i = 0; i < 300; ++i) {
        Ray ray{test::randomPoint(random, 25.0f), test::randomPoint(random, 30.0f)};
        if (i % 10 == 0) ray.translation.x = 0.0f;
        if (i % 10 == 1) ray.translation.y = 0.0f;
        const Vec2 extents{random.between(0.0f, 2.0f), random.between(0.0f, 2.0f)};
        std::vector<uint8_t> visited(mirror.entries.size(), 0);
        int visits = 0;
        mirror.tree.castRay(
            ray,
            [&](uint32_t userIndex, int32_t, float maxFraction) {
                visited[userIndex] = 1;
                ++visits;
                return maxFraction;
            },
            NoTreeObserver{}, 1.0f, extents);
        int met = 0;
        for (size_t k = 0; k < mirror.entries.size(); ++k) {
            const Aabb& box = mirror.entries[k]->box;
            if (!rayMeets({box.lower - extents, box.upper + extents}, ray)) continue;
            ++met;
            CHECK(visited[k] == 1);
        }
        CHECK(visits <= met + 2); // and hardly any other box
    }
}

TEST_CASE("tree_ray_cast_that_shortens_the_ray_finds_the_nearest_hit")
{
    Lcg random(44);
    std::vector<Shape> shapes;
    DynamicTree tree;
    for (int i = 0; i < 300; ++i) {
        const Shape shape = transformed(test::randomShape(random, 1.5f), test::randomPose(random, 20.0f));
        shapes.push_back(shape);
        tree.insert(computeAabb(shape, {}), static_cast<uint32_t>(i));
    }
    int hits = 0;
    for (int i = 0; i < 500; ++i) {
        const Ray ray{test::randomPoint(random, 25.0f), test::randomPoint(random, 40.0f)};
        float nearest = 1.0f;
        for (const Shape& shape : shapes)
            if (const auto hit = castRay(shape, ray)) nearest = std::min(nearest, hit->fraction);
        float found = 1.0f;
        tree.castRay(ray, [&](uint32_t userIndex, int32_t, float maxFraction) {
            const auto hit = castRay(shapes[userIndex], ray);
            if (!hit || hit->fraction > maxFraction) return maxFraction;
            return found = hit->fraction;
        });
        CHECK(found == nearest);
        hits += nearest < 1.0f;
    }
    CHECK(hits > 200);
}

TEST_CASE("tree_stays_shallow_in_any_order_of_insertion")
{
    // A row from left to right, coincident boxes, and boxes each of which contains the previous one.
    DynamicTree row;
    DynamicTree heap;
    DynamicTree nested;
    const int count = 5000;
    for (int i = 0; i < count; ++i) {
        const float x = static_cast<float>(i);
        row.insert({{x, 0.0f}, {x + 0.9f, 1.0f}}, static_cast<uint32_t>(i));
        heap.insert({{0.0f, 0.0f}, {1.0f, 1.0f}}, static_cast<uint32_t>(i));
        nested.insert({{-x, -x}, {x, x}}, static_cast<uint32_t>(i));
    }
    for (DynamicTree* tree : {&row, &heap, &nested}) {
        REQUIRE(std::string(tree->validate()) == "");
        CHECK(tree->height() <= DynamicTree::kMaxHeight);
        int found = 0;
        tree->query({{-1e5f, -1e5f}, {1e5f, 1e5f}}, [&](uint32_t, int32_t) { return ++found > 0; });
        CHECK(found == count);
    }
    CHECK(row.height() <= 30);
}

TEST_CASE("tree_grown_by_doubling_boxes_loses_none")
{
    // Each box is twice as large as all previous ones together: the worst case for the surface-area
    // heuristic.
    DynamicTree tree;
    int count = 0;
    for (float size = 1e-30f; size < 1e5f; size *= 1.5f) {
        tree.insert({{size, 0.0f}, {1.5f * size, size}}, static_cast<uint32_t>(count++));
        REQUIRE(std::string(tree.validate()) == "");
        CHECK(tree.height() <= DynamicTree::kMaxHeight);
    }
    int found = 0;
    tree.query({{-1e6f, -1e6f}, {1e6f, 1e6f}}, [&](uint32_t, int32_t) { return ++found > 0; });
    CHECK(found == count);
}

TEST_CASE("same_calls_give_the_same_tree")
{
    const auto grow = [] {
        Lcg random(45);
        Mirror mirror = randomMirror(random, 300);
        for (int i = 0; i < 300; i += 3) mirror.tree.remove(mirror.entries[static_cast<size_t>(i)]->proxy);
        mirror.tree.rebuild();
        mirror.tree.insert({}, 0);
        return mirror.tree;
    };
    const auto walk = [](const DynamicTree& tree) {
        std::vector<std::pair<Aabb, int>> inner;
        tree.forEachInnerNode([&](const Aabb& box, int depth) {
            inner.emplace_back(box, depth);
            return true;
        });
        return inner;
    };
    const DynamicTree a = grow();
    CHECK(walk(a).size() == 200);
    CHECK(walk(a) == walk(grow()));
}

TEST_CASE("rebuilt_tree_keeps_proxies_and_is_about_as_cheap_to_search")
{
    Lcg random(46);
    Mirror mirror = randomMirror(random, 1000);
    const float before = cost(mirror.tree);
    mirror.tree.rebuild();
    REQUIRE(std::string(mirror.tree.validate()) == "");
    for (const auto& entry : mirror.entries) CHECK(mirror.tree.box(entry->proxy) == entry->box);
    CHECK(cost(mirror.tree) < 1.1f * before);
    CHECK(mirror.tree.height() < 24);
    const Aabb box{{-3.0f, -3.0f}, {3.0f, 3.0f}};
    CHECK(mirror.queried(box) == mirror.expected(box));
}
