#include "app/view/shape_drawing.h"

#include <satbox/shapes.h>

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;

namespace {

const Shape kBox = makeBox(0.5f, 0.25f);
const Shape kCapsule = Capsule{{-0.5f, 0.0f}, {0.5f, 0.0f}, 0.2f};
const Shape kSegment = Segment{{-1.0f, 0.0f}, {1.0f, 0.0f}};
const Shape kCircle = Circle{{0.3f, 0.0f}, 0.5f};
// Rotated by 90 degrees: x becomes y.
const WorldTransform kPose{{2.0, 3.0}, makeRot(0.5f * kPi)};

DrawList outlineOf(const Shape& shape, const WorldTransform& pose = {})
{
    DrawList list;
    addOutline(list, shape, pose, {});
    return list;
}

// True if each line begins at the end of another: the outline is closed.
bool isClosed(const DrawList& list)
{
    for (const Primitive& line : list.primitives) {
        int meets = 0;
        for (const Primitive& other : list.primitives) {
            meets += length(other.a - line.a) < 1e-5f;
            meets += length(other.b - line.a) < 1e-5f;
        }
        if (meets < 2) return false;
    }
    return true;
}

} // namespace

TEST_CASE("each_kind_of_shape_becomes_a_round_or_a_polygon_at_its_pose")
{
    DrawList list;
    for (const Shape& shape : {kBox, kCapsule, kSegment, kCircle}) addShape(list, shape, kPose, {});
    REQUIRE(list.polygons.size() == 1);
    CHECK(list.polygons[0].count == 4);
    CHECK(list.polygons[0].transform == kPose);
    REQUIRE(list.rounds.size() == 3);
    CHECK(list.rounds[0].radius == 0.2f);
    CHECK(list.rounds[1].radius == 0.0f); // a segment has no thickness
    CHECK(list.rounds[1].p1 == Vec2{-1.0f, 0.0f});
    CHECK(list.rounds[2].p1 == Vec2{0.3f, 0.0f});
    CHECK(list.rounds[2].p1 == list.rounds[2].p2);
}

TEST_CASE("outlines_are_closed_lines_on_the_border")
{
    CHECK(outlineOf(kBox).primitives.size() == 4);
    CHECK(isClosed(outlineOf(kBox)));
    CHECK(isClosed(outlineOf(kCircle)));
    CHECK(isClosed(outlineOf(kCapsule)));
    CHECK(outlineOf(kSegment).primitives.size() == 1);
    for (const Primitive& line : outlineOf(kCircle).primitives)
        CHECK(length(line.a - Position{0.3f, 0.0f}) == Approx(0.5));
    for (const Primitive& line : outlineOf(kCapsule).primitives) { // 0.2 m from the segment between its ends
        const Vec2 nearest{std::clamp(static_cast<float>(line.a.x), -0.5f, 0.5f), 0.0f};
        CHECK(length(line.a - Position{nearest}) == Approx(0.2));
    }
    const DrawList turned = outlineOf(kSegment, kPose);
    CHECK(length(turned.primitives[0].b - Position{2.0, 4.0}) < 1e-5f);
}

TEST_CASE("append_border_gives_polygon_vertices_and_points_around_circles")
{
    const auto borderOf = [](const Shape& shape) {
        std::vector<Position> border;
        appendBorder(border, shape, kPose);
        return border;
    };
    CHECK(borderOf(kBox).size() == 4);
    CHECK(borderOf(kSegment).size() == 2);
    CHECK(length(borderOf(kSegment)[1] - Position{2.0, 4.0}) < 1e-5f);
    const Position centre{2.0, 3.3};
    double left = 0.0, right = 0.0;
    for (const Position p : borderOf(kCircle)) {
        CHECK(length(p - centre) == Approx(0.5));
        left = std::min(left, p.x - centre.x);
        right = std::max(right, p.x - centre.x);
    }
    CHECK(left == Approx(-0.5));
    CHECK(right == Approx(0.5));
    double top = 0.0;
    for (const Position p : borderOf(kCapsule)) top = std::max(top, p.y - 3.0);
    CHECK(top == Approx(0.7));
}

