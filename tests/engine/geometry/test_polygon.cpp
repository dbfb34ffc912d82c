#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <cmath>

using namespace satbox;

TEST_CASE("a_box_has_its_corners_counter_clockwise_and_unit_normals")
{
    const Polygon box = makeBox(2.0f, 0.5f);
    CHECK(box.count == 4);
    CHECK(box.vertices[0] == Vec2{-2.0f, -0.5f});
    CHECK(box.vertices[2] == Vec2{2.0f, 0.5f});
    CHECK(box.normals[1] == Vec2{1.0f, 0.0f});
    CHECK(box.centroid == Vec2{0.0f, 0.0f});
    CHECK(box.vertices[4] == Vec2{0.0f, 0.0f});
    CHECK(box == makePolygon(box.points()));
}

TEST_CASE("a_rotated_box_is_at_its_pose")
{
    const Polygon box = makeBox(1.0f, 0.5f, {3.0f, 4.0f}, makeRot(0.5f * kPi));
    CHECK(box.centroid == Vec2{3.0f, 4.0f});
    CHECK(box.vertices[0].x == doctest::Approx(3.5f));
    CHECK(box.vertices[0].y == doctest::Approx(3.0f));
    CHECK(box.normals[0].x == doctest::Approx(1.0f));
}

TEST_CASE("regular_polygons_have_all_corners_on_the_circle_and_normals_outwards")
{
    for (int sides = 3; sides <= kMaxPolygonVertices; ++sides) {
        CAPTURE(sides);
        const Polygon p = makeRegularPolygon(sides, 1.5f);
        CHECK(p.vertices[0] == Vec2{1.5f, 0.0f});
        for (int i = 0; i < sides; ++i) {
            const auto k = static_cast<size_t>(i);
            const Vec2 v = p.vertices[k];
            const Vec2 w = p.vertices[static_cast<size_t>((i + 1) % sides)];
            CHECK(length(v) == doctest::Approx(1.5f));
            CHECK(dot(p.normals[k], w - v) == doctest::Approx(0.0f).epsilon(1e-5));
            CHECK(dot(p.normals[k], v) == doctest::Approx(1.5f * std::cos(kPi / static_cast<float>(sides))));
        }
    }
}

TEST_CASE("the_centroid_of_a_triangle_is_the_mean_of_its_corners_also_far_away")
{
    const std::array<Vec2, 3> near{Vec2{0, 0}, Vec2{3, 0}, Vec2{0, 3}};
    CHECK(makePolygon(near).centroid == Vec2{1.0f, 1.0f});
    const std::array<Vec2, 3> far{Vec2{4096, 4096}, Vec2{4096.375f, 4096}, Vec2{4096, 4096.375f}};
    CHECK(makePolygon(far).centroid == Vec2{4096.125f, 4096.125f});
}
