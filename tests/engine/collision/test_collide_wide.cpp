// The SIMD narrow phase is bit-identical to the scalar one, for any pairs in any order.

#include "engine/collision/collide.h"
#include "engine/collision/collide_wide.h"
#include "engine/collision/manifold.h"
#include "engine/geometry/shape.h"
#include "tests/support/lcg.h"
#include <satbox/contacts.h>
#include <satbox/shapes.h>

#include <algorithm>
#include <cstring>
#include <doctest/doctest.h>
#include <string>
#include <vector>

using namespace satbox;

namespace {

constexpr float kMargin = 0.02f;
constexpr float kLengthUnit = 1.0f; // m
constexpr int kLanes[] = {1, 4, 8, 16};

// Compares bits, so that 0 and -0 differ, without the padding.
bool sameBits(const Manifold& m, const Manifold& n)
{
    const auto same = [](float x, float y) { return std::memcmp(&x, &y, sizeof x) == 0; };
    for (size_t i = 0; i < 2; ++i) {
        const ManifoldPoint &p = m.points[i], &q = n.points[i];
        if (!same(p.point.x, q.point.x) || !same(p.point.y, q.point.y) || !same(p.separation, q.separation) ||
            p.id != q.id)
            return false;
    }
    return same(m.normal.x, n.normal.x) && same(m.normal.y, n.normal.y) && m.count == n.count &&
           m.referenceOwner == n.referenceOwner && m.referenceFace == n.referenceFace &&
           m.incidentFace == n.incidentFace;
}

// Compares every lane count with collidePolygons. Returns the number of pairs that touch.
size_t compare(const std::vector<PolygonPair>& pairs)
{
    std::vector<Manifold> expected;
    size_t touching = 0;
    for (const PolygonPair& pair : pairs) {
        expected.push_back(collidePolygons(*pair.a, *pair.b, pair.bInA, {pair.speculative, kLengthUnit}));
        touching += expected.back().count > 0 ? 1 : 0;
    }
    for (const int lanes : kLanes) {
        Manifold stale; // old contents of the array must not affect the result
        stale.count = 2;
        stale.normal = {7.0f, 7.0f};
        stale.points[1].separation = 7.0f;
        std::vector<Manifold> found(pairs.size(), stale);
        collidePolygonPairs(pairs, kLengthUnit, found.data(), lanes);
        size_t different = 0, first = 0;
        for (size_t i = pairs.size(); i-- > 0;) {
            if (sameBits(found[i], expected[i])) continue;
            ++different;
            first = i;
        }
        CAPTURE(lanes);
        CAPTURE(first);
        CHECK(different == 0);
    }
    return touching;
}

float randomSize(test::Lcg& random) { return random.between(0.1f, 1.0f); }

Polygon randomBox(test::Lcg& random)
{
    const float width = randomSize(random);
    const float height = randomSize(random);
    return makeBox(width, height);
}

// A random convex polygon: points of a stretched circle. A lower `shortest` gives shorter faces.
Polygon randomPolygon(test::Lcg& random, float shortest = 0.3f)
{
    const int count = 3 + static_cast<int>(random.below(6));
    const float stretch = random.between(0.05f, 1.0f);
    std::vector<Vec2> corners;
    float angle = random.between(0.0f, 1.0f);
    for (int i = 0; i < count; ++i) {
        const Rot q = makeRot(angle);
        corners.push_back({q.c, stretch * q.s});
        angle += random.between(shortest, 0.7f) * 2.0f * kPi / static_cast<float>(count);
    }
    return makePolygon(corners);
}

Transform randomWidePose(test::Lcg& random, float farthest)
{
    const Rot direction = makeRot(random.between(-kPi, kPi));
    const float distance = random.between(0.0f, farthest);
    return {distance * Vec2{direction.c, direction.s}, makeRot(random.between(-kPi, kPi))};
}

// Random polygons and pairs of them at random poses. Polygons never move in memory, since pairs point to
// them.
struct PairList {
    std::vector<Polygon> polygons;
    std::vector<PolygonPair> pairs;

