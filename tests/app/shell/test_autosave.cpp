#include "app/shell/autosave.h"

#include "app/document/commands.h"
#include "app/document/playback.h"
#include "tests/support/app_worlds.h"
#include "tests/support/paths.h"
#include <satbox/scene/scene.h>

#include <doctest/doctest.h>
#include <fstream>
#include <limits>
#include <vector>

namespace satbox::app {

namespace fs = std::filesystem;
using satbox::test::makeBoxOnFloor;

namespace {

// A path of a folder that does not exist yet.
fs::path newFolder(const std::string& name)
{
    return satbox::test::emptyArtefactFolder("autosave_" + name) / "autosave";
}

size_t filesIn(const fs::path& folder)
{
    size_t count = 0;
    if (!fs::exists(folder)) return 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        count += entry.path().extension() == ".json" ? 1 : 0;
    return count;
}

} // namespace

TEST_CASE("unsaved_work_is_written_half_a_minute_after_an_edit")
{
    const fs::path folder = newFolder("half_a_minute");
    auto made = makeBoxOnFloor();
    Autosave autosave(folder);
    CHECK(autosave.secondsUntilDue(0.0) == std::numeric_limits<double>::infinity());
    CHECK(autosave.update(made.state.document(), 1, true, 0.0).empty());
    CHECK(filesIn(folder) == 0);
    CHECK(autosave.secondsUntilDue(0.0) == doctest::Approx(Autosave::kWriteSeconds));
    CHECK(autosave.update(made.state.document(), 1, true, 29.9).empty());
    CHECK(filesIn(folder) == 0);
    CHECK(autosave.update(made.state.document(), 1, true, 30.0).empty());
    CHECK(filesIn(folder) == 1);
    CHECK(autosave.isOnDisk());
    CHECK(autosave.secondsUntilDue(30.0) == std::numeric_limits<double>::infinity());
    // Without another edit, nothing is written again.
    fs::remove_all(folder);
    CHECK(autosave.update(made.state.document(), 1, true, 90.0).empty());
    CHECK_FALSE(fs::exists(folder));
}

TEST_CASE("autosave_holds_the_edited_start_not_the_simulated_state")
{
    const fs::path folder = newFolder("built");
    auto made = makeBoxOnFloor();
    const Document& document = made.state.document();
    made.state.history.execute(moveBodyCommand(document.world, made.box, {{0.0f, 5.0f}}));
    for (int i = 0; i < 5; ++i) advance(made.state.playback, made.state.history, 0.1, 10.0);
    WorldSettings settings = document.world.settings();
    settings.gravity = {0.0f, -3.0f};
    made.state.history.execute(settingsCommand(settings, "gravity"));
    {
        Autosave autosave(folder);
        autosave.update(document, made.state.history.revision(), true, 0.0);
    }
    const std::vector<RecoveryFile> leftovers = findRecoveryFiles(folder);
    REQUIRE(leftovers.size() == 1);
    CHECK(leftovers.front().scene == "box_on_floor");
    const SceneResult read = loadSceneFile(leftovers.front().file);
    REQUIRE(read.ok());
    CHECK(read.scene.world.motion(made.box).origin().y == 5.0f);
    CHECK(read.scene.world.settings().gravity.y == -3.0f);
}

TEST_CASE("autosave_leaves_out_bodies_of_a_stream_as_restart_does")
{
    const fs::path folder = newFolder("streamed");
    auto made = makeBoxOnFloor();
    History& history = made.state.history;
    const BodyId streamed = history.play(SceneOp{op::CreateBody{{.enabled = false}}}).body;
    history.play(op::SetBody{streamed, {}});
    CHECK(streamedBodies(history.document()) == std::vector{streamed});
    Autosave autosave(folder);
    CHECK(autosave.update(history.document(), 1, true, 0.0).empty());
    CHECK(autosave.write().empty());
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.path().extension() == ".json")
            CHECK(loadSceneFile(entry.path()).scene.world.counters().bodies == 2);
    CHECK(filesIn(folder) == 1);
}