TEST_CASE("faces_are_edges_of_polygons_and_the_long_sides_of_capsules_and_segments")
{
    const auto edge = faceOf(kBox, {}, 1); // the right one
    REQUIRE(edge.has_value());
    CHECK(edge->a == Position{0.5f, -0.25f});
    CHECK(edge->b == Position{0.5f, 0.25f});
    const auto last = faceOf(kBox, {}, 3); // closes the outline
    REQUIRE(last.has_value());
    CHECK(last->b == faceOf(kBox, {}, 0)->a);
    for (const int side : {0, 1}) {
        const auto face = faceOf(kCapsule, {}, side);
        REQUIRE(face.has_value());
        CHECK(std::fabs(face->a.y) == Approx(0.2));
        CHECK(face->a.y == face->b.y);
        CHECK(faceOf(kSegment, {}, side).has_value());
    }
    CHECK(faceOf(kCapsule, {}, 0)->a.y == -faceOf(kCapsule, {}, 1)->a.y);
    CHECK_FALSE(faceOf(kCircle, {}, 0).has_value());
    CHECK_FALSE(faceOf(kBox, {}, 4).has_value());
    CHECK_FALSE(faceOf(kBox, {}, -1).has_value());
    CHECK_FALSE(faceOf(kCapsule, {}, 2).has_value());
}

TEST_CASE("an_arc_spans_its_sweep_and_its_head_continues_it")
{
    for (const float sweep : {1.5f, -1.5f}) {
        DrawList list;
        addArc(list, {1.0, 0.0}, 2.0f, 0.0f, sweep, {}, true);
        REQUIRE(list.primitives.size() >= 3);
        CHECK(list.primitives.front().a == Position{3.0, 0.0});
        const Primitive& end = list.primitives[list.primitives.size() - 2];
        CHECK(end.b.x == Approx(1.0 + 2.0 * std::cos(1.5)).epsilon(1e-4));
        CHECK(end.b.y == Approx(2.0 * std::sin(sweep)).epsilon(1e-4));
        const Primitive& head = list.primitives.back();
        REQUIRE(head.kind == PrimitiveKind::Triangle);
        CHECK((head.a.x - end.b.x) < 0.0); // counter-clockwise from 1.5 rad: to the left
        for (size_t i = 0; i + 1 < list.primitives.size(); ++i)
            CHECK(length(list.primitives[i].b - Position{1.0, 0.0}) == Approx(2.0));
    }
    DrawList plain;
    addArc(plain, {}, 1.0f, 0.0f, 1.0f, {});
    CHECK(plain.primitives.back().kind == PrimitiveKind::Line);
}

TEST_CASE("round_corners_are_drawn_as_a_polygon_with_a_radius_and_outlined_with_arcs")
{
    const Shape round = makeRoundedBox(0.5f, 0.25f, 0.1f);
    DrawList list;
    addShape(list, round, kPose, {});
    REQUIRE(list.polygons.size() == 1);
    CHECK(list.polygons[0].radius == 0.1f);
    CHECK(list.polygons[0].vertices[2] == Vec2{0.5f, 0.25f});
    const DrawList outline = outlineOf(round);
    CHECK(isClosed(outline));
    float right = 0.0f;
    for (const Primitive& line : outline.primitives) right = std::max(right, static_cast<float>(line.a.x));
    CHECK(right == Approx(0.6f));
    std::vector<Position> border;
    appendBorder(border, round, {});
    CHECK(border.size() > 8);
    const std::optional<Face> face = faceOf(round, {}, 2); // the upper one
    REQUIRE(face);
    CHECK(face->a.y == Approx(0.35));
}

TEST_CASE("a_one_sided_segment_has_ticks_on_its_left")
{
    DrawList list;
    addShape(list, Segment{{1.0f, 0.0f}, {-1.0f, 0.0f}, true, {2.0f, 0.0f}, {-2.0f, 0.0f}}, {}, {});
    REQUIRE(list.rounds.size() > 1);
    for (size_t i = 1; i < list.rounds.size(); ++i) {
        CHECK(list.rounds[i].p1.y == Approx(0.0f));
        CHECK(list.rounds[i].p2.y < -0.05f);
    }
    list.clear();
    addShape(list, kSegment, {}, {});
    CHECK(list.rounds.size() == 1);
}