    void reserve(size_t count) { polygons.reserve(2 * count); }
    void add(const Polygon& a, const Polygon& b, const Transform& bInA)
    {
        REQUIRE(polygons.size() + 2 <= polygons.capacity());
        polygons.push_back(a);
        polygons.push_back(b);
        // Adjacent lanes get different margins.
        const float margin = kMargin * static_cast<float>(1 + pairs.size() % 3);
        pairs.push_back({&polygons[polygons.size() - 2], &polygons[polygons.size() - 1], bInA, margin});
    }
};

} // namespace

TEST_CASE("boxes_collide_to_the_same_bits_in_any_number_of_lanes")
{
    for (const float farthest : {0.1f, 0.6f, 1.5f, 4.0f}) {
        test::Lcg random(3);
        PairList list;
        list.reserve(20000);
        for (int i = 0; i < 20000; ++i) {
            const Polygon a = randomBox(random);
            const Polygon b = randomBox(random);
            list.add(a, b, randomWidePose(random, farthest));
        }
        CAPTURE(farthest);
        const size_t touching = compare(list.pairs);
        CHECK(touching > 4000);
        CHECK((touching < 20000 || farthest < 1.0f));
    }
}

TEST_CASE("boxes_of_one_size_collide_to_the_same_bits_in_any_number_of_lanes")
{
    // Equal boxes, many aligned or nearly so: ties, the bias between the shapes' faces, clipped corners.
    test::Lcg random(4);
    PairList list;
    list.reserve(60000);
    const Polygon box = makeBox(0.5f, 0.5f);
    const float turns[] = {0.0f, 0.0f, kPi / 2.0f, kPi, kPi / 4.0f, 1e-6f, -1e-5f, 1e-4f, 1e-3f, 0.02f};
    const float shifts[] = {0.0f,    1.0f,     -1.0f, 0.5f,  0.99f,     1.01f,
                            1.0001f, 0.99999f, 1.02f, 1.03f, 1.4142136f};
    for (int i = 0; i < 60000; ++i) {
        const float tiny = random.below(2) ? 0.0f : random.between(-2e-4f, 2e-4f);
        const float x = shifts[random.below(11)] + tiny;
        const float y = random.below(3) ? shifts[random.below(11)] : random.between(-1.1f, 1.1f);
        list.add(box, box, {{x, y}, makeRot(turns[random.below(10)])});
    }
    CHECK(compare(list.pairs) > 20000);
}

TEST_CASE("polygons_collide_to_the_same_bits_in_any_number_of_lanes")
{
    for (const float farthest : {0.2f, 1.0f, 2.5f}) {
        test::Lcg random(5);
        PairList list;
        list.reserve(30000);
        for (int i = 0; i < 30000; ++i) {
            const Polygon a = randomPolygon(random);
            const Polygon b = randomPolygon(random);
            list.add(a, b, randomWidePose(random, farthest));
        }
        CAPTURE(farthest);
        CHECK(compare(list.pairs) > 5000);
    }
}

TEST_CASE("round_corners_among_sharp_ones_collide_to_the_same_bits_in_any_number_of_lanes")
{
    test::Lcg random(15);
    PairList list;
    list.reserve(30000);
    for (int i = 0; i < 30000; ++i) {
        Polygon a = random.below(2) ? randomBox(random) : randomPolygon(random);
        Polygon b = random.below(2) ? randomBox(random) : randomPolygon(random);
        if (random.below(2)) a.radius = random.between(0.01f, 0.5f);
        if (random.below(2)) b.radius = random.between(0.01f, 0.5f);
        list.add(a, b, randomWidePose(random, 2.0f));
    }
    CHECK(compare(list.pairs) > 5000);
}

TEST_CASE("regular_polygons_in_line_collide_to_the_same_bits_in_any_number_of_lanes")
{
    test::Lcg random(6);
    PairList list;
    list.reserve(40000);
    for (int i = 0; i < 40000; ++i) {
        const int countA = 3 + static_cast<int>(random.below(6)),
                  countB = 3 + static_cast<int>(random.below(6));
        const float turn = 2.0f * kPi / static_cast<float>(countB) * static_cast<float>(random.below(8));
        const float x = 0.1f * static_cast<float>(random.below(13));
        const float y = random.below(2) ? 0.0f : 0.1f * static_cast<float>(random.below(13));
        list.add(makeRegularPolygon(countA, 0.5f), makeRegularPolygon(countB, 0.5f), {{x, y}, makeRot(turn)});
    }
    CHECK(compare(list.pairs) > 10000);
}

