#include "engine/collision/distance.h"
#include "engine/collision/gjk.h"
#include <satbox/queries.h>

#include "tests/support/random_shapes.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace satbox;
using doctest::Approx;
using satbox::test::Lcg;

namespace {

bool isNear(Vec2 a, Vec2 b, float tolerance = 1e-5f) { return length(a - b) <= tolerance; }

Transform moved(const Transform& pose, Vec2 by) { return {pose.p + by, pose.q}; }

// By GJK, which castShape() does not use.
float distanceAt(const Shape& a, const Shape& b, const Transform& bInA)
{
    return computeDistance(a, b, bInA).distance;
}

// Greatest dot(direction, p) of the points of a shape.
float reachAlong(const Shape& shape, const Transform& pose, Vec2 direction)
{
    const Core core = coreOf(transformed(shape, pose));
    return dot(direction, core.points[static_cast<size_t>(supportPoint(core, direction))]) + core.radius;
}

} // namespace

TEST_CASE("a_circle_cast_at_a_circle_stops_where_the_centres_are_both_radii_apart")
{
    // Centres pass at a distance of 0.6 m with radii of 0.75 and 0.25: they touch at 0.8 m along the path.
    const auto hit = castShape(Circle{{5.0f, 0.0f}, 0.75f}, Circle{{0.0f, 0.0f}, 0.25f}, {{0.0f, 0.6f}, {}},
                               {10.0f, 0.0f});
    REQUIRE(hit);
    CHECK(hit->fraction == Approx(0.42).epsilon(1e-6));
    CHECK(isNear(hit->normal, {-0.8f, 0.6f}));
    CHECK(isNear(hit->point, Vec2{5.0f, 0.0f} + 0.75f * Vec2{-0.8f, 0.6f}));
    CHECK_FALSE(castShape(Circle{{5.0f, 0.0f}, 0.75f}, Circle{{0.0f, 0.0f}, 0.25f}, {{0.0f, 1.001f}, {}},
                          {10.0f, 0.0f}));
    CHECK_FALSE(castShape(Circle{{5.0f, 0.0f}, 0.75f}, Circle{{0.0f, 0.0f}, 0.25f}, {{0.0f, 0.6f}, {}},
                          {4.19f, 0.0f}));
}

TEST_CASE("a_box_cast_at_a_wall_stops_with_its_face_or_its_corner")
{
    const Shape wall = makeBox(0.5f, 4.0f);
    const Shape box = makeBox(1.0f, 0.5f);
    const auto face = castShape(wall, box, {{-5.0f, 0.3f}, {}}, {10.0f, 1.0f});
    REQUIRE(face);
    CHECK(face->fraction == Approx(0.35).epsilon(1e-6));
    CHECK(face->normal == Vec2{-1.0f, 0.0f});
    CHECK(face->point.x == Approx(-0.5));
    // Anywhere along the touching faces: the box spans 0.65 m - 0.5 m to 0.65 m + 0.5 m there.
    CHECK(face->point.y >= 0.15f - 1e-5f);
    CHECK(face->point.y <= 1.15f + 1e-5f);

    const auto corner =
        castShape(wall, makeBox(0.5f, 0.5f), {{-5.0f, 0.0f}, makeRot(kPi / 4.0f)}, {10.0f, 0.0f});
    REQUIRE(corner);
    CHECK(corner->fraction == Approx(0.45 - 0.1 * 0.70710678).epsilon(1e-6));
    CHECK(isNear(corner->point, {-0.5f, 0.0f}));
}

TEST_CASE("a_capsule_cast_at_a_corner_is_deflected_by_the_corner")
{
    // An upright capsule of radius 0.5 m falls beside a box, 0.3 m from its edge: its lower centre ends 0.4 m
    // above.
    const Shape box = makeBox(1.0f, 1.0f);
    const Capsule capsule{{0.0f, 0.5f}, {0.0f, 1.5f}, 0.5f};
    const auto hit = castShape(box, capsule, {{1.3f, 2.0f}, {}}, {0.0f, -4.0f});
    REQUIRE(hit);
    CHECK(hit->fraction == Approx((2.5 - 1.4) / 4.0).epsilon(1e-6));
    CHECK(isNear(hit->normal, {0.6f, 0.8f}));
    CHECK(isNear(hit->point, {1.0f, 1.0f}));
    // From below the corner it slides past, and far enough beside it nothing is in the way.
    CHECK_FALSE(castShape(box, capsule, {{1.501f, 2.0f}, {}}, {0.0f, -4.0f}));
}

