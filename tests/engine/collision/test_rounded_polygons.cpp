// Queries of polygons with round corners. Their manifolds: tests/properties/test_collide_properties.cpp.

#include "engine/collision/collide.h"
#include "engine/collision/distance.h"
#include "engine/collision/vertex_contacts.h"
#include "tests/support/exact_penetration.h"
#include "tests/support/lcg.h"
#include <satbox/queries.h>

#include <doctest/doctest.h>

#include <array>
#include <cmath>

using namespace satbox;
using namespace satbox::test;
using doctest::Approx;

namespace {

Polygon anyRounded(Lcg& random)
{
    Polygon polygon = random.below(2) ? makeRegularPolygon(3 + static_cast<int>(random.below(6)),
                                                           random.between(0.2f, 1.0f))
                                      : makeBox(random.between(0.2f, 1.0f), random.between(0.1f, 1.0f));
    polygon.radius = random.between(0.02f, 0.6f);
    return polygon;
}

Vec2 pointWithin(Lcg& random, float reach)
{
    const float x = random.between(-reach, reach);
    return {x, random.between(-reach, reach)};
}

} // namespace

TEST_CASE("points_are_in_a_rounded_polygon_within_the_radius_of_its_core")
{
    Lcg random(41);
    for (int k = 0; k < 20000; ++k) {
        const Polygon polygon = anyRounded(random);
        const Vec2 p = pointWithin(random, 2.0f);
        const double distance = surfaceDistance(polygon, {}, p);
        if (std::fabs(distance) > 1e-5) CHECK(containsPoint(polygon, p) == (distance < 0.0));
        const Vec2 nearest = closestPoint(polygon, p);
        CHECK(static_cast<double>(length(nearest - p)) == Approx(std::max(distance, 0.0)).epsilon(1e-4));
    }
    CHECK_FALSE(containsPoint(makeRoundedBox(1.0f, 1.0f, 0.5f), {1.4f, 1.4f})); // beside the round corner
    CHECK(containsPoint(makeRoundedBox(1.0f, 1.0f, 0.5f), {1.35f, 1.35f}));
}

TEST_CASE("rays_hit_rounded_polygons_on_their_surface")
{
    Lcg random(42);
    int hits = 0;
    for (int k = 0; k < 20000; ++k) {
        const Polygon polygon = anyRounded(random);
        const Vec2 from = pointWithin(random, 3.0f);
        const Ray ray{from, pointWithin(random, 3.0f) - from};
        const auto hit = castRay(polygon, ray);
        if (surfaceDistance(polygon, {}, from) < -1e-5) {
            CHECK_FALSE(hit);
            continue;
        }
        double nearest = 1e30; // of the points of the ray
        for (int i = 0; i <= 200; ++i) {
            const float share = static_cast<float>(i) / 200.0f;
            const double d = surfaceDistance(polygon, {}, from + share * ray.translation);
            nearest = std::min(nearest, d);
            if (hit && share < hit->fraction) CHECK(d > -1e-4);
        }
        if (!hit) {
            CHECK(nearest > -1e-4);
            continue;
        }
        ++hits;
        CHECK(std::fabs(surfaceDistance(polygon, {}, hit->point)) < 1e-4);
        CHECK(length(hit->normal) == Approx(1.0f));
        CHECK(dot(hit->normal, ray.translation) <= 1e-4f);
        // The normal is that of the surface: the core is one radius behind the point.
        const Vec2 center = hit->point - polygon.radius * hit->normal;
        Polygon core = polygon;
        core.radius = 0.0f;
        CHECK(std::fabs(surfaceDistance(core, {}, center)) < 1e-4);
    }
    CHECK(hits > 3000);
    // Past the round corner, through where a sharp one would be.
    CHECK_FALSE(castRay(makeRoundedBox(1.0f, 1.0f, 0.5f), {{1.3f, 3.0f}, {2.0f, -2.0f}}));
    CHECK_FALSE(castRay(makeRoundedBox(1.0f, 1.0f, 0.5f), {{3.0f, 0.0f}, {0.0f, 0.0f}}));
}

TEST_CASE("distance_and_separation_of_rounded_polygons_are_exact")
{
    Lcg random(43);
    for (int k = 0; k < 20000; ++k) {
        const Polygon a = anyRounded(random), b = anyRounded(random);
        const Transform bInA{pointWithin(random, 3.0f), makeRot(random.between(-kPi, kPi))};
        const double exact = ExactPair(a, b, bInA).separation();
        CHECK(static_cast<double>(computeDistance(a, b, bInA).distance) ==
              Approx(std::max(exact, 0.0)).epsilon(1e-4));
        CHECK(static_cast<double>(separationOf(a, b, bInA).separation) == Approx(exact).epsilon(1e-4));
    }
}