TEST_CASE("pairs_of_all_kinds_in_any_order_and_number_collide_to_the_same_bits")
{
    test::Lcg random(7);
    for (size_t count = 0; count < 40; ++count) {
        PairList list;
        list.reserve(count);
        const auto shape = [&]() -> Polygon {
            const uint32_t kind = random.below(4);
            if (kind == 0) return randomPolygon(random);
            if (kind == 1) return asPolygon(Capsule{{-0.3f, 0.0f}, {0.3f, 0.1f}, 0.2f});
            return randomBox(random);
        };
        for (size_t i = 0; i < count; ++i) {
            const Polygon a = shape();
            const Polygon b = shape();
            list.add(a, b, randomWidePose(random, 1.5f));
        }
        CAPTURE(count);
        compare(list.pairs);
    }
}

TEST_CASE("shapes_that_barely_touch_collide_to_the_same_bits")
{
    // Moved apart until the overlap is at most 0.2 mm.
    test::Lcg random(8);
    PairList list;
    list.reserve(40000);
    while (list.pairs.size() < 40000) {
        Polygon a = random.below(2) ? randomBox(random) : randomPolygon(random);
        Polygon b = random.below(2) ? randomPolygon(random) : makeBox(1.0f, random.between(1e-5f, 0.01f));
        Transform pose = randomWidePose(random, 1.5f);
        const Manifold m = collidePolygons(a, b, pose, kMargin);
        if (m.count == 0) continue;
        const float deepest =
            m.count == 2 ? std::min(m.points[0].separation, m.points[1].separation) : m.points[0].separation;
        pose.p += (-deepest - random.between(-1e-5f, 2e-4f)) * m.normal;
        list.add(a, b, pose);
    }
    CHECK(compare(list.pairs) > 30000);
}

TEST_CASE("needles_point_to_point_collide_to_the_same_bits")
{
    // In line, with no face across the gap between their tips: along their sides they overlap only by
    // rounding, and clipping leaves nothing. Such lanes are left to the scalar function.
    test::Lcg random(9);
    PairList list;
    list.reserve(16000);
    size_t apart = 0;
    for (int i = 0; i < 8000; ++i) {
        const float length = random.between(0.5f, 30.0f);
        const float width = random.between(1e-3f, 5e-3f);
        const Vec2 up[] = {{0.0f, -length}, {width, -length}, {0.0f, 0.0f}};
        const Vec2 down[] = {{0.0f, 0.0f}, {width, length}, {0.0f, length}};
        const Vec2 downFour[] = {
            {0.0f, 0.0f}, {width, length}, {0.5f * width, 1.1f * length}, {0.0f, length}};
        const Polygon b = random.below(2) ? makePolygon(down) : makePolygon(downFour);
        const float aside = random.below(2) ? 0.0f : random.between(-1e-5f, 1e-5f);
        const Transform pose{{aside, random.between(-0.01f, 0.05f)}, Rot{}};
        list.add(makePolygon(up), b, pose);
        list.add(b, makePolygon(up), invMul(pose, Transform{}));
        apart += collidePolygons(makePolygon(up), b, pose, kMargin).count == 0 ? 1 : 0;
    }
    CHECK(apart > 1000);
    compare(list.pairs);
}

TEST_CASE("polygons_with_short_faces_deep_in_each_other_collide_to_the_same_bits")
{
    // Clipping to a short face may remove the other polygon's deepest vertex.
    test::Lcg random(10);
    PairList list;
    list.reserve(40000);
    for (int i = 0; i < 40000; ++i) {
        const Polygon a = randomPolygon(random, 0.01f);
        const Polygon b = random.below(2) ? randomPolygon(random, 0.01f) : randomBox(random);
        list.add(a, b, randomWidePose(random, 1.5f));
    }
    CHECK(compare(list.pairs) > 10000);
}
