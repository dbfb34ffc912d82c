#include "app/sweep/engine_fingerprint.h"
#include "engine/model/scaled_shape.h"
#include "tests/app/sweep/sweep_texts.h"
#include "tests/support/paths.h"

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>

namespace satbox::app {
namespace {

std::string refusalOfLoad(const std::string& inputs, const std::string& rest = {})
{
    Sweep sweep;
    return sweep.load({sweepText(inputs, rest), {{"s", kSweptScene}}}, "sweep.json");
}

World startOf(const Sweep& sweep, size_t run)
{
    World world;
    REQUIRE(sweep.begin(run, world) == "");
    return world;
}

} // namespace

TEST_CASE("inputs_change_settings_bodies_and_materials_of_the_start")
{
    const Sweep sweep = loadedSweep(R"(, "substeps": 7, "gravity.y": -2, "body:box 1.5.position.x": [1, 2.5],
                                       "body:ball.gravityScale": 0, "material:wood.friction": 0.75)");
    REQUIRE(sweep.runCount() == 2);
    const World world = startOf(sweep, 1);
    CHECK(world.settings().substeps == 7);
    CHECK(world.settings().gravity.y == -2.0f);
    CHECK(world.bodyDef(world.bodyAt(1)).position == Position{2.5, 2.0});
    CHECK(world.bodyDef(world.bodyAt(2)).gravityScale == 0.0f);
    CHECK(world.bodyDef(world.bodyAt(3)).gravityScale == 0.0f);
    CHECK(world.bodyDef(world.bodyAt(1)).gravityScale == 1.0f);
    CHECK(world.shapeDef(world.shapeAt(0)).material.staticFriction == 0.05f);
    CHECK(world.shapeDef(world.shapeAt(1)).material.staticFriction == 0.75f);
    CHECK(world.shapeDef(world.shapeAt(2)).material.dynamicFriction == 0.75f);
    CHECK(sweep.textOf(1) == "body:box 1.5.position.x=2.5");
}

TEST_CASE("inputs_change_joints_of_the_start_and_what_does_not_fit_is_refused_for_the_run_only")
{
    Sweep sweep;
    REQUIRE(sweep.load({sweepText(R"(, "joint:arm.motor.speed": 3, "joint:1.limit.upper": [0.5, -2],
                                     "joint:axle.anchorB.y": 0.25, "joint:*.breakForce": 700)"),
                        {{"s", jointedScene()}}},
                       "sweep.json") == "");
    World world;
    REQUIRE(sweep.begin(0, world) == "");
    const std::vector<JointId> joints = world.joints();
    const auto hinge = std::get<RevoluteJoint>(world.jointDef(joints[1]).kind);
    CHECK(hinge.motor.speed == 3.0f);
    CHECK(hinge.limit.upper == 0.5f);
    CHECK(std::get<PrismaticJoint>(world.jointDef(joints[2]).kind).motor.speed == 3.0f);
    CHECK(world.jointDef(joints[0]).anchorB == Vec2{0.0f, 0.25f});
    for (const JointId joint : joints) CHECK(world.jointDef(joint).breakForce == 700.0f);
    CHECK(sweep.begin(1, world).starts_with("joint 1 \"arm\": ")); // below the lower limit
}

TEST_CASE("inputs_of_a_joint_may_depend_on_each_other")
{
    Sweep sweep;
    REQUIRE(sweep.load({sweepText(R"(, "joint:1.limit.lower": [-3, 2], "joint:1.limit.upper": [-2, 3])",
                                  R"(, "combine": "zip")"),
                        {{"s", jointedScene()}}},
                       "sweep.json") == "");
    World world;
    for (size_t run = 0; run < 2; ++run) CHECK(sweep.begin(run, world) == "");
    CHECK(std::get<RevoluteJoint>(world.jointDef(world.joints()[1]).kind).limit.lower == 2.0f);
}

TEST_CASE("a_scale_enlarges_all_shapes_of_a_body_about_its_origin_and_the_mass_follows")
{
    const std::string scene = R"({"format": "satbox-scene", "version": 1, "bodies": [
{"name": "all", "position": [4, 2], "shapes": [
 {"type": "box", "size": [1, 2], "offset": [0.5, 0], "angle": 0.5}, {"type": "circle", "radius": 0.25, "center": [1, 0]}]},
{"name": "heavy", "position": [9, 2], "mass": 3, "ownCenter": true, "center": [0.25, 0],
 "shapes": [{"type": "circle", "radius": 1}]},
{"name": "floor", "type": "static", "shapes": [{"type": "segment", "p1": [-4, 0], "p2": [4, 1]}]}]})";
    Sweep sweep;
    REQUIRE(sweep.load({sweepText(R"(, "body:*.scale": [1, 2])"), {{"s", scene}}}, "f") == "");
    World plain, larger;
    REQUIRE(sweep.begin(0, plain) == "");
    CHECK(plain == readScene(scene, "s").scene.world);
    REQUIRE(sweep.begin(1, larger) == "");
    const WorldTransform at = plain.motion(plain.bodyAt(0)).transform();
    for (uint32_t shape = 0; shape < 2; ++shape)
        CHECK(larger.shapeDef(larger.shapeAt(shape)) ==
              scaledShape(plain.shapeDef(plain.shapeAt(shape)), {2.0f, 2.0f}));
    CHECK(larger.motion(larger.bodyAt(0)).transform() == at);
    const auto massOf = [](const World& world, uint32_t body) {
        return 1.0f / world.motion(world.bodyAt(body)).invMass;
    };
    CHECK(massOf(larger, 0) == doctest::Approx(4.0f * massOf(plain, 0)));
    CHECK(massOf(larger, 1) == doctest::Approx(3.0f));
    CHECK(larger.bodyDef(larger.bodyAt(1)).center == Vec2{0.5f, 0.0f});
    Sweep tiny;
    REQUIRE(tiny.load({sweepText(R"(, "body:1.scale": 0.01, "body:heavy.scale": 0.001)"), {{"s", scene}}},
                      "f") == "");
    const std::string refusal = tiny.begin(0, larger); // its radius would be 0.01 mm
    CHECK(refusal.starts_with("body:heavy.scale: "));
    CHECK(refusal.find("radius") != std::string::npos);
}

