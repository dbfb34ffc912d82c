#include "engine/collision/collide_polygons.h"
#include "engine/collision/manifold.h"
#include "engine/geometry/shape.h"
#include <satbox/contacts.h>
#include <satbox/shapes.h>

#include <cmath>
#include <cstring>
#include <doctest/doctest.h>

using namespace satbox;
using doctest::Approx;

namespace {

constexpr float kPolygonMargin = 0.02f;
const Polygon kBox = makeBox(0.5f, 0.5f);

Manifold boxes(Vec2 at, float angle = 0.0f)
{
    return collidePolygons(kBox, kBox, {at, makeRot(angle)}, kPolygonMargin);
}

float depth(const Manifold& m)
{
    float least = m.points[0].separation;
    if (m.count > 1) least = std::fmin(least, m.points[1].separation);
    return -least;
}

struct Listener {
    static constexpr bool kRecords = true;
    int faces = 0;
    int clips = 0;
    ReferenceOwner owner = ReferenceOwner::None;
    void onFace(ReferenceOwner, const FaceSeparation&) { ++faces; }
    void onCorners(int, int, float) {}
    void onReference(ReferenceOwner who, int, int) { owner = who; }
    void onClipped(const ClipInput&, const ClippedEdge&) { ++clips; }
    void onSupport(ReferenceOwner, int, int) {}
};

} // namespace

TEST_CASE("a_box_flush_on_a_box_touches_at_both_corners")
{
    const Manifold m = boxes({0.0f, 0.99f});
    CHECK(m.normal == Vec2{0.0f, 1.0f});
    REQUIRE(m.count == 2);
    CHECK(m.referenceOwner == ReferenceOwner::A);
    CHECK(m.referenceFace == 2);
    CHECK(m.incidentFace == 0);
    CHECK(m.points[0].point.x == Approx(0.5f));
    CHECK(m.points[1].point.x == Approx(-0.5f));
    for (const ManifoldPoint& p : m.points) {
        CHECK(p.point.y == Approx(0.495f));
        CHECK(p.separation == Approx(-0.01f));
    }
    CHECK(m.points[0].id == cornerPair(2, 1));
    CHECK(m.points[1].id == cornerPair(3, 0));
}

TEST_CASE("feature_ids_persist_while_a_box_slides_over_another_and_to_both_sides")
{
    const Manifold start = boxes({-0.9f, 0.995f});
    REQUIRE(start.count == 2);
    for (float x = -0.9f; x < 0.9f; x += 0.01f) {
        CAPTURE(x);
        const Manifold m = boxes({x, 0.995f});
        REQUIRE(m.count == 2);
        CHECK(m.points[0].id == start.points[0].id);
        CHECK(m.points[1].id == start.points[1].id);
        CHECK(m.points[0].point.x == Approx(std::fmin(0.5f, x + 0.5f)));
        CHECK(m.points[1].point.x == Approx(std::fmax(-0.5f, x - 0.5f)));
    }
}

TEST_CASE("feature_ids_do_not_depend_on_which_box_owns_the_reference_face")
{
    // Slightly tilted, within the bias: the reference face belongs to whichever box is A.
    const Transform tilted{{0.1f, 0.985f}, makeRot(0.0003f)};
    const Manifold m = collidePolygons(kBox, kBox, tilted, kPolygonMargin);
    const Manifold back =
        swapped(collidePolygons(kBox, kBox, invMul(tilted, Transform{}), kPolygonMargin), tilted);
    REQUIRE(m.count == 2);
    REQUIRE(back.count == 2);
    CHECK(m.referenceOwner != back.referenceOwner);
    CHECK(m.points[0].id == back.points[1].id); // each manifold starts at the first corner of its own A
    CHECK(m.points[1].id == back.points[0].id);
}

TEST_CASE("a_box_standing_on_its_corner_touches_there")
{
    const Manifold m = boxes({0.1f, 1.2f}, 0.25f * kPi);
    CHECK(m.normal == Vec2{0.0f, 1.0f});
    REQUIRE(m.count == 1);
    CHECK(m.points[0].separation == Approx(1.2f - 0.5f - std::sqrt(0.5f)));
    CHECK(m.points[0].point.x == Approx(0.1f));
}

TEST_CASE("the_deeper_of_two_points_is_the_lower_corner_of_a_tilted_box")
{
    const Manifold m = boxes({0.0f, 1.0f}, 0.01f);
    REQUIRE(m.count == 2);
    CHECK(m.points[0].separation > m.points[1].separation);
    CHECK(m.normal.y == Approx(1.0f));
}

TEST_CASE("boxes_apart_by_less_than_the_speculative_distance_report_positive_separation")
{
    const Manifold m = boxes({0.3f, 1.015f});
    REQUIRE(m.count == 2);
    CHECK(m.normal == Vec2{0.0f, 1.0f});
    CHECK(m.points[0].separation == Approx(0.015f));
    CHECK(m.points[0].point.y == Approx(0.5075f));
    CHECK(boxes({0.3f, 1.021f}).count == 0);
    CHECK(boxes({0.3f, 1.021f}).normal == Vec2{0.0f, 0.0f});
    CHECK(boxes({5.0f, 5.0f}).count == 0);
}

TEST_CASE("boxes_whose_corners_pass_each_other_do_not_touch") { CHECK(boxes({1.01f, 1.01f}) == Manifold{}); }

