// Scenes as C++ programs. tests/install compiles some of them and compares the hashes.
#include <satbox/scene/builders.h>
#include <satbox/scene/scene_cpp.h>
#include <satbox/shapes.h>

#include <doctest/doctest.h>
#include <limits>
#include <string>

namespace satbox {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

TEST_CASE("a_scene_as_cpp_has_settings_bodies_and_shapes_by_their_exact_numbers")
{
    Scene scene;
    scene.name = "odd \"name\"\n";
    scene.world.setSettings({.gravity = {0.1f, -0.0f},
                             .solver = SolverType::SequentialImpulse,
                             .substeps = 7,
                             .frictionRule = CombineRule::Average,
                             .overrideFriction = true});
    const BodyId body = scene.world.createBody({.type = BodyType::Kinematic,
                                                .position = {0.1, 1e-9},
                                                .rotation = makeRot(0.3f),
                                                .linearVelocity = {1e-20f, 3.0f},
                                                .name = "a\"\\\n\xc3\xa4?",
                                                .userValue = std::numeric_limits<uint64_t>::max(),
                                                .color = 0x56B4E9u});
    scene.world.addShape(body,
                         {.geometry = makeBox(0.5f, 0.25f), .local = {{1.0f, 0.0f}, {}}, .sensor = true});
    scene.world.addShape(body, {.geometry = makeRegularPolygon(3, 1.0f),
                                .material = {.density = 2.0f, .restitution = 0.1f},
                                .filter = {.category = 2, .group = -3}});
    scene.world.addShape(body, {.geometry = Circle{{0.0f, 0.1f}, 1e7f / 3e7f}});
    const std::string text = sceneAsCpp(scene, 42);
    INFO(text);
    CHECK(text.starts_with("// Scene \"odd \\\"name\\\"\\u000a\", written by satbox.\n"));
    CHECK(has(text, "settings.gravity = {0.1f, -0.0f};\n"));
    CHECK(has(text, "settings.solver = SolverType::SequentialImpulse;\n"));
    CHECK(has(text, "settings.substeps = 7;\n"));
    CHECK(has(text, "settings.frictionRule = CombineRule::Average;\n"));
    CHECK(has(text, "settings.overrideFriction = true;\n"));
    CHECK_FALSE(has(text, "settings.positionIterations"));
    CHECK(has(text, "def.type = BodyType::Kinematic;\n"));
    CHECK(has(text, "def.linearVelocity = {1e-20f, 3.0f};\n"));
    CHECK(has(text, "def.name = \"a\\042\\134\\012\\303\\244?\";\n"));
    CHECK(has(text, "def.userValue = 18446744073709551615ull;\n"));
    CHECK(has(text, "def.color = 0x56B4E9u;\n"));
    CHECK(has(text, "redefined.push_back({body, def});\n"));
    CHECK(has(text,
              "{.geometry = makeBox(0.5f, 0.25f), .local = {{1.0f, 0.0f}, {1.0f, 0.0f}}, .sensor = true}"));
    CHECK(has(text, ".material = {2.0f, 0.6f, 0.6f, 0.1f, 0.0f, 0.0f, 0ull}, .filter = {2ull, "
                    "18446744073709551615ull, -3}}"));
    CHECK(has(text, "{.geometry = convex({{1.0f, 0.0f}, "));
    CHECK(has(text, "{.geometry = Circle{{0.0f, 0.1f}, 0.33333334f}}"));
    CHECK(has(text, "i < 42; ++i) world.step(dt);"));
    CHECK_FALSE(has(text, "had been stepped"));
}

TEST_CASE("a_scene_as_cpp_says_that_a_stepped_world_starts_afresh")
{
    Scene scene = findBuiltinScene("box_stack")->build();
    CHECK_FALSE(has(sceneAsCpp(scene), "had been stepped"));
    scene.world.step(1.0f / 60.0f);
    CHECK(has(sceneAsCpp(scene), "// The world had been stepped"));
}

TEST_CASE("many_bodies_are_added_by_several_functions")
{
    Scene scene;
    for (int i = 0; i < 101; ++i) scene.world.createBody({});
    const std::string text = sceneAsCpp(scene);
    CHECK(has(text, "    addBodies3(world, redefined);\n"));
    CHECK_FALSE(has(text, "addBodies4"));
}

} // namespace satbox
