#include "tests/support/imported.h"

#include <doctest/doctest.h>

namespace satbox {
namespace {

SceneResult shapesFile(const std::string& json, const ImportOptions& options = {})
{
    return readScene(json, "shapes.json", options);
}

// In pixels, y downwards: a right angle at (0, 100), so at the lower left in the world.
constexpr const char* kPhaser3 =
    R"({"generator_info": "Shape definitions", "wedge": {"type": "fromPhysicsEditor",
    "label": "wedge", "isStatic": true, "density": 0.5, "restitution": 0.25, "friction": 0.75, "frictionAir": 0.01,
    "collisionFilter": {"group": -1, "category": 2, "mask": 255}, "fixtures": [{"label": "", "isSensor": true,
    "vertices": [[{"x": 0, "y": 0}, {"x": 200, "y": 100}, {"x": 0, "y": 100}]]}]},
    "ball": {"type": "fromPhysicsEditor", "fixtures": [{"circle": {"x": 50, "y": 50, "radius": 25}}]}})";

} // namespace

TEST_CASE("shapes_for_phaser_3_stand_side_by_side_on_a_floor")
{
    const SceneResult result = shapesFile(kPhaser3);
    REQUIRE(result.error == "");
    CHECK(result.imported == ImportFormat::PhysicsEditor);
    CHECK(test::hasNote(result, "shapes.json: taken: 2 bodies with 2 shapes, from PhysicsEditor"));
    CHECK(test::hasNote(result,
                        "shapes.json: changed: a floor added, since the file has shapes but no world, at /"));
    CHECK(test::hasNote(result, "shapes.json: refused: frictionAir, at /wedge"));
    REQUIRE(test::bodyCount(result) == 3);
    CHECK(test::bodyOf(result, 0).name == "wedge");
    CHECK((test::bodyOf(result, 0).type == BodyType::Static));
    CHECK(test::bodyOf(result, 0).position == Position{1.0, 0.5});
    const ShapeDef wedge = test::shapesOf(result, 0).at(0);
    CHECK(computeArea(wedge.geometry) == doctest::Approx(1.0)); // 2 m x 1 m / 2
    CHECK(std::get<Polygon>(wedge.geometry).centroid.x == doctest::Approx(-1.0 / 3.0));
    CHECK(std::get<Polygon>(wedge.geometry).centroid.y == doctest::Approx(-1.0 / 6.0)); // y was flipped
    CHECK(wedge.sensor);
    CHECK(wedge.material.density == 0.5f);
    CHECK(wedge.material.restitution == 0.25f);
    CHECK(wedge.material.dynamicFriction == 0.75f);
    CHECK(wedge.filter == Filter{2, Filter{}.mask, -1});
    CHECK((test::bodyOf(result, 1).type == BodyType::Dynamic));
    CHECK(test::bodyOf(result, 1).position == Position{2.0 + 0.5 + 0.25, 0.25});
    CHECK(std::get<Circle>(test::shapesOf(result, 1).at(0).geometry).radius == 0.25f);
    CHECK(test::bodyOf(result, 2).name == "floor");
}

TEST_CASE("shapes_for_phaser_2_are_flat_lists_of_numbers")
{
    const SceneResult result = shapesFile(R"({"plane": [{"density": 2, "friction": 0.1, "bounce": 0.5,
        "filter": {"categoryBits": 1, "maskBits": 6}, "shape": [0, 0, 100, 0, 100, 100, 0, 100]},
        {"circle": {"radius": 10, "position": [50, 120]}}]})",
                                          {.unitsPerMetre = 50.0f});
    REQUIRE(result.error == "");
    const auto shapes = test::shapesOf(result, 0);
    REQUIRE(shapes.size() == 2);
    CHECK(computeArea(shapes[0].geometry) == doctest::Approx(4.0));
    CHECK(shapes[0].material.restitution == 0.5f);
    CHECK(shapes[0].filter == Filter{1, 6, 0});
    CHECK(std::get<Circle>(shapes[1].geometry).radius == 0.2f);
}

TEST_CASE("shapes_of_physics_body_editor_point_upwards_and_an_image_is_a_metre_wide")
{
    const SceneResult result = shapesFile(R"({"rigidBodies": [{"name": "ship", "imagePath": "ship.png",
        "origin": {"x": 0, "y": 0}, "polygons": [[{"x": 0, "y": 0}, {"x": 1, "y": 0}, {"x": 0, "y": 1}]],
        "circles": [{"cx": 0.5, "cy": 0.5, "r": 0.25}], "shapes": []}], "dynamicObjects": []})");
    REQUIRE(result.error == "");
    const auto shapes = test::shapesOf(result, 0);
    REQUIRE(shapes.size() == 2);
    CHECK(test::bodyOf(result, 0).name == "ship");
    CHECK(std::get<Polygon>(shapes[0].geometry).centroid.y == doctest::Approx(-1.0 / 6.0));
    CHECK(test::hasNote(result, "shapes.json: refused: images, at /rigidBodies/0/imagePath"));
}

TEST_CASE("broken_shapes_are_an_error_or_refused_with_their_place")
{
    CHECK(shapesFile(R"({"a": [{"shape": [1, 2, 3]}]})").error ==
          "shapes.json: /a/0/shape: 3 numbers, expected an x and a y each");
    CHECK(shapesFile(R"({"rigidBodies": [{"polygons": [[{"x": 1}]]}]})").error ==
          "shapes.json: /rigidBodies/0/polygons/0/0: \"y\" is missing");
    CHECK(shapesFile(R"({"a": {"fixtures": [{"circle": {"x": 0, "y": 0, "radius": 0}}]}})")
              .error.find("refused: a shape: radius") != std::string::npos);
    const SceneResult half =
        shapesFile(R"({"a": [{"circle": {"x": 0, "y": 0, "radius": 10}}], "b": {"fixtures": []}, "c": 3})");
    REQUIRE(half.error == "");
    CHECK(test::hasNote(half, "shapes.json: refused: bodies without shapes, at /b"));
    CHECK(test::hasNote(half, "shapes.json: refused: keys that are no bodies, at /c"));
}

} // namespace satbox
