#include "engine/collision/clip.h"
#include "engine/collision/collide.h"
#include "engine/collision/manifold.h"
#include "tests/support/exact_penetration.h"
#include <satbox/contacts.h>
#include <satbox/outlines.h>
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <cmath>

using namespace satbox;
using doctest::Approx;

namespace {

constexpr float kRoundMargin = 0.02f;
const Shape kRoundedBox = makeBox(0.5f, 0.5f);
const Shape kDisc = Circle{{0.0f, 0.0f}, 0.25f};
const Shape kCapsule = Capsule{{-0.5f, 0.0f}, {0.5f, 0.0f}, 0.25f};
const Shape kGround = Segment{{-5.0f, 0.0f}, {5.0f, 0.0f}};

Manifold at(const Shape& a, const Shape& b, Vec2 p, float angle = 0.0f)
{
    return collide(a, b, {p, makeRot(angle)}, kRoundMargin);
}

void checkOnePoint(const Manifold& m, Vec2 normal, float separation, Vec2 point)
{
    REQUIRE(m.count == 1);
    CHECK(m.normal.x == Approx(normal.x));
    CHECK(m.normal.y == Approx(normal.y));
    CHECK(m.points[0].separation == Approx(separation).epsilon(1e-3));
    CHECK(m.points[0].point.x == Approx(point.x).epsilon(1e-3));
    CHECK(m.points[0].point.y == Approx(point.y).epsilon(1e-3));
}

} // namespace

TEST_CASE("two_circles_touch_on_the_line_between_their_centres")
{
    checkOnePoint(at(kDisc, Circle{{0, 0}, 0.5f}, {0.42f, 0.56f}), {0.6f, 0.8f}, -0.05f, {0.135f, 0.18f});
    checkOnePoint(at(kDisc, kDisc, {0.51f, 0.0f}), {1, 0}, 0.01f, {0.255f, 0.0f});
    CHECK(at(kDisc, kDisc, {0.53f, 0.0f}).count == 0);
}

TEST_CASE("concentric_circles_have_a_defined_normal")
{
    checkOnePoint(at(kDisc, Circle{{0, 0}, 0.5f}, {0, 0}), {0, 1}, -0.75f, {0, -0.125f});
}

TEST_CASE("a_circle_touches_a_box_in_every_voronoi_region")
{
    checkOnePoint(at(kRoundedBox, kDisc, {0.2f, 0.7f}), {0, 1}, -0.05f, {0.2f, 0.475f});
    checkOnePoint(at(kRoundedBox, kDisc, {0.7f, -0.2f}), {1, 0}, -0.05f, {0.475f, -0.2f});
    checkOnePoint(at(kRoundedBox, kDisc, {-0.2f, -0.7f}), {0, -1}, -0.05f, {-0.2f, -0.475f});
    checkOnePoint(at(kRoundedBox, kDisc, {-0.7f, 0.2f}), {-1, 0}, -0.05f, {-0.475f, 0.2f});
    // Corners: centre 0.2 from the corner along (0.6, 0.8).
    for (const float sx : {-1.0f, 1.0f}) {
        for (const float sy : {-1.0f, 1.0f}) {
            checkOnePoint(at(kRoundedBox, kDisc, {sx * 0.62f, sy * 0.66f}), {sx * 0.6f, sy * 0.8f}, -0.05f,
                          {sx * 0.485f, sy * 0.48f});
        }
    }
    CHECK(at(kRoundedBox, kDisc, {0.7f, 0.7f}).count == 0); // near both faces, but beyond the corner
}

TEST_CASE("a_circle_with_its_centre_inside_a_polygon_is_pushed_out_through_the_nearest_face")
{
    checkOnePoint(at(kRoundedBox, kDisc, {0.4f, 0.1f}), {1, 0}, -0.35f, {0.325f, 0.1f});
    checkOnePoint(at(kRoundedBox, kDisc, {0.0f, 0.0f}), {0, -1}, -0.75f, {0.0f, -0.125f});
}

