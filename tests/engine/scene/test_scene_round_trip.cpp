#include "engine/scene/scene_helpers.h"
#include "engine/world/world_access.h"
#include "tests/support/paths.h"
#include <satbox/outlines.h>
#include <satbox/scene/builders.h>
#include <satbox/shapes.h>
#include <satbox/validate.h>

#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <fstream>
#include <limits>
#include <sstream>

namespace satbox {
namespace {

constexpr float kDt = 1.0f / 60.0f;

void step(World& world, int count)
{
    for (int i = 0; i < count; ++i) world.step(kDt);
}

// Written, read, and stepped on: at every point the same as the world that was never written.
void checkIdentity(Scene scene, int furtherSteps)
{
    const std::string text = writeScene(scene);
    SceneResult again = readScene(text, "again.json");
    REQUIRE(again.error == "");
    CHECK(again.notes.empty());
    CHECK(again.scene.world.hash() == scene.world.hash());
    CHECK(again.scene.world == scene.world);
    CHECK(again.scene.camera == scene.camera);
    CHECK(again.scene.title == scene.title);
    CHECK(again.scene.description == scene.description);
    CHECK(again.scene.notes == scene.notes);
    CHECK(writeScene(again.scene) == text);
    for (int i = 0; i < furtherSteps; ++i) {
        scene.world.step(kDt);
        again.scene.world.step(kDt);
        REQUIRE_MESSAGE(again.scene.world.hash() == scene.world.hash(), "step " << i + 1 << " after reading");
    }
}

} // namespace

TEST_CASE("a_built_in_scene_that_is_written_and_read_is_the_same_world_without_a_resume_part")
{
    for (const BuiltinScene& builtin : builtinScenes()) {
        CAPTURE(builtin.name);
        const Scene scene = builtin.build();
        CHECK(writeScene(scene).find("\"resume\"") == std::string::npos);
        if (builtin.shipped) checkIdentity(scene, 20);
    }
}

TEST_CASE("a_scene_written_in_the_middle_of_its_life_goes_on_to_the_same_bits")
{
    for (const char* name :
         {"welcome", "mixed_rain", "tumbler", "compound", "bullet_wall", "newtons_cradle", "gas"}) {
        CAPTURE(name);
        Scene scene = findBuiltinScene(name)->build();
        for (int part = 0; part < 3; ++part) {
            step(scene.world, 47);
            checkIdentity(scene, 40);
        }
    }
}

TEST_CASE("a_sleeping_world_is_read_asleep_and_wakes_the_same_way")
{
    Scene scene = findBuiltinScene("box_stack")->build();
    WorldSettings settings = scene.world.settings();
    settings.solver = SolverType::SequentialImpulse;
    scene.world.setSettings(settings);
    addBall(scene.world, {8.0f, 2.0f}, 0.5f);
    step(scene.world, 900);
    REQUIRE(scene.world.counters().sleepingIslands > 0);
    checkIdentity(scene, 5);
    Scene again = readScene(writeScene(scene), "again.json").scene;
    for (Scene* each : {&scene, &again}) {
        addBall(each->world, {0.2f, 18.0f}, 0.5f, {.density = 5.0f});
        step(each->world, 200);
    }
    CHECK(again.world.hash() == scene.world.hash());
}

TEST_CASE("a_world_whose_sleepers_are_gone_is_read")
{
    Scene scene;
    std::vector<BodyId> balls;
    for (int i = 0; i < 3; ++i)
        balls.push_back(addBall(scene.world, {4.0f * static_cast<float>(i), 0.0f}, 0.5f));
    WorldSettings settings = scene.world.settings();
    settings.gravity = {0.0f, 0.0f};
    scene.world.setSettings(settings);
    step(scene.world, 120);
    REQUIRE(scene.world.counters().sleepingIslands == 3);
    scene.world.destroyBody(balls[0]);
    scene.world.destroyBody(balls[1]);
    checkIdentity(scene, 5); // one sleeper in the last of three places
    scene.world.destroyBody(balls[2]);
    checkIdentity(scene, 5);
}

TEST_CASE("a_world_is_read_in_which_a_sensor_woke_while_its_visitor_sleeps")
{
    Scene scene;
    WorldSettings settings;
    settings.gravity = {0.0f, 0.0f};
    scene.world.setSettings(settings);
    const BodyId visitor = addBall(scene.world, {0.5f, 0.0f}, 0.5f);
    const BodyId sensor = scene.world.createBody({});
    scene.world.addShape(sensor, {.geometry = makeBox(1.0f, 1.0f), .sensor = true});
    step(scene.world, 120);
    REQUIRE(scene.world.counters().sleepingIslands == 2);
    const auto& asleep = stateOf(scene.world).islands.asleep;
    REQUIRE(asleep[0].contacts.size() + asleep[1].contacts.size() == 1);
    for (const BodyId woken : {visitor, sensor}) {
        Scene half = scene;
        REQUIRE(half.world.wake(woken)); // one of the two leaves the island that stores the contact
        checkIdentity(half, 5);
    }
}

TEST_CASE("worlds_with_holes_in_their_slots_and_shapes_in_mixed_order_are_read_the_same")
{
    Scene scene;
    addBin(scene.world, 6.0f, 6.0f);
    Random random(9);
    std::vector<BodyId> bodies;
    for (int i = 0; i < 40; ++i) {
        const Vec2 place{random.between(-5.0f, 5.0f), 1.0f + 0.4f * static_cast<float>(i)};
        bodies.push_back(
            addBody(scene.world, place, randomShape(random, 0.7f), {.restitution = random.unit()}));
    }
    step(scene.world, 30);
    for (size_t i = 0; i < bodies.size(); i += 3) scene.world.destroyBody(bodies[i]);
    // Shapes now go into the free slots, last freed first, so that a body's own order is not that of the
    // slots.
    for (size_t i = 1; i < bodies.size(); i += 6) {
        for (int k = 0; k < 6; ++k) { // of many weights, so that the order of summing them shows in the mass
            const Vec2 at{random.between(-0.4f, 0.4f), random.between(-0.4f, 0.4f)};
            addShapeTo(scene.world, bodies[i], Circle{at, 0.2f}, {.density = random.between(0.01f, 7.0f)});
        }
        addShapeTo(scene.world, bodies[i], makeBox(0.2f, 0.5f), {.density = 2.0f},
                   {{-0.2f, 0.0f}, makeRot(0.3f)});
    }
    checkIdentity(scene, 10);
    step(scene.world, 25);
    checkIdentity(scene, 60);
}

TEST_CASE("held_pushed_disabled_and_broken_bodies_are_read_as_they_were")
{
    Scene scene = findBuiltinScene("pyramid")->build();
    const BodyId top = scene.world.bodyAt(210);
    const MouseJointId mouse = scene.world.createMouseJoint(top, scene.world.motion(top).center);
    scene.world.setMouseTarget(mouse, {3.0f, 25.0f});
    step(scene.world, 20);
    BodyDef off = scene.world.bodyDef(scene.world.bodyAt(30));
    off.enabled = false;
    scene.world.setBodyDef(scene.world.bodyAt(30), off);
    BodyDef asleep = scene.world.bodyDef(scene.world.bodyAt(200));
    asleep.position = {30.0f, 5.0f};
    asleep.awake = false;
    scene.world.setBodyDef(scene.world.bodyAt(200), asleep);
    editState(scene.world, [&](WorldState& state) {
        state.bodies.motions[50].v.x = std::numeric_limits<float>::quiet_NaN();
    });
    step(scene.world, 5);
    REQUIRE(scene.world.body(scene.world.bodyAt(50)).quarantined);
    scene.world.applyForce(scene.world.bodyAt(100), {100.0f, 3.0f}, {0.0f, 5.0f});
    checkIdentity(scene, 60);
}

TEST_CASE("minus_zero_keeps_its_sign")
{
    // Found in a file whose hash changed when it was saved.
    const SceneResult read = readScene(
        R"({"format": "satbox-scene", "version": 1, "settings": {"gravity": [-0.0, -0.0]}, "bodies": [
        {"position": [-0.0, 0], "linearVelocity": [-0.0, 0], "angularVelocity": -0.0, "gravityScale": -0.0,
         "shapes": [{"type": "circle", "radius": 0.5, "center": [-0.0, 0], "offset": [0, -0.0],
                     "material": {"restitution": -0.0, "friction": -0.0, "density": -0.0}},
                    {"type": "circle", "radius": 0.5, "material": {"restitution": 0, "friction": 0, "density": 0}},
                    {"type": "circle", "radius": 0.5, "material": {"restitution": -0.0}},
                    {"type": "circle", "radius": 0.5, "material": {"restitution": -0.0}}]}]})",
        "zero.json");
    REQUIRE(read.error == "");
    checkIdentity(read.scene, 5);
    Scene scene;
    const BodyId body = scene.world.createBody({.rotation = {-0.0f, 1.0f}});
    Polygon box = makeBox(0.5f, 0.5f);
    for (Vec2& normal : box.normals)
        normal = {normal.x == 0.0f ? -0.0f : normal.x, normal.y == 0.0f ? -0.0f : normal.y};
    REQUIRE(scene.world.addShape(body, {.geometry = box}));
    REQUIRE(scene.world.addShape(body, {.geometry = Circle{}, .local = {{-0.0f, 0.0f}, {1.0f, -0.0f}}}));
    checkIdentity(scene, 5);
    const Scene again = readScene(writeScene(scene), "again.json").scene;
    const auto polygon = std::get<Polygon>(again.world.shapeDef(again.world.shapeAt(0)).geometry);
    CHECK(std::signbit(polygon.normals[1].y) == std::signbit(box.normals[1].y));
}

