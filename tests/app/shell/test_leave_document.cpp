#include "app/shell/leave_document.h"

#include "app/document/commands.h"
#include "app/shell/actions.h"
#include "app/shell/app.h"
#include "tests/support/app_worlds.h"
#include "tests/support/lens_calls.h"
#include "tests/support/paths.h"

#include <doctest/doctest.h>
#include <fstream>

namespace satbox::app {

namespace fs = std::filesystem;

namespace {

constexpr int kSave = 0, kDiscard = 1, kCancel = 2;

// The shipped scene with one more body.
AppState editedScene()
{
    AppState state;
    applyOptions(state, {.scene = "box_stack", .paused = true});
    ShapeDef circle;
    circle.geometry = Circle{.radius = 0.5f};
    state.history.execute(createBodyCommand("Add circle", {.position = {30.0f, 4.0f}}, {circle}));
    return state;
}

void answer(AppState& state, int button)
{
    REQUIRE(state.ui.question.isOpen());
    state.requests.answer = button;
    performRequests(state);
}

} // namespace

TEST_CASE("leaving_without_unsaved_work_asks_nothing")
{
    AppState state;
    applyOptions(state, {.scene = "box_stack", .paused = true});
    perform(state, Action::NextScene);
    CHECK_FALSE(state.ui.question.isOpen());
    CHECK(state.document().scene.name != "box_stack");
    perform(state, Action::Quit);
    performRequests(state);
    CHECK(state.shouldQuit);
}

TEST_CASE("quitting_with_unsaved_work_asks_and_cancel_stays")
{
    AppState state = editedScene();
    perform(state, Action::Quit);
    performRequests(state);
    CHECK_FALSE(state.shouldQuit);
    CHECK(state.ui.question.title.find("box_stack") != std::string::npos);
    answer(state, kCancel);
    CHECK_FALSE(state.ui.question.isOpen());
    CHECK_FALSE(state.shouldQuit);
    CHECK(state.document().modified);

    state.requests.quit = true; // the window's own button
    performRequests(state);
    answer(state, kDiscard);
    CHECK(state.shouldQuit);
}

TEST_CASE("every_way_to_another_scene_asks_before_losing_unsaved_work")
{
    const fs::path file = satbox::test::emptyArtefactFolder("departure_ways") / "other.json";
    REQUIRE(
        saveSceneFile(file, {.name = "other", .title = {}, .description = {}, .camera = {}, .world = World()})
            .empty());
    const auto ways = {
        +[](AppState& state, const fs::path&) { perform(state, Action::NewScene); },
        +[](AppState& state, const fs::path&) { perform(state, Action::NextScene); },
        +[](AppState& state, const fs::path&) { perform(state, Action::PreviousScene); },
        +[](AppState& state, const fs::path&) { state.requests.openScene = "pyramid"; },
        +[](AppState& state, const fs::path& dropped) { state.requests.openFile = dropped; },
    };
    for (const auto& way : ways) {
        AppState state = editedScene();
        const uint64_t hash = state.world().hash();
        way(state, file);
        performRequests(state);
        CHECK(state.document().scene.name == "box_stack");
        CHECK(state.world().hash() == hash);
        answer(state, kDiscard);
        CHECK(state.document().scene.name != "box_stack");
        CHECK_FALSE(state.document().modified);
        perform(state, Action::Undo);
        CHECK(state.world().hash() == hash);
        CHECK(state.document().modified);
    }
}

TEST_CASE("save_writes_the_file_and_then_leaves")
{
    const fs::path file = satbox::test::emptyArtefactFolder("departure_save") / "mine.json";
    AppState state = editedScene();
    satbox::test::editDocument(state, [&](Document& document) { document.path = file; });
    state.requests.openScene = "pyramid";
    performRequests(state);
    answer(state, kSave);
    performRequests(state);
    CHECK(state.document().scene.name == "pyramid");
    CHECK(loadSceneFile(file).scene.world.counters().bodies == editedScene().world().counters().bodies);
}

TEST_CASE("a_scene_without_a_file_needs_one_before_leaving_and_cancelling_stays")
{
    const fs::path file = satbox::test::emptyArtefactFolder("departure_first") / "mine.json";
    AppState state = editedScene();
    perform(state, Action::Quit);
    performRequests(state);
    answer(state, kSave);
    CHECK(state.ui.fileBrowser.open);
    CHECK_FALSE(state.shouldQuit);
    state.ui.fileBrowser.open = false; // Esc
    performRequests(state);
    CHECK_FALSE(state.shouldQuit);
    CHECK_FALSE(state.leaveRequest);

    perform(state, Action::Quit);
    performRequests(state);
    answer(state, kSave);
    state.ui.fileBrowser.open = false; // chosen
    state.requests.saveFile = file;
    performRequests(state);
    CHECK(state.shouldQuit);
    CHECK(fs::exists(file));
}

TEST_CASE("a_failed_save_cancels_leaving")
{
    AppState state = editedScene();
    satbox::test::editDocument(state, [](Document& document) {
        document.path = satbox::test::emptyArtefactFolder("departure_fails") / "missing" / "mine.json";
    });
    perform(state, Action::Quit);
    performRequests(state);
    answer(state, kSave);
    performRequests(state);
    CHECK_FALSE(state.shouldQuit);
    CHECK(state.document().modified);
    CHECK(state.status.message.severity == Severity::Error);
}

TEST_CASE("the_simulation_stops_while_a_question_is_open")
{
    AppState state = editedScene();
    state.playback.paused = false;
    perform(state, Action::Quit);
    performRequests(state);
    const uint64_t steps = state.world().stepCount();
    for (int i = 0; i < 5; ++i) updateState(state, {.input = Input{}, .seconds = 1.0 / 60.0});
    CHECK(state.world().stepCount() == steps);
    Input pressed;
    pressed.events.emplace_back().type = InputEventType::KeyDown;
    pressed.events.back().key = Key::Delete;
    updateState(state, {.input = pressed, .seconds = 1.0 / 60.0});
    CHECK(state.ui.question.isOpen());
    answer(state, kCancel);
    for (int i = 0; i < 5; ++i) updateState(state, {.input = Input{}, .seconds = 1.0 / 60.0});
    CHECK(state.world().stepCount() > steps);
}

TEST_CASE("the_lab_is_left_without_a_question")
{
    AppState state;
    applyOptions(state, {.scene = "lab_needle"});
    REQUIRE(state.document().isLab);
    BodyId body;
    state.world().forEachBody([&](BodyId id, const auto&, const auto&) { body = id; });
    state.history.execute(moveBodyCommand(state.world(), body, {{1.0f, 2.0f}}));
    perform(state, Action::NextScene);
    CHECK_FALSE(state.ui.question.isOpen());
}

TEST_CASE("revert_reads_the_file_again_and_can_be_undone")
{
    AppState state = editedScene();
    const uint64_t edited = state.world().hash();
    const int bodies = state.world().counters().bodies;
    perform(state, Action::Revert);
    CHECK(state.world().counters().bodies == bodies - 1);
    CHECK_FALSE(state.document().modified);
    perform(state, Action::Undo);
    CHECK(state.world().hash() == edited);

    perform(state, Action::NewScene);
    answer(state, kDiscard);
    perform(state, Action::Revert);
    CHECK(state.status.message.text.find("never saved") != std::string::npos);
}

TEST_CASE("work_of_an_earlier_run_is_offered_and_opened_without_a_file")
{
    const fs::path folder = satbox::test::emptyArtefactFolder("departure_leftover");
    int bodies = 0;
    {
        const AppState edited = editedScene();
        bodies = edited.world().counters().bodies;
        Autosave autosave(folder);
        CHECK(autosave.update(edited.document(), 1, true, 0.0).empty());
    }
    AppState state;
    applyOptions(state, {.paused = true});
    state.recoveryFiles = findRecoveryFiles(folder);
    REQUIRE(state.recoveryFiles.size() == 1);
    offerRecovery(state);
    CHECK(state.ui.question.title.find("box_stack") != std::string::npos);
    answer(state, 0);
    CHECK(state.document().scene.name == "box_stack");
    CHECK(state.document().path.empty());
    CHECK(state.document().modified);
    CHECK(state.world().counters().bodies == bodies);
    REQUIRE(state.recovered);
    CHECK(fs::exists(state.recovered->file)); // until this run has written its own
    perform(state, Action::Quit);
    performRequests(state);
    CHECK(state.ui.question.kind == Question::Kind::SaveChanges);
}

TEST_CASE("offered_work_can_be_deleted_or_left_for_later")
{
    const fs::path folder = satbox::test::emptyArtefactFolder("departure_answers");
    const AppState edited = editedScene();
    for (int i = 0; i < 2; ++i) {
        Autosave autosave(folder);
        autosave.update(edited.document(), 1, true, 0.0);
    }
    AppState state;
    applyOptions(state, {.paused = true});
    state.recoveryFiles = findRecoveryFiles(folder);
    REQUIRE(state.recoveryFiles.size() == 2);
    offerRecovery(state);
    answer(state, 1);
    CHECK(findRecoveryFiles(folder).size() == 1);
    offerRecovery(state);
    answer(state, 2);
    offerRecovery(state);
    CHECK_FALSE(state.ui.question.isOpen());
    CHECK(findRecoveryFiles(folder).size() == 1);
}

TEST_CASE("a_broken_recovery_file_is_kept_and_reported")
{
    const fs::path folder = satbox::test::emptyArtefactFolder("departure_broken");
    fs::create_directories(folder / "session-1");
    std::ofstream(folder / "session-1" / "mine.json") << "{\"format\":";
    AppState state;
    applyOptions(state, {.paused = true});
    state.recoveryFiles = findRecoveryFiles(folder);
    offerRecovery(state);
    answer(state, 0);
    CHECK(state.document().scene.name == "welcome");
    CHECK(state.status.message.severity == Severity::Error);
    CHECK(fs::exists(folder / "session-1" / "mine.json"));
}

} // namespace satbox::app