TEST_CASE("circle_first_gives_the_same_contact_seen_from_the_circle")
{
    const Manifold m = at(kDisc, kRoundedBox, {0.2f, 0.7f});
    checkOnePoint(m, {0, 1}, -0.05f, {0.0f, 0.225f});
    CHECK(m.referenceOwner == ReferenceOwner::B);
    CHECK(m.referenceFace == 0);
}

TEST_CASE("the_feature_id_of_a_rolling_circle_is_face_or_vertex")
{
    CHECK(at(kRoundedBox, kDisc, {0.2f, 0.7f}).points[0].id == cornerPair(2, 0));
    CHECK(at(kRoundedBox, kDisc, {0.62f, 0.66f}).points[0].id == cornerPair(kVertexFeature | 2, 0));
    CHECK(at(kDisc, kRoundedBox, {0.2f, 0.7f}).points[0].id == cornerPair(0, 0));
}

TEST_CASE("capsules_end_to_end_touch_along_their_axis")
{
    checkOnePoint(at(kCapsule, kCapsule, {1.45f, 0.0f}), {1, 0}, -0.05f, {0.725f, 0.0f});
    checkOnePoint(at(kCapsule, kCapsule, {1.51f, 0.0f}), {1, 0}, 0.01f, {0.755f, 0.0f});
    CHECK(at(kCapsule, kCapsule, {1.53f, 0.0f}).count == 0);
    checkOnePoint(at(kCapsule, kCapsule, {1.3f, 0.4f}), {0.6f, 0.8f}, 0.0f, {0.65f, 0.2f});
}

TEST_CASE("parallel_capsules_touch_at_two_points")
{
    const Manifold m = at(kCapsule, kCapsule, {0.3f, 0.49f});
    REQUIRE(m.count == 2);
    CHECK(m.normal.y == Approx(1.0f));
    CHECK(m.points[0].separation == Approx(-0.01f));
    CHECK(m.points[0].point.x + m.points[1].point.x == Approx(0.3f));
    CHECK(m.points[0].point.y == Approx(0.245f));
    // Equal lengths, exactly above each other: two points despite rounding.
    for (int i = -3; i <= 3; ++i)
        CHECK(at(kCapsule, kCapsule, {static_cast<float>(i) * 1e-7f, 0.49f}).count == 2);
}

TEST_CASE("crossed_capsules_separate_by_the_shorter_way")
{
    const Manifold m = at(kCapsule, Capsule{{-0.3f, 0.0f}, {0.7f, 0.0f}, 0.1f}, {0.0f, 0.0f}, 0.5f * kPi);
    // B is vertical from y = -0.3 to 0.7: it moves up by 0.3 and both radii.
    CHECK(m.normal.y == Approx(1.0f));
    REQUIRE(m.count > 0);
    CHECK(std::fmin(m.points[0].separation, m.points[1].separation) == Approx(-0.65f));
}

TEST_CASE("a_capsule_lies_on_a_box_with_two_points_and_hangs_over_its_corner_with_one")
{
    const Manifold flat = at(kRoundedBox, kCapsule, {0.4f, 0.745f});
    REQUIRE(flat.count == 2);
    CHECK(flat.normal.y == Approx(1.0f));
    CHECK(flat.points[0].point.x == Approx(0.5f));
    CHECK(flat.points[1].point.x == Approx(-0.1f));
    CHECK(flat.points[0].separation == Approx(-0.005f));
    checkOnePoint(at(kRoundedBox, kCapsule, {1.12f, 0.66f}), {0.6f, 0.8f}, -0.05f, {0.485f, 0.48f});
    const Manifold same = at(kCapsule, kRoundedBox, {-1.12f, -0.66f});
    checkOnePoint(same, {-0.6f, -0.8f}, -0.05f, {0.485f - 1.12f, 0.48f - 0.66f});
}

