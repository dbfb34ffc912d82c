#include "engine/scene/import/outline_holes.h"

#include <satbox/outlines.h>

#include <algorithm>
#include <doctest/doctest.h>

namespace satbox {
namespace {

std::vector<Position> square(double x, double y, double size)
{
    return {{x, y}, {x + size, y}, {x + size, y + size}, {x, y + size}};
}

// The area of the convex pieces of a joined outline.
double decomposedArea(const OutlineWithHoles& joined)
{
    std::vector<Vec2> points;
    for (const Position& p : joined.points) points.push_back(toVec2(p));
    const Decomposition cut = decompose(points);
    REQUIRE(cut.error == "");
    double area = 0.0;
    for (const Polygon& piece : cut.pieces) area += double{computeArea(piece)};
    return area;
}

} // namespace

TEST_CASE("area_and_winding_number_have_the_sign_of_the_turn")
{
    std::vector<Position> outline = square(0.0, 0.0, 2.0);
    CHECK(signedAreaOf(outline) == 4.0);
    CHECK(windingNumber(outline, {1.0, 1.0}) == 1);
    CHECK(windingNumber(outline, {3.0, 1.0}) == 0);
    std::reverse(outline.begin(), outline.end());
    CHECK(signedAreaOf(outline) == -4.0);
    CHECK(windingNumber(outline, {1.0, 1.0}) == -1);
}

TEST_CASE("an_outline_with_holes_has_the_area_without_them")
{
    CHECK(decomposedArea(joinHoles(square(0, 0, 10), {})) == doctest::Approx(100.0));
    CHECK(decomposedArea(joinHoles(square(0, 0, 10), {square(3, 3, 2)})) == doctest::Approx(96.0));
    // A grid of holes: edges lead from hole to hole.
    std::vector<std::vector<Position>> grid;
    for (int x = 0; x < 8; ++x)
        for (int y = 0; y < 8; ++y) grid.push_back(square(0.5 + 1.2 * x, 0.5 + 1.2 * y, 0.7));
    CHECK(decomposedArea(joinHoles(square(0, 0, 10), grid)) == doctest::Approx(100.0 - 64.0 * 0.49));
    // Two holes that are led to the same corner, and one whose ray hits an edge with a corner in front of it.
    const std::vector<Position> arrow{{0, 0}, {10, 0}, {10, 10}, {0, 10}, {0, 6}, {8, 5}, {0, 4}};
    CHECK(decomposedArea(joinHoles(arrow, {square(1, 7, 1), square(1, 2, 1), square(1, 8.5, 0.5)})) ==
          doctest::Approx(100.0 - 8.0 - 2.25));
    CHECK(decomposedArea(joinHoles(arrow, {square(8.5, 4.5, 1)})) == doctest::Approx(100.0 - 8.0 - 1.0));
}

TEST_CASE("a_hole_that_is_not_inside_is_left_out")
{
    const OutlineWithHoles joined = joinHoles(square(0, 0, 10), {square(20, 0, 1)});
    CHECK(joined.leftOut == 1);
    CHECK(joined.points.size() == 4);
}

} // namespace satbox
