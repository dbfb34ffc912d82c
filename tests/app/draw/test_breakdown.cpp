#include "tests/app/draw/recorded_draw.h"
#include <satbox/world.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <numbers>

using namespace satbox;
using satbox::test::PlainDraw;

namespace {

constexpr float kWidth = 0.02f;
const DrawFrame kFrame{0.01f, WorldBox({-10.0, -10.0}, {10.0, 10.0}), {}};

DrawMark mark(DrawMarkKind kind)
{
    return {.kind = kind,
            .a = {0.0, 0.0},
            .b = {1.0, 0.0},
            .c = {0.0, -1.0}, // clockwise
            .width = kWidth,
            .size = 0.1f,
            .color = {1.0f, 0.0f, 0.0f, 1.0f}};
}

PlainDraw drawn(const DrawMark& mark, const DrawFrame& frame = kFrame)
{
    PlainDraw draw;
    draw.drawMark(mark, frame);
    return draw;
}

PlainDraw drawn(std::span<const Position> points, float radius, bool dashed = false, bool hatched = false)
{
    PlainDraw draw;
    draw.drawShape({.points = points,
                    .radius = radius,
                    .fill = {0.0f, 0.0f, 1.0f, 0.5f},
                    .outline = {0.0f, 0.0f, 1.0f, 1.0f},
                    .outlineWidth = kWidth,
                    .dashed = dashed,
                    .hatched = hatched,
                    .hatch = {0.0f, 1.0f, 0.0f, 1.0f}},
                   kFrame);
    return draw;
}

double areaOf(const std::vector<Position>& polygon)
{
    double doubled = 0.0;
    for (size_t i = 0; i < polygon.size(); ++i) {
        const Position a = polygon[i], b = polygon[(i + 1) % polygon.size()];
        doubled += a.x * b.y - a.y * b.x;
    }
    return 0.5 * doubled;
}

bool isConvex(const std::vector<Position>& polygon)
{
    for (size_t i = 0; i < polygon.size(); ++i) {
        const Position a = polygon[i], b = polygon[(i + 1) % polygon.size()],
                       c = polygon[(i + 2) % polygon.size()];
        if (cross(b - a, c - b) < -1e-6f) return false;
    }
    return true;
}

double lengthOfLines(const PlainDraw& draw)
{
    double sum = 0.0;
    for (const PlainDraw::Line& line : draw.lines) sum += static_cast<double>(length(line.b - line.a));
    return sum;
}

const std::array<Position, 4> kBox{Position{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
const std::array<Position, 2> kStick{Position{-0.5, 0.0}, {0.5, 0.0}};

} // namespace

TEST_CASE("a_polygon_with_round_corners_is_filled_and_outlined_to_its_radius")
{
    constexpr float kRadius = 0.25f;
    for (const bool dashed : {false, true}) {
        const PlainDraw draw = drawn(kBox, kRadius, dashed, true);
        REQUIRE(draw.polygons.size() == 1);
        CHECK(isConvex(draw.polygons[0]));
        // The box, four strips and a disc.
        const double radius = static_cast<double>(kRadius);
        CHECK(areaOf(draw.polygons[0]) ==
              doctest::Approx(1.0 + 4.0 * radius + std::numbers::pi * radius * radius).epsilon(5e-3));
        for (const PlainDraw::Line& line : draw.lines)
            for (const Position p : {line.a, line.b}) {
                const Vec2 beyond{static_cast<float>(std::max(std::abs(p.x) - 0.5, 0.0)),
                                  static_cast<float>(std::max(std::abs(p.y) - 0.5, 0.0))};
                CHECK(length(beyond) <= kRadius + 1e-5f);
            }
        CHECK(draw.lines.size() > 20);
    }
}

TEST_CASE("every_kind_of_mark_reaches_a_renderer_with_four_functions")
{
    for (const DrawMarkKind kind : {DrawMarkKind::Line, DrawMarkKind::Bar}) {
        const PlainDraw line = drawn(mark(kind));
        REQUIRE(line.lines.size() == 1);
        CHECK(line.lines[0].b == Position{1.0, 0.0});
        CHECK(line.lines[0].width == kWidth);
        CHECK(line.lines[0].color == DrawColor{1.0f, 0.0f, 0.0f, 1.0f});
    }
    const PlainDraw disc = drawn(mark(DrawMarkKind::Disc));
    REQUIRE(disc.discs.size() == 1);
    CHECK(disc.discs[0].radius == 0.1f);
    const PlainDraw cross = drawn(mark(DrawMarkKind::Cross));
    CHECK(cross.lines.size() == 2);
    CHECK(lengthOfLines(cross) == doctest::Approx(0.4));
    const PlainDraw square = drawn(mark(DrawMarkKind::Square));
    REQUIRE(square.polygons.size() == 1);
    CHECK(areaOf(square.polygons[0]) == doctest::Approx(0.04));
    const PlainDraw triangle = drawn(mark(DrawMarkKind::Triangle));
    REQUIRE(triangle.polygons.size() == 1);
    CHECK(areaOf(triangle.polygons[0]) == doctest::Approx(0.5)); // counter-clockwise now
}

TEST_CASE("a_dashed_mark_is_drawn_as_dashes_of_six_pixels_that_begin_at_its_start")
{
    const PlainDraw draw = drawn(mark(DrawMarkKind::Dashed));
    REQUIRE(draw.lines.size() == 10);
    CHECK(draw.lines[0].a.x == doctest::Approx(0.0));
    CHECK(draw.lines[0].b.x == doctest::Approx(0.06));
    CHECK(draw.lines[1].a.x == doctest::Approx(0.10));
    CHECK(draw.lines[9].b.x == doctest::Approx(0.96));
}

TEST_CASE("dashes_outside_the_view_are_left_out")
{
    DrawMark line = mark(DrawMarkKind::Dashed);
    line.a = {-1e6, 0.0};
    line.b = {1e6, 0.0};
    const PlainDraw draw = drawn(line);
    CHECK(draw.lines.size() >= 199);
    CHECK(draw.lines.size() <= 202);
    for (const PlainDraw::Line& dash : draw.lines) CHECK(std::abs(dash.a.x) < 10.2);
    line.a.y = line.b.y = 11.0;
    CHECK(drawn(line).lines.empty());
}

TEST_CASE("an_arrow_is_a_shaft_and_a_head_of_eight_pixels_at_most_forty_percent")
{
    const PlainDraw draw = drawn(mark(DrawMarkKind::Arrow));
    REQUIRE(draw.lines.size() == 1);
    REQUIRE(draw.polygons.size() == 1);
    CHECK(draw.lines[0].b.x == doctest::Approx(0.92));
    CHECK(draw.polygons[0][0] == Position{1.0, 0.0});
    CHECK(areaOf(draw.polygons[0]) > 0.0);
    DrawMark little = mark(DrawMarkKind::Arrow);
    little.b = {0.05, 0.0};
    CHECK(drawn(little).lines[0].b.x == doctest::Approx(0.03));
    little.b = little.a;
    CHECK(drawn(little).lines.size() == 1); // and no number that is not finite
    CHECK(drawn(little).polygons[0][1] == little.a);
}

TEST_CASE("a_ring_is_a_circle_of_lines_within_its_radius")
{
    const PlainDraw draw = drawn(mark(DrawMarkKind::Ring));
    CHECK(draw.lines.size() >= 12);
    for (const PlainDraw::Line& line : draw.lines)
        CHECK(length(line.a - Position{}) == doctest::Approx(0.1f - 0.5f * kWidth));
    CHECK(draw.lines.front().a == draw.lines.back().b);
}

TEST_CASE("a_polygon_is_filled_and_its_outline_is_inside_its_edge")
{
    const PlainDraw draw = drawn(kBox, 0.0f);
    REQUIRE(draw.polygons.size() == 1);
    CHECK(areaOf(draw.polygons[0]) == doctest::Approx(1.0));
    REQUIRE(draw.lines.size() == 4);
    CHECK(draw.lines[0].a.x == doctest::Approx(-0.5));
    CHECK(draw.lines[0].a.y == doctest::Approx(-0.5 + 0.5 * static_cast<double>(kWidth)));
    CHECK(lengthOfLines(draw) == doctest::Approx(4.0));
}

TEST_CASE("the_outline_of_a_polygon_with_acute_corners_stays_within_it")
{
    const std::array<Position, 3> wedge{Position{0.0, 0.0}, {1.0, 0.0}, {1.0, 0.3}};
    const PlainDraw draw = drawn(wedge, 0.0f);
    REQUIRE(draw.lines.size() == 3);
    for (const PlainDraw::Line& line : draw.lines) {
        const Vec2 inner = 0.5f * kWidth * perp(normalizeOrZero(line.b - line.a));
        for (const Position corner : {line.a + inner, line.b + inner, line.a - inner, line.b - inner})
            for (size_t i = 0; i < wedge.size(); ++i)
                CHECK(cross(wedge[(i + 1) % 3] - wedge[i], corner - wedge[i]) > -1e-5f);
    }
}

TEST_CASE("a_circle_is_a_disc_and_a_capsule_a_convex_polygon")
{
    const std::array<Position, 1> center{Position{2.0, 1.0}};
    const PlainDraw circle = drawn(center, 0.5f);
    REQUIRE(circle.discs.size() == 1);
    CHECK(circle.discs[0].radius == 0.5f);
    CHECK(lengthOfLines(circle) == doctest::Approx(2.0 * 3.14159 * 0.49).epsilon(0.01));

    const PlainDraw capsule = drawn(kStick, 0.25f);
    REQUIRE(capsule.polygons.size() == 1);
    CHECK(isConvex(capsule.polygons[0]));
    CHECK(areaOf(capsule.polygons[0]) == doctest::Approx(0.5 + 3.14159 * 0.0625).epsilon(0.02));
    CHECK(lengthOfLines(capsule) == doctest::Approx(2.0 + 2.0 * 3.14159 * 0.24).epsilon(0.02));
}

TEST_CASE("a_segment_is_a_line_and_a_dashed_one_dashes")
{
    CHECK(drawn(kStick, 0.0f).lines.size() == 1);
    CHECK(drawn(kStick, 0.0f).polygons.empty());
    CHECK(drawn(kStick, 0.0f, true).lines.size() == 10);
}

TEST_CASE("a_dashed_outline_has_a_whole_number_of_dashes_and_one_at_the_first_corner")
{
    const PlainDraw draw = drawn(kBox, 0.0f, true);
    CHECK(draw.lines.size() >= 40);
    CHECK(draw.lines.size() <= 45); // a dash around a corner is two lines
    CHECK(lengthOfLines(draw) == doctest::Approx(0.6 * 4.0).epsilon(0.02));
    CHECK(draw.lines[0].a.x == doctest::Approx(-0.5));
    CHECK(draw.lines[0].b.x == doctest::Approx(-0.47).epsilon(0.01));
    CHECK(lengthOfLines(drawn(kStick, 0.25f, true)) ==
          doctest::Approx(0.6 * (2.0 + 2.0 * 3.14159 * 0.24)).epsilon(0.03));
}

TEST_CASE("hatching_is_stripes_within_the_shape")
{
    const std::array<Position, 1> center{Position{0.0, 0.0}};
    const PlainDraw plain = drawn(center, 0.5f), hatched = drawn(center, 0.5f, false, true);
    const size_t stripes = hatched.lines.size() - plain.lines.size();
    CHECK(stripes >= 10); // 12 pixels apart along x: 1.41 m / 0.12 m
    CHECK(stripes <= 12);
    for (size_t i = 0; i < stripes; ++i) {
        const PlainDraw::Line& stripe = hatched.lines[i];
        CHECK(stripe.a.x + stripe.a.y == doctest::Approx(stripe.b.x + stripe.b.y));
        CHECK(length(stripe.a - Position{}) < 0.501f);
        CHECK(stripe.color == DrawColor{0.0f, 1.0f, 0.0f, 1.0f});
    }
}

TEST_CASE("a_renderer_with_four_functions_draws_a_world")
{
    World world;
    const BodyId ground = world.createBody({.type = BodyType::Static});
    world.addShape(ground, {.geometry = Segment{{-4.0f, 0.0f}, {4.0f, 0.0f}}});
    const BodyId box = world.createBody({.position = {0.0, 0.5}});
    world.addShape(box, {.geometry = makeBox(0.5f, 0.5f)});
    for (int i = 0; i < 30; ++i) world.step(1.0f / 60.0f);
    PlainDraw draw;
    REQUIRE(drawWorld(world, draw, {.overlays = "shapes,contact-points,normals,impulses"}).empty());
    CHECK(draw.lines.size() >= 7);    // ground, four edges, two normals
    CHECK(draw.discs.size() >= 2);    // contact points
    CHECK(draw.polygons.size() >= 3); // the box, two heads of arrows, grounds of labels
    CHECK(!draw.texts.empty());
}