TEST_CASE("circle_and_capsule_touch_round_the_end_and_along_the_side")
{
    checkOnePoint(at(kCapsule, kDisc, {0.2f, 0.49f}), {0, 1}, -0.01f, {0.2f, 0.245f});
    checkOnePoint(at(kCapsule, kDisc, {0.2f, -0.49f}), {0, -1}, -0.01f, {0.2f, -0.245f});
    checkOnePoint(at(kCapsule, kDisc, {0.99f, 0.0f}), {1, 0}, -0.01f, {0.745f, 0.0f});
    checkOnePoint(at(kCapsule, kDisc, {-0.79f, 0.39f}), {-0.29f / 0.486f, 0.39f / 0.486f}, -0.014f,
                  {-0.645f, 0.195f});
    const Manifold onAxis = at(kCapsule, kDisc, {0.1f, 0.0f});
    REQUIRE(onAxis.count == 1);
    CHECK(std::fabs(onAxis.normal.y) == 1.0f);
    CHECK(onAxis.points[0].separation == -0.5f);
    CHECK(at(kCapsule, kDisc, {1.03f, 0.0f}).count == 0);
}

TEST_CASE("a_segment_collides_from_both_sides")
{
    for (const float side : {-1.0f, 1.0f}) {
        CAPTURE(side);
        checkOnePoint(at(kGround, kDisc, {1.0f, side * 0.24f}), {0, side}, -0.01f, {1.0f, -side * 0.005f});
        const Manifold box = at(kGround, kRoundedBox, {1.0f, side * 0.495f});
        CHECK(box.count == 2);
        CHECK(box.normal.y == Approx(side));
        CHECK(box.points[0].separation == Approx(-0.005f));
        const Manifold capsule = at(kGround, kCapsule, {1.0f, side * 0.245f});
        CHECK(capsule.count == 2);
        CHECK(capsule.normal.y == Approx(side));
        CHECK(capsule.points[0].separation == Approx(-0.005f));
        CHECK(capsule.points[1].separation == Approx(-0.005f));
    }
    checkOnePoint(at(kGround, kDisc, {5.24f, 0.0f}), {1, 0}, -0.01f, {4.995f, 0.0f});
}

TEST_CASE("two_segments_never_collide") { CHECK(at(kGround, kGround, {0.0f, 0.0f}, 1.0f).count == 0); }

TEST_CASE("capsule_deeper_than_the_reference_face_is_long_has_the_full_depth")
{
    // Found by fuzzing: the winning face is 5 cm long, and the capsule's deepest end is beyond its side
    // planes.
    const std::vector<Vec2> points{{-32.768f, -32.768f}, {-12.255f, -32.768f}, {32.512f, -32.767f},
                                   {32.56f, -32.764f},   {32.767f, 32.767f},   {-32.522f, 32.512f},
                                   {-32.768f, -32.605f}};
    const Polygon polygon = makePolygon(makeHull(points).vertices);
    const Capsule capsule{{-32.513f, 1.792f}, {-32.257f, 32.767f}, 2.551f};
    const Transform bInA{{-30.144f, -30.208f}, makeRot(-8.96f)};
    const Manifold m = collide(capsule, polygon, bInA, 0.02f);
    REQUIRE(m.count > 0);
    float least = m.points[0].separation;
    if (m.count > 1) least = std::min(least, m.points[1].separation);
    CHECK(static_cast<double>(least) <= test::ExactPair(capsule, polygon, bInA).separation() + 1e-3);
}

TEST_CASE("a_capsule_without_length_collides_as_a_circle")
{
    const Shape ball = Capsule{{0, 0}, {0, 0}, 0.25f};
    checkOnePoint(at(kRoundedBox, ball, {0.62f, 0.66f}), {0.6f, 0.8f}, -0.05f, {0.485f, 0.48f});
    checkOnePoint(at(kRoundedBox, ball, {0.2f, 0.7f}), {0, 1}, -0.05f, {0.2f, 0.475f});
    CHECK(at(ball, ball, {0.3f, 0.4f}).points[0].separation == Approx(0.0f));
}
