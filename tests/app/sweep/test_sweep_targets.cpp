#include "app/sweep/sweep_targets.h"
#include "tests/app/sweep/sweep_texts.h"

#include <satbox/scene/scene.h>

namespace satbox::app {
namespace {

World sweptWorld() { return readScene(kSweptScene, "s").scene.world; }

// Slots: "1 2".
std::string bodiesOf(const char* name)
{
    std::vector<BodyId> bodies;
    std::string text = findSweptBodies(sweptWorld(), sweptField(name), bodies);
    for (const BodyId id : bodies) text += (text.empty() ? "" : " ") + std::to_string(id.index);
    return text;
}

std::string shapesOf(const char* name, const World& world, std::string_view scene)
{
    std::vector<ShapeId> shapes;
    std::string text = findSweptShapes(world, scene, sweptField(name), shapes);
    for (const ShapeId id : shapes) text += (text.empty() ? "" : " ") + std::to_string(id.index);
    return text;
}

} // namespace

TEST_CASE("bodies_are_found_by_number_name_and_star_and_all_of_a_name_count")
{
    CHECK(bodiesOf("body:2.angle") == "2");
    CHECK(bodiesOf("body:ball.angle") == "2 3");
    CHECK(bodiesOf("body:box 1.5.position.x") == "1");
    CHECK(bodiesOf("body:*.angle") == "0 1 2 3");
    CHECK(bodiesOf("body:9.angle") == "there is no body 9");
    World world;
    world.createBody({.name = "7"});
    std::vector<BodyId> bodies;
    CHECK(findSweptBodies(world, sweptField("body:7.angle"), bodies) ==
          "there is no body 7; one is named so: write body:\"7\".FIELD");
    CHECK(bodiesOf("body:bal.angle") == "there is no body \"bal\", did you mean \"ball\"?");
}

TEST_CASE("joints_are_found_by_number_name_and_star_if_they_have_the_field")
{
    const World world = readScene(jointedScene(), "s").scene.world;
    const auto jointsOf = [&](const char* name) {
        std::vector<JointId> joints;
        std::string text = findSweptJoints(world, sweptField(name), joints);
        for (const JointId id : joints) text += (text.empty() ? "" : " ") + std::to_string(id.index);
        return text;
    };
    CHECK(jointsOf("joint:2.breakForce") == "2");
    CHECK(jointsOf("joint:arm.motor.speed") == "1 2");
    CHECK(jointsOf("joint:*.motor.speed") == "0 1 2 3");
    CHECK(jointsOf("joint:*.length") == "3");
    CHECK(jointsOf("joint:3.anchorA.x") == "3");
    CHECK(jointsOf("joint:axle.length") == "wheel joints have no field \"length\"; joint 0 is one");
    CHECK(jointsOf("joint:*.teethA") == "no joint has the field \"teethA\"");
    CHECK(jointsOf("joint:7.breakForce") == "there is no joint 7");
    CHECK(jointsOf("joint:axel.breakForce") == "there is no joint \"axel\", did you mean \"axle\"?");
}

TEST_CASE("shapes_are_found_by_the_name_of_their_material_also_if_two_materials_are_equal")
{
    const World world = sweptWorld();
    CHECK(shapesOf("material:ice.friction", world, kSweptScene) == "0");
    CHECK(shapesOf("material:wood.friction", world, kSweptScene) == "1 2");
    CHECK(shapesOf("material:*.friction", world, kSweptScene) == "0 1 2 3");
    CHECK(shapesOf("material:ise.friction", world, kSweptScene) ==
          "the scene's \"materials\" have no \"ise\", did you mean \"ice\"?");
}

TEST_CASE("shapes_of_a_material_are_found_in_a_world_that_was_stepped_and_saved")
{
    Scene scene = readScene(kSweptScene, "s").scene;
    scene.world.destroyBody(scene.world.bodyAt(0)); // so that slots and places in the file differ
    for (int i = 0; i < 5; ++i) scene.world.step(1.0f / 60.0f);
    const std::string text = writeScene(scene);
    const World world = readScene(text, "s").scene.world;
    std::vector<ShapeId> shapes;
    REQUIRE(findSweptShapes(world, text, sweptField("material:material 1.friction"), shapes) == "");
    REQUIRE(shapes.size() == 2);
    for (const ShapeId id : shapes) CHECK(world.shapeDef(id).material.userValue == 7);
}

TEST_CASE("a_scene_without_named_materials_says_so")
{
    const World world;
    CHECK(
        shapesOf("material:ice.friction", world, R"({"format": "satbox-scene", "version": 1, "bodies": []})")
            .starts_with("the scene file names no materials"));
}

} // namespace satbox::app
