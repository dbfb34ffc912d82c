#include <satbox/shapes.h>
#include <satbox/validate.h>

#include <doctest/doctest.h>

#include <limits>

using namespace satbox;

namespace {

constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();

// A polygon of the given corners, valid or not, with the normals of its edges.
Polygon rawPolygon(std::initializer_list<Vec2> corners)
{
    Polygon p;
    for (const Vec2 v : corners) p.vertices[static_cast<size_t>(p.count++)] = v;
    for (size_t i = 0; i < corners.size(); ++i) {
        p.normals[i] = normalizeOrZero(rightPerp(p.vertices[(i + 1) % corners.size()] - p.vertices[i]));
    }
    return p;
}

} // namespace

TEST_CASE("good_shapes_are_accepted")
{
    CHECK(validate(Shape{Circle{}}) == "");
    CHECK(validate(Shape{Capsule{}}) == "");
    CHECK(validate(Shape{Segment{}}) == "");
    CHECK(validate(Shape{makeBox(0.5f, 0.25f)}) == "");
    CHECK(validate(Shape{makeBox(0.001f, 20.0f, {3.0f, -4.0f}, makeRot(0.7f))}) == "");
    for (int sides = 3; sides <= kMaxPolygonVertices; ++sides) {
        CHECK(validate(Shape{makeRegularPolygon(sides, 0.05f)}) == "");
    }
    CHECK(validate(ShapeDef{}) == "");
    CHECK(validate(BodyDef{}) == "");
}

TEST_CASE("bad_circles_capsules_and_segments_are_refused_with_a_sentence")
{
    CHECK(validate(Shape{Circle{{0.0f, 0.0f}, 0.0f}}) ==
          "radius: 0 is below the smallest allowed value, 0.0001 m");
    CHECK(validate(Shape{Circle{{0.0f, kNotANumber}, 1.0f}}) == "center: not a finite number");
    CHECK(validate(Shape{Circle{{2e5f, 0.0f}, 1.0f}}) ==
          "center: 200000 is above the largest allowed value, 100000 m");
    CHECK(validate(Shape{Capsule{{0.0f, 0.0f}, {0.0f, 0.0f}, 1.0f}}) ==
          "p2: less than 0.0001 m away from p1: the capsule is too short");
    CHECK(validate(Shape{Capsule{{0.0f, 0.0f}, {1.0f, 0.0f}, -1.0f}}) ==
          "radius: -1 is below the smallest allowed value, 0.0001 m");
    CHECK(validate(Shape{Segment{{1.0f, 1.0f}, {1.0f, 1.0f}}}) ==
          "p2: less than 0.0001 m away from p1: the segment is too short");
    CHECK(validate(Shape{Segment{{1.0f, 1.0f}, {1.0f, kNotANumber}}}) == "p2: not a finite number");
    CHECK(validate(Shape{Segment{{kNotANumber, 1.0f}, {1.0f, 1.0f}}}) == "p1: not a finite number");
    CHECK(validate(Shape{Capsule{{0.0f, 0.0f}, {-2e5f, 0.0f}, 1.0f}}) ==
          "p2: -200000 is below the smallest allowed value, -100000 m");
}