TEST_CASE("inputs_that_overlap_do_the_same_in_any_order_and_those_of_a_name_come_after_the_star")
{
    const Sweep one = loadedSweep(R"(, "body:ball.gravityScale": 2, "body:*.gravityScale": 0.5)");
    const Sweep other = loadedSweep(R"(, "body:*.gravityScale": 0.5, "body:ball.gravityScale": 2)");
    const World world = startOf(one, 0);
    CHECK(world == startOf(other, 0));
    CHECK(one.keyOf(0) == other.keyOf(0));
    CHECK(world.bodyDef(world.bodyAt(1)).gravityScale == 0.5f);
    CHECK(world.bodyDef(world.bodyAt(2)).gravityScale == 2.0f);
}

TEST_CASE("the_seed_moves_dynamic_bodies_by_at_most_the_noise_and_seed_0_moves_none")
{
    const Sweep sweep = loadedSweep(R"(, "seed": [0, 1, 2], "noise.position": 0.1, "noise.velocity": 2)");
    const World plain = readScene(kSweptScene, "s").scene.world;
    CHECK(startOf(sweep, 0) == plain);
    const World first = startOf(sweep, 1), second = startOf(sweep, 2);
    CHECK_FALSE(first == second);
    CHECK(startOf(sweep, 1) == first);
    plain.forEachBody([&](BodyId id, const Body& body, const BodyMotion& motion) {
        const Vec2 moved = first.motion(id).center - motion.center;
        if (body.type == BodyType::Static) {
            CHECK(moved == Vec2{0.0f, 0.0f});
            return;
        }
        CHECK((std::fabs(moved.x) <= 0.1f && std::fabs(moved.y) <= 0.1f));
        CHECK(length(moved) > 0.0f);
        const Vec2 v = first.motion(id).v;
        CHECK((std::fabs(v.x) <= 2.0f && std::fabs(v.y) <= 2.0f));
        CHECK(length(v) > 0.0f);
        CHECK(first.motion(id).q == motion.q);
    });
    const Sweep gentle = loadedSweep(R"(, "seed": 1)"); // 1 mm by itself
    const Vec2 moved =
        startOf(gentle, 0).motion(plain.bodyAt(1)).center - plain.motion(plain.bodyAt(1)).center;
    CHECK((length(moved) > 0.0f && length(moved) < 0.002f));
}

TEST_CASE("runs_that_repeat_earlier_ones_are_left_out")
{
    const Sweep sweep = loadedSweep(R"(, "substeps": [2, 4, 2, 8, 4])");
    REQUIRE(sweep.runCount() == 3);
    CHECK(valueText(sweep.inputsOf(2)[2]) == "8");
}

