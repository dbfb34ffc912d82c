// Scenes as programs for Box2D. tests/box2d.cmake compiles some of them and compares masses and poses.
#include <satbox/scene/scene_box2d.h>
#include <satbox/shapes.h>

#include <algorithm>
#include <doctest/doctest.h>
#include <string>

namespace satbox {
namespace {

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}
bool hasLine(const Box2dProgram& program, const std::string& note)
{
    return std::find(program.notes.begin(), program.notes.end(), note) != program.notes.end();
}

} // namespace

TEST_CASE("a_box2d_program_has_the_settings_bodies_and_fixtures")
{
    Scene scene;
    scene.name = "s";
    scene.world.setSettings(
        {.gravity = {0.0f, -5.0f}, .stepRate = 120.0f, .velocityIterations = 9, .sleeping = false});
    const BodyId body = scene.world.createBody(
        {.position = {1.0, 2.0}, .linearDamping = 0.5f, .bullet = true, .name = "box"});
    scene.world.addShape(
        body,
        {.geometry = makeBox(0.5f, 0.25f),
         .material = {.density = 2.0f, .staticFriction = 0.3f, .dynamicFriction = 0.3f, .restitution = 0.5f},
         .filter = {.category = 2, .mask = 5, .group = -3}});
    const Box2dProgram program = sceneAsBox2d(scene, 42);
    INFO(program.text);
    for (const char* part :
         {"#include <box2d/box2d.h>\n", "b2World world({0.0f, -5.0f});\n    world.SetAllowSleeping(false);\n",
          "i < 42; ++i) world.Step(1.0f / 120.0f, 9, 3);",
          "// body 0: \"box\"\n    def.type = b2_dynamicBody;\n", "def.position = {1.0f, 2.0f};\n",
          "def.linearDamping = 0.5f;\n", "def.bullet = true;\n",
          "fixture.density = 2.0f;\n    fixture.friction = 0.3f;\n    fixture.restitution = 0.5f;\n",
          "fixture.filter.categoryBits = 0x0002;\n    fixture.filter.maskBits = 0x0005;\n    "
          "fixture.filter.groupIndex = -3;\n",
          "addPolygon(body, fixture, {{-0.5f, -0.25f}, {0.5f, -0.25f}, {0.5f, 0.25f}, {-0.5f, 0.25f}});\n"}) {
        CAPTURE(part);
        CHECK(contains(program.text, part));
    }
    CHECK_FALSE(contains(program.text, "setMass(body, "));
    CHECK(program.notes.empty());
}

TEST_CASE("what_box2d_lacks_is_a_comment_at_its_place_and_a_note")
{
    Scene scene;
    const BodyId a = scene.world.createBody({.lockX = true}), b = scene.world.createBody({});
    scene.world.addShape(a, {.geometry = Capsule{}, .material = {.rollingResistance = 0.1f}});
    scene.world.addShape(b, {.geometry = makeRoundedBox(0.5f, 0.5f, 0.1f)});
    scene.world.addShape(b, {.geometry = makeBox(0.001f, 0.001f)});
    scene.world.createJoint({.bodyA = a, .bodyB = b, .breakForce = 10.0f, .kind = GearJoint{}});
    const Box2dProgram program = sceneAsBox2d(scene);
    INFO(program.text);
    for (const char* note :
         {"refused: locked axes of bodies, at body 0", "changed: capsules became polygons, at body 0",
          "refused: rolling resistance, at body 0",
          "changed: round corners of polygons became edges, at body 1",
          "refused: shapes that are too small for Box2D, at body 1",
          "refused: breaking of joints, at joint 0", "refused: joints of the kind gear, at joint 0"}) {
        CAPTURE(note);
        CHECK(hasLine(program, note));
    }
    CHECK(contains(program.text, "    // not in Box2D: joints of the kind gear\n"));
    CHECK(contains(program.text, "    // capsules became polygons\n"));
    // The masses of both are satbox's.
    const size_t first = program.text.find("    setMass(body, ");
    REQUIRE(first != std::string::npos);
    CHECK(program.text.find("    setMass(body, ", first + 1) != std::string::npos);
}

TEST_CASE("a_box2d_program_of_a_stepped_world_says_so")
{
    Scene scene;
    CHECK_FALSE(contains(sceneAsBox2d(scene).text, "had been stepped"));
    scene.world.step(1.0f / 60.0f);
    CHECK(contains(sceneAsBox2d(scene).text, "// The world had been stepped"));
}

} // namespace satbox
