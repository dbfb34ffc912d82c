// Polygons with round corners: outline, size and mass.

#include "engine/geometry/rounded_outline.h"
#include "engine/geometry/shape.h"
#include "tests/support/lcg.h"
#include <satbox/outlines.h>
#include <satbox/queries.h>
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

using namespace satbox;
using doctest::Approx;

namespace {

Polygon randomRounded(test::Lcg& random)
{
    std::vector<Vec2> corners;
    const int count = 3 + static_cast<int>(random.below(6));
    const float stretch = random.between(0.2f, 1.0f);
    for (int i = 0; i < count; ++i) {
        const Rot q = makeRot((static_cast<float>(i) + random.between(0.0f, 0.8f)) * 2.0f * kPi /
                              static_cast<float>(count));
        corners.push_back({1.0f + q.c, stretch * q.s - 2.0f});
    }
    return makePolygon(makeHull(corners).vertices, random.between(0.05f, 1.0f));
}

// By rows of the shape's bounding box: in each, the shape is an interval, found from its definition as all
// points within the radius of the core.
MassData massByRows(const Polygon& polygon, int rows)
{
    const Aabb box = computeAabb(Shape(polygon), Transform{});
    const double height = static_cast<double>(box.upper.y - box.lower.y) / rows;
    double area = 0.0, x = 0.0, y = 0.0, polar = 0.0;
    for (int i = 0; i < rows; ++i) {
        const double at = static_cast<double>(box.lower.y) + (i + 0.5) * height;
        double low = 1e30, high = -1e30;
        const auto r = static_cast<double>(polygon.radius);
        for (size_t k = 0; k < polygon.points().size(); ++k) {
            const Vec2 v = polygon.vertices[k], n = polygon.normals[k];
            const Vec2 w = polygon.vertices[(k + 1) % polygon.points().size()];
            const double rise = at - static_cast<double>(v.y);
            if (std::fabs(rise) <= r) { // the disc around the vertex
                const double half = std::sqrt(r * r - rise * rise);
                low = std::min(low, static_cast<double>(v.x) - half);
                high = std::max(high, static_cast<double>(v.x) + half);
            }
            // The edge moved outwards.
            const double y1 = static_cast<double>(v.y) + r * static_cast<double>(n.y),
                         y2 = static_cast<double>(w.y) + r * static_cast<double>(n.y);
            if ((at - y1) * (at - y2) > 0.0 || y1 == y2) continue;
            const double share = (at - y1) / (y2 - y1);
            const double edge = static_cast<double>(v.x) + share * static_cast<double>(w.x - v.x) +
                                r * static_cast<double>(n.x);
            low = std::min(low, edge);
            high = std::max(high, edge);
        }
        if (high < low) continue;
        const double width = high - low, middle = 0.5 * (low + high);
        area += width * height;
        x += width * height * middle;
        y += width * height * at;
        polar += width * height * (middle * middle + width * width / 12.0 + at * at + height * height / 12.0);
    }
    x /= area;
    y /= area;
    return {static_cast<float>(area),
            {static_cast<float>(x), static_cast<float>(y)},
            static_cast<float>(polar - area * (x * x + y * y))};
}

} // namespace

TEST_CASE("mass_of_a_rounded_box_is_its_core_its_strips_and_a_disc")
{
    const float r = 0.5f;
    const MassData m = computeMass(makeRoundedBox(1.0f, 2.0f, r), 3.0f);
    CHECK(m.mass == Approx(3.0f * (8.0f + 12.0f * r + kPi * r * r)));
    CHECK(m.center == Vec2{0.0f, 0.0f});
    CHECK(computeArea(makeRoundedBox(1.0f, 2.0f, r)) == Approx(8.0f + 12.0f * r + kPi * r * r));
    // Two rectangles that cross in the core, and four quarter discs at (1, 2). About the centre of the whole
    // disc, a quarter disc has the polar moment pi r^4 / 8, and its centroid is 4 r / (3 pi) from both
    // straight sides.
    const float core = 8.0f * (4.0f + 16.0f) / 12.0f;
    const float across = 2.0f * 4.0f * r * ((16.0f + r * r) / 12.0f + (1.0f + 0.5f * r) * (1.0f + 0.5f * r));
    const float above = 2.0f * 2.0f * r * ((4.0f + r * r) / 12.0f + (2.0f + 0.5f * r) * (2.0f + 0.5f * r));
    const float corners = kPi * r * r * (5.0f + 0.5f * r * r + 2.0f * 3.0f * 4.0f * r / (3.0f * kPi));
    CHECK(m.inertia == Approx(3.0f * (core + across + above + corners)));
}