TEST_CASE("a_cast_rounded_polygon_stops_at_the_surface")
{
    Lcg random(44);
    int hits = 0;
    for (int k = 0; k < 5000; ++k) {
        const Polygon a = anyRounded(random), b = anyRounded(random);
        const Transform from{pointWithin(random, 4.0f), makeRot(random.between(-kPi, kPi))};
        const Vec2 translation = pointWithin(random, 4.0f) - from.p;
        if (ExactPair(a, b, from).separation() < 1e-4) continue;
        const auto hit = castShape(a, b, from, translation);
        const float share = hit ? hit->fraction : 1.0f;
        CHECK(ExactPair(a, b, {from.p + share * translation, from.q}).separation() > -1e-4);
        if (!hit) continue;
        CHECK(ExactPair(a, b, {from.p + share * translation, from.q}).separation() < 1e-4);
        ++hits;
    }
    CHECK(hits > 500);
}

TEST_CASE("the_time_of_impact_of_a_turning_rounded_box_is_when_it_touches")
{
    const Polygon wall = makeRoundedBox(0.5f, 5.0f, 0.1f), box = makeRoundedBox(0.5f, 0.3f, 0.2f);
    const Sweep still{};
    const Sweep moving{.c1 = {-5.0f, 0.3f}, .c2 = {5.0f, 0.7f}, .q1 = makeRot(0.2f), .q2 = makeRot(1.4f)};
    const TimeOfImpact toi = timeOfImpact(wall, still, box, moving, 0.005f);
    REQUIRE(toi.state == TimeOfImpact::State::Hit);
    CHECK(ExactPair(wall, box, sweepTransform(moving, toi.t)).separation() == Approx(0.005).epsilon(0.5));
}

TEST_CASE("two_rounded_boxes_face_to_face_touch_along_the_flat_part_of_their_faces")
{
    const Polygon box = makeRoundedBox(0.5f, 0.5f, 0.25f);
    const Manifold m = collide(box, box, {{0.0f, 1.49f}, Rot{}}, 0.02f);
    REQUIRE(m.count == 2);
    CHECK(m.normal == Vec2{0.0f, 1.0f});
    for (int i = 0; i < 2; ++i) {
        const ManifoldPoint& point = m.points[static_cast<size_t>(i)];
        CHECK(point.separation == Approx(-0.01f).epsilon(1e-3));
        CHECK(std::fabs(point.point.x) == Approx(0.5f));
        CHECK(point.point.y == Approx(0.745f));
    }
}

TEST_CASE("two_rounded_corners_touch_with_the_normal_between_their_centres")
{
    const Polygon box = makeRoundedBox(0.5f, 0.5f, 0.25f);
    const float apart = 1.0f + 0.49f / std::sqrt(2.0f); // centres of the corners, 0.49 m apart at 45 degrees
    const Manifold m = collide(box, box, {{apart, apart}, Rot{}}, 0.02f);
    REQUIRE(m.count == 1);
    CHECK(m.normal.x == Approx(std::sqrt(0.5f)));
    CHECK(m.normal.y == Approx(std::sqrt(0.5f)));
    CHECK(m.points[0].separation == Approx(-0.01f).epsilon(1e-3));
    const float further = 1.0f + 0.53f / std::sqrt(2.0f);
    CHECK(collide(box, box, {{further, further}, Rot{}}, 0.02f).count == 0); // sharp ones would overlap here
}

TEST_CASE("rounded_polygons_have_no_vertex_contacts_but_contact_points")
{
    const Polygon round = makeRoundedBox(0.5f, 0.5f, 0.25f), sharp = makeBox(0.5f, 0.5f);
    CHECK(hasVertexContacts(sharp, sharp));
    CHECK_FALSE(hasVertexContacts(round, sharp));
    CHECK_FALSE(hasVertexContacts(sharp, round));
    const VertexContacts found = findVertexContacts(round, sharp, {{0.0f, 1.2f}, Rot{}});
    CHECK(found.overlap);
    CHECK(found.count == 2);
    CHECK(found.depth == Approx(0.05f).epsilon(1e-3));
}
