#include "engine/geometry/shape.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>
#include <limits>
#include <string>

using namespace satbox;

namespace {
const Transform kTurned{{1.0f, 2.0f}, Rot{0.0f, 1.0f}}; // a quarter turn, then a shift
}

TEST_CASE("shape_kinds_have_names")
{
    CHECK(std::string(toString(kindOf(Shape{Circle{}}))) == "circle");
    CHECK(std::string(toString(kindOf(Shape{Capsule{}}))) == "capsule");
    CHECK(std::string(toString(kindOf(Shape{Segment{}}))) == "segment");
    CHECK(std::string(toString(kindOf(Shape{makeBox(1, 1)}))) == "polygon");
}

TEST_CASE("shapes_move_into_their_body_s_frame")
{
    CHECK(std::get<Circle>(transformed(Circle{{1, 0}, 0.5f}, kTurned)) == Circle{{1, 3}, 0.5f});
    CHECK(std::get<Capsule>(transformed(Capsule{{1, 0}, {0, 1}, 0.5f}, kTurned)) ==
          Capsule{{1, 3}, {0, 2}, 0.5f});
    CHECK(std::get<Segment>(transformed(Segment{{1, 0}, {0, 1}}, kTurned)) == Segment{{1, 3}, {0, 2}});
    const auto box = std::get<Polygon>(transformed(makeBox(2, 1), kTurned));
    CHECK(box.vertices[0] == Vec2{2, 0});
    CHECK(box.normals[0] == Vec2{1, 0});
    CHECK(box.centroid == Vec2{1, 2});
    CHECK(transformed(makeBox(2, 1), Transform{}) == Shape{makeBox(2, 1)});
}

TEST_CASE("boxes_around_shapes_are_tight")
{
    CHECK(computeAabb(Circle{{1, 0}, 0.5f}, kTurned) == Aabb{{0.5f, 2.5f}, {1.5f, 3.5f}});
    CHECK(computeAabb(Capsule{{1, 0}, {0, 1}, 0.5f}, kTurned) == Aabb{{-0.5f, 1.5f}, {1.5f, 3.5f}});
    CHECK(computeAabb(Segment{{1, 0}, {0, 1}}, kTurned) == Aabb{{0, 2}, {1, 3}});
    CHECK(computeAabb(makeBox(2, 1), kTurned) == Aabb{{0, 0}, {2, 4}});
}

TEST_CASE("capsules_and_segments_become_two_sided_polygons")
{
    const Polygon capsule = asPolygon(Capsule{{0, 0}, {2, 0}, 0.25f});
    CHECK(capsule.count == 2);
    CHECK(capsule.radius == 0.25f);
    CHECK(capsule.normals[0] == Vec2{0, -1});
    CHECK(capsule.normals[1] == Vec2{0, 1});
    CHECK(capsule.centroid == Vec2{1, 0});
    CHECK(asPolygon(Segment{{0, 0}, {0, 2}}).normals[0] == Vec2{1, 0});
    CHECK(length(asPolygon(Capsule{{1, 1}, {1, 1}, 0.25f}).normals[0]) == 1.0f);
}

TEST_CASE("the_extent_reaches_the_farthest_point")
{
    CHECK(maxExtent(Circle{{3, 4}, 1.0f}, {0, 0}) == 6.0f);
    CHECK(maxExtent(Capsule{{0, 0}, {3, 4}, 0.5f}, {0, 0}) == 5.5f);
    CHECK(maxExtent(Segment{{-3, -4}, {1, 0}}, {0, 0}) == 5.0f);
    CHECK(maxExtent(makeBox(3, 4), {0, 0}) == 5.0f);
}

TEST_CASE("a_shape_with_one_non_finite_number_is_not_finite")
{
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(isFinite(Shape{makeBox(1, 1)}));
    Polygon broken = makeBox(1, 1);
    broken.vertices[3].y = nan;
    CHECK_FALSE(isFinite(Shape{broken}));
    CHECK_FALSE(isFinite(Shape{Circle{{0, 0}, nan}}));
    CHECK_FALSE(isFinite(Shape{Capsule{{0, nan}, {1, 0}, 1.0f}}));
    CHECK_FALSE(isFinite(Shape{Segment{{0, 0}, {std::numeric_limits<float>::infinity(), 0}}}));
}

