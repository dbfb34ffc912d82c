#include "app/shell/scene_files.h"

#include "app/shell/preferences.h"
#include "tests/support/app_worlds.h"
#include "tests/support/paths.h"

#include <doctest/doctest.h>

#include <fstream>
#include <string>

using namespace satbox;
using namespace satbox::app;
using satbox::test::makeBoxOnFloor;

TEST_CASE("saved_and_opened_files_are_recent_the_latest_first_and_each_once")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    const std::filesystem::path folder = satbox::test::artefactFolder("recent");
    const std::filesystem::path first = folder / "first.json";
    const std::filesystem::path second = folder / "second.json";
    REQUIRE(saveSceneTo(state, first));
    REQUIRE(saveSceneTo(state, second));
    CHECK((state.recentFiles == std::vector{second, first}));
    REQUIRE(openSceneByName(state, first.string()));
    CHECK((state.recentFiles == std::vector{first, second}));
    REQUIRE(openSceneByName(state, "box_stack")); // built in: no file
    CHECK_FALSE(openSceneByName(state, (folder / "missing.json").string()));
    CHECK((state.recentFiles == std::vector{first, second}));
}

TEST_CASE("a_built_in_scene_has_no_file_even_if_the_folder_has_one_of_its_name")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(satbox::test::emptyArtefactFolder("builtin_name"));
    std::ofstream("box_stack") << "not a scene";
    const bool opened = openSceneByName(state, "box_stack");
    std::filesystem::current_path(before);
    REQUIRE(opened);
    CHECK(state.document().path.empty());
    CHECK(state.recentFiles.empty());
}

TEST_CASE("notes_of_a_scene_are_shown_when_it_is_opened_and_saved_with_it")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    const std::filesystem::path folder = satbox::test::emptyArtefactFolder("notes");
    const auto write = [&](const char* name, const char* notes) {
        const std::filesystem::path path = folder / name;
        std::ofstream(path) << R"({"format": "satbox-scene", "version": 1, "notes": )" << notes
                            << R"(, "bodies": []})";
        return path.string();
    };
    REQUIRE(openSceneByName(state, write("one.json", R"(["not carried over: 1 rope"])")));
    CHECK(state.status.message.text == "not carried over: 1 rope");
    CHECK_FALSE(state.ui.errorCard.open);
    REQUIRE(openSceneByName(state, write("two.json", R"(["first", "second"])")));
    CHECK(state.ui.errorCard.open);
    CHECK(state.ui.error.title == "The scene has notes");
    CHECK(state.ui.error.details == "first\nsecond");
    REQUIRE(saveSceneTo(state, folder / "saved.json"));
    CHECK(loadSceneFile(folder / "saved.json").scene.notes == std::vector<std::string>{"first", "second"});
}

TEST_CASE("a_file_of_another_program_is_opened_with_a_report_and_is_not_the_file_of_the_scene")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    const std::filesystem::path file = satbox::test::artefactFolder("imported") / "lines.txt";
    std::ofstream(file) << "0 0\n1 0\n\n0 2\n1 2\n1 3\n0 2\n";
    REQUIRE(openSceneByName(state, file.string()));
    CHECK(state.document().path.empty()); // saving asks for a name and does not replace it
    CHECK(state.document().scene.name == "lines");
    CHECK(state.recentFiles.empty());
    CHECK(state.ui.error.title == "Imported from points");
    CHECK(state.ui.error.details.find("lines.txt: taken: 2 bodies with 3 shapes, from points\n") == 0);
}

TEST_CASE("only_the_last_ten_files_are_recent")
{
    auto made = makeBoxOnFloor();
    for (int i = 0; i < 12; ++i) noteRecentFile(made.state, std::to_string(i));
    CHECK(made.state.recentFiles.size() == kMaxRecentFiles);
    CHECK(made.state.recentFiles.front() == "11");
    CHECK(made.state.recentFiles.back() == "2");
}