TEST_CASE("mass_of_random_rounded_polygons_agrees_with_numeric_integration")
{
    test::Lcg random(31);
    for (int k = 0; k < 60; ++k) {
        const Polygon polygon = randomRounded(random);
        CAPTURE(k);
        REQUIRE(validate(Shape(polygon)) == "");
        const MassData exact = computeMass(polygon, 1.0f), rows = massByRows(polygon, 20000);
        CHECK(exact.mass == Approx(rows.mass).epsilon(1e-5));
        CHECK(length(exact.center - rows.center) < 2e-5f);
        CHECK(exact.inertia == Approx(rows.inertia).epsilon(3e-5));
    }
}

TEST_CASE("a_rounded_polygon_of_vanishing_core_is_a_disc_and_of_no_radius_a_polygon")
{
    const MassData disc = computeMass(Circle{{0.0f, 0.0f}, 1.0f}, 1.0f);
    const MassData round = computeMass(makeRoundedBox(1e-4f, 1e-4f, 1.0f), 1.0f);
    CHECK(round.mass == Approx(disc.mass).epsilon(1e-3));
    CHECK(round.inertia == Approx(disc.inertia).epsilon(1e-3));
    const MassData sharp = computeMass(makeRoundedBox(1.0f, 0.5f, 0.0f), 1.0f);
    CHECK(sharp.mass == computeMass(makeBox(1.0f, 0.5f), 1.0f).mass);
    CHECK(sharp.inertia == computeMass(makeBox(1.0f, 0.5f), 1.0f).inertia);
}

TEST_CASE("a_needle_with_round_ends_has_the_mass_of_a_capsule")
{
    const MassData needle = computeMass(makeRoundedBox(2.0f, 1e-4f, 0.5f), 1.0f);
    const MassData capsule = computeMass(Capsule{{-2.0f, 0.0f}, {2.0f, 0.0f}, 0.5f}, 1.0f);
    CHECK(needle.mass == Approx(capsule.mass).epsilon(1e-3));
    CHECK(needle.inertia == Approx(capsule.inertia).epsilon(1e-3));
}

TEST_CASE("round_corners_reach_beyond_the_vertices_by_the_radius")
{
    const Polygon box = makeRoundedBox(1.0f, 0.5f, 0.25f);
    CHECK(computeAabb(Shape(box), Transform{}) == Aabb{{-1.25f, -0.75f}, {1.25f, 0.75f}});
    CHECK(maxExtent(box, {0.0f, 0.0f}) == Approx(std::sqrt(1.25f) + 0.25f));
    CHECK(makeRoundedBox(1.0f, 0.5f, 0.25f, {3.0f, 4.0f}, makeRot(0.5f)).radius == 0.25f);
    const std::array<Vec2, 3> corners{Vec2{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
    CHECK(makePolygon(corners, 0.5f).radius == 0.5f);
}

TEST_CASE("points_of_the_outline_are_on_the_surface_and_turn_left")
{
    test::Lcg random(32);
    for (int k = 0; k < 200; ++k) {
        const Polygon polygon = randomRounded(random);
        const std::vector<Vec2> outline = roundedOutline(polygon, 48);
        Polygon core = polygon;
        core.radius = 0.0f;
        for (size_t i = 0; i < outline.size(); ++i) {
            CHECK(length(closestPoint(Shape(core), outline[i]) - outline[i]) == Approx(polygon.radius));
            const Vec2 next = outline[(i + 1) % outline.size()], after = outline[(i + 2) % outline.size()];
            CHECK(cross(next - outline[i], after - next) > -1e-5f);
        }
    }
    CHECK(roundedOutline(makeRoundedBox(1.0f, 1.0f, 0.5f), 16).size() == 4 * 5);
    CHECK(roundedOutline(makeBox(1.0f, 1.0f), 16).size() == 4);
}

TEST_CASE("the_two_sides_of_a_cut_rounded_polygon_have_its_mass")
{
    test::Lcg random(34);
    for (int k = 0; k < 300; ++k) {
        const Polygon polygon = randomRounded(random);
        const MassData whole = computeMass(polygon, 1.0f);
        const Rot q = makeRot(random.between(0.0f, 6.0f));
        const ShapeCut cut = cutShape(polygon, whole.center, whole.center + Vec2{q.c, q.s});
        REQUIRE(cut.ok());
        std::vector<MassData> parts;
        for (const std::vector<Shape>* side : {&cut.left, &cut.right})
            for (const Shape& part : *side) {
                CHECK(validate(part) == "");
                parts.push_back(computeMass(part, 1.0f));
            }
        const MassData sum = combine(parts);
        CHECK(sum.mass == Approx(whole.mass).epsilon(1e-4));
        CHECK(length(sum.center - whole.center) < 2e-3f);
        CHECK(sum.inertia == Approx(whole.inertia).epsilon(0.01));
    }
}
