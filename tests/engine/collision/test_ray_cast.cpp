#include <satbox/queries.h>

#include "tests/support/random_shapes.h"

#include <doctest/doctest.h>

using namespace satbox;
using satbox::test::Lcg;

namespace {

constexpr float kHalfRoot = 0.70710678f;

// Distance from a point to the shape, 0 inside; independent of castRay.
float distanceTo(const Shape& shape, Vec2 p) { return length(closestPoint(shape, p) - p); }

} // namespace

TEST_CASE("ray_hits_circle_at_the_near_side")
{
    const auto hit = castRay(Circle{{5.0f, 0.0f}, 1.0f}, {{0.0f, 0.0f}, {10.0f, 0.0f}});
    REQUIRE(hit);
    CHECK(hit->fraction == doctest::Approx(0.4f));
    CHECK(hit->point.x == doctest::Approx(4.0f));
    CHECK(hit->normal == Vec2{-1.0f, 0.0f});
    CHECK_FALSE(castRay(Circle{{5.0f, 0.0f}, 1.0f}, {{0.0f, 0.0f}, {3.9f, 0.0f}})); // too short
    CHECK_FALSE(castRay(Circle{{5.0f, 0.0f}, 1.0f}, {{0.0f, 0.0f}, {-9.0f, 0.0f}}));
    CHECK_FALSE(castRay(Circle{{5.0f, 0.0f}, 1.0f}, {{0.0f, 1.01f}, {10.0f, 0.0f}}));
}

TEST_CASE("ray_hits_small_circle_far_away")
{
    const auto hit = castRay(Circle{{20000.0f, 0.0f}, 0.01f}, {{0.0f, 0.005f}, {40000.0f, 0.0f}});
    REQUIRE(hit);
    CHECK(hit->normal.y == doctest::Approx(0.5f).epsilon(1e-4));
    CHECK_FALSE(castRay(Circle{{20000.0f, 0.0f}, 0.01f}, {{0.0f, 0.011f}, {40000.0f, 0.0f}}));
}

TEST_CASE("ray_hits_box_faces_with_their_normals")
{
    const Shape box = makeBox(1.0f, 2.0f);
    const auto left = castRay(box, {{-5.0f, 0.5f}, {10.0f, 0.0f}});
    REQUIRE(left);
    CHECK(left->fraction == doctest::Approx(0.4f));
    CHECK(left->normal == Vec2{-1.0f, 0.0f});
    const auto top = castRay(box, {{0.0f, 4.0f}, {0.0f, -4.0f}});
    REQUIRE(top);
    CHECK(top->point.y == doctest::Approx(2.0f));
    CHECK(top->normal == Vec2{0.0f, 1.0f});
    CHECK_FALSE(castRay(box, {{-5.0f, 2.01f}, {10.0f, 0.0f}}));
}

TEST_CASE("ray_hits_capsule_on_side_and_on_cap")
{
    const Shape capsule = Capsule{{-1.0f, 0.0f}, {1.0f, 0.0f}, 0.5f};
    const auto side = castRay(capsule, {{0.3f, 3.0f}, {0.0f, -5.0f}});
    REQUIRE(side);
    CHECK(side->fraction == doctest::Approx(0.5f));
    CHECK(side->normal == Vec2{0.0f, 1.0f});
    const auto cap = castRay(capsule, {{5.0f, 0.0f}, {-10.0f, 0.0f}});
    REQUIRE(cap);
    CHECK(cap->point.x == doctest::Approx(1.5f));
    CHECK(cap->normal.x == doctest::Approx(1.0f));
}

TEST_CASE("ray_hits_segment_from_both_sides_but_not_along_it")
{
    const Shape segment = Segment{{0.0f, -1.0f}, {0.0f, 1.0f}};
    const auto fromLeft = castRay(segment, {{-1.0f, 0.0f}, {2.0f, 0.0f}});
    const auto fromRight = castRay(segment, {{1.0f, 0.0f}, {-2.0f, 0.0f}});
    REQUIRE(fromLeft);
    REQUIRE(fromRight);
    CHECK(fromLeft->normal == Vec2{-1.0f, 0.0f});
    CHECK(fromRight->normal == Vec2{1.0f, 0.0f});
    CHECK(fromLeft->fraction == doctest::Approx(0.5f));
    CHECK_FALSE(castRay(segment, {{0.0f, -3.0f}, {0.0f, 6.0f}}));
    CHECK_FALSE(castRay(segment, {{-1.0f, 1.1f}, {2.0f, 0.0f}}));
}