TEST_CASE("a_contained_box_is_pushed_out_through_the_nearest_face_not_along_the_centres")
{
    const Polygon large = makeBox(2.0f, 2.0f, {1.5f, 0.0f}, Rot{}); // from x = -0.5 to 3.5
    const Polygon small = makeBox(0.25f, 0.25f);
    const Manifold m = collidePolygons(large, small, {{0.0f, 0.0f}, Rot{}}, kPolygonMargin);
    CHECK(m.normal == Vec2{-1.0f, 0.0f});
    CHECK(depth(m) == Approx(0.75f));
    CHECK(m.count == 2);
    const Manifold other = collidePolygons(small, large, {{0.0f, 0.0f}, Rot{}}, kPolygonMargin);
    CHECK(other.normal == Vec2{1.0f, 0.0f});
    CHECK(depth(other) == Approx(0.75f));
}

TEST_CASE("coincident_boxes_separate_by_a_whole_side")
{
    const Manifold m = boxes({0.0f, 0.0f});
    CHECK(m.count == 2);
    CHECK(length(m.normal) == 1.0f);
    CHECK(depth(m) == 1.0f);
    CHECK(m.referenceOwner == ReferenceOwner::A);
    CHECK(m.referenceFace == 0);
}

TEST_CASE("the_reference_face_stays_with_a_until_b_s_is_clearly_better")
{
    // The separations of A's top and B's bottom are equal within rounding: jitter must not change the
    // reference face.
    for (int i = -20; i <= 20; ++i) {
        const float jitter = static_cast<float>(i) * 1e-5f;
        const Manifold m = boxes({0.2f + jitter, 0.995f + jitter}, jitter);
        CHECK(m.referenceOwner == ReferenceOwner::A);
        CHECK(m.referenceFace == 2);
        CHECK(m.normal == Vec2{0.0f, 1.0f});
    }
    // A's corner is under B's long face: B's face is clearly better.
    const Polygon plank = makeBox(4.0f, 0.1f);
    const Manifold m = collidePolygons(kBox, plank, {{0.0f, 0.78f}, makeRot(0.25f * kPi)}, kPolygonMargin);
    CHECK(m.referenceOwner == ReferenceOwner::B);
}

TEST_CASE("needles_separate_sideways")
{
    const Polygon needle = makeBox(2.0f, 0.005f);
    const Manifold crossed =
        collidePolygons(needle, needle, {{0.0f, 0.0f}, makeRot(0.5f * kPi)}, kPolygonMargin);
    CHECK(depth(crossed) == Approx(2.005f));
    const Manifold along = collidePolygons(needle, needle, {{1.0f, 0.004f}, Rot{}}, kPolygonMargin);
    CHECK(along.normal == Vec2{0.0f, 1.0f});
    CHECK(depth(along) == Approx(0.006f));
    CHECK(along.count == 2);
    const Manifold tip = collidePolygons(needle, kBox, {{2.49f, 0.0f}, Rot{}}, kPolygonMargin);
    CHECK(tip.normal == Vec2{1.0f, 0.0f});
    CHECK(depth(tip) == Approx(0.01f));
}

TEST_CASE("parallel_edges_of_different_polygons_give_two_points")
{
    const Polygon hexagon = makeRegularPolygon(6, 1.0f); // it has horizontal sides at the top and bottom
    const float apothem = std::sqrt(0.75f);
    const Manifold m = collidePolygons(hexagon, kBox, {{0.2f, apothem + 0.49f}, Rot{}}, kPolygonMargin);
    REQUIRE(m.count == 2);
    CHECK(m.normal.y == Approx(1.0f));
    CHECK(m.points[0].separation == Approx(-0.01f).epsilon(1e-3));
    CHECK(m.points[0].point.x == Approx(0.5f));
    CHECK(m.points[1].point.x == Approx(-0.3f));
}

TEST_CASE("an_observer_changes_nothing_and_gets_the_winning_face")
{
    const Transform pose{{0.3f, 0.9f}, makeRot(0.2f)};
    Listener listener;
    const Manifold observed = collidePolygonsObserved(kBox, kBox, pose, kPolygonMargin, listener);
    CHECK(observed == collidePolygons(kBox, kBox, pose, kPolygonMargin));
    CHECK(listener.faces == 8);
    CHECK(listener.clips == 1);
    CHECK(listener.owner == observed.referenceOwner);
}

TEST_CASE("manifolds_have_the_same_bits_with_every_compiler_and_build")
{
    // FNV-1a hash of the bits of many manifolds. g++ 12 and clang 19 gave the same value in debug and release
    // builds.
    uint64_t hash = 14695981039346656037ull;
    const auto mix = [&hash](float f) {
        uint32_t bits = 0;
        std::memcpy(&bits, &f, sizeof bits);
        hash = (hash ^ bits) * 1099511628211ull;
    };
    const Polygon shapes[] = {kBox, makeRegularPolygon(3, 0.7f), makeRegularPolygon(7, 0.6f),
                              asPolygon(Capsule{{-0.4f, 0.1f}, {0.5f, 0.0f}, 0.2f})};
    for (int i = 0; i < 2000; ++i) {
        const auto k = static_cast<float>(i);
        const Transform pose{rotate(makeRot(0.37f * k), {0.0006f * k, 0.0f}), makeRot(0.113f * k)};
        const Manifold m = collidePolygons(shapes[i % 4], shapes[(i / 4) % 4], pose, kPolygonMargin);
        mix(m.normal.x);
        mix(m.normal.y);
        for (int j = 0; j < m.count; ++j) {
            const ManifoldPoint& p = m.points[static_cast<size_t>(j)];
            mix(p.point.x);
            mix(p.point.y);
            mix(p.separation);
            mix(static_cast<float>(p.id.key));
        }
    }
    CHECK(hash == 3369020847365363034u);
}
