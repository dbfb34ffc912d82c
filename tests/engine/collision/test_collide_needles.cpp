#include "engine/collision/collide.h"
#include "engine/collision/manifold.h"
#include "tests/support/exact_penetration.h"
#include <satbox/contacts.h>
#include <satbox/outlines.h>
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <algorithm>

using namespace satbox;

// Poses found by fuzzing: polygons tens of metres long with faces that are collinear up to rounding, and
// shapes a few millimetres from their ends. The separations of such faces differ by less than single
// precision resolves.
namespace {

constexpr float kSpeculative = 0.02f;
constexpr Transform kBelow{{0.0f, -32.768f}, {1.0f, 0.0f}};

Polygon hullOf(std::span<const Vec2> points) { return makePolygon(makeHull(points).vertices); }

// Compares collide, in both orders of the shapes, with brute force: the depth does not exceed the least
// translation, and moving by the deepest point's depth separates the shapes. The tolerance is that of the
// fuzzer that found the poses.
void checkDepth(const Shape& a, const Shape& b, const Transform& bInA)
{
    const double exact = test::ExactPair(a, b, bInA).separation();
    constexpr double kTolerance = static_cast<double>(kReferenceFaceBias) + 1e-3;
    const Transform aInB = invMul(bInA, Transform{});
    for (const Manifold& m : {collide(a, b, bInA, kSpeculative), collide(b, a, aInB, kSpeculative)}) {
        if (m.count == 0) {
            CHECK(exact > 0.0);
            continue;
        }
        float least = m.points[0].separation;
        if (m.count > 1) least = std::min(least, m.points[1].separation);
        CHECK(static_cast<double>(least) >= exact - kTolerance);
        if (exact <= 0.0) CHECK(static_cast<double>(least) <= exact + kTolerance);
    }
}

} // namespace

TEST_CASE("capsule_along_two_nearly_collinear_faces_touches_the_face_it_is_on")
{
    const Capsule capsule{{-32.768002f, 32.512001f}, {-32.768002f, -32.768002f}, 0.401f};
    const Vec2 three[] = {{-32.768002f, -32.768002f},
                          {32.767002f, -32.642002f},
                          {-32.765003f, 31.487001f},
                          {-32.767002f, 0.0f}};
    checkDepth(hullOf(three), capsule, kBelow);
    const Vec2 four[] = {{-32.768002f, -32.768002f},
                         {32.767002f, -32.768002f},
                         {32.767002f, 32.767002f},
                         {-32.764f, 32.767002f},
                         {-32.767002f, 0.0f}};
    checkDepth(hullOf(four), capsule, kBelow);
}

TEST_CASE("capsule_end_beside_the_middle_of_a_needle_is_not_at_its_corner")
{
    const Capsule ball{{-32.768002f, -32.768002f}, {-32.768002f, -32.768002f}, 0.031f};
    const Vec2 needle[] = {{-32.768002f, -32.768002f}, {-32.764f, 32.512001f}, {-32.767002f, 0.035f}};
    checkDepth(ball, hullOf(needle), kBelow);
}

TEST_CASE("capsule_end_slightly_beyond_a_corner_has_the_full_depth")
{
    const Capsule capsule{{-32.718002f, -32.768002f}, {-32.768002f, -32.768002f}, 0.571f};
    const Vec2 points[] = {{-32.768002f, 20.786001f},
                           {-32.512001f, -32.767002f},
                           {-31.491001f, -32.768002f},
                           {32.512001f, -32.768002f},
                           {-32.513001f, 32.747002f}};
    checkDepth(hullOf(points), capsule, Transform{});
}

TEST_CASE("point_beside_a_short_side_is_nearest_to_its_corner_not_to_that_of_the_long_side_in_line_with_it")
{
    const Vec2 corners[] = {{-32.768002f, -32.768002f}, {32.767002f, -32.768002f}, {32.520000f, 32.512001f},
                            {-0.512000f, 32.760002f},   {-32.513000f, 32.767002f}, {-32.768002f, 32.767002f}};
    const Polygon polygon = hullOf(corners);
    REQUIRE(polygon.count == 6);
    const Vec2 besideCorner{-32.768002f, 0.0f};
    const Transform pose{{0.001f, -32.768002f}, {1.0f, 0.0f}};
    checkDepth(Capsule{besideCorner, besideCorner, 1.761f}, polygon, pose);
    checkDepth(Circle{besideCorner, 1.761f}, polygon, pose);
    Polygon rounded = polygon;
    rounded.radius = 1.761f;
    checkDepth(Segment{besideCorner, besideCorner}, rounded, pose);
}

TEST_CASE("segment_in_line_with_a_side_does_not_touch_a_box_beyond_its_end")
{
    const Segment segment{{-32.768002f, 32.512001f}, {-32.768002f, -32.760002f}};
    const Vec2 triangle[] = {{-32.768002f, -32.768002f}, {-32.767002f, -32.768002f}, {-32.768002f, 0.0f}};
    checkDepth(segment, hullOf(triangle), kBelow);
    // A box on the segment's line, 8 mm beyond its end: the separation of the speculative point is the
    // distance of that end from the box's side, not 0 along the line.
    const Segment floor{{-1.0f, 0.0f}, {1.0f, 0.0f}};
    const Manifold beyond = collide(floor, makeBox(0.5f, 0.5f), {{1.508f, 0.5f}, {1.0f, 0.0f}}, kSpeculative);
    REQUIRE(beyond.count == 1);
    CHECK(beyond.normal == Vec2{1.0f, 0.0f});
    CHECK(beyond.points[0].separation == doctest::Approx(0.008f).epsilon(1e-3));
}

TEST_CASE("segment_that_ends_on_one_of_two_nearly_collinear_sides_touches_it")
{
    const Vec2 points[] = {
        {-32.766003f, -32.763000f}, {0.005f, -0.005f}, {32.765003f, 32.767002f}, {-0.001f, 0.002f}};
    const Polygon polygon = hullOf(points);
    const Segment segment{{-0.005f, -0.002f}, {27.968f, 32.761002f}};
    const Manifold m = collide(segment, polygon, Transform{}, kSpeculative);
    REQUIRE(m.count > 0);
    const Manifold reverse = collide(polygon, segment, Transform{}, kSpeculative);
    REQUIRE(reverse.count > 0);
    for (const Manifold* touching : {&m, &reverse})
        CHECK(touching->points[0].separation == doctest::Approx(0.0).epsilon(1e-4));
}

TEST_CASE("circle_beyond_the_tip_of_a_needle_is_separated_from_it")
{
    const Vec2 upright[] = {{-32.768002f, -32.768002f}, {-32.767002f, -32.768002f}, {-32.768002f, 0.0f}};
    checkDepth(hullOf(upright), Circle{{-32.768002f, 32.575001f}, 0.001f},
               {{0.0f, -32.573002f}, {1.0f, 0.0f}});
    const Vec2 hanging[] = {{-32.768002f, -32.765003f}, {-32.764f, 32.512001f}, {-32.767002f, 0.035f}};
    checkDepth(hullOf(hanging), Circle{{-32.768002f, 0.0f}, 0.001f}, kBelow);
}

TEST_CASE("circle_beside_two_nearly_collinear_faces_touches_the_one_it_projects_onto")
{
    const Vec2 points[] = {{-32.768002f, 0.0f},
                           {-32.767002f, -32.768002f},
                           {32.767002f, -32.768002f},
                           {-32.768002f, 32.767002f}};
    checkDepth(hullOf(points), Circle{{-32.768002f, 32.575001f}, 0.001f},
               {{0.0f, -32.573002f}, {1.0f, 0.0f}});
}