TEST_CASE("rays_that_start_inside_or_have_no_length_miss")
{
    for (const Shape& shape : {Shape{Circle{}}, Shape{Capsule{}}, Shape{makeBox(0.5f, 0.5f)}}) {
        CHECK_FALSE(castRay(shape, {{0.0f, 0.0f}, {10.0f, 0.0f}}));
        CHECK_FALSE(castRay(shape, {{5.0f, 0.0f}, {0.0f, 0.0f}}));
    }
}

TEST_CASE("ray_hits_agree_with_sphere_tracing")
{
    Lcg random(7);
    int hits = 0;
    for (int i = 0; i < 4000; ++i) {
        const Shape shape = test::randomShape(random, 2.0f);
        const Ray ray{test::randomPoint(random, 3.0f), test::randomPoint(random, 5.0f)};
        const auto hit = castRay(shape, ray);
        const float reach = length(ray.translation);
        const float until = hit ? hit->fraction : 1.0f;
        // Sphere tracing: no step passes the surface, so it converges to the first hit.
        float walked = 0.0f;
        float gap = distanceTo(shape, ray.origin);
        const bool startsInside = gap == 0.0f;
        for (int k = 0; k < 2000 && gap > 1e-6f && walked < 1.0f; ++k) {
            walked += gap / reach;
            gap = distanceTo(shape, ray.origin + walked * ray.translation);
        }
        if (hit) {
            ++hits;
            CHECK_FALSE(startsInside);
            CHECK(walked == doctest::Approx(until).epsilon(1e-3));
            CHECK(distanceTo(shape, hit->point) < 1e-5f);
            CHECK(length(hit->normal) == doctest::Approx(1.0f));
            CHECK(dot(hit->normal, ray.translation) <= 1e-5f * reach);
            CHECK(length(ray.origin + hit->fraction * ray.translation - hit->point) < 1e-4f);
        } else if (!startsInside) {
            CHECK((walked >= 0.999f || gap > 1e-6f));
        }
    }
    CHECK(hits > 300);
}

TEST_CASE("points_are_inside_when_they_are_their_own_closest_point")
{
    Lcg random(8);
    int inside = 0;
    for (int i = 0; i < 4000; ++i) {
        const Shape shape = test::randomShape(random, 2.0f);
        const Vec2 p = test::randomPoint(random, 1.2f);
        if (kindOf(shape) == ShapeKind::Segment) continue;
        const bool contained = containsPoint(shape, p);
        inside += contained;
        CHECK(contained == (closestPoint(shape, p) == p));
    }
    CHECK(inside > 300);
}

TEST_CASE("contains_point_counts_the_boundary")
{
    CHECK(containsPoint(Circle{{0.0f, 0.0f}, 1.0f}, {1.0f, 0.0f}));
    CHECK(containsPoint(makeBox(1.0f, 1.0f), {1.0f, 1.0f}));
    CHECK_FALSE(containsPoint(makeBox(1.0f, 1.0f), {1.0001f, 1.0f}));
    CHECK(containsPoint(Capsule{{-1.0f, 0.0f}, {1.0f, 0.0f}, 0.5f}, {1.5f, 0.0f}));
    CHECK(containsPoint(Segment{{0.0f, 0.0f}, {3.0f, 1.0f}}, {1.5f, 0.5f}));
    CHECK_FALSE(containsPoint(Segment{{0.0f, 0.0f}, {3.0f, 1.0f}}, {1.5f, 0.51f}));
}

TEST_CASE("closest_points_of_simple_shapes_are_exact")
{
    CHECK(closestPoint(makeBox(1.0f, 1.0f), {3.0f, 0.5f}) == Vec2{1.0f, 0.5f});
    CHECK(closestPoint(makeBox(1.0f, 1.0f), {3.0f, 4.0f}) == Vec2{1.0f, 1.0f});
    CHECK(closestPoint(Segment{{0.0f, 0.0f}, {2.0f, 0.0f}}, {1.0f, 5.0f}) == Vec2{1.0f, 0.0f});
    const Vec2 onCircle = closestPoint(Circle{{0.0f, 0.0f}, 1.0f}, {2.0f, 2.0f});
    CHECK(onCircle.x == doctest::Approx(kHalfRoot));
    CHECK(onCircle.y == doctest::Approx(kHalfRoot));
}
