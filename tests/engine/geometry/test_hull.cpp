#include <satbox/outlines.h>
#include <satbox/shapes.h>

#include <cmath>
#include <doctest/doctest.h>
#include <limits>

using namespace satbox;

namespace {

using Points = std::vector<Vec2>;

bool isStrictlyConvex(const Points& v)
{
    for (size_t i = 0; i < v.size(); ++i) {
        const Vec2 a = v[i], b = v[(i + 1) % v.size()], c = v[(i + 2) % v.size()];
        if (!(cross(b - a, c - b) > 0.0f)) return false;
    }
    return true;
}

} // namespace

TEST_CASE("hull_of_a_square_is_the_square_from_its_lowest_corner")
{
    const HullResult hull = makeHull(Points{{1, 1}, {0, 1}, {0, 0}, {1, 0}});
    REQUIRE(hull.ok());
    CHECK(hull.vertices == Points{{0, 0}, {1, 0}, {1, 1}, {0, 1}});
    CHECK(hull.report.welded + hull.report.collinear + hull.report.interior == 0);
}

TEST_CASE("clockwise_points_give_a_counter_clockwise_hull")
{
    const HullResult hull = makeHull(Points{{0, 0}, {0, 2}, {3, 0}});
    REQUIRE(hull.ok());
    CHECK(hull.vertices == Points{{0, 0}, {3, 0}, {0, 2}});
}

TEST_CASE("dropped_points_are_reported_by_reason")
{
    const HullResult hull = makeHull(Points{{0, 0},
                                            {1, 0},
                                            {1, 1},
                                            {0, 1},
                                            {0.5f, 0.5f},
                                            {0.25f, 0.75f},
                                            {0.5f, 0.0f},
                                            {1, 1.00005f},
                                            {0, 0},
                                            {0, 0}});
    REQUIRE(hull.ok());
    CHECK(hull.vertices.size() == 4);
    CHECK(hull.report.interior == 2);
    CHECK(hull.report.collinear == 1);
    CHECK(hull.report.welded == 3);
}

TEST_CASE("nearly_collinear_corners_are_dropped")
{
    const HullResult hull = makeHull(Points{{0, 0}, {1, -2e-5f}, {2, 0}, {1, 1}});
    REQUIRE(hull.ok());
    CHECK(hull.vertices == Points{{0, 0}, {2, 0}, {1, 1}});
    CHECK(hull.report.collinear == 1);
    CHECK(makeHull(Points{{0, 0}, {1, -2e-4f}, {2, 0}, {1, 1}}).vertices.size() == 4);
}

TEST_CASE("a_hull_starts_at_the_lowest_x_of_the_kept_corners")
{
    const HullResult hull = makeHull(Points{{0, 0.5f}, {2e-5f, 0}, {1, 0}, {1e-5f, 1}});
    REQUIRE(hull.ok());
    CHECK(hull.vertices == Points{{1e-5f, 1}, {2e-5f, 0}, {1, 0}});
}

TEST_CASE("a_hull_keeps_more_than_eight_corners")
{
    Points points;
    for (int i = 0; i < 40; ++i)
        points.push_back(rotate(makeRot(static_cast<float>(i) * kPi / 20), {2.0f, 0.0f}));
    const HullResult hull = makeHull(points);
    REQUIRE(hull.ok());
    CHECK(hull.vertices.size() == 40);
    CHECK(isStrictlyConvex(hull.vertices));
}

TEST_CASE("a_finely_divided_circle_keeps_its_shape")
{
    Points points;
    const int count = 20000;
    for (int i = 0; i < count; ++i) {
        points.push_back(
            rotate(makeRot(static_cast<float>(i) * 2.0f * kPi / static_cast<float>(count)), {1.0f, 0.0f}));
    }
    const HullResult hull = makeHull(points);
    REQUIRE(hull.ok());
    CHECK(hull.vertices.size() > 100);
    CHECK(hull.vertices.size() < 1000);
    // Between two kept corners, the sagitta of the circle is (half the edge) squared over 2 radii.
    float longest = 0.0f;
    for (size_t i = 0; i < hull.vertices.size(); ++i) {
        longest =
            std::fmax(longest, length(hull.vertices[(i + 1) % hull.vertices.size()] - hull.vertices[i]));
    }
    CHECK(longest * longest / 8.0f < 4.0f * kCollinearDistance);
}

TEST_CASE("huge_and_tiny_hulls_are_right")
{
    const float far = kMaxOutlineCoordinate;
    const HullResult huge = makeHull(Points{{-far, -far}, {far, -far}, {far, far}, {-far, far}, {0, 0}});
    REQUIRE(huge.ok());
    CHECK(huge.vertices.size() == 4);
    CHECK(huge.report.interior == 1);
    const HullResult tiny = makeHull(Points{{0, 0}, {1e-3f, 0}, {1e-3f, 1e-3f}, {0, 1e-3f}});
    REQUIRE(tiny.ok());
    CHECK(tiny.vertices.size() == 4);
    CHECK(makePolygon(tiny.vertices).normals[1] == Vec2{1.0f, 0.0f});
}

TEST_CASE("points_without_an_area_are_an_error_with_a_sentence")
{
    const float inf = std::numeric_limits<float>::infinity();
    CHECK(makeHull(Points{}).error == "0 points, a polygon needs at least 3");
    CHECK(makeHull(Points{{0, 0}}).error == "1 point, a polygon needs at least 3");
    CHECK(makeHull(Points{{0, 0}, {1, 0}}).error == "2 points, a polygon needs at least 3");
    CHECK(makeHull(Points{{0, 0}, {1, 0}, {1, 0}}).error ==
          "3 points, but only 2 distinct, a polygon needs at least 3");
    CHECK(makeHull(Points{{2, 2}, {2, 2}, {2, 2}}).error ==
          "3 points, but only 1 distinct, a polygon needs at least 3");
    CHECK(makeHull(Points{{0, 0}, {1, 1}, {2, 2}, {3, 3}}).error ==
          "4 points on one line, a polygon needs an area");
    CHECK(makeHull(Points{{0, 0}, {5e-5f, 0}, {0, 5e-5f}}).error ==
          "3 points within 0.1 mm of each other, a polygon needs a larger outline");
    CHECK(makeHull(Points{{0, 0}, {1, inf}, {0, 1}}).error ==
          "point 1 is not finite, a polygon needs finite coordinates");
    CHECK(makeHull(Points{{0, 0}, {1, 0}, {std::nanf(""), 1}}).error ==
          "point 2 is not finite, a polygon needs finite coordinates");
    CHECK(makeHull(Points{{0, 0}, {1, -1.1e9f}, {0, 1}}).error ==
          "point 1 is too far from the origin, a polygon needs coordinates from -1e+09 to 1e+09 m");
    CHECK(makeHull(Points{{0, 0}, {1, 0}}).vertices.empty());
}