TEST_CASE("bad_polygons_are_refused_with_a_sentence")
{
    CHECK(validate(Shape{rawPolygon({{0.0f, 0.0f}, {1.0f, 0.0f}})}) ==
          "vertices: 2 points, a polygon needs at least 3");
    CHECK(validate(Shape{Polygon{}}) == "vertices: 0 points, a polygon needs at least 3");
    Polygon many = makeRegularPolygon(8, 1.0f);
    many.count = 9;
    CHECK(validate(Shape{many}) == "vertices: 9 points, a polygon holds at most 8");
    CHECK(validate(Shape{rawPolygon({{0.0f, 0.0f}, {0.0f, 1.0f}, {1.0f, 0.0f}})}) ==
          "vertices: the outline does not turn left at vertex 1: a polygon must be convex and "
          "counter-clockwise");
    CHECK(validate(Shape{rawPolygon({{0.0f, 0.0f}, {2.0f, 0.0f}, {0.5f, 0.5f}, {0.0f, 2.0f}})}) ==
          "vertices: the outline does not turn left at vertex 2: a polygon must be convex and "
          "counter-clockwise");
    CHECK(validate(Shape{rawPolygon({{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}})}) ==
          "vertices: the outline does not turn left at vertex 1: a polygon must be convex and "
          "counter-clockwise");
    // A pentagram: it turns left at every corner and winds twice.
    CHECK(validate(Shape{rawPolygon(
              {{0.0f, 1.0f}, {-0.59f, -0.81f}, {0.95f, 0.31f}, {-0.95f, 0.31f}, {0.59f, -0.81f}})}) ==
          "vertices: the outline crosses itself: a polygon must be convex");
    CHECK(validate(Shape{rawPolygon({{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 0.0001f}, {0.0f, 0.0001f}})}) ==
          "vertices: the polygon is only 0.0001 m wide, it must be at least 0.0002 m");
    Polygon skewed = makeBox(1.0f, 1.0f);
    skewed.normals[2] = {1.0f, 0.0f};
    CHECK(validate(Shape{skewed}) == "normals: number 2 is not the outward normal of its edge");
    Polygon round = makeBox(1.0f, 1.0f);
    round.radius = 0.1f;
    CHECK(validate(Shape{round}).empty());
    round.radius = 0.00001f;
    CHECK(validate(Shape{round}) ==
          "radius: 1e-05 is below the smallest allowed value, 0.0001 m; 0 makes sharp corners");
    round.radius = -0.1f;
    CHECK(validate(Shape{round}) ==
          "radius: -0.1 is below the smallest allowed value, 0.0001 m; 0 makes sharp corners");
    round.radius = 2e5f;
    CHECK(validate(Shape{round}) == "radius: 200000 is above the largest allowed value, 100000 m");
    round.radius = kNotANumber;
    CHECK(validate(Shape{round}) == "radius: not a finite number");
    Polygon lost = makeBox(1.0f, 1.0f);
    lost.vertices[1].x = kNotANumber;
    CHECK(validate(Shape{lost}) == "vertices: not a finite number");
    CHECK(validate(Shape{rawPolygon({{0.0f, 0.0f}, {0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}})}) ==
          "vertices: vertex 1 is the same point as the one before");
    Polygon single = makeBox(1.0f, 1.0f);
    single.count = 1;
    CHECK(validate(Shape{single}) == "vertices: 1 point, a polygon needs at least 3");
    Polygon eccentric = makeBox(1.0f, 1.0f);
    eccentric.centroid = {0.0f, 1.1f};
    CHECK(validate(Shape{eccentric}) == "centroid: outside the polygon, it must be inside");
    eccentric.centroid = {kNotANumber, 0.0f};
    CHECK(validate(Shape{eccentric}) == "centroid: not a finite number");
}

TEST_CASE("names_are_short_and_utf8")
{
    BodyDef def{.name = std::string(kMaxNameBytes, 'x')};
    CHECK(validate(def) == "");
    def.name += 'x';
    CHECK(validate(def) == "name: a text of " + std::to_string(kMaxNameBytes + 1) +
                               " bytes, the most allowed is " + std::to_string(kMaxNameBytes));
    def.name = "\xff";
    CHECK(validate(def) == "name: not valid UTF-8");
}

TEST_CASE("bad_materials_and_shape_definitions_are_refused_with_a_sentence")
{
    CHECK(validate(Material{.density = -1.0f}) == "density: -1 is below the smallest allowed value, 0 kg/m²");
    CHECK(validate(Material{.density = 1e7f}) ==
          "density: 1e+07 is above the largest allowed value, 1000000 kg/m²");
    CHECK(validate(Material{.staticFriction = kNotANumber}) == "staticFriction: not a finite number");
    CHECK(validate(Material{.dynamicFriction = -0.5f}) ==
          "dynamicFriction: -0.5 is below the smallest allowed value, 0");
    CHECK(validate(Material{.restitution = 1.5f}) ==
          "restitution: 1.5 is above the largest allowed value, 1");

    ShapeDef def;
    def.local.q = {2.0f, 0.0f};
    CHECK(validate(def) == "local rotation: the vector of cosine and sine has length 2, expected 1");
    def.local = {{kNotANumber, 0.0f}, {}};
    CHECK(validate(def) == "local position: not a finite number");
    def = {.geometry = Circle{{0.0f, 0.0f}, kNotANumber}};
    CHECK(validate(def) == "radius: not a finite number");
}

TEST_CASE("bad_body_definitions_are_refused_with_a_sentence")
{
    CHECK(validate(BodyDef{.position = {0.0, -3e6}}) ==
          "position: -3000000 is below the smallest allowed value, -2000000 m");
    CHECK(validate(BodyDef{.rotation = {0.0f, 0.0f}}) ==
          "rotation: the vector of cosine and sine has length 0, expected 1");
    CHECK(validate(BodyDef{.rotation = {kNotANumber, 0.0f}}) == "rotation: not a finite rotation");
    CHECK(validate(BodyDef{.linearVelocity = {kNotANumber, 0.0f}}) == "linearVelocity: not a finite number");
    CHECK(validate(BodyDef{.angularVelocity = 1e5f}) ==
          "angularVelocity: 100000 is above the largest allowed value, 10000 rad/s");
    CHECK(validate(BodyDef{.linearDamping = -1.0f}) ==
          "linearDamping: -1 is below the smallest allowed value, 0 s⁻¹");
    CHECK(validate(BodyDef{.angularDamping = kNotANumber}) == "angularDamping: not a finite number");
    CHECK(validate(BodyDef{.gravityScale = 2000.0f}) ==
          "gravityScale: 2000 is above the largest allowed value, 1000");
}
