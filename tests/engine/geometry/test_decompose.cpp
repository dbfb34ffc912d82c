#include "engine/collision/collide.h"
#include "engine/geometry/decompose.h"
#include "engine/geometry/hull.h"
#include "engine/geometry/mass.h"
#include "engine/geometry/polygon.h"

#include <algorithm>
#include <doctest/doctest.h>

using namespace satbox;
using doctest::Approx;

namespace {

using Points = std::vector<Vec2>;

float area(const Points& p)
{
    float twice = 0.0f;
    for (size_t i = 0; i < p.size(); ++i) twice += cross(p[i], p[(i + 1) % p.size()]);
    return 0.5f * std::fabs(twice);
}

// Convex parts of at most 8 corners that fill the area and do not overlap.
void checkParts(const Decomposition& result, const Points& outline)
{
    REQUIRE(result.error == "");
    float sum = 0.0f;
    for (const Polygon& part : result.parts) {
        CHECK(part.count >= 3);
        CHECK(part.count <= kMaxPolygonVertices);
        for (int i = 0; i < part.count; ++i) {
            const Vec2 n = part.normals[static_cast<size_t>(i)];
            for (const Vec2 v : part.points())
                CHECK(dot(n, v - part.vertices[static_cast<size_t>(i)]) < 1e-5f);
        }
        sum += computeArea(part);
    }
    CHECK(sum == Approx(area(outline)).epsilon(1e-4));
    for (size_t i = 0; i < result.parts.size(); ++i) {
        for (size_t j = i + 1; j < result.parts.size(); ++j) {
            const Manifold m = collidePolygons(result.parts[i], result.parts[j], Transform{}, 0.0f);
            for (int k = 0; k < m.count; ++k) CHECK(m.points[static_cast<size_t>(k)].separation > -1e-4f);
        }
    }
}

Points circleOf(int count)
{
    Points points;
    for (int i = 0; i < count; ++i) {
        points.push_back(
            rotate(makeRot(static_cast<float>(i) * 2.0f * kPi / static_cast<float>(count)), {2.0f, 0.0f}));
    }
    return points;
}

Points starOf(int spikes)
{
    Points points;
    for (int i = 0; i < 2 * spikes; ++i) {
        const float r = i % 2 == 0 ? 2.0f : 0.7f;
        points.push_back(
            rotate(makeRot(static_cast<float>(i) * kPi / static_cast<float>(spikes)), {r, 0.0f}));
    }
    return points;
}

} // namespace

TEST_CASE("a_convex_outline_that_fits_is_one_part")
{
    for (int count = 3; count <= kMaxPolygonVertices; ++count) {
        CAPTURE(count);
        const Points outline = circleOf(count);
        const Decomposition result = splitConvex(outline);
        checkParts(result, outline);
        CHECK(result.parts.size() == 1);
        CHECK(decompose(outline).parts.size() == 1);
    }
}

TEST_CASE("a_convex_outline_with_more_corners_is_cut_into_as_few_parts_as_hold_it")
{
    for (const int count : {9, 14, 15, 20, 21, 64, 200}) {
        CAPTURE(count);
        const Points outline = circleOf(count);
        const Decomposition result = splitConvex(outline);
        checkParts(result, outline);
        CHECK(result.parts.size() == static_cast<size_t>((count - 2 + 5) / 6));
    }
}

TEST_CASE("concave_outlines_are_cut_into_convex_parts")
{
    const Points letterL{{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}};
    checkParts(decompose(letterL), letterL);
    CHECK(decompose(letterL).parts.size() == 2);
    const Points arrow{{0, 0}, {2, -1}, {1, 0}, {2, 1}};
    checkParts(decompose(arrow), arrow);
    CHECK(decompose(arrow).parts.size() == 2);
    for (const int spikes : {3, 5, 12}) checkParts(decompose(starOf(spikes)), starOf(spikes));
    Points comb;
    for (int i = 0; i < 20; ++i) {
        const auto x = static_cast<float>(i);
        comb.push_back({x, i % 2 == 0 ? 3.0f : 1.0f});
        comb.push_back({x + 0.5f, i % 2 == 0 ? 3.0f : 1.0f});
    }
    comb.push_back({19.5f, 0});
    comb.push_back({0, 0});
    checkParts(decompose(comb), comb);
}

