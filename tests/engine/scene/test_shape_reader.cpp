#include <satbox/scene/scene.h>

#include <doctest/doctest.h>
#include <string>

namespace satbox {
namespace {

SceneResult readShapes(const std::string& shapes)
{
    return readScene(R"({"format": "satbox-scene", "version": 1, "bodies": [{"shapes": [)" + shapes + "]}]}",
                     "a.json");
}

// What is wrong with this one shape, without the path of the body.
std::string sentenceOf(const std::string& shape)
{
    const std::string error = readShapes(shape).error, head = "a.json: /bodies/0/shapes/0";
    return error.starts_with(head) ? error.substr(head.size()) : error;
}

std::string noteOf(const std::string& shape)
{
    const SceneResult result = readShapes(shape);
    REQUIRE(result.error == "");
    return result.notes.empty() ? "" : result.notes[0];
}

ShapeDef shapeOf(const std::string& shape)
{
    const SceneResult result = readShapes(shape);
    REQUIRE(result.error == "");
    return result.scene.world.shapeDef(result.scene.world.shapeAt(0));
}

std::string exact(const std::string& vertices, const std::string& normals, const std::string& centroid)
{
    return R"({"type": "convex", "vertices": [)" + vertices + R"(], "normals": [)" + normals +
           R"(], "centroid": )" + centroid + "}";
}

} // namespace

TEST_CASE("a_circle_stands_at_its_centre_and_a_shape_at_its_offset")
{
    CHECK(std::get<Circle>(shapeOf(R"({"type": "circle", "radius": 2, "center": [3, 4]})").geometry).center ==
          Vec2{3.0f, 4.0f});
    const ShapeDef turned =
        shapeOf(R"({"type": "box", "size": [1, 1], "offset": [1, 2], "rotation": [0, 1]})");
    CHECK(turned.local.p == Vec2{1.0f, 2.0f});
    CHECK(turned.local.q == Rot{0.0f, 1.0f});
    CHECK(sentenceOf(R"({"type": "box", "size": [1, 1], "angle": 20000})") ==
          "/angle: 20000 is out of range, expected -10000 to 10000");
    CHECK(sentenceOf(R"({"type": "box", "size": [1, 1], "sensor": 1})") ==
          "/sensor: a number, expected true or false");
}

TEST_CASE("boxes_and_polygons_may_have_round_corners")
{
    CHECK(std::get<Polygon>(shapeOf(R"({"type": "box", "size": [1, 2], "radius": 0.25})").geometry) ==
          makeRoundedBox(0.5f, 1.0f, 0.25f));
    const std::string corners = R"([[0, 0], [1, 0], [0, 1]])";
    const std::string polygon = R"({"type": "polygon", "vertices": )" + corners + R"(, "radius": )";
    CHECK(std::get<Polygon>(shapeOf(polygon + "0.125}").geometry).radius == 0.125f);
    CHECK(std::get<Polygon>(shapeOf(polygon + "0}").geometry).radius == 0.0f);
    CHECK(sentenceOf(polygon + "-1}") == "/radius: -1 is out of range, expected 0 to 100000");
    CHECK(sentenceOf(polygon + "0.00001}") ==
          "/radius: 1e-05 m is too small, expected 0 for sharp corners, or 0.0001 m at least");
    std::string ring;
    for (int i = 0; i < 9; ++i) {
        const Rot q = makeRot(0.7f * static_cast<float>(i));
        ring += (i > 0 ? ", [" : "[") + std::to_string(q.c) + ", " + std::to_string(q.s) + "]";
    }
    CHECK(sentenceOf(R"({"type": "polygon", "vertices": [)" + ring + R"(], "radius": 0.1})") ==
          "/radius: the hull has more than 8 corners, expected at most 8 of a polygon with round corners");
    CHECK(
        sentenceOf(R"({"type": "outline", "vertices": )" + corners + R"(, "radius": 0.1})").find("radius") !=
        std::string::npos);
}

TEST_CASE("a_chain_becomes_one_sided_segments_and_a_segment_with_its_neighbours_is_one")
{
    const SceneResult loop =
        readShapes(R"({"type": "chain", "vertices": [[0, 0], [1, 0], [1, 1]], "closed": true})");
    REQUIRE(loop.error == "");
    CHECK(loop.scene.world.shapesOf(loop.scene.world.bodyAt(0)).size() == 3);
    CHECK(
        std::get<Segment>(
            shapeOf(R"({"type": "segment", "p1": [0, 0], "p2": [1, 0], "before": [-1, 1], "after": [2, 1]})")
                .geometry) == Segment{{0, 0}, {1, 0}, true, {-1, 1}, {2, 1}});
    CHECK(sentenceOf(R"({"type": "segment", "p1": [0, 0], "p2": [1, 0], "before": [-1, 1]})") ==
          ": \"after\" is missing");
    CHECK(sentenceOf(R"({"type": "chain", "vertices": [[0, 0]]})") ==
          "/vertices: 1 different point, a chain needs at least 2");
}

TEST_CASE("missing_filter_fields_get_their_defaults")
{
    const auto filterOf = [](const std::string& filter) {
        return shapeOf(R"({"type": "circle", "radius": 1, "filter": )" + filter + "}").filter;
    };
    CHECK((filterOf("{}") == Filter{}));
    CHECK(filterOf(R"({"category": 4294967295})").category == 4294967295u);
    CHECK(filterOf(R"({"mask": 0})").mask == 0);
    CHECK(filterOf(R"({"group": -2147483648})").group == INT32_MIN);
    CHECK(sentenceOf(R"({"type": "circle", "radius": 1, "filter": {"group": 2147483648}})") ==
          "/filter/group: 2147483648 is out of range, expected -2147483648 to 2147483647");
}

TEST_CASE("a_material_is_refused_by_the_name_that_the_file_gives_to_its_friction")
{
    const auto materialOf = [](const std::string& material) {
        return sentenceOf(R"({"type": "circle", "radius": 1, "material": )" + material + "}");
    };
    CHECK(materialOf(R"({"friction": -1})") ==
          "/material/friction: -1 is below the smallest allowed value, 0");
    CHECK(materialOf(R"({"staticFriction": -1})") ==
          "/material/staticFriction: -1 is below the smallest allowed value, 0");
    CHECK(materialOf(R"({"friction": 0.5, "dynamicFriction": 0.5})") ==
          "/material/friction: sets both coefficients, remove \"dynamicFriction\" or \"friction\"");
    CHECK(materialOf(R"({"friction": 0.5, "restitution": 2})") ==
          "/material/restitution: 2 is above the largest allowed value, 1");
    CHECK(materialOf("null") == "/material: null, expected a material (an object) or the name of one of the "
                                "scene's \"materials\"");
    CHECK(materialOf("\"ice\"") == "/material: the scene's \"materials\" have no \"ice\"");
}

TEST_CASE("a_polygon_of_exact_bits_has_as_many_normals_as_vertices_and_its_centroid_inside")
{
    const std::string triangle = "[0, 0], [1, 0], [0, 1]";
    const std::string normals = "[0, -1], [0.70710678, 0.70710678], [-1, 0]";
    const ShapeDef read = shapeOf(exact(triangle, normals, "[0.25, 0.375]"));
    CHECK(std::get<Polygon>(read.geometry).count == 3);
    CHECK(std::get<Polygon>(read.geometry).centroid == Vec2{0.25f, 0.375f});
    CHECK(sentenceOf(exact(triangle, "[0, -1], [-1, 0]", "[0.3, 0.3]")) == "/normals: 2 points, expected 3");
    CHECK(sentenceOf(exact("[0, 0], [1, 0]", normals, "[0, 0]")) == "/vertices: 2 points, expected 3 to 8");
    CHECK(sentenceOf(exact(triangle, normals, "[2, 2]")) ==
          "/centroid: outside the polygon, it must be inside");
}

TEST_CASE("points_that_a_hull_drops_are_counted_by_reason_in_one_note")
{
    CHECK(noteOf(R"({"type": "polygon", "vertices": [[0, 0], [2, 0], [0, 2]]})") == "");
    CHECK(noteOf(R"({"type": "polygon", "vertices": [[0, 0], [2, 0], [0, 2], [0, 2]]})") ==
          "a.json: /bodies/0/shapes/0/vertices: dropped 1 point too near another");
    CHECK(
        noteOf(R"({"type": "polygon", "vertices": [[0, 0], [2, 0], [0, 2], [0, 1], [1, 0], [0.5, 0.5]]})") ==
        "a.json: /bodies/0/shapes/0/vertices: dropped 2 points on an edge, 1 point inside the hull");
}

TEST_CASE("points_that_an_outline_does_not_need_are_counted_with_their_distance")
{
    CHECK(noteOf(R"({"type": "outline", "vertices": [[0, 0], [2, 0], [2, 0], [0, 2]]})") ==
          "a.json: /bodies/0/shapes/0/vertices: dropped 1 point within 0.0001 m of the outline without it");
    CHECK(
        noteOf(R"({"type": "outline", "vertices": [[0, 0], [2, 0], [2, 0], [0, 2], [0, 2]]})") ==
        "a.json: /bodies/0/shapes/0/vertices: dropped 2 points within 0.0001 m of the outline without them");
    CHECK(sentenceOf(R"({"type": "outline", "vertices": [[0, 0], [1, 1], [2, 2]]})") ==
          "/vertices: 3 points on one line, an outline needs an area");
}

TEST_CASE("a_ring_of_many_sides_is_a_hull_in_parts_and_too_small_a_one_is_refused_at_the_shape")
{
    const SceneResult ring = readShapes(R"({"type": "regular", "sides": 64, "radius": 1})");
    REQUIRE(ring.error == "");
    CHECK(ring.notes.empty());
    CHECK(ring.scene.world.shapesOf(ring.scene.world.bodyAt(0)).size() > 8);
    CHECK(sentenceOf(R"({"type": "regular", "sides": 65, "radius": 1})") ==
          "/sides: 65 is out of range, expected 3 to 64");
}

TEST_CASE("a_shape_is_an_object_with_a_type")
{
    CHECK(sentenceOf("7") == ": a number, expected a shape (an object)");
    CHECK(sentenceOf(R"({"type": 7})") == "/type: a number, expected a string");
    CHECK(sentenceOf(R"({"type": "circle", "radius": 1, "centre": [0, 0]})") ==
          ": unknown key \"centre\", did you mean \"center\"?");
}

} // namespace satbox
