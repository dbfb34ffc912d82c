#include "engine/scene/import/svg_path.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

namespace satbox {
namespace {

std::vector<SvgSubpath> flattened(const char* data, double tolerance = 0.01, const Affine& transform = {})
{
    SvgPathBuilder path(transform, tolerance);
    REQUIRE(readSvgPath(data, path) == "");
    return path.finish();
}

double distanceToSegment(Position p, Position a, Position b)
{
    const double dx = b.x - a.x, dy = b.y - a.y;
    const double t = std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
    return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

// The greatest distance of points of a curve, given by its function, from the line of points.
template<class Curve>
double greatestError(const std::vector<Position>& line, Curve&& curve)
{
    double greatest = 0.0;
    for (int i = 0; i <= 1000; ++i) {
        const Position p = curve(i / 1000.0);
        double nearest = 1e9;
        for (size_t k = 0; k + 1 < line.size(); ++k)
            nearest = std::min(nearest, distanceToSegment(p, line[k], line[k + 1]));
        greatest = std::max(greatest, nearest);
    }
    return greatest;
}

void checkPoints(const SvgSubpath& subpath, std::initializer_list<Position> expected)
{
    REQUIRE(subpath.points.size() == expected.size());
    size_t i = 0;
    for (const Position& p : expected) {
        CHECK(subpath.points[i].x == doctest::Approx(p.x));
        CHECK(subpath.points[i].y == doctest::Approx(p.y));
        ++i;
    }
}

} // namespace

TEST_CASE("path_lines_are_absolute_or_relative_and_commands_may_be_left_out")
{
    const auto square = flattened("M1,2 3 2 L3-1h-2.V2z");
    REQUIRE(square.size() == 1);
    CHECK(square[0].closed);
    checkPoints(square[0], {{1, 2}, {3, 2}, {3, -1}, {1, -1}});
    const auto two = flattened("m1 1l1 0 0 1 m 2 2 v1h1\nz l5 5");
    REQUIRE(two.size() == 3);
    CHECK_FALSE(two[0].closed);
    checkPoints(two[0], {{1, 1}, {2, 1}, {2, 2}});
    checkPoints(two[1], {{4, 4}, {4, 5}, {5, 5}});
    checkPoints(two[2], {{4, 4}, {9, 9}}); // from where the closed subpath began
    CHECK(flattened("M1.5.5-1e1,2")[0].points[1] == Position{-10.0, 2.0});
    CHECK(flattened("").empty());
    CHECK(flattened("M1 2").empty());
}

TEST_CASE("path_curves_stay_within_the_tolerance")
{
    for (const double tolerance : {0.3, 0.01, 0.001}) {
        CAPTURE(tolerance);
        const auto cubic = flattened("M0 0C0 10 10 10 10 0", tolerance);
        const auto cubicAt = [](double t) {
            const double s = 1.0 - t;
            return Position{30 * s * t * t + 10 * t * t * t, 30 * s * s * t + 30 * s * t * t};
        };
        CHECK(greatestError(cubic[0].points, cubicAt) <= tolerance);
        const auto quadratic = flattened("M0 0q5 10 10 0", tolerance);
        const auto quadraticAt = [](double t) { return Position{10 * t, 20 * t * (1 - t)}; };
        CHECK(greatestError(quadratic[0].points, quadraticAt) <= tolerance);
        const auto arc = flattened("M10 0A10 10 0 0 1 -10 0", tolerance);
        const auto arcAt = [](double t) {
            return Position{10 * std::cos(3.14159265 * t), 10 * std::sin(3.14159265 * t)};
        };
        CHECK(greatestError(arc[0].points, arcAt) <= tolerance);
        CHECK(arc[0].points.size() > 4);
        CHECK(arc[0].points.size() < 20.0 / std::sqrt(tolerance));
    }
    // The tolerance is that after the transform.
    CHECK(flattened("M0 0C0 10 10 10 10 0", 0.01, {.a = 0.01, .d = 0.01})[0].points.size() < 8);
}

TEST_CASE("smooth_path_curves_mirror_the_last_control_point")
{
    const auto shortForm = flattened("M0 0C0 1 1 1 1 0S2-1 2 0 M0 5Q1 6 2 5T4 5");
    const auto longForm = flattened("M0 0C0 1 1 1 1 0C1 -1 2 -1 2 0 M0 5Q1 6 2 5Q3 4 4 5");
    REQUIRE(shortForm.size() == 2);
    for (size_t i = 0; i < 2; ++i) CHECK(shortForm[i].points == longForm[i].points);
    // After another command, the control point is the current point.
    const auto straight = flattened("M0 0Q1 9 2 0L3 0T5 0");
    CHECK(straight[0].points == flattened("M0 0Q1 9 2 0L3 0Q3 0 5 0")[0].points);
}

TEST_CASE("path_arcs_choose_one_of_four")
{
    struct Case {
        const char* arc;
        Position middle; // on the arc
    };
    // From (0, 0) to (2, 0) with a radius of 2: centres (1, +-sqrt 3).
    const double far = 2.0 + std::sqrt(3.0), near = 2.0 - std::sqrt(3.0);
    for (const Case& each : {Case{"M0 0A2 2 0 0 1 2 0", {1, -near}}, Case{"M0 0A2 2 0 0 0 2 0", {1, near}},
                             Case{"M0 0A2 2 0 1 1 2 0", {1, -far}}, Case{"M0 0a2,2 0 102,0", {1, far}}}) {
        CAPTURE(each.arc);
        const auto points = flattened(each.arc, 1e-4)[0].points;
        double nearest = 1e9;
        for (const Position& p : points)
            nearest = std::min(nearest, std::hypot(p.x - each.middle.x, p.y - each.middle.y));
        CHECK(nearest < 1e-6);
        CHECK(points.back() == Position{2.0, 0.0});
    }
    // Radii that are too small grow; without a radius the arc is a line.
    const auto grown = flattened("M0 0A1 1 0 0 1 4 0", 0.01)[0].points;
    for (const Position& p : grown) CHECK(std::hypot(p.x - 2.0, p.y) == doctest::Approx(2.0));
    CHECK(flattened("M0 0A0 1 0 0 1 4 0")[0].points.size() == 2);
    // An ellipse, turned by 90 degrees: its long axis is vertical.
    double greatest = 0.0;
    const auto ellipse = flattened("M-1 0A3 1 90 0 1 1 0", 0.01)[0].points;
    for (const Position& p : ellipse) greatest = std::max(greatest, -p.y);
    CHECK(greatest == doctest::Approx(3.0));
}

TEST_CASE("what_is_wrong_in_a_path_is_told_with_its_character")
{
    const auto wrong = [](const char* data) {
        SvgPathBuilder path({}, 0.01);
        return readSvgPath(data, path);
    };
    CHECK(wrong("L1 2") == "character 1 of the path: expected M, since a path begins with a move");
    CHECK(wrong("M1 2 3") == "character 7 of the path: expected a number");
    CHECK(wrong("M1 2X") == "character 5 of the path: expected a command, such as M or L");
    CHECK(wrong("M1 2A1 1 0 2 0 1 1") == "character 12 of the path: expected a flag of an arc, 0 or 1");
    CHECK(wrong("M1e13 0") == "character 2 of the path: expected a number");
}

} // namespace satbox