TEST_CASE("a_key_depends_on_what_is_computed_and_not_on_the_order_of_inputs_or_tolerances")
{
    const uint64_t key = loadedSweep(R"(, "substeps": 2, "gravity.y": -5)").keyOf(0);
    CHECK(loadedSweep(R"(, "gravity.y": -5, "substeps": 2)").keyOf(0) == key);
    CHECK(loadedSweep(R"(, "gravity.y": [-4, -5], "substeps": 2)").keyOf(1) == key);
    CHECK(loadedSweep(R"(, "substeps": 2, "gravity.y": -5)", R"(, "tolerances": {"*": 1}, "title": "t")")
              .keyOf(0) == key);
    const std::set<uint64_t> keys{
        key,
        loadedSweep(R"(, "substeps": 3, "gravity.y": -5)").keyOf(0),
        loadedSweep(R"(, "substeps": 2, "gravity.y": -6)").keyOf(0),
        loadedSweep(R"(, "substeps": 2, "gravity.x": -5)").keyOf(0),
        loadedSweep(R"(, "substeps": 2, "gravity.y": -5)", R"(, "until": "sleeps")").keyOf(0),
        loadedSweep(R"(, "substeps": 2, "gravity.y": -5)", R"(, "metrics": [])").keyOf(0)};
    CHECK(keys.size() == 6);
    Sweep other;
    std::string scene = kSweptScene;
    scene.replace(scene.find("0.05"), 4, "0.06");
    REQUIRE(other.load({sweepText(R"(, "substeps": 2, "gravity.y": -5)"), {{"s", scene}}}, "f") == "");
    CHECK(other.keyOf(0) != key);
}

TEST_CASE("the_start_of_a_run_can_be_opened_as_a_scene")
{
    const Sweep sweep = loadedSweep(R"(, "gravity.y": [-1, -2])");
    const Sweep::Start start = sweep.startOf(1);
    CHECK(start.error == "");
    CHECK(start.steps == 10);
    CHECK(start.scene.world == startOf(sweep, 1));
}

TEST_CASE("what_the_scene_lacks_is_refused_before_any_run")
{
    CHECK(refusalOfLoad(R"(, "body:lid.angle": 1)") ==
          "sweep.json: /inputs/body:lid.angle: scene \"s\": there is no body \"lid\"");
    CHECK(refusalOfLoad(R"(, "material:wod.friction": 1)")
              .starts_with("sweep.json: /inputs/material:wod.friction: scene \"s\": the scene's "
                           "\"materials\" have no \"wod\""));
    CHECK(refusalOfLoad("", R"(, "until": "sleeps of \"lid\"")")
              .starts_with("sweep.json: /until: scene \"s\": "));
    CHECK(refusalOfLoad("", R"(, "conditions": {"a": "touch 8 9"})")
              .starts_with("sweep.json: /conditions/a: scene \"s\": "));
    Sweep sweep;
    CHECK(sweep.load({sweepText(""), {}}, "f.json") ==
          "f.json: /inputs/scene: the scene \"s\" is missing in the file");
    CHECK(sweep.load({sweepText(""), {{"s", "{}"}}}, "f.json").starts_with("f.json: /inputs/scene: s: "));
}

TEST_CASE("inputs_that_do_not_fit_together_are_refused_for_the_run_only")
{
    // Far away, the noise leads out of the world.
    const Sweep sweep =
        loadedSweep(R"(, "seed": [0, 1], "noise.position": 1000, "body:ball.position.x": 2000000)");
    World world;
    CHECK(sweep.begin(0, world) == "");
    bool refused = false;
    for (size_t run = 1; run < sweep.runCount(); ++run) refused = refused || !sweep.begin(run, world).empty();
    CHECK(refused);
}

TEST_CASE("scenes_of_a_sweep_file_are_found_beside_it_and_among_the_built_in_ones")
{
    const std::filesystem::path folder = test::emptyArtefactFolder("sweep_files");
    std::ofstream(folder / "own.json") << kSweptScene;
    std::ofstream(folder / "sweep.json") << R"({"format": "satbox-sweep", "version": 1,
        "inputs": {"scene": ["own.json", "box_stack", "own.json"], "steps": 1}})";
    const SweepSourceResult read = loadSweepFile(folder / "sweep.json");
    CHECK(read.error == "");
    REQUIRE(read.source.scenes.size() == 2);
    CHECK(read.source.scenes[0].text == kSweptScene);
    Sweep sweep;
    REQUIRE(sweep.load(read.source, "sweep.json") == "");
    CHECK(sweep.runCount() == 2);
    std::ofstream(folder / "wrong.json") << R"({"format": "satbox-sweep", "version": 1,
        "inputs": {"scene": "box_stak", "steps": 1}})";
    CHECK(loadSweepFile(folder / "wrong.json")
              .error.ends_with("wrong.json: /inputs/scene: box_stak: neither a scene nor a file, did you "
                               "mean \"box_stack\"?"));
    CHECK(loadSweepFile(folder / "none.json").error.ends_with("none.json: there is no such file"));
}

TEST_CASE("the_fingerprint_of_the_engine_is_the_same_each_time_and_part_of_the_version")
{
    const uint32_t fingerprint = engineFingerprint();
    CHECK(fingerprint == engineFingerprint());
    CHECK(fingerprint != 0);
    char text[16];
    std::snprintf(text, sizeof text, "-%08x", fingerprint);
    CHECK(loadedSweep("").version().ends_with(text));
}

} // namespace satbox::app
