// Joints in scene files, operations and recordings.
#include "engine/scene/joint_json.h"
#include "engine/scene/scene_json.h"
#include "engine/scene/snapshot.h"
#include "tests/support/joined_world.h"
#include "tests/support/lcg.h"
#include <satbox/scene/op_text.h>
#include <satbox/scene/recording.h>
#include <satbox/scene/scene.h>

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace satbox {
namespace {

using namespace test;

// The scene of that world, written and read again.
World readAgain(const World& world)
{
    Scene scene;
    scene.world = world;
    SceneResult result = readScene(writeScene(scene), "a.json");
    REQUIRE(result.error == "");
    CHECK(result.notes.empty());
    return std::move(result.scene.world);
}

std::vector<JointDef> definitionsOf(const World& world)
{
    std::vector<JointDef> definitions;
    for (const JointId id : world.joints()) {
        definitions.push_back(world.jointDef(id));
        definitions.back().bodyA = definitions.back().bodyB = {}; // have other slots in the file
    }
    return definitions;
}

// Equal now and after each of more steps, with the same breaks.
void checkGoesOnEqually(World world, World other, int steps)
{
    REQUIRE(other.hash() == world.hash());
    REQUIRE(other == world);
    CHECK((definitionsOf(other) == definitionsOf(world)));
    for (int i = 0; i < steps; ++i) {
        world.step(kStep);
        other.step(kStep);
        REQUIRE(other.hash() == world.hash());
        REQUIRE(other.events().brokenJoints.size() == world.events().brokenJoints.size());
    }
}

// Two boxes with a joint, in a world with ground.
World joinedPair(const JointDef& definition)
{
    World world;
    addGround(world);
    JointDef def = definition;
    def.bodyA = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0, 3.0}});
    def.bodyB = addBody(world, makeBox(0.5f, 0.5f), {.position = {1.5, 3.0}});
    REQUIRE(world.isValid(world.createJoint(def)));
    return world;
}

// Adds and removes bodies and joints of all kinds, so that slots are free and used again.
void editJoints(World& world, Lcg& random, int count)
{
    const std::vector<JointKind> kinds = changedJointKinds();
    const auto pick = [&](size_t size) { return size_t{random.below(static_cast<uint32_t>(size))}; };
    for (int i = 0; i < count; ++i) {
        std::vector<BodyId> bodies;
        world.forEachBody([&](BodyId id, const Body&, const BodyMotion&) { bodies.push_back(id); });
        const std::vector<JointId> joints = world.joints();
        const size_t choice = pick(10);
        if (choice < 3 || bodies.size() < 4) {
            addBody(world, makeBox(0.4f, 0.4f),
                    {.position = {random.between(-5.0f, 5.0f), random.between(1.0f, 8.0f)}});
        } else if (choice < 7) {
            const BodyId a = bodies[pick(bodies.size())], b = bodies[pick(bodies.size())];
            JointDef def = changedJointDef(a, b, kinds[pick(kinds.size())]);
            def.collideConnected = choice == 3;
            def.breakForce = choice == 4 ? 20.0f : 0.0f;
            world.createJoint(def); // refused if a equals b
        } else if (choice == 7 && !joints.empty()) {
            world.destroyJoint(joints[pick(joints.size())]);
        } else if (choice == 8) {
            world.destroyBody(bodies[1 + pick(bodies.size() - 1)]);
        } else if (!joints.empty()) {
            const JointId id = joints[pick(joints.size())];
            JointDef def = world.jointDef(id);
            def.kind = kinds[pick(kinds.size())];
            def.anchorB.x += 0.125f;
            world.setJointDef(id, def);
        }
    }
}

// A scene of two boxes and these joints, with more members.
SceneResult readJoints(const std::string& joints, const std::string& more = "")
{
    return readScene(R"({"format": "satbox-scene", "version": 1, "bodies": [
        {"type": "static", "shapes": [{"type": "box", "size": [1, 1]}]},
        {"position": [0, 2], "shapes": [{"type": "box", "size": [1, 1]}]}],
        "joints": )" + joints +
                         more + "}",
                     "a.json");
}

std::string errorOf(const std::string& joint) { return readJoints("[" + joint + "]").error; }

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

