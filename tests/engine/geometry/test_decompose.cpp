#include "engine/collision/collide.h"
#include "engine/collision/manifold.h"
#include <satbox/contacts.h>
#include <satbox/outlines.h>
#include <satbox/shapes.h>

#include <algorithm>
#include <cmath>
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

// Checks that the pieces are convex, have at most 8 corners, fill the area and do not overlap.
void checkPieces(const Decomposition& result, const Points& outline)
{
    REQUIRE(result.error == "");
    float sum = 0.0f;
    for (const Polygon& piece : result.pieces) {
        CHECK(piece.count >= 3);
        CHECK(piece.count <= kMaxPolygonVertices);
        for (int i = 0; i < piece.count; ++i) {
            const Vec2 n = piece.normals[static_cast<size_t>(i)];
            for (const Vec2 v : piece.points())
                CHECK(dot(n, v - piece.vertices[static_cast<size_t>(i)]) < 1e-5f);
        }
        sum += computeArea(piece);
    }
    CHECK(sum == Approx(area(outline)).epsilon(1e-4));
    for (size_t i = 0; i < result.pieces.size(); ++i) {
        for (size_t j = i + 1; j < result.pieces.size(); ++j) {
            const Manifold m = collidePolygons(result.pieces[i], result.pieces[j], Transform{}, 0.0f);
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

TEST_CASE("a_convex_outline_that_fits_is_one_piece")
{
    for (int count = 3; count <= kMaxPolygonVertices; ++count) {
        CAPTURE(count);
        const Points outline = circleOf(count);
        const Decomposition result = splitConvex(outline);
        checkPieces(result, outline);
        CHECK(result.pieces.size() == 1);
        CHECK(decompose(outline).pieces.size() == 1);
    }
}

TEST_CASE("a_convex_outline_with_more_corners_is_cut_into_as_few_pieces_as_possible")
{
    for (const int count : {9, 14, 15, 20, 21, 64, 200}) {
        CAPTURE(count);
        const Points outline = circleOf(count);
        const Decomposition result = splitConvex(outline);
        checkPieces(result, outline);
        CHECK(result.pieces.size() == static_cast<size_t>((count - 2 + 5) / 6));
    }
}

TEST_CASE("concave_outlines_are_cut_into_convex_pieces")
{
    const Points letterL{{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}};
    checkPieces(decompose(letterL), letterL);
    CHECK(decompose(letterL).pieces.size() == 2);
    const Points arrow{{0, 0}, {2, -1}, {1, 0}, {2, 1}};
    checkPieces(decompose(arrow), arrow);
    CHECK(decompose(arrow).pieces.size() == 2);
    for (const int spikes : {3, 5, 12}) checkPieces(decompose(starOf(spikes)), starOf(spikes));
    Points comb;
    for (int i = 0; i < 20; ++i) {
        const auto x = static_cast<float>(i);
        comb.push_back({x, i % 2 == 0 ? 3.0f : 1.0f});
        comb.push_back({x + 0.5f, i % 2 == 0 ? 3.0f : 1.0f});
    }
    comb.push_back({19.5f, 0});
    comb.push_back({0, 0});
    checkPieces(decompose(comb), comb);
}

TEST_CASE("orientation_of_the_outline_does_not_matter")
{
    Points outline = starOf(6);
    const size_t pieceCount = decompose(outline).pieces.size();
    std::reverse(outline.begin(), outline.end());
    checkPieces(decompose(outline), outline);
    CHECK(decompose(outline).pieces.size() == pieceCount);
}

TEST_CASE("repeated_points_collinear_corners_and_spikes_are_dropped")
{
    const Points outline{{0, 0}, {1, 0}, {2, 0}, {2, 0}, {2, 2}, {4, 2}, {2, 2}, {0, 2}, {0, 0}};
    const Decomposition result = decompose(Points{{0, 0}, {1, 0}, {2, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 0}});
    checkPieces(result, {{0, 0}, {2, 0}, {2, 2}, {0, 2}});
    CHECK(result.pieces.size() == 1);
    CHECK(result.pieces[0].count == 4);
    checkPieces(decompose(outline), {{0, 0}, {2, 0}, {2, 2}, {0, 2}});
}

TEST_CASE("an_outline_that_crosses_itself_is_an_error_with_the_position")
{
    const Decomposition bow = decompose(Points{{0, 0}, {2, 2}, {2, 0}, {0, 2}});
    CHECK(bow.error ==
          "the edge from point 0 to point 1 crosses the edge from point 2 to point 3 at (1, 1), an "
          "outline must not cross itself");
    CHECK(bow.pieces.empty());
    const Decomposition atCorner = decompose(Points{{0, 0}, {1, 1}, {2, 2}, {2, 0}, {1, 1}, {0, 2}});
    CHECK(atCorner.error ==
          "the outline crosses itself at point 1, (1, 1), an outline must not cross itself");
    // A corner on an edge, where the outline crosses to the other side.
    const Decomposition onEdge =
        decompose(Points{{0, 0}, {4, 0}, {4, 2}, {2, 0}, {3, -1}, {3.9f, 3}, {0, 2}});
    CHECK(onEdge.error.find("at point 3, (2, 0)") != std::string::npos);
    // Winds around twice: nothing crosses, but it is not a valid outline.
    const Decomposition twice =
        decompose(Points{{0, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 0}, {2, 0}, {2, 2}, {0, 2}});
    CHECK(twice.error.find("runs along the edge from point") != std::string::npos);
    CHECK(twice.error.find("in the same direction") != std::string::npos);
}

TEST_CASE("an_outline_may_touch_itself")
{
    // Corner on edge, for any start of the outline.
    const Points cornerOnEdge{{0, 0}, {4, 0}, {4, 2}, {2, 0}, {0, 2}};
    for (size_t i = 0; i < cornerOnEdge.size(); ++i) {
        Points turned = cornerOnEdge;
        std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(i), turned.end());
        checkPieces(decompose(turned), turned);
    }
    // On a slanted edge, where floats cannot represent the corner exactly: slightly on either side.
    for (const float hair : {-1e-7f, 0.0f, 1e-7f}) {
        const Vec2 at{1.0f / 3.0f, 0.7f / 3.0f + hair};
        const Points slanted{{0, 0}, {1, 0.7f}, {1, 2}, at, {0, 2}};
        checkPieces(decompose(slanted), slanted);
    }
    // Corner on corner: two squares, and a square with a square hole that touches its corner.
    const Points squares{{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}, {1, 2}, {1, 1}, {0, 1}};
    checkPieces(decompose(squares), squares);
    CHECK(decompose(squares).pieces.size() == 2);
    const Points hole{{0, 0}, {3, 0}, {3, 3}, {0, 3}, {0, 0}, {1, 2}, {2, 2}, {2, 1}};
    checkPieces(decompose(hole), hole);
    // Edge along edge: a ring that is cut open, and a bay whose mouth is closed.
    const Points ring{{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}, {1, 1}, {1, 3}, {3, 3}, {3, 1}, {1, 1}};
    checkPieces(decompose(ring), ring);
}

TEST_CASE("twenty_thousand_points_are_accepted_and_each_is_a_corner_of_a_piece")
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
    for (const Polygon& piece : cut.pieces) {
        for (const Vec2 v : piece.points()) corners.push_back({v.x, v.y});
        sum += static_cast<double>(computeArea(piece));
    }
    CHECK(sum == Approx(static_cast<double>(area(saw))).epsilon(1e-5));
    std::sort(corners.begin(), corners.end());
    size_t missing = 0;
    for (const Vec2 v : saw)
        missing += !std::binary_search(corners.begin(), corners.end(), std::pair{v.x, v.y});
    CHECK(missing == 0);
}

TEST_CASE("dropped_points_of_an_outline_are_reported")
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

TEST_CASE("outlines_without_area_or_with_too_few_too_many_or_invalid_points_are_errors")
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
          "point 2 is too far from the origin, an outline needs coordinates from -100000 to 100000 m");
    CHECK(decompose(Points{{0, 0}, {1, 0}, {1, 0.00015f}, {0, 0.00015f}})
              .error.starts_with("the outline is too thin at point "));
    CHECK(splitConvex(Points{{0, 0}, {1, 0}}).error == "2 points, a polygon needs at least 3");
}