TEST_CASE("a_point_of_a_polygon_without_radius_hits_exactly_at_the_corner_of_another")
{
    const Shape box = makeBox(0.5f, 0.5f);
    const auto hit = castShape(box, box, {{-4.0f, -4.0f}, {}}, {6.0f, 6.0f});
    REQUIRE(hit);
    CHECK(hit->fraction == Approx(0.5).epsilon(1e-6));
    CHECK(isNear(hit->point, {-0.5f, -0.5f}));
}

TEST_CASE("segments_hit_each_other_across_side_by_side_and_end_to_end")
{
    const Segment segment{{-1.0f, 0.0f}, {1.0f, 0.0f}};
    const auto across = castShape(segment, segment, {{0.3f, 3.0f}, makeRot(kPi / 2.0f)}, {0.0f, -4.0f});
    REQUIRE(across);
    CHECK(across->fraction == Approx(0.5));
    CHECK(isNear(across->normal, {0.0f, 1.0f}));
    CHECK(isNear(across->point, {0.3f, 0.0f}));
    const auto beside = castShape(segment, segment, {{0.5f, -1.0f}, {}}, {0.0f, 4.0f});
    REQUIRE(beside);
    CHECK(beside->fraction == Approx(0.25));
    CHECK(isNear(beside->normal, {0.0f, -1.0f}));
    CHECK_FALSE(castShape(segment, segment, {{2.001f, -1.0f}, {}}, {0.0f, 4.0f}));
    const auto end = castShape(segment, segment, {{-5.0f, 0.0f}, {}}, {6.0f, 0.0f});
    REQUIRE(end);
    CHECK(end->fraction == Approx(0.5));
    CHECK(isNear(end->normal, {-1.0f, 0.0f}));
    CHECK(isNear(end->point, {-1.0f, 0.0f}));
    CHECK_FALSE(castShape(segment, segment, {{-5.0f, 0.01f}, {}}, {9.0f, 0.0f}));
}

TEST_CASE("a_cast_that_starts_in_contact_hits_at_once_with_the_direction_out_of_the_shape")
{
    const Shape box = makeBox(1.0f, 1.0f);
    for (const Vec2 translation : {Vec2{0.0f, -1.0f}, Vec2{0.0f, 1.0f}, Vec2{0.0f, 0.0f}}) {
        CAPTURE(translation.y);
        const auto hit = castShape(box, Circle{{0.0f, 0.0f}, 0.5f}, {{0.2f, 1.4f}, {}}, translation);
        REQUIRE(hit);
        CHECK(hit->fraction == 0.0f);
        CHECK(isNear(hit->normal, {0.0f, 1.0f}));
        CHECK(isNear(hit->point, {0.2f, 1.0f}));
    }
    const auto touching = castShape(box, box, {{2.0f, 0.0f}, {}}, {1.0f, 0.0f});
    REQUIRE(touching);
    CHECK(touching->fraction == 0.0f);
    CHECK(touching->normal == Vec2{1.0f, 0.0f});
    // The same centre: any direction, but a unit vector.
    const auto hit = castShape(Circle{}, Circle{}, {}, {1.0f, 0.0f});
    REQUIRE(hit);
    CHECK(length(hit->normal) == Approx(1.0));
    CHECK_FALSE(castShape(box, Circle{{0.0f, 0.0f}, 0.5f}, {{0.0f, 2.0f}, {}}, {0.0f, 0.0f}));
    CHECK_FALSE(castShape(Circle{}, Circle{}, {{3.0f, 0.0f}, {}}, {0.0f, 0.0f}));
}

TEST_CASE("the_separation_of_two_shapes_is_their_distance_or_the_shortest_way_apart")
{
    const Shape box = makeBox(1.0f, 0.5f);
    const ShapeSeparation apart = separationOf(box, Circle{{0.0f, 0.0f}, 0.5f}, {{4.0f, 4.5f}, {}});
    CHECK(apart.separation == Approx(4.5)); // a triangle of 3, 4 and 5 m to the corner
    CHECK(isNear(apart.normal, {0.6f, 0.8f}));
    CHECK(isNear(apart.point, {1.0f, 0.5f}));
    const ShapeSeparation deep = separationOf(box, makeBox(0.25f, 0.25f), {{0.5f, 0.4f}, {}});
    CHECK(deep.separation == Approx(-0.35));
    CHECK(isNear(deep.normal, {0.0f, 1.0f}));
    const ShapeSeparation touching = separationOf(box, box, {{2.0f, 0.0f}, {}});
    CHECK(touching.separation == 0.0f);
    CHECK(touching.normal == Vec2{1.0f, 0.0f});
}

