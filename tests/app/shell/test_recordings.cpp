#include "app/shell/recordings.h"

#include "app/document/commands.h"
#include "app/shell/app.h"
#include "app/shell/film.h"
#include "app/shell/leave_document.h"
#include "app/shell/pointer.h"
#include "app/shell/scene_files.h"
#include "tests/support/app_worlds.h"
#include "tests/support/paths.h"
#include <satbox/scene/builders.h>
#include <satbox/scene/recording.h>

#include <doctest/doctest.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

using namespace satbox;
using namespace satbox::app;

namespace {

namespace fs = std::filesystem;

// A state whose recordings go to a folder of its own.
struct InFolder {
    fs::path old = fs::current_path();
    fs::path folder;
    AppState state;

    explicit InFolder(const char* name) : folder(satbox::test::artefactFolder(name))
    {
        fs::remove_all(folder);
        fs::create_directories(folder);
        fs::current_path(folder);
        REQUIRE(openSceneByName(state, "box_stack"));
    }
    ~InFolder() { fs::current_path(old); }
    InFolder(const InFolder&) = delete;
    InFolder& operator=(const InFolder&) = delete;

    void run(int steps)
    {
        for (int i = 0; i < steps; ++i) REQUIRE(state.history.play(op::Step{1.0f / 60.0f}).ok());
    }
    fs::path saved() const
    {
        const fs::directory_iterator files(folder);
        return std::distance(files, fs::directory_iterator()) == 1 ? fs::directory_iterator(folder)->path()
                                                                   : fs::path();
    }
};

// What the frame loop does until nothing is saved and nothing replayed any more.
void finish(AppState& state)
{
    while (state.recordingJob || state.replay) {
        updateRecordings(state, 1.0, nullptr);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

} // namespace

TEST_CASE("what_just_happened_is_saved_opened_and_has_the_same_bits")
{
    InFolder in("recordings_saved");
    AppState& state = in.state;
    in.run(700);
    const BodyId top = state.world().bodyAt(static_cast<uint32_t>(state.world().counters().bodies - 1));
    REQUIRE(state.history.play(op::ApplyImpulse{top, {4.0f, 1.0f}, {0.0, 5.0}}).ok());
    in.run(100);
    REQUIRE(
        state.history
            .execute(createBodyCommand("Add", {.position = {0.2f, 12.0f}}, {{.geometry = Circle{{}, 0.3f}}}))
            .empty());
    in.run(50);
    const uint64_t hash = state.world().hash();
    REQUIRE(saveRecording(state));
    CHECK_FALSE(saveRecording(state)); // this one is still being saved
    finish(state);
    CHECK(state.status.message.text.starts_with("The last 10.0 s were saved to "));
    const fs::path file = in.saved();
    CHECK(isRecordingFile(file));
    REQUIRE_FALSE(file.empty());

    AppState other;
    REQUIRE(openSceneByName(other, file.string()));
    CHECK(other.isBusy());
    finish(other);
    CHECK_FALSE(other.ui.errorCard.open);
    CHECK(other.status.message.text.find("600 steps") != std::string::npos); // 10 s
    CHECK(other.playback.paused);
    CHECK(other.world().hash() == hash); // the frame loop goes to the beginning next
    REQUIRE(other.playback.goToStep.has_value());
    const uint64_t first = *other.playback.goToStep;
    CHECK(other.history.lastStep() == first + 600);
    advance(other.playback, other.history, 0.0, 1.0);
    CHECK(other.world().stepCount() == 250); // 850 - 600
    other.history.goToStep(other.history.lastStep());
    CHECK(other.world().hash() == hash);
    CHECK(other.history.undo()); // opening it
}

TEST_CASE("a_recording_begins_at_the_last_restart_and_nothing_played_is_said")
{
    InFolder in("recordings_restart");
    CHECK_FALSE(saveRecording(in.state));
    CHECK(in.state.status.message.text.starts_with("Nothing was played"));
    in.run(50);
    in.state.history.execute(restartCommand(in.state.document(), false));
    in.run(20);
    REQUIRE(saveRecording(in.state));
    finish(in.state);
    const RecordingResult read = loadRecordingFile(in.saved());
    REQUIRE(read.ok());
    CHECK(read.recording.start.world.stepCount() == 0);
    CHECK(lastStepOf(read.recording) == 20);
}

TEST_CASE("a_recording_that_was_changed_or_cut_says_so_and_keeps_what_comes_before")
{
    InFolder in("recordings_damaged");
    in.run(100);
    REQUIRE(saveRecording(in.state));
    finish(in.state);
    const fs::path file = in.saved();
    std::ifstream input(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(input), {}};
    input.close();
    std::ofstream(file, std::ios::binary) << text.substr(0, text.size() - text.size() / 8);
    AppState other;
    openSceneByName(other, file.string());
    finish(other);
    CHECK(other.ui.errorCard.open);
    CHECK(other.ui.error.title == "The recording is incomplete");
    CHECK(other.history.lastStep() > 0);
    std::ofstream(file, std::ios::binary) << "nonsense";
    AppState third;
    REQUIRE(openSceneByName(third, "box_stack"));
    CHECK_FALSE(openSceneByName(third, file.string()));
    CHECK(third.document().scene.name == "box_stack");
    CHECK(third.ui.error.details.find(file.filename().string()) != std::string::npos);
}

TEST_CASE("a_recording_that_gives_other_results_says_where_and_keeps_what_was_replayed")
{
    InFolder in("recordings_differing");
    World world = in.state.world();
    Recorder recorder(in.state.document().scene, world);
    world.setOpSink(&recorder);
    for (int i = 0; i < 60; ++i) world.step(1.0f / 60.0f);
    world.setOpSink(nullptr);
    Recording recording = recorder.finish();
    REQUIRE(recording.hashes.size() > 3);
    recording.hashes[2].world ^= 1;
    recording.hashes[2].bodies[5] ^= 1;
    REQUIRE(saveRecordingFile("changed.satbox", recording).empty());
    REQUIRE(openSceneByName(in.state, "changed.satbox"));
    finish(in.state);
    REQUIRE(in.state.ui.errorCard.open);
    CHECK(in.state.ui.error.title == "The recording does not replay");
    CHECK(in.state.ui.error.details.starts_with("step 20: body 5"));
    CHECK(in.state.history.lastStep() - *in.state.playback.goToStep == 20);
}

TEST_CASE("a_replay_ends_where_it_is_by_escape_or_when_something_else_changes_the_history")
{
    InFolder in("recordings_ended");
    in.run(300);
    REQUIRE(saveRecording(in.state));
    finish(in.state);
    const std::string file = in.saved().string();
    const auto begin = [&](AppState& state) {
        REQUIRE(openSceneByName(state, file));
        updateRecordings(state, 0.0, nullptr);
        REQUIRE(state.isBusy());
    };
    AppState ended;
    begin(ended);
    cancelTools(ended); // Esc
    CHECK_FALSE(ended.isBusy());
    CHECK(ended.status.message.text == "The replay ended early: 0 steps of the recording are here.");
    AppState changed;
    begin(changed);
    changed.history.play(op::Step{1.0f / 60.0f});
    updateRecordings(changed, 1.0, nullptr);
    CHECK_FALSE(changed.isBusy());
    CHECK_FALSE(changed.ui.errorCard.open);
    AppState undone;
    begin(undone);
    REQUIRE(undone.history.undo());
    updateRecordings(undone, 1.0, nullptr);
    CHECK_FALSE(undone.isBusy());
}

TEST_CASE("a_recording_of_a_lab_scene_is_simulated_and_verified")
{
    InFolder in("recordings_lab");
    const Scene lab = findLabScene("lab_two_triangles")->build();
    World world = lab.world;
    Recorder recorder(lab, world);
    world.setOpSink(&recorder);
    for (int i = 0; i < 30; ++i) world.step(1.0f / 60.0f);
    world.setOpSink(nullptr);
    REQUIRE(saveRecordingFile("lab.satbox", recorder.finish()).empty());
    REQUIRE(openSceneByName(in.state, "lab.satbox"));
    finish(in.state);
    CHECK_FALSE(in.state.ui.errorCard.open);
    CHECK_FALSE(in.state.document().isLab);
    CHECK(in.state.world().hash() == world.hash());
}

TEST_CASE("requests_that_wait_when_a_recording_is_opened_do_not_end_its_replay")
{
    InFolder in("recordings_waiting");
    in.run(100);
    REQUIRE(saveRecording(in.state));
    finish(in.state);
    beginFilm(in.state, FilmFormat::Gif);
    REQUIRE(in.state.film.has_value());
    in.state.playback.goToStep = 10;
    in.state.playback.stepOnce = true;
    REQUIRE(openSceneByName(in.state, in.saved().string()));
    CHECK_FALSE(in.state.film.has_value());
    for (int i = 0; i < 1000 && in.state.replay; ++i)
        updateState(in.state, {.input = {}, .seconds = 1.0 / 60.0});
    CHECK_FALSE(in.state.replay);
    CHECK_FALSE(in.state.ui.errorCard.open);
    CHECK(in.state.status.message.text.starts_with("Recording verified: 100 steps"));
}

TEST_CASE("a_replay_that_another_scene_interrupts_says_nothing")
{
    InFolder in("recordings_interrupted");
    in.run(300);
    REQUIRE(saveRecording(in.state));
    finish(in.state);
    REQUIRE(openSceneByName(in.state, in.saved().string()));
    updateRecordings(in.state, 0.0, nullptr);
    REQUIRE(openSceneByName(in.state, "pyramid"));
    const std::string said = in.state.status.message.text;
    updateRecordings(in.state, 1.0, nullptr);
    CHECK_FALSE(in.state.isBusy());
    CHECK(in.state.status.message.text == said);
    CHECK(in.state.document().scene.name == "pyramid");
}

TEST_CASE("a_recording_that_cannot_be_saved_is_reported")
{
    InFolder in("recordings_no_folder");
    in.run(10);
    fs::remove_all(in.folder); // the current folder
    REQUIRE(saveRecording(in.state));
    finish(in.state);
    CHECK(in.state.ui.errorCard.open);
    CHECK(in.state.ui.error.title == "The recording was not saved");
    fs::create_directories(in.folder);
    fs::current_path(in.folder);
}

TEST_CASE("a_shrunk_case_opens_at_its_beginning_with_its_breakpoint_and_undo_returns")
{
    InFolder in("recordings_shrunk");
    AppState& state = in.state;
    in.run(30);
    Condition condition;
    REQUIRE(parseCondition("touch", condition) == "");
    World small;
    const BodyId body = small.createBody({.position = {0.0f, 5.0f}});
    small.addShape(body, {.geometry = Circle{{}, 0.5f}});
    state.requests.openCase = OpenCaseRequest{
        .name = "box_stack-shrunk",
        .title = "Shrunk: box_stack",
        .played = {.start = small, .ops = {{3, op::SetVelocity{body, {1.0f, 0.0f}, 0.0f}}}, .steps = 10},
        .condition = condition,
        .summary = "Shrunk from 16 bodies to 1 body"};
    openRequestedCase(state);
    CHECK_FALSE(state.requests.openCase.has_value());
    CHECK(state.world().stepCount() == 10);
    CHECK(state.world().motion(body).v.x == 1.0f);
    CHECK(state.document().modified); // it is in no file
    REQUIRE(state.playback.goToStep.has_value());
    advance(state.playback, state.history, 0.0, 1.0);
    CHECK(state.world().stepCount() == 0);
    CHECK(state.lens<BreakpointsLens>().state.all.size() == 1);
    state.history.goToStep(state.history.lastStep());
    REQUIRE(state.history.undo());
    CHECK(state.document().scene.name == "box_stack");
}

TEST_CASE("a_case_that_opens_at_its_end_keeps_the_impulses_of_its_last_step_while_paused")
{
    InFolder in("recordings_run_end");
    AppState& state = in.state;
    const World start = findBuiltinScene("box_stack")->build().world;
    World alone = start;
    for (int i = 0; i < 20; ++i) alone.step(1.0f / alone.settings().stepRate);
    state.requests.openCase = OpenCaseRequest{.name = "run",
                                              .title = "Run",
                                              .played = {.start = start, .ops = {}, .steps = 20},
                                              .condition = std::nullopt,
                                              .showsEnd = true,
                                              .isUnsaved = false,
                                              .summary = "Run"};
    for (int i = 0; i < 3; ++i) updateState(state, {.input = Input{}, .seconds = 1.0 / 60.0});
    CHECK(state.world().stepCount() == 20);
    CHECK(state.world().hash() == alone.hash());
    CHECK_FALSE(hasUnsavedWork(state.document()));
}

TEST_CASE("a_scene_with_contacts_that_is_opened_while_paused_keeps_their_impulses")
{
    InFolder in("recordings_contacts");
    AppState& state = in.state;
    Scene stepped = findBuiltinScene("box_stack")->build();
    for (int i = 0; i < 20; ++i) stepped.world.step(1.0f / stepped.world.settings().stepRate);
    REQUIRE(saveSceneFile("stepped.json", stepped) == "");
    const uint64_t hash = readScene(writeScene(stepped), "s").scene.world.hash();
    state.playback.paused = true;
    state.requests.openScene = "stepped.json";
    for (int i = 0; i < 3; ++i) updateState(state, {.input = Input{}, .seconds = 1.0 / 60.0});
    CHECK(state.world().hash() == hash);
    float impulse = 0.0f;
    state.world().forEachContactView([&](const ContactView& contact) {
        for (const auto& point : contact.points) impulse += point.normalImpulse;
    });
    CHECK(impulse > 0.0f);
    advance(state.playback, state.history, 0.0, 1.0);
    state.requests.actions.push_back(Action::Restart);
    for (int i = 0; i < 3; ++i) updateState(state, {.input = Input{}, .seconds = 1.0 / 60.0});
    CHECK(state.world().hash() == hash);
    state.requests.openScene = "welcome"; // which has none: they are found
    updateState(state, {.input = Input{}, .seconds = 1.0 / 60.0});
    size_t contacts = 0;
    state.world().forEachContact([&](const Contact&) { ++contacts; });
    CHECK(contacts > 0);
}

TEST_CASE("a_case_can_open_at_its_end_without_a_breakpoint_and_time_can_go_back_to_its_start")
{
    InFolder in("recordings_run");
    AppState& state = in.state;
    World falling;
    const BodyId body = falling.createBody({.position = {0.0f, 5.0f}});
    falling.addShape(body, {.geometry = Circle{{}, 0.5f}});
    World alone = falling;
    for (int i = 0; i < 20; ++i) alone.step(1.0f / alone.settings().stepRate);
    state.requests.openCase = OpenCaseRequest{.name = "run-7",
                                              .title = "Run 7",
                                              .played = {.start = falling, .ops = {}, .steps = 20},
                                              .condition = std::nullopt,
                                              .showsEnd = true,
                                              .summary = "Run 7"};
    openRequestedCase(state);
    CHECK_FALSE(state.playback.goToStep.has_value());
    CHECK(state.world() == alone);
    CHECK(state.document().scene.name == "run-7");
    CHECK(state.playback.paused);
    CHECK(state.lens<BreakpointsLens>().state.all.empty());
    state.history.goToStep(state.history.lastStep() - 20);
    CHECK(state.world() == falling);
}
