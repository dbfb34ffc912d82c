// Recordings: what is written is read again and replays to the same bits, with the same ids.
#include "engine/scene/recording_lines.h"
#include "tests/support/lcg.h"
#include "tests/support/random_edits.h"
#include <satbox/scene/builders.h>
#include <satbox/scene/recording.h>
#include <satbox/thread_pool.h>

#include <doctest/doctest.h>
#include <string>
#include <vector>

namespace satbox {
namespace {

constexpr float kStep = 1.0f / 60.0f;

Scene emptyScene()
{
    Scene scene;
    return scene;
}

// A world whose slots have holes and generations, in the middle of its life, with pending forces.
Scene editedScene(uint64_t seed)
{
    Scene scene;
    scene.name = "edited";
    test::RandomEdits edits(seed);
    edits.addGround(scene.world);
    for (int i = 0; i < 20; ++i) {
        edits.edit(scene.world, 6);
        scene.world.step(kStep);
    }
    edits.edit(scene.world, 4);
    return scene;
}

void play(World& world, uint64_t seed, int steps)
{
    test::RandomEdits edits(seed);
    for (int i = 0; i < steps; ++i) {
        if (i % 3 == 0) edits.edit(world, 2);
        world.step(i % 17 == 16 ? 0.15f : kStep); // some steps are divided into slices
    }
    edits.edit(world, 2); // after the last step
}

Recording recordEdits(const Scene& scene, uint64_t seed, int steps, uint32_t interval = 1)
{
    World world = scene.world;
    Recorder recorder(scene, world, interval);
    world.setOpSink(&recorder);
    play(world, seed, steps);
    return recorder.finish();
}

RecordingResult readAgain(const Recording& recording)
{
    return readRecording(recordingText(recording), "again.satbox");
}

ReplayResult replay(Recording recording)
{
    RecordingPlayer player(std::move(recording));
    while (player.step()) {
    }
    return player.result();
}

std::vector<uint64_t> idsOf(const World& world)
{
    std::vector<uint64_t> ids;
    const auto add = [&](auto id) { ids.push_back(uint64_t{id.index} << 32 | id.generation); };
    world.forEachBody([&](BodyId id, const Body&, const BodyMotion&) { add(id); });
    world.forEachShape([&](ShapeId id, const BodyShape&) { add(id); });
    return ids;
}

// The lines of a text, each with its newline.
std::vector<std::string> linesOf(const std::string& text)
{
    std::vector<std::string> lines;
    for (size_t at = 0; at < text.size();) {
        const size_t end = text.find('\n', at) + 1;
        lines.push_back(text.substr(at, end - at));
        at = end;
    }
    return lines;
}

// The lines with digests that fit, as a program would write them.
std::string sealed(const std::vector<std::string>& lines)
{
    LineDigest digest;
    std::string text;
    for (const std::string& line : lines) text += digest.seal(line.substr(0, line.rfind(", \"sum\"")));
    return text;
}

Recording smallRecording()
{
    Scene scene;
    scene.name = "small";
    test::RandomEdits edits(3);
    edits.addGround(scene.world);
    const BodyId box = scene.world.createBody({.position = {0.0, 1.2}, .name = "box"});
    scene.world.addShape(box, {.geometry = makeBox(0.5f, 0.5f)});
    World world = scene.world;
    Recorder recorder(scene, world, 4);
    world.setOpSink(&recorder);
    for (int i = 0; i < 12; ++i) {
        if (i == 5) world.applyImpulse(box, {0.5f, 1.0f}, {0.0, 1.0});
        world.step(kStep);
    }
    return recorder.finish();
}

} // namespace

TEST_CASE("a_recording_of_random_edits_is_read_again_and_replays_to_the_same_bits_and_ids")
{
    for (uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        const Scene scene = editedScene(seed);
        const Recording recording = recordEdits(scene, seed + 100, 60);
        const std::string text = recordingText(recording);
        RecordingResult read = readRecording(text, "edits.satbox");
        REQUIRE(read.error == "");
        REQUIRE(read.damage == "");
        CHECK(recordingText(read.recording) == text);
        CHECK(read.recording.hashes == recording.hashes);
        CHECK(idsOf(read.recording.start.world) == idsOf(scene.world));

        World live = scene.world;
        play(live, seed + 100, 60);
        RecordingPlayer player(std::move(read.recording));
        while (player.step()) {
        }
        CHECK(player.result().message == "");
        CHECK(player.result().ok);
        CHECK(player.world().hash() == live.hash());
        CHECK(idsOf(player.world()) == idsOf(live));
    }
}

TEST_CASE("a_world_that_is_read_from_a_recording_gives_the_next_ids_of_the_recorded_one")
{
    for (uint64_t seed = 1; seed <= 30; ++seed) {
        CAPTURE(seed);
        const Scene scene = editedScene(seed);
        const RecordingResult read = readAgain(recordOperations(scene, {}));
        REQUIRE(read.error == "");
        World recorded = scene.world, again = read.recording.start.world;
        CHECK(again == recorded);
        for (int i = 0; i < 12; ++i) {
            const BodyId body = recorded.createBody({});
            CHECK(again.createBody({}) == body);
            CHECK(again.addShape(body, {}) == recorded.addShape(body, {}));
            CHECK(again.createMouseJoint(body, {}) == recorded.createMouseJoint(body, {}));
        }
    }
}

TEST_CASE("ids_of_everything_that_was_destroyed_are_free_again")
{
    Scene scene;
    std::vector<BodyId> bodies;
    for (int i = 0; i < 3; ++i) {
        bodies.push_back(scene.world.createBody({}));
        scene.world.addShape(bodies.back(), {});
    }
    for (const BodyId body : {bodies[1], bodies[0], bodies[2]}) scene.world.destroyBody(body);
    const RecordingResult read = readAgain(recordOperations(scene, {}));
    REQUIRE(read.error == "");
    World world = read.recording.start.world;
    CHECK(world.createBody({}) == BodyId{2, 2});
    CHECK(world.createBody({}) == BodyId{0, 2});
    CHECK_FALSE(world.isValid(bodies[0]));
    world.step(kStep);
    CHECK(world.createBody({}) == BodyId{1, 2});
    CHECK(world.createBody({}) == BodyId{3, 1});
}

TEST_CASE("a_scene_without_deleted_bodies_is_recorded_as_in_its_file")
{
    const Scene scene = findBuiltinScene("box_stack")->build();
    CHECK(recordingText(recordOperations(scene, {})).find("resume") == std::string::npos);
    CHECK(recordingText(recordOperations(editedScene(1), {})).find("\"slots\"") != std::string::npos);
    CHECK(writeScene(editedScene(1)).find("\"slots\"") == std::string::npos);
}

TEST_CASE("operations_with_steps_among_them_become_a_recording")
{
    Scene scene = findBuiltinScene("box_stack")->build();
    const BodyId body = scene.world.bodyAt(1);
    std::vector<TimedOp> operations;
    for (uint64_t i = 0; i < 25; ++i) {
        if (i == 7) operations.push_back({i, op::ApplyImpulse{body, {1.0f, 0.0f}, {0.0, 1.0}}});
        if (i == 8) operations.push_back({i, op::DestroyBody{BodyId{900, 1}}}); // refused, left out
        operations.push_back({i, op::Step{kStep}});
    }
    const Recording recording = recordOperations(scene, operations);
    CHECK((recording.steps == std::vector{StepRun{0, 25, kStep}}));
    CHECK(recording.operations.size() == 1);
    CHECK(lastStepOf(recording) == 25);
    const RecordingResult read = readAgain(recording);
    REQUIRE(read.error == "");
    CHECK(read.recording.start.name == "box_stack");
    CHECK(replay(read.recording).message == "");
    CHECK(replay(read.recording).verifiedStep == 25);
}

TEST_CASE("a_recording_of_a_world_that_was_not_changed_verifies")
{
    const RecordingResult read = readAgain(recordOperations(emptyScene(), {}));
    REQUIRE(read.error == "");
    RecordingPlayer player(read.recording);
    CHECK(player.isFinished());
    CHECK_FALSE(player.step());
    CHECK(player.result().ok);
}

TEST_CASE("a_difference_names_the_step_and_the_body")
{
    Recording recording = smallRecording();
    recording.operations.front().op = op::ApplyImpulse{{1, 1}, {0.5f, 1.1f}, {0.0, 1.0}};
    const ReplayResult result = replay(recording);
    CHECK_FALSE(result.ok);
    CHECK(result.verifiedStep == 4);
    INFO(result.message);
    CHECK(result.message.starts_with("step 8: body 1 \"box\" differs: its hash is "));
    CHECK(result.message.ends_with("; the world was equal at step 4"));
}

TEST_CASE("a_difference_is_given_a_body_as_soon_as_hashes_of_bodies_were_recorded")
{
    Recording recording = smallRecording();
    recording.operations.front().op = op::ApplyImpulse{{1, 1}, {0.5f, 1.1f}, {0.0, 1.0}};
    recording.hashes[2].bodies.clear();
    RecordingPlayer player(recording);
    while (player.result().ok) REQUIRE(player.step());
    CHECK_FALSE(player.isSettled());
    CHECK(player.result().message.starts_with("step 8: the world differs: its hash is "));
    while (!player.isSettled()) REQUIRE(player.step());
    INFO(player.result().message);
    CHECK(player.result().message.find("; at step 12 body 1 \"box\" differs: ") != std::string::npos);
}

TEST_CASE("a_difference_in_the_start_in_the_number_of_bodies_and_in_settings_is_said")
{
    Recording start = smallRecording();
    start.hashes.front().world ^= 1;
    CHECK(replay(start).message ==
          "step 0: no body differs, but contacts, joints, forces or settings do; that is "
          "the start");
    Recording more = smallRecording();
    more.operations.front().op = op::CreateBody{{.position = {9.0, 9.0}}};
    CHECK(replay(more).message == "step 8: there are 3 bodies, recorded 2; the world was equal at step 4");
    Recording settings = smallRecording();
    settings.operations.push_back({12, op::SetSettings{{.mouseFrequency = 4.0f}}});
    CHECK(replay(settings).message ==
          "step 12: no body differs, but contacts, joints, forces or settings do; the "
          "world was equal at step 12");
    settings.library = {9, 8, 7};
    CHECK(replay(settings).message.ends_with("; recorded with satbox 9.8.7, this is 0.1.0"));
}

TEST_CASE("an_operation_that_is_refused_in_the_replay_is_a_difference")
{
    Recording recording = smallRecording();
    recording.operations.front().op = op::WakeBody{{1, 7}};
    const std::string expected = "step 5: operation 1 was refused: ";
    CHECK(replay(recording).message.starts_with(expected));
    RecordingPlayer unchecked(recording, ReplayChecks::None);
    while (unchecked.step()) {
    }
    CHECK(unchecked.result().message.starts_with(expected));
    CHECK(unchecked.world().stepCount() == 12);
}

TEST_CASE("a_recording_is_replayed_into_a_world_that_something_else_owns")
{
    const Recording recording = smallRecording();
    World world = recording.start.world;
    RecordingPlayer player(recording, world, [&](const Op& op, TaskExecutor* executor) {
        return world.apply(op, nullptr, executor);
    });
    while (player.step()) {
    }
    CHECK(player.result().ok);
    CHECK(world.hash() == recording.end.world);
    CHECK(&player.world() == &world);

    World other = recording.start.world;
    RecordingPlayer stopped(recording, other, [&](const Op& op, TaskExecutor*) {
        if (std::holds_alternative<op::Step>(op)) return OpResult{.refusal = "no steps here"};
        return other.apply(op);
    });
    while (stopped.step()) {
    }
    CHECK_FALSE(stopped.result().ok);
    CHECK(stopped.result().message == "step 0: a step was refused: no steps here");
}

TEST_CASE("without_checks_only_refused_operations_are_reported")
{
    Recording recording = smallRecording();
    for (RecordedHash& hash : recording.hashes) hash.world = 0;
    RecordingPlayer player(recording, ReplayChecks::None);
    while (player.step()) {
    }
    CHECK(player.result().ok);
    CHECK(player.result().verifiedStep == 12);
}

TEST_CASE("hashes_of_bodies_are_recorded_less_often_in_large_worlds")
{
    Scene scene;
    for (int i = 0; i < 1000; ++i) scene.world.createBody({.position = {double(i), 0.0}});
    std::vector<TimedOp> operations;
    for (uint64_t i = 0; i < 40; ++i) operations.push_back({i, op::Step{kStep}});
    const Recording recording = recordOperations(scene, operations);
    std::vector<size_t> bodies;
    for (const RecordedHash& hash : recording.hashes) bodies.push_back(hash.bodies.size());
    CHECK(bodies == std::vector<size_t>{1000, 0, 1000, 0, 1000});
    CHECK(recording.end.bodies.size() == 1000);
}

TEST_CASE("a_recording_that_is_cut_off_anywhere_is_refused_or_verified_up_to_there")
{
    const std::string text = recordingText(smallRecording());
    const size_t header = text.find('\n') + 1;
    for (size_t length = 0; length < text.size(); ++length) {
        CAPTURE(length);
        const RecordingResult read = readRecording(std::string_view(text).substr(0, length), "cut.satbox");
        if (length < header) {
            REQUIRE(read.error.starts_with("cut.satbox: line 1: "));
            continue;
        }
        REQUIRE(read.error == "");
        REQUIRE(read.damage.starts_with("cut.satbox: line "));
        REQUIRE_FALSE(read.recording.isComplete);
        const ReplayResult result = replay(read.recording);
        REQUIRE(result.message == "");
        REQUIRE(result.verifiedStep <= lastStepOf(read.recording));
    }
    const RecordingResult whole = readRecording(text, "cut.satbox");
    CHECK(whole.damage == "");
    CHECK(readRecording(text.substr(0, text.size() - 1), "cut.satbox").damage ==
          "cut.satbox: line 11: cut off within the line. Everything before it is intact, up to step 12");
    CHECK(readRecording(text.substr(0, text.rfind("{\"at\"")), "cut.satbox").damage ==
          "cut.satbox: line 11: missing, so that the file was cut off at the end of a line. Everything "
          "before it is "
          "intact, up to step 12");
    CHECK(readRecording(text + text.substr(text.rfind("{\"at\"")), "cut.satbox").damage ==
          "cut.satbox: line 12: more follows after the end. Everything before it is intact, up to step 12");
}

TEST_CASE("a_recording_with_a_changed_byte_is_refused_or_verified_up_to_that_line")
{
    const std::string text = recordingText(smallRecording());
    const size_t header = text.find('\n') + 1;
    test::Lcg random(5);
    for (size_t at = 0; at < text.size(); ++at) {
        CAPTURE(at);
        std::string changed = text;
        changed[at] = static_cast<char>(changed[at] ^ (1 << random.below(8)));
        const RecordingResult read = readRecording(changed, "changed.satbox");
        if (at < header) {
            REQUIRE(read.error.starts_with("changed.satbox: line 1"));
            continue;
        }
        REQUIRE(read.error == "");
        REQUIRE(read.damage.starts_with("changed.satbox: line "));
        REQUIRE(replay(read.recording).message == "");
    }
    std::string changed = text;
    changed[text.find("\"steps\"") + 9] = '3';
    CHECK(readRecording(changed, "changed.satbox").damage ==
          "changed.satbox: line 3: its check sum does not match: the line was changed or damaged. Everything "
          "before it "
          "is intact, up to step 0");
}

TEST_CASE("lines_that_are_exchanged_or_left_out_are_noticed")
{
    std::vector<std::string> lines = linesOf(recordingText(smallRecording()));
    const auto damageOf = [](const std::vector<std::string>& parts) {
        std::string text;
        for (const std::string& part : parts) text += part;
        return readRecording(text, "a.satbox").damage;
    };
    CHECK(damageOf(lines) == "");
    std::vector<std::string> fewer = lines;
    fewer.erase(fewer.begin() + 5);
    CHECK(damageOf(fewer).starts_with("a.satbox: line 6: its check sum does not match"));
    std::swap(lines[3], lines[4]);
    CHECK(damageOf(lines).starts_with("a.satbox: line 4: its check sum does not match"));
}

TEST_CASE("other_files_and_newer_recordings_are_refused_with_a_sentence")
{
    const auto error = [](const std::string& text) { return readRecording(text, "a.satbox").error; };
    const std::string text = recordingText(smallRecording());
    CHECK(error("") ==
          "a.satbox: line 1: not a recording; a recording begins with {\"format\": \"satbox-recording\", "
          "\"version\": 1");
    CHECK(error("hello\n").starts_with("a.satbox: line 1: not a recording; "));
    CHECK(error(writeScene(emptyScene())).starts_with("a.satbox: line 1, column "));
    CHECK(error("{\"format\": \"satbox-scene\", \"version\": 1}\n") ==
          "a.satbox: line 1: /format: \"satbox-scene\", expected \"satbox-recording\"");
    std::string newer = text;
    newer.replace(newer.find("\"version\": 1"), 12, "\"version\": 2");
    CHECK(error(newer) == "a.satbox: line 1: /version: 2 is newer than this program, which reads version 1");
    std::vector<std::string> lines = linesOf(text);
    lines[0].insert(1, "\"extra\": 1, ");
    CHECK(error(sealed(lines)) == "a.satbox: line 1: /: unknown key \"extra\" in a recording");
    for (const std::string version : {"", "0.1", "0.1.", "0..1", "0.1.0.0", "0.1.x", "0.1.99999", "-1.0.0"}) {
        lines = linesOf(text);
        const size_t at = lines[0].find("\"library\": \"") + 12;
        lines[0].replace(at, lines[0].find('"', at) - at, version);
        CHECK(error(sealed(lines)) ==
              "a.satbox: line 1: /library: \"" + version + "\", expected a version such as \"0.1.0\"");
    }
}

TEST_CASE("a_line_that_makes_no_sense_ends_the_recording_there")
{
    const auto damageOf = [](size_t line, const std::string& from, const std::string& to) {
        std::vector<std::string> lines = linesOf(recordingText(smallRecording()));
        std::string& text = lines[line - 1];
        REQUIRE(text.find(from) != std::string::npos);
        text.replace(text.find(from), from.size(), to);
        return readRecording(sealed(lines), "a.satbox").damage;
    };
    const std::string intact = ". Everything before it is intact, up to step 4";
    CHECK(damageOf(5, "\"at\": 4", "\"at\": 3") ==
          "a.satbox: line 5: /at: 3, expected 4, the step that is reached there" + intact);
    CHECK(damageOf(5, "\"steps\": 1", "\"steps\": 0") ==
          "a.satbox: line 5: /steps: 0 is out of range, expected 1 to 100000000" + intact);
    CHECK(damageOf(5, "0.016666668", "0") ==
          "a.satbox: line 5: /dt: 0 is out of range, expected 1e-06 to 10" + intact);
    CHECK(damageOf(4, "\"hash\": \"", "\"hash\": \"x").starts_with("a.satbox: line 4: /hash: "));
    CHECK(damageOf(4, "\"bodies\": \"", "\"bodies\": \"0").starts_with("a.satbox: line 4: /bodies: "));
    CHECK(damageOf(6, R"({"op": "applyImpulse", )", R"({"op": "jump", )")
              .starts_with("a.satbox: line 6: /do/op: unknown name \"jump\""));
    CHECK(damageOf(6, R"("do": {)", R"("do": {"op": "step", "dt": 0.01}, "x": {)")
              .starts_with("a.satbox: line 6: /: unknown key \"x\""));
    CHECK(damageOf(linesOf(recordingText(smallRecording())).size(), "\"end\": true", "\"end\": false")
              .find("/end: false, expected true") != std::string::npos);
    // A line is of one kind.
    CHECK(damageOf(5, "\"steps\": 1", "\"steps\": 1, \"end\": true")
              .starts_with("a.satbox: line 5: /: unknown key \"end\" in a line of steps"));
    CHECK(damageOf(5, "\"steps\": 1", "\"steps\": 1, \"hash\": \"00\"")
              .starts_with("a.satbox: line 5: /: unknown key \"hash\" in a line of steps"));
    CHECK(damageOf(6, "\"do\": {", "\"steps\": 1, \"do\": {")
              .starts_with("a.satbox: line 6: /: unknown key \"steps\" in a line with an operation"));
    CHECK(damageOf(4, "\"hash\": \"", "\"dt\": 0.01, \"hash\": \"") ==
          "a.satbox: line 4: /: unknown key \"dt\", did you mean \"at\"?" + intact);
}

TEST_CASE("slots_that_contradict_the_scene_are_refused")
{
    const auto errorOf = [](const std::string& from, const std::string& to) {
        Scene scene;
        for (int i = 0; i < 3; ++i) scene.world.createBody({});
        scene.world.destroyBody({1, 1});
        std::vector<std::string> lines = linesOf(recordingText(recordOperations(scene, {})));
        REQUIRE(lines[0].find(from) != std::string::npos);
        lines[0].replace(lines[0].find(from), from.size(), to);
        return readRecording(sealed(lines), "a.satbox").error;
    };
    const std::string slots = R"({"count": 3, "free": [1], "generations": [[1, 2]]})";
    CHECK(errorOf(slots, slots) == "");
    const std::string head = "a.satbox: line 1: /start/resume/slots/bodies";
    CHECK(errorOf(slots, R"({"count": 3, "free": [], "generations": []})") ==
          head + "/free: 0 of 3 slots are free, expected 1");
    CHECK(errorOf(slots, R"({"count": 1, "free": [], "generations": []})") ==
          head + "/count: 1 is out of range, expected 2 to 200000");
    CHECK(errorOf(slots, R"({"count": 4, "free": [1, 1], "generations": []})") ==
          head + "/free/1: index 1 appears twice, expected once");
    CHECK(errorOf(slots, R"({"count": 3, "free": [1], "generations": [[3, 2]]})") ==
          head + "/generations/0/0: 3 is out of range, expected 0 to 2");
    CHECK(errorOf(slots, R"({"count": 3, "free": [1], "generations": [[1, 0]]})") ==
          head + "/generations/0/1: 0 is out of range, expected 1 to 4294967295");
}

TEST_CASE("a_single_long_step_that_counts_as_several_is_written_and_read")
{
    World world;
    world.createBody({});
    Recorder recorder(Scene{.name = "empty", .title = {}, .description = {}, .camera = {}, .world = world},
                      world);
    world.setOpSink(&recorder);
    world.step(0.15f); // five slices
    REQUIRE(world.stepCount() == 5);
    const Recording recording = recorder.finish();
    const RecordingResult read = readRecording(recordingText(recording), "long.satbox");
    REQUIRE(read.ok());
    CHECK(read.damage == "");
    CHECK(lastStepOf(read.recording) == 5);
}

} // namespace satbox