// A swing that has moved for a while, as text of a scene with "resume".
std::string swingText()
{
    World world = joinedPair({.anchorA = {1.0f, 0.0f}, .anchorB = {-0.5f, 0.0f}, .kind = RevoluteJoint{}});
    for (int i = 0; i < 10; ++i) world.step(kStep);
    Scene scene;
    scene.world = world;
    return writeScene(scene);
}

} // namespace

TEST_CASE("each_kind_with_other_values_in_every_field_is_written_and_read_before_and_after_steps")
{
    for (const JointKind& kind : changedJointKinds()) {
        CAPTURE(std::string(toString(kind)));
        World world = joinedPair(changedJointDef({}, {}, kind));
        World read = readAgain(world);
        CHECK((definitionsOf(read) == definitionsOf(world)));
        CHECK(read.jointDef(read.joints()[0]).name == "joint \"x\"");
        checkGoesOnEqually(world, read, 40);
        for (int i = 0; i < 30; ++i) world.step(kStep);
        read = readAgain(world);
        CHECK(read.jointView(read.joints()[0]).angle == world.jointView(world.joints()[0]).angle);
        CHECK((read.jointView(read.joints()[0]).force == world.jointView(world.joints()[0]).force));
        CHECK(read.jointView(read.joints()[0]).torque == world.jointView(world.joints()[0]).torque);
        checkGoesOnEqually(world, std::move(read), 40);
    }
}

TEST_CASE("each_kind_with_default_values_is_written_briefly_and_read")
{
    for (const JointKind& changed : changedJointKinds()) {
        CAPTURE(std::string(toString(changed)));
        JointDef def;
        std::visit([&]<class Kind>(const Kind&) { def.kind = Kind{}; }, changed);
        const World world = joinedPair(def);
        Scene scene;
        scene.world = world;
        CHECK(has(writeScene(scene),
                  std::string(R"({"bodyA": 1, "bodyB": 2, "kind": ")") + toString(changed) + "\"}"));
        checkGoesOnEqually(world, readAgain(world), 20);
    }
}

TEST_CASE("minus_zero_is_written_in_fields_of_joints_and_of_their_parts")
{
    for (const bool inPart : {false, true}) {
        CAPTURE(inPart);
        JointDef def{.kind = RevoluteJoint{}};
        if (inPart)
            std::get<RevoluteJoint>(def.kind).spring.target = -0.0f;
        else
            def.angleA = -0.0f;
        const World world = joinedPair(def);
        CHECK(readAgain(world).hash() == world.hash());
        const OpTextResult read = readOp(opText(op::CreateJoint{def}));
        REQUIRE(read.error == "");
        const JointDef& again = std::get<op::CreateJoint>(read.op).def;
        CHECK(std::signbit(inPart ? std::get<RevoluteJoint>(again.kind).spring.target : again.angleA));
    }
}

TEST_CASE("a_spring_of_a_wheel_with_the_defaults_of_other_springs_is_read_as_such")
{
    // A wheel's default spring differs from the default of a spring.
    for (const JointSpring& spring :
         {JointSpring{}, JointSpring{.enabled = true}, WheelJoint{}.spring, JointSpring{.frequency = 4.0f}}) {
        const World world = joinedPair({.kind = WheelJoint{.spring = spring}});
        const World read = readAgain(world);
        CHECK((std::get<WheelJoint>(read.jointDef(read.joints()[0]).kind).spring == spring));
    }
}

TEST_CASE("joined_worlds_whose_bodies_and_joints_were_destroyed_before_are_written_and_read")
{
    size_t joints = 0;
    for (uint64_t seed = 1; seed <= 12; ++seed) {
        CAPTURE(seed);
        Lcg random(seed);
        World world;
        addGround(world);
        editJoints(world, random, 40);
        checkGoesOnEqually(world, readAgain(world), 30);
        for (int round = 0; round < 3; ++round) {
            for (int i = 0; i < 20; ++i) world.step(kStep);
            editJoints(world, random, 6);
            checkGoesOnEqually(world, readAgain(world), 30);
        }
        joints += world.joints().size();
    }
    CHECK(joints > 30);
}