TEST_CASE("what_a_world_takes_can_be_saved_and_read")
{
    const auto checkWorld = [](auto&& edit) {
        Scene scene;
        edit(scene.world);
        checkIdentity(scene, 3);
    };
    const auto addDisc = [](World& world, const BodyDef& def) {
        const BodyId id = world.createBody(def);
        REQUIRE(world.addShape(id, {.geometry = Circle{{0.0f, 0.0f}, 0.1f}}));
        return id;
    };
    constexpr float kHuge = 3e38f;
    checkWorld([&](World& world) { // a disabled body that is pushed
        const BodyId id = addDisc(world, {.enabled = false});
        world.applyAngularImpulse(id, 100.0f);
        world.applyImpulse(id, {kHuge, 0.0f}, {});
        step(world, 5);
        CHECK(world.setBodyDef(id, world.bodyDef(id)));
    });
    checkWorld([&](World& world) { // pushes whose sums are no numbers
        const BodyId id = addDisc(world, {});
        CHECK(world.applyImpulse(id, {1e30f, 0.0f}, {}));
        CHECK_FALSE(world.applyImpulse(id, {kHuge, 0.0f}, {}));
        CHECK_FALSE(world.applyAngularImpulse(id, kHuge));
        CHECK(world.applyForce(id, {kHuge, 0.0f}, {}));
        CHECK_FALSE(world.applyForce(id, {kHuge, 0.0f}, {}));
        CHECK_FALSE(world.applyForce(id, {1e30f, 0.0f}, {0.0, 1e30}));
        CHECK(world.applyTorque(id, kHuge));
        CHECK_FALSE(world.applyTorque(id, kHuge));
    });
    checkWorld([&](World& world) { // a centre that jumps while the body turns
        const BodyId id = addDisc(world, {.angularVelocity = 1e4f});
        REQUIRE(world.addShape(id, {.geometry = Circle{{1e5f, 0.0f}, 1.0f}}));
        CHECK(validate(world.bodyDef(id)) == "");
    });
    checkWorld([&](World& world) { // the smallest and the farthest
        const BodyId id = world.createBody({.position = {kMaxPosition, -kMaxPosition}});
        REQUIRE(world.addShape(id, {.geometry = Circle{{kMaxCoordinate, 0.0f}, kMinSize}}));
        REQUIRE(world.addShape(id, {.geometry = makeBox(kMinSize, 1.0f)}));
        REQUIRE(world.addShape(
            id, {.geometry = Circle{{kMaxCoordinate, 0.0f}, 0.5f}, .local = {{kMaxCoordinate, 0.0f}, {}}}));
    });
    checkWorld([&](World& world) { // points nearer to each other than a weld
        const std::array<Vec2, 4> corners{Vec2{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {1.0f - 5e-6f, 1.0f}};
        REQUIRE(world.addShape(world.createBody({}), {.geometry = makePolygon(corners)}));
    });
}

TEST_CASE("round_corners_keep_their_bits")
{
    Scene scene;
    World& world = scene.world;
    const BodyId id = world.createBody({});
    REQUIRE(world.addShape(id, {.geometry = makeRoundedBox(0.5f, 0.25f, 0.1f)}));
    REQUIRE(world.addShape(id, {.geometry = makeRoundedBox(0.5f, 0.25f, 0.3f, {1.0f, 2.0f}, makeRot(0.3f))}));
    Polygon regular = makeRegularPolygon(5, 0.7f);
    regular.radius = 0.01f;
    REQUIRE(world.addShape(id, {.geometry = regular}));
    const std::array<Vec2, 3> corners{Vec2{0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
    REQUIRE(world.addShape(id, {.geometry = makePolygon(corners, 0.2f)}));
    checkIdentity(scene, 3);
    CHECK(writeScene(scene).find(R"("type": "box", "size": [1, 0.5], "radius": 0.1)") != std::string::npos);
}

TEST_CASE("pieces_of_a_chain_keep_their_bits_and_count_in_the_hash")
{
    Scene scene;
    World& world = scene.world;
    const BodyId id = world.createBody({.type = BodyType::Static});
    const std::array<Vec2, 3> points{Vec2{2.0f, 0.1f}, {0.3f, 0.0f}, {-1.0f, 0.7f}};
    for (const Segment& piece : makeChain(points, false).pieces)
        REQUIRE(world.addShape(id, {.geometry = piece, .local = {{0.5f, 0.25f}, makeRot(0.3f)}}));
    addBall(world, {0.5f, 2.0f}, 0.2f);
    checkIdentity(scene, 30);
    World other = world;
    ShapeDef def = other.shapeDef(other.shapeAt(0));
    std::get<Segment>(def.geometry).before.x += 0.5f;
    REQUIRE(other.setShapeDef(other.shapeAt(0), def));
    def = other.shapeDef(other.shapeAt(0));
    CHECK(std::get<Segment>(def.geometry).oneSided);
    CHECK(other.hash() != world.hash());
}

TEST_CASE("a_mouse_joint_with_a_far_anchor_stays_finite")
{
    Scene scene;
    World& world = scene.world;
    const BodyId id = addBall(world, {0.0f, 0.0f}, 0.1f);
    CHECK_FALSE(world.isValid(world.createMouseJoint(id, {1e30, 0.0})));
    const MouseJointId joint = world.createMouseJoint(id, {4e6, 0.0});
    REQUIRE(world.isValid(joint));
    CHECK_FALSE(world.setMouseTarget(joint, {0.0, -5e6}));
    CHECK(world.setMouseTarget(joint, {0.0, -4e6}));
    // As if its impulse had overflown in a step.
    editState(world, [&](WorldState& state) {
        state.joints.of<MouseJoint>().at(joint.index).impulse.x = std::numeric_limits<float>::quiet_NaN();
    });
    editState(world, [&](WorldState& state) {
        state.bodies.motions[id.index].v.x = std::numeric_limits<float>::quiet_NaN();
    });
    step(world, 1);
    REQUIRE(world.body(id).quarantined);
    checkIdentity(scene, 3);
}

TEST_CASE("a_camera_out_of_the_range_of_files_is_clamped_when_written")
{
    Scene scene;
    for (const SceneCamera& camera : {SceneCamera{{1e9, 0.0}, 1e9f}, SceneCamera{{0.0, 0.0}, 0.0f},
                                      SceneCamera{{std::numeric_limits<double>::quiet_NaN(), 0.0}, 1.0f},
                                      SceneCamera{{4e6, 4e6}, 0.002f}}) {
        scene.camera = camera;
        CHECK(readScene(writeScene(scene), "camera.json").error == "");
    }
}

TEST_CASE("saving_replaces_a_file_only_when_all_is_written")
{
    const auto folder = test::artefactFolder("scene_saving");
    const auto path = folder / "stack.json";
    Scene scene = findBuiltinScene("box_stack")->build();
    CHECK(saveSceneFile(path, scene) == "");
    CHECK(saveSceneFile(path, scene) == ""); // over the old one
    const SceneResult again = loadSceneFile(path);
    REQUIRE(again.error == "");
    CHECK(again.scene.world == scene.world);
    CHECK(again.scene.name == "stack");
    CHECK(saveSceneFile(folder / "no_folder" / "stack.json", scene).find("cannot be written") !=
          std::string::npos);
    // A folder in the way: the rename fails, and the temporary file does not stay behind.
    std::filesystem::create_directories(folder / "taken.json" / "inside");
    CHECK(saveSceneFile(folder / "taken.json", scene).find("a folder, expected a file") != std::string::npos);
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        CHECK(entry.path().filename().string().find(".tmp-") == std::string::npos);
    }
}

} // namespace satbox