TEST_CASE("orientation_of_the_outline_does_not_matter")
{
    Points outline = starOf(6);
    const size_t parts = decompose(outline).parts.size();
    std::reverse(outline.begin(), outline.end());
    checkParts(decompose(outline), outline);
    CHECK(decompose(outline).parts.size() == parts);
}

TEST_CASE("repeated_points_corners_on_a_line_and_spikes_are_cleaned_away")
{
    const Points outline{{0, 0}, {1, 0}, {2, 0}, {2, 0}, {2, 2}, {4, 2}, {2, 2}, {0, 2}, {0, 0}};
    const Decomposition result = decompose(Points{{0, 0}, {1, 0}, {2, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 0}});
    checkParts(result, {{0, 0}, {2, 0}, {2, 2}, {0, 2}});
    CHECK(result.parts.size() == 1);
    CHECK(result.parts[0].count == 4);
    checkParts(decompose(outline), {{0, 0}, {2, 0}, {2, 2}, {0, 2}});
}

TEST_CASE("an_outline_that_crosses_itself_is_refused_and_the_place_is_named")
{
    const Decomposition bow = decompose(Points{{0, 0}, {2, 2}, {2, 0}, {0, 2}});
    CHECK(bow.error ==
          "the edge from point 0 to point 1 crosses the edge from point 2 to point 3 at (1, 1), an "
          "outline must not cross itself");
    CHECK(bow.parts.empty());
    const Decomposition atCorner = decompose(Points{{0, 0}, {1, 1}, {2, 2}, {2, 0}, {1, 1}, {0, 2}});
    CHECK(atCorner.error ==
          "the outline crosses itself at point 1, (1, 1), an outline must not cross itself");
    // A corner on an edge, through which the outline goes to the other side.
    const Decomposition onEdge =
        decompose(Points{{0, 0}, {4, 0}, {4, 2}, {2, 0}, {3, -1}, {3.9f, 3}, {0, 2}});
    CHECK(onEdge.error.find("at point 3, (2, 0)") != std::string::npos);
    // Twice around: nothing crosses, and yet it is no outline.
    const Decomposition twice =
        decompose(Points{{0, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 0}, {2, 0}, {2, 2}, {0, 2}});
    CHECK(twice.error.find("runs along the edge from point") != std::string::npos);
    CHECK(twice.error.find("in the same direction") != std::string::npos);
}

TEST_CASE("an_outline_may_touch_itself")
{
    // Corner on edge, wherever the outline begins.
    const Points cornerOnEdge{{0, 0}, {4, 0}, {4, 2}, {2, 0}, {0, 2}};
    for (size_t i = 0; i < cornerOnEdge.size(); ++i) {
        Points turned = cornerOnEdge;
        std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(i), turned.end());
        checkParts(decompose(turned), turned);
    }
    // On a slanted edge, on which floats do not hold the corner exactly, a hair on either side.
    for (const float hair : {-1e-7f, 0.0f, 1e-7f}) {
        const Vec2 at{1.0f / 3.0f, 0.7f / 3.0f + hair};
        const Points slanted{{0, 0}, {1, 0.7f}, {1, 2}, at, {0, 2}};
        checkParts(decompose(slanted), slanted);
    }
    // Corner on corner: two squares, and a square with a square hole that touches its corner.
    const Points squares{{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}, {1, 2}, {1, 1}, {0, 1}};
    checkParts(decompose(squares), squares);
    CHECK(decompose(squares).parts.size() == 2);
    const Points hole{{0, 0}, {3, 0}, {3, 3}, {0, 3}, {0, 0}, {1, 2}, {2, 2}, {2, 1}};
    checkParts(decompose(hole), hole);
    // Edge along edge: a ring that is cut open, and a bay closed by its own banks.
    const Points ring{{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}, {1, 1}, {1, 3}, {3, 3}, {3, 1}, {1, 1}};
    checkParts(decompose(ring), ring);
}