TEST_CASE("a_scene_with_slots_gives_joints_the_same_ids_also_later_ones")
{
    for (uint64_t seed = 1; seed <= 6; ++seed) {
        CAPTURE(seed);
        Lcg random(seed);
        World world;
        addGround(world);
        editJoints(world, random, 60);
        if (seed % 2 == 0)
            for (int i = 0; i < 20; ++i) world.step(kStep);
        if (seed == 6)
            for (const JointId id : world.joints()) world.destroyJoint(id); // only free slots
        Scene scene;
        scene.world = world;
        SceneResult read = readScene(sceneText(scene, SavedSlots::IfNotDense), "a.json");
        REQUIRE(read.error == "");
        World& again = read.scene.world;
        CHECK(again.hash() == world.hash());
        CHECK((again.joints() == world.joints()));
        Lcg same = random;
        editJoints(world, random, 20);
        editJoints(again, same, 20);
        CHECK((again.joints() == world.joints()));
        CHECK(again.hash() == world.hash());
    }
}

TEST_CASE("a_sleeping_joined_world_is_read_as_sleeping")
{
    World world;
    addGround(world);
    const BodyId a = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0, 0.5}});
    const BodyId b = addBody(world, makeBox(0.5f, 0.5f), {.position = {3.0, 0.5}});
    world.createJoint({.bodyA = a, .bodyB = b, .kind = DistanceJoint{.length = 3.0f}});
    for (int i = 0; i < 600 && world.body(a).awake; ++i) world.step(kStep);
    REQUIRE_FALSE(world.body(a).awake);
    World read = readAgain(world);
    CHECK_FALSE(read.body(read.bodyAt(1)).awake);
    checkGoesOnEqually(world, read, 5);
    world.wake(a);
    read.wake(read.bodyAt(1));
    checkGoesOnEqually(std::move(world), std::move(read), 30);
}

TEST_CASE("a_file_without_joints_has_no_word_about_them")
{
    World world;
    addGround(world);
    addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0, 3.0}});
    Scene scene;
    scene.world = world;
    CHECK_FALSE(has(writeScene(scene), "oints"));
    for (int i = 0; i < 5; ++i) scene.world.step(kStep);
    CHECK_FALSE(has(writeScene(scene), "oints"));
}

TEST_CASE("a_joint_is_read_from_a_hand_written_file")
{
    const SceneResult result =
        readJoints(R"([{"bodyA": 0, "bodyB": 1, "kind": "prismatic", "anchorB": [0, -2],
        "limit": {"enabled": true, "upper": 1.5}, "breakForce": 500}])");
    REQUIRE(result.error == "");
    const World& world = result.scene.world;
    REQUIRE(world.joints().size() == 1);
    const JointDef expected{.bodyA = world.bodyAt(0),
                            .bodyB = world.bodyAt(1),
                            .anchorB = {0.0f, -2.0f},
                            .breakForce = 500.0f,
                            .kind = PrismaticJoint{.limit = {.enabled = true, .lower = 0.0f, .upper = 1.5f}}};
    CHECK((world.jointDef(world.joints()[0]) == expected));
}