TEST_CASE("consecutive_edits_are_saved_at_intervals")
{
    const fs::path folder = newFolder("intervals");
    auto made = makeBoxOnFloor();
    std::vector<std::string> texts;
    Autosave autosave(folder, [&](const fs::path&, const std::string& text) { texts.push_back(text); });
    autosave.update(made.state.document(), 1, true, 0.0);
    CHECK(texts.size() == 1);
    made.state.history.execute(moveBodyCommand(made.state.world(), made.box, {{3.0f, 3.0f}}));
    autosave.update(made.state.document(), 2, true, 0.01);
    CHECK(texts.size() == 1);
    CHECK(autosave.isTextPending());
    const double due = autosave.secondsUntilDue(0.01);
    CHECK(due > 0.9);
    CHECK(due < Autosave::kWriteSeconds);
    autosave.update(made.state.document(), 2, true, 0.01 + due);
    CHECK_FALSE(autosave.isTextPending());
    CHECK(texts.size() == 2);
    CHECK(texts[0] != texts[1]);
}

TEST_CASE("saved_or_discarded_work_leaves_no_recovery_file")
{
    const fs::path folder = newFolder("nothing");
    auto made = makeBoxOnFloor();
    std::string text;
    {
        Autosave autosave(folder, [&](const fs::path&, const std::string& now) { text = now; });
        autosave.update(made.state.document(), 1, true, 0.0);
        CHECK_FALSE(text.empty());
        CHECK(autosave.write().empty());
        autosave.update(made.state.document(), 2, false, 1.0);
        CHECK(text.empty());
    }
    CHECK(fs::is_empty(folder));
    CHECK(findRecoveryFiles(folder).empty());
}

TEST_CASE("recovery_files_of_a_running_instance_are_not_offered")
{
    const fs::path folder = newFolder("running");
    auto made = makeBoxOnFloor();
    {
        Autosave first(folder), second(folder);
        for (Autosave* autosave : {&first, &second}) {
            autosave->update(made.state.document(), 1, true, 0.0);
            CHECK(autosave->write().empty());
        }
        CHECK(filesIn(folder) == 2);
        CHECK(findRecoveryFiles(folder).empty());
        first.discard();
    }
    CHECK(findRecoveryFiles(folder).size() == 1);
}

TEST_CASE("another_scene_replaces_the_recovery_file")
{
    const fs::path folder = newFolder("another");
    auto made = makeBoxOnFloor();
    Autosave autosave(folder);
    autosave.update(made.state.document(), 1, true, 0.0);
    CHECK(autosave.write().empty());
    test::editDocument(made.state, [](Document& document) { document.scene.name = "renamed"; });
    autosave.update(made.state.document(), 2, true, 60.0);
    CHECK(autosave.write().empty());
    CHECK(filesIn(folder) == 1);
}

TEST_CASE("a_write_that_failed_is_tried_again_and_reported_once")
{
    const fs::path folder = newFolder("full");
    auto made = makeBoxOnFloor();
    std::string kept;
    Autosave autosave(folder, [&](const fs::path&, const std::string& text) { kept = text; });
    CHECK(autosave.update(made.state.document(), 1, true, 0.0).empty());
    const std::string text = kept;
    REQUIRE_FALSE(text.empty());
    fs::remove_all(folder); // as if the disk were full
    CHECK(autosave.update(made.state.document(), 1, true, 30.0).starts_with("Automatic saving failed"));
    CHECK(kept == text); // for a crash
    CHECK(autosave.update(made.state.document(), 1, true, 60.0).empty());
    CHECK(kept == text);
    CHECK(autosave.secondsUntilDue(60.0) == doctest::Approx(Autosave::kWriteSeconds));
    CHECK_FALSE(autosave.write().empty()); // as for recovered work
    CHECK(autosave.update(made.state.document(), 1, true, 70.0).empty());
    CHECK(autosave.secondsUntilDue(70.0) == doctest::Approx(Autosave::kWriteSeconds));
}

TEST_CASE("a_folder_that_cannot_be_created_is_reported_once")
{
    const fs::path folder = newFolder("refused");
    fs::create_directories(folder.parent_path());
    std::ofstream(folder) << "a file";
    auto made = makeBoxOnFloor();
    Autosave autosave(folder / "in");
    CHECK(autosave.update(made.state.document(), 1, true, 0.0).find("Automatic saving failed") !=
          std::string::npos);
    CHECK(autosave.update(made.state.document(), 2, true, 100.0).empty());
    CHECK(autosave.write().empty()); // there is no text
    CHECK_FALSE(autosave.isOnDisk());
    Autosave none({});
    CHECK(none.update(made.state.document(), 1, true, 0.0).empty());
}

} // namespace satbox::app
