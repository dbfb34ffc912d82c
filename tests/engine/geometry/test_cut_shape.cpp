#include "tests/support/lcg.h"
#include <satbox/outlines.h>
#include <satbox/shapes.h>

#include <array>
#include <cmath>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

MassData massOf(std::span<const Shape> parts)
{
    std::vector<MassData> masses;
    for (const Shape& part : parts) masses.push_back(computeMass(part, 1.0f));
    return combine(masses);
}

// The sides of a cut together have the mass, centre and inertia of the shape, and each is on its side.
void checkCut(const Shape& shape, Vec2 a, Vec2 b, const ShapeCut& cut, float inertiaError)
{
    const std::array sides{massOf(cut.left), massOf(cut.right)};
    const MassData sum = combine(sides), whole = computeMass(shape, 1.0f);
    CHECK(sum.mass == doctest::Approx(whole.mass).epsilon(1e-4));
    CHECK(length(sum.center - whole.center) < 1e-4f);
    CHECK(sum.inertia == doctest::Approx(whole.inertia).epsilon(static_cast<double>(inertiaError)));
    CHECK(cross(b - a, sides[0].center - a) > 0.0f);
    CHECK(cross(b - a, sides[1].center - a) < 0.0f);
    for (const std::vector<Shape>* side : {&cut.left, &cut.right})
        for (const Shape& part : *side) CHECK(validate(part) == "");
}

Shape randomShape(Lcg& random)
{
    const Vec2 center{random.between(-1.0f, 1.0f), random.between(-1.0f, 1.0f)};
    switch (random.below(3)) {
    case 0:
        return Circle{center, random.between(0.1f, 1.0f)};
    case 1:
        return Capsule{center, center + Vec2{random.between(-1.0f, 1.0f), 0.4f}, random.between(0.1f, 0.6f)};
    default:
        return transformed(
            makeRegularPolygon(3 + static_cast<int>(random.below(6)), random.between(0.1f, 1.0f)),
            {center, makeRot(random.between(0.0f, 6.0f))});
    }
}

} // namespace

TEST_CASE("the_two_sides_of_a_cut_shape_have_its_mass_and_centre")
{
    Lcg random(33);
    int cuts = 0;
    for (int k = 0; k < 5'000; ++k) {
        const Shape shape = randomShape(random);
        const Vec2 a{random.between(-3.0f, 3.0f), random.between(-3.0f, 3.0f)};
        const Vec2 b{random.between(-3.0f, 3.0f), random.between(-3.0f, 3.0f)};
        const ShapeCut cut = cutShape(shape, a, b);
        REQUIRE(cut.left.empty() == cut.right.empty());
        if (!cut.ok()) continue;
        CAPTURE(k);
        checkCut(shape, a, b, cut, 0.01f); // a circle becomes a polygon
        ++cuts;
    }
    CHECK(cuts > 1'000);
}

TEST_CASE("a_box_cut_in_the_middle_is_two_boxes")
{
    const ShapeCut cut = cutShape(makeBox(1.0f, 0.5f), {0, -2}, {0, 2});
    REQUIRE(cut.left.size() == 1);
    REQUIRE(cut.right.size() == 1);
    CHECK((cut.left[0] == Shape(makeBox(0.5f, 0.5f, {-0.5f, 0}, {}))));
    CHECK((cut.right[0] == Shape(makeBox(0.5f, 0.5f, {0.5f, 0}, {}))));
}

TEST_CASE("a_corner_cut_off_an_octagon_leaves_several_polygons_on_one_side")
{
    const ShapeCut cut = cutShape(makeRegularPolygon(8, 1.0f), {0.9f, -2.0f}, {0.9f, 2.0f});
    CHECK(cut.right.size() == 1);
    CHECK(cut.left.size() == 2); // nine vertices
}

TEST_CASE("a_line_beside_a_shape_or_along_its_edge_cuts_nothing")
{
    CHECK_FALSE(cutShape(makeBox(1.0f, 0.5f), {2, -1}, {2, 1}).ok());
    CHECK_FALSE(cutShape(makeBox(1.0f, 0.5f), {1, -1}, {1, 1}).ok());
    CHECK_FALSE(cutShape(makeBox(1.0f, 0.5f), {0.99999f, -1}, {0.99999f, 1}).ok()); // too thin
    CHECK_FALSE(cutShape(Circle{{0, 0}, 1.0f}, {2, -1}, {2, 1}).ok());
    CHECK_FALSE(cutShape(Segment{{0, 0}, {1, 0}}, {2, -1}, {2, 1}).ok());
}

TEST_CASE("a_segment_is_cut_at_the_line")
{
    const ShapeCut cut = cutShape(Segment{{0, 0}, {4, 0}}, {1, -1}, {1, 1});
    REQUIRE(cut.ok());
    CHECK((cut.left[0] == Shape(Segment{{0, 0}, {1, 0}})));
    CHECK((cut.right[0] == Shape(Segment{{1, 0}, {4, 0}})));
}

TEST_CASE("a_cut_through_a_vertex_makes_no_sliver")
{
    const ShapeCut cut = cutShape(makeBox(1.0f, 1.0f), {-2.0f, -2.00002f}, {2.0f, 1.99998f});
    REQUIRE(cut.ok());
    CHECK(std::get<Polygon>(cut.left[0]).count == 3);
    CHECK(std::get<Polygon>(cut.right[0]).count == 3);
}
