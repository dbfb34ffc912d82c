#include "app/editor/autosave.h"

#include "app/editor/commands.h"
#include "app/editor/playback.h"
#include "engine/scene/scene.h"
#include "tests/support/app_worlds.h"
#include "tests/support/paths.h"

#include <doctest/doctest.h>
#include <fstream>
#include <limits>

namespace satbox::app {

namespace fs = std::filesystem;
using satbox::test::makeBoxOnFloor;

namespace {

// A folder that is not there yet.
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

TEST_CASE("unsaved_work_is_on_the_disk_half_a_minute_after_an_edit")
{
    const fs::path folder = newFolder("half_a_minute");
    auto made = makeBoxOnFloor();
    Autosave autosave(folder);
    CHECK(autosave.secondsUntilDue(0.0) == std::numeric_limits<double>::infinity());
    CHECK(autosave.update(made.state.document, 1, true, 0.0).empty());
    CHECK(filesIn(folder) == 0);
    CHECK(autosave.secondsUntilDue(0.0) == doctest::Approx(Autosave::kWriteSeconds));
    CHECK(autosave.update(made.state.document, 1, true, 29.9).empty());
    CHECK(filesIn(folder) == 0);
    CHECK(autosave.update(made.state.document, 1, true, 30.0).empty());
    CHECK(filesIn(folder) == 1);
    CHECK(autosave.secondsUntilDue(30.0) == std::numeric_limits<double>::infinity());
    // Without another edit nothing is written again.
    fs::remove_all(folder);
    CHECK(autosave.update(made.state.document, 1, true, 90.0).empty());
    CHECK_FALSE(fs::exists(folder));
}

TEST_CASE("what_is_kept_is_what_was_built_not_where_bodies_got_to")
{
    const fs::path folder = newFolder("built");
    auto made = makeBoxOnFloor();
    Document& document = made.state.document;
    document.world.setTransform(made.box, {{0.0f, 5.0f}});
    for (int i = 0; i < 5; ++i) advance(made.state.playback, document, 0.1, 10.0);
    WorldSettings settings = document.world.settings();
    settings.gravity = {0.0f, -3.0f};
    made.state.commands.add(document, settingsCommand(settings, "gravity"));
    {
        Autosave autosave(folder);
        autosave.update(document, made.state.commands.revision(), true, 0.0);
    }
    const std::vector<Leftover> leftovers = findLeftovers(folder);
    REQUIRE(leftovers.size() == 1);
    CHECK(leftovers.front().scene == "box_on_floor");
    const SceneResult read = loadSceneFile(leftovers.front().file);
    REQUIRE(read.ok());
    CHECK(read.scene.world.motion(made.box).origin().y == 5.0f);
    CHECK(read.scene.world.settings().gravity.y == -3.0f);
}

TEST_CASE("edits_one_after_the_other_are_kept_at_intervals")
{
    const fs::path folder = newFolder("intervals");
    auto made = makeBoxOnFloor();
    std::vector<std::string> texts;
    Autosave autosave(folder, [&](const fs::path&, const std::string& text) { texts.push_back(text); });
    autosave.update(made.state.document, 1, true, 0.0);
    CHECK(texts.size() == 1);
    made.state.commands.add(made.state.document,
                            moveBodyCommand(made.state.world(), made.box, {{3.0f, 3.0f}}));
    autosave.update(made.state.document, 2, true, 0.01);
    CHECK(texts.size() == 1);
    CHECK(autosave.waits());
    const double due = autosave.secondsUntilDue(0.01);
    CHECK(due > 0.9);
    CHECK(due < Autosave::kWriteSeconds);
    autosave.update(made.state.document, 2, true, 0.01 + due);
    CHECK_FALSE(autosave.waits());
    CHECK(texts.size() == 2);
    CHECK(texts[0] != texts[1]);
}

TEST_CASE("saved_or_discarded_work_leaves_nothing_behind")
{
    const fs::path folder = newFolder("nothing");
    auto made = makeBoxOnFloor();
    std::string text;
    {
        Autosave autosave(folder, [&](const fs::path&, const std::string& now) { text = now; });
        autosave.update(made.state.document, 1, true, 0.0);
        CHECK_FALSE(text.empty());
        CHECK(autosave.write().empty());
        autosave.update(made.state.document, 2, false, 1.0);
        CHECK(text.empty());
    }
    CHECK(fs::is_empty(folder));
    CHECK(findLeftovers(folder).empty());
}

TEST_CASE("work_of_a_program_that_still_runs_is_not_offered")
{
    const fs::path folder = newFolder("running");
    auto made = makeBoxOnFloor();
    {
        Autosave first(folder), second(folder);
        for (Autosave* autosave : {&first, &second}) {
            autosave->update(made.state.document, 1, true, 0.0);
            CHECK(autosave->write().empty());
        }
        CHECK(filesIn(folder) == 2);
        CHECK(findLeftovers(folder).empty());
        first.forget();
    }
    CHECK(findLeftovers(folder).size() == 1);
}

TEST_CASE("another_scene_takes_the_place_of_the_one_kept_before")
{
    const fs::path folder = newFolder("another");
    auto made = makeBoxOnFloor();
    Autosave autosave(folder);
    autosave.update(made.state.document, 1, true, 0.0);
    CHECK(autosave.write().empty());
    made.state.document.scene.name = "renamed";
    autosave.update(made.state.document, 2, true, 60.0);
    CHECK(autosave.write().empty());
    CHECK(filesIn(folder) == 1);
}

TEST_CASE("a_folder_that_cannot_be_made_is_said_once")
{
    const fs::path folder = newFolder("refused");
    fs::create_directories(folder.parent_path());
    std::ofstream(folder) << "a file";
    auto made = makeBoxOnFloor();
    Autosave autosave(folder / "in");
    CHECK(autosave.update(made.state.document, 1, true, 0.0).find("cannot be kept") != std::string::npos);
    CHECK(autosave.update(made.state.document, 2, true, 100.0).empty());
    Autosave none({});
    CHECK(none.update(made.state.document, 1, true, 0.0).empty());
}

} // namespace satbox::app