TEST_CASE("joints_with_mistakes_are_refused_with_the_place_and_the_reason")
{
    const std::string start = R"({"bodyA": 0, "bodyB": 1, "kind": )";
    CHECK(errorOf(start + R"("weld"})") == "");
    const std::string unknown = errorOf(start + R"("revolut"})");
    CHECK(unknown.starts_with("a.json: /joints/0/kind: unknown name \"revolut\""));
    CHECK(has(unknown, "revolute"));
    CHECK(has(unknown, "did you mean"));
    CHECK(errorOf(R"({"bodyA": 0, "bodyB": 1})") == "a.json: /joints/0: \"kind\" is missing");
    CHECK(has(errorOf(R"({"bodyB": 1, "kind": "weld"})"), "\"bodyA\" is missing"));
    CHECK(has(errorOf(R"({"bodyA": 0, "kind": "weld"})"), "\"bodyB\" is missing"));

    // A field of another kind.
    const std::string other = errorOf(start + R"("weld", "motor": {"enabled": true}})");
    CHECK(other.starts_with("a.json: /joints/0: unknown key \"motor\""));
    CHECK(has(other, "weld"));
    CHECK(errorOf(start + R"("motor", "maxForce": 3})") == "");
    CHECK(errorOf(start + R"("filter", "length": 1})")
              .starts_with("a.json: /joints/0: unknown key \"length\""));
    // An unknown field, in the joint and in a part.
    CHECK(has(errorOf(start + R"("weld", "anchor": [0, 0]})"), "unknown key \"anchor\""));
    const std::string inPart = errorOf(start + R"("revolute", "spring": {"freqency": 1}})");
    CHECK(inPart.starts_with("a.json: /joints/0/spring: unknown key \"freqency\""));
    CHECK(has(inPart, "frequency"));

    // Bodies.
    CHECK(errorOf(R"({"bodyA": 0, "bodyB": 2, "kind": "weld"})").starts_with("a.json: /joints/0/bodyB: 2 "));
    CHECK(
        errorOf(R"({"bodyA": -1, "bodyB": 1, "kind": "weld"})").starts_with("a.json: /joints/0/bodyA: -1 "));
    CHECK(errorOf(R"({"bodyA": 0.5, "bodyB": 1, "kind": "weld"})").starts_with("a.json: /joints/0/bodyA: "));
    CHECK(errorOf(R"({"bodyA": 1, "bodyB": 1, "kind": "weld"})") ==
          "a.json: /joints/0/bodyB: the same body as bodyA, expected another one");
    CHECK(readScene(R"({"format": "satbox-scene", "version": 1, "bodies": [], "joints": [
              {"bodyA": 0, "bodyB": 1, "kind": "weld"}]})",
                    "a.json")
              .error.starts_with("a.json: /joints/0: refers to bodies, but the scene has none"));

    // Values.
    CHECK(errorOf(start + R"("weld", "breakForce": -1})").starts_with("a.json: /joints/0/breakForce: -1 "));
    CHECK(errorOf(start + R"("weld", "anchorA": [0]})").starts_with("a.json: /joints/0/anchorA: "));
    CHECK(errorOf(start + R"("weld", "collideConnected": 1})")
              .starts_with("a.json: /joints/0/collideConnected: "));
    CHECK(has(errorOf(start + R"("wheel", "spring": {"frequency": -1}})"), "frequency: -1 is below"));
    CHECK(has(errorOf(start + R"("wheel", "spring": 1})"), "/joints/0/spring: "));
    CHECK(has(errorOf(start + R"("revolute", "limit": {"lower": 2, "upper": 1}})"),
              "2 is above the upper limit, 1"));
    CHECK(readJoints("{}").error.starts_with("a.json: /joints: "));
    CHECK(readJoints("[3]").error.starts_with("a.json: /joints/0: "));
}

TEST_CASE("the_state_of_joints_is_refused_unless_there_is_a_whole_row_for_each")
{
    const std::string text = swingText();
    REQUIRE(readScene(text, "a.json").error == "");
    // The joints of "resume" come last in the file.
    const size_t at = text.rfind("\"joints\": [");
    const size_t resume = text.find("\"resume\"");
    REQUIRE(resume != std::string::npos);
    REQUIRE(at > resume);
    const size_t first = text.find('[', at), row = text.find('[', first + 1), end = text.find(']', row);
    const auto with = [&](const std::string& rows) {
        return text.substr(0, first) + "[" + rows + "]" + text.substr(text.find(']', end + 1) + 1);
    };
    const std::string good = text.substr(row, end - row + 1);
    REQUIRE(readScene(with(good), "a.json").error == "");
    CHECK(readScene(with(""), "a.json").error ==
          "a.json: /resume/joints: 0 rows of \"joints\", expected 1, one for each joint of the scene");
    CHECK(readScene(with(good + ", " + good), "a.json").error.starts_with("a.json: /resume/joints: 2 rows"));
    CHECK(readScene(with(good.substr(0, good.rfind(',')) + "]"), "a.json")
              .error.starts_with("a.json: /resume/joints/0: "));
    CHECK(readScene(with(good.substr(0, good.size() - 1) + ", 0]"), "a.json")
              .error.starts_with("a.json: /resume/joints/0: "));
    CHECK(readScene(with(good.substr(0, good.rfind(',')) + ", \"x\"]"), "a.json")
              .error.starts_with("a.json: /resume/joints/0"));
    // None at all.
    const std::string renamed =
        text.substr(0, at) + "\"mouseJoints\": []" + text.substr(text.find(']', end + 1) + 1);
    CHECK(readScene(renamed, "a.json").error ==
          "a.json: /resume: 0 rows of \"joints\", expected 1, one for each joint of the scene");
}