TEST_CASE("shapes_are_equal_only_if_every_field_is")
{
    const Capsule capsule;
    const Segment segment;
    const Polygon box = makeBox(1.0f, 0.5f);
    CHECK(Circle{} == Circle{});
    CHECK(Circle{} != Circle{.center = {0.1f, 0.0f}});
    CHECK(Circle{} != Circle{.radius = 0.6f});
    CHECK(capsule == Capsule{});
    CHECK(capsule != Capsule{.p1 = {-0.6f, 0.0f}});
    CHECK(capsule != Capsule{.p2 = {0.6f, 0.0f}});
    CHECK(capsule != Capsule{.radius = 0.3f});
    CHECK(segment == Segment{});
    CHECK(segment != Segment{.p1 = {-0.6f, 0.0f}});
    CHECK(segment != Segment{.p2 = {0.6f, 0.0f}});
    CHECK(box == makeBox(1.0f, 0.5f));
    CHECK(box != makeBox(1.0f, 0.6f));
    Polygon changed = box;
    changed.radius = 0.1f;
    CHECK(changed != box);
    changed = box;
    changed.centroid.x = 0.1f;
    CHECK(changed != box);
    changed = box;
    changed.count = 3;
    CHECK(changed != box);
    changed = box;
    changed.normals[2].y = 0.5f;
    CHECK(changed != box);
}

TEST_CASE("a_shape_is_finite_only_if_all_its_numbers_are")
{
    constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
    constexpr float kInfinite = std::numeric_limits<float>::infinity();
    for (const float bad : {kNaN, kInfinite, -kInfinite}) {
        CAPTURE(bad);
        CHECK_FALSE(isFinite(Shape{Circle{.center = {bad, 0.0f}}}));
        CHECK_FALSE(isFinite(Shape{Circle{.radius = bad}}));
        CHECK_FALSE(isFinite(Shape{Capsule{.p1 = {0.0f, bad}}}));
        CHECK_FALSE(isFinite(Shape{Capsule{.p2 = {bad, 0.0f}}}));
        CHECK_FALSE(isFinite(Shape{Capsule{.radius = bad}}));
        CHECK_FALSE(isFinite(Shape{Segment{.p1 = {bad, 0.0f}}}));
        CHECK_FALSE(isFinite(Shape{Segment{.p2 = {0.0f, bad}}}));
        Polygon box = makeBox(1.0f, 0.5f);
        box.vertices[3].y = bad;
        CHECK_FALSE(isFinite(Shape{box}));
        box = makeBox(1.0f, 0.5f);
        box.normals[0].x = bad;
        CHECK_FALSE(isFinite(Shape{box}));
        box = makeBox(1.0f, 0.5f);
        box.centroid.x = bad;
        CHECK_FALSE(isFinite(Shape{box}));
        box = makeBox(1.0f, 0.5f);
        box.radius = bad;
        CHECK_FALSE(isFinite(Shape{box}));
    }
    CHECK(isFinite(Shape{Circle{}}));
    CHECK(isFinite(Shape{Capsule{}}));
    CHECK(isFinite(Shape{Segment{}}));
    CHECK(isFinite(Shape{makeBox(1.0f, 0.5f)}));
}

TEST_CASE("the_radius_of_a_shape_is_that_of_its_disc_ends_or_round_corners")
{
    CHECK(radiusOf(Circle{{1.0f, 2.0f}, 0.75f}) == 0.75f);
    CHECK(radiusOf(Capsule{{-1.0f, 0.0f}, {1.0f, 0.0f}, 0.125f}) == 0.125f);
    CHECK(radiusOf(Segment{}) == 0.0f);
    CHECK(radiusOf(makeBox(1.0f, 0.5f)) == 0.0f);
    CHECK(radiusOf(makeRoundedBox(1.0f, 0.5f, 0.25f)) == 0.25f);
}