TEST_CASE("twenty_thousand_points_are_taken_and_each_is_a_corner_of_a_part")
{
    Points saw;
    for (int i = 0; i < 9999; ++i) saw.push_back({static_cast<float>(9998 - i), i % 2 == 0 ? 0.0f : -1.5f});
    for (int i = 0; i < 9999; ++i) saw.push_back({static_cast<float>(i), i % 2 == 0 ? 3.0f : 1.5f});
    saw.insert(saw.begin(), {-1.0f, 0.5f});
    saw.insert(saw.begin() + 1, {-1.0f, 0.25f});
    std::reverse(saw.begin() + 2, saw.begin() + 2 + 9999);
    std::reverse(saw.begin() + 2 + 9999, saw.end());
    REQUIRE(saw.size() == kMaxOutlinePoints);
    const Decomposition cut = decompose(saw);
    REQUIRE(cut.error == "");
    CHECK(cut.droppedPoints == 0);
    std::vector<std::pair<float, float>> corners;
    double sum = 0.0;
    for (const Polygon& part : cut.parts) {
        for (const Vec2 v : part.points()) corners.push_back({v.x, v.y});
        sum += static_cast<double>(computeArea(part));
    }
    CHECK(sum == Approx(static_cast<double>(area(saw))).epsilon(1e-5));
    std::sort(corners.begin(), corners.end());
    size_t missing = 0;
    for (const Vec2 v : saw)
        missing += !std::binary_search(corners.begin(), corners.end(), std::pair{v.x, v.y});
    CHECK(missing == 0);
}

TEST_CASE("what_an_outline_loses_is_told")
{
    Points outline;
    for (int i = 0; i < 6000; ++i)
        outline.push_back(rotate(makeRot(static_cast<float>(i) * 2.0f * kPi / 6000.0f), {1.0f, 0.0f}));
    const Decomposition cut = decompose(outline);
    REQUIRE(cut.error == "");
    CHECK(cut.droppedPoints > 3000);
    CHECK(cut.tolerance > 0.0f);
    CHECK(cut.tolerance < kCollinearDistance);
    CHECK(cut.leftOutArea == 0.0);
    const Points box{{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    CHECK(decompose(box).droppedPoints == 0);
}

TEST_CASE("outlines_without_area_too_few_too_many_or_bad_points_are_refused")
{
    CHECK(decompose(Points{{0, 0}, {1, 0}}).error == "2 points, an outline needs 3 to 20000");
    CHECK(decompose(Points(20001)).error == "20001 points, an outline needs 3 to 20000");
    CHECK(decompose(Points{{0, 0}, {1, 1}, {2, 2}}).error ==
          "3 points on one line, an outline needs an area");
    CHECK(decompose(Points{{1, 1}, {1, 1}, {1, 1}}).error ==
          "3 points on one line, an outline needs an area");
    CHECK(decompose(Points{{0, 0}, {1, 0}, {std::nanf(""), 1}}).error ==
          "point 2 is not finite, an outline needs finite coordinates");
    CHECK(decompose(Points{{0, 0}, {1, 0}, {-2e33f, 1}}).error ==
          "point 2 is out of reach, an outline has coordinates from -100000 to 100000 m");
    CHECK(decompose(Points{{0, 0}, {1, 0}, {1, 0.00015f}, {0, 0.00015f}})
              .error.starts_with("the outline is too thin at point "));
    CHECK(splitConvex(Points{{0, 0}, {1, 0}}).error == "2 points, a polygon needs at least 3");
}