TEST_CASE("the_separation_of_random_shapes_agrees_with_gjk_and_parts_them")
{
    Lcg random(71);
    int overlapping = 0;
    for (int i = 0; i < 3000; ++i) {
        CAPTURE(i);
        const Shape a = test::randomShape(random, 1.0f);
        const Shape b = test::randomShape(random, 1.0f);
        const Transform pose = test::randomPose(random, 1.2f);
        const ShapeSeparation found = separationOf(a, b, pose);
        CHECK(length(found.normal) == Approx(1.0).epsilon(1e-5));
        if (found.separation > 0.0f) {
            CHECK(found.separation == Approx(distanceAt(a, b, pose)).epsilon(1e-4));
            CHECK(length(closestPoint(a, found.point) - found.point) <= 1e-5f);
            continue;
        }
        ++overlapping;
        CHECK(distanceAt(a, b, pose) == 0.0f);
        const float depth = -found.separation;
        CHECK(distanceAt(a, b, moved(pose, depth * found.normal)) <= 2e-5f);
        CHECK(distanceAt(a, b, moved(pose, (depth + 1e-3f) * found.normal)) > 0.0f);
        for (int k = 0; k < 32; ++k) { // no direction is a shorter way out
            const Vec2 direction = rotate(makeRot(kPi / 16.0f * static_cast<float>(k)), {1.0f, 0.0f});
            CHECK(separationOf(a, b, moved(pose, 0.98f * depth * direction)).separation <= 1e-5f);
        }
    }
    CHECK(overlapping > 300);
}

TEST_CASE("random_casts_agree_with_small_steps_of_the_distance")
{
    Lcg random(72);
    int hits = 0;
    int misses = 0;
    for (int i = 0; i < 3000; ++i) {
        CAPTURE(i);
        const Shape target = test::randomShape(random, 1.0f);
        const Shape moving = test::randomShape(random, 1.0f);
        const Transform start = test::randomPose(random, 3.0f);
        const Vec2 translation = -1.3f * start.p + test::randomPoint(random, 1.5f);
        const auto distance = [&](float t) {
            return distanceAt(target, moving, moved(start, t * translation));
        };
        if (distance(0.0f) == 0.0f) continue;

        // The distance changes by at most the length of a move, so that such steps cannot pass the contact.
        const float reach = length(translation);
        float t = 0.0f;
        float least = distance(0.0f);
        while (t < 1.0f && least > 2e-5f) {
            t += std::max(0.99f * distance(t), 1e-5f) / reach;
            if (t < 1.0f) least = std::min(least, distance(t));
        }
        const auto hit = castShape(target, moving, start, translation);
        if (!hit) {
            ++misses;
            CHECK(least > 0.0f);
            continue;
        }
        ++hits;
        CHECK(std::fabs(t - hit->fraction) * reach <= 1e-3f);
        // The shapes touch at the hit, at the point, and the normal's plane through it separates them.
        const Transform pose = moved(start, hit->fraction * translation);
        CHECK(distance(hit->fraction) <= 1e-5f);
        CHECK(length(closestPoint(target, hit->point) - hit->point) <= 1e-5f);
        CHECK(length(closestPoint(transformed(moving, pose), hit->point) - hit->point) <= 1e-5f);
        CHECK(dot(hit->normal, translation) < 0.0f);
        CHECK(reachAlong(target, {}, hit->normal) <= dot(hit->normal, hit->point) + 1e-4f);
        CHECK(-reachAlong(moving, pose, -hit->normal) >= dot(hit->normal, hit->point) - 1e-4f);
    }
    CHECK(hits > 1000);
    CHECK(misses > 300);
}

TEST_CASE("a_cast_over_a_long_way_ends_at_the_surface_of_a_small_shape")
{
    const auto hit = castShape(Circle{{0.0f, 0.0f}, 0.01f}, Circle{{0.0f, 0.0f}, 0.01f},
                               {{-20000.0f, 0.01f}, {}}, {40000.0f, 0.0f});
    REQUIRE(hit);
    CHECK(hit->normal.y == Approx(0.5).epsilon(1e-4));
    CHECK(length(hit->point) == Approx(0.01).epsilon(1e-4));
}