TEST_CASE("the_operations_on_joints_are_read_back_as_they_were_written")
{
    const BodyId a{3, 2}, b{7, 1};
    const JointId id{5, 4};
    CHECK(opText(op::DestroyJoint{id}) == R"({"op": "destroyJoint", "id": [5, 4]})");
    CHECK(opText(op::CreateJoint{{.bodyA = a, .bodyB = b, .kind = WeldJoint{}}}) ==
          R"({"op": "createJoint", "def": {"bodyA": [3, 2], "bodyB": [7, 1], "kind": "weld"}})");
    std::vector<Op> operations{op::DestroyJoint{id}};
    for (const JointKind& kind : changedJointKinds()) {
        operations.push_back(op::CreateJoint{changedJointDef(a, b, kind)});
        operations.push_back(op::SetJoint{id, changedJointDef(b, a, kind)});
    }
    for (const Op& op : operations) {
        const std::string line = opText(op);
        CAPTURE(line);
        CHECK_FALSE(has(line, "\n"));
        const OpTextResult read = readOp(line);
        REQUIRE(read.error == "");
        CHECK((read.op == op));
    }
}

TEST_CASE("operations_on_joints_with_mistakes_are_refused_with_the_place")
{
    const auto error = [](const char* line) { return readOp(line).error; };
    CHECK(error(R"({"op": "createJoint"})") == "/: \"def\" is missing");
    CHECK(error(R"({"op": "setJoint", "def": {"bodyA": [0, 1], "bodyB": [1, 1], "kind": "weld"}})") ==
          "/: \"id\" is missing");
    CHECK(error(R"({"op": "createJoint", "def": {"bodyB": [1, 1], "kind": "weld"}})") ==
          "/def: \"bodyA\" is missing");
    CHECK(error(R"({"op": "createJoint", "def": {"bodyA": 0, "bodyB": [1, 1], "kind": "weld"}})")
              .starts_with("/def/bodyA: "));
    CHECK(error(R"({"op": "createJoint", "def": {"bodyA": [0, 1], "bodyB": [1, 1], "kind": "wled"}})")
              .starts_with("/def/kind: unknown name \"wled\""));
    CHECK(error(R"({"op": "createJoint",
                    "def": {"bodyA": [0, 1], "bodyB": [1, 1], "kind": "weld", "ratio": 1}})")
              .starts_with("/def: unknown key \"ratio\""));
    CHECK(error(R"({"op": "createJoint",
                    "def": {"bodyA": [0, 1], "bodyB": [1, 1], "kind": "pulley", "ratio": 0}})")
              .starts_with("/def/ratio: "));
    CHECK(error(R"({"op": "destroyJoint", "id": [1]})").starts_with("/id: "));
}

TEST_CASE("recordings_with_operations_on_joints_verify")
{
    for (uint64_t seed = 1; seed <= 6; ++seed) {
        CAPTURE(seed);
        Lcg random(seed);
        Scene scene;
        scene.name = "joined";
        addGround(scene.world);
        editJoints(scene.world, random, 40);
        for (int i = 0; i < 10; ++i) scene.world.step(kStep);
        World world = scene.world;
        Recorder recorder(scene, world, 1);
        world.setOpSink(&recorder);
        for (int i = 0; i < 40; ++i) {
            if (i % 4 == 0) editJoints(world, random, 3);
            world.step(kStep);
        }
        RecordingResult read = readRecording(recordingText(recorder.finish()), "joined.satbox");
        REQUIRE(read.error == "");
        REQUIRE(read.damage == "");
        CHECK(read.recording.operations.size() == recorder.finish().operations.size());
        RecordingPlayer player(std::move(read.recording));
        while (player.step()) {
        }
        CHECK(player.result().message == "");
        CHECK(player.result().ok);
        CHECK(player.world().hash() == world.hash());
        CHECK((player.world().joints() == world.joints()));
    }
}

TEST_CASE("a_recording_in_which_a_joint_was_changed_does_not_verify")
{
    Scene scene;
    scene.world = joinedPair({.kind = DistanceJoint{.length = 1.5f}});
    World world = scene.world;
    Recorder recorder(scene, world, 1);
    world.setOpSink(&recorder);
    JointDef def = world.jointDef(world.joints()[0]);
    def.breakForce = 123.0f;
    world.setJointDef(world.joints()[0], def);
    for (int i = 0; i < 5; ++i) world.step(kStep);
    Recording recording = recorder.finish();
    std::get<op::SetJoint>(recording.operations[0].op).def.breakForce = 124.0f;
    RecordingPlayer player(std::move(recording));
    while (player.step()) {
    }
    CHECK_FALSE(player.result().ok);
}

} // namespace satbox
