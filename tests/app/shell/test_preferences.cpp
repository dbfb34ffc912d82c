#include "app/shell/preferences.h"
#include "tests/support/paths.h"

#include <doctest/doctest.h>
#include <fstream>

#if !defined(_WIN32)
#include <sys/stat.h>
#endif

namespace satbox::app {

namespace {

std::filesystem::path fileNamed(const char* name)
{
    const std::filesystem::path file = satbox::test::artefactFolder("preferences") / name;
    std::filesystem::remove(file);
    return file;
}

} // namespace

TEST_CASE("preferences_round_trip")
{
    const std::filesystem::path file = fileNamed("round.json");
    Preferences saved;
    saved.window = {1600, 900};
    saved.maximized = true;
    saved.panelWidth = 420.0f;
    saved.panelsVisible = false;
    saved.tab = "Scenes";
    saved.uiScale = 1.5f;
    saved.threads = 13;
    saved.view.theme = Theme::Light;
    saved.view.normals = true;
    saved.view.shapes = false;
    saved.view.trailSeconds = 5.0f;
    saved.view.heatMap = HeatMapUse::Always;
    saved.view.heatQuantity = HeatQuantity::Impulse;
    saved.view.bodyColoring = BodyColoring::Island;
    saved.folder = "/home/somebody/scenes";
    saved.recentFiles = {"/home/somebody/scenes/b.json", "a.json"};
    CHECK(savePreferences(file, saved).empty());
    CHECK(loadPreferences(file) == saved);
}

TEST_CASE("missing_and_broken_preferences_give_the_defaults")
{
    std::string note;
    CHECK(loadPreferences(fileNamed("none.json"), &note) == Preferences{});
    CHECK(note.empty());
    const std::filesystem::path broken = fileNamed("broken.json");
    std::ofstream(broken) << "{ \"window-width\": ";
    CHECK(loadPreferences(broken, &note) == Preferences{});
    CHECK(note.find("broken.json") != std::string::npos);
}

#if !defined(_WIN32)
TEST_CASE("preferences_that_are_a_pipe_are_not_waited_for")
{
    const std::filesystem::path pipe = fileNamed("pipe.json");
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    std::string note;
    CHECK(loadPreferences(pipe, &note) == Preferences{});
    CHECK(note.ends_with("pipe.json: a pipe, expected a file; using the default preferences."));
    CHECK(savePreferences(pipe, {}).find("a pipe, expected a file") != std::string::npos);
    CHECK(std::filesystem::is_fifo(pipe));
}
#endif

TEST_CASE("fields_of_wrong_type_or_out_of_range_keep_their_defaults")
{
    const std::filesystem::path file = fileNamed("wrong.json");
    std::ofstream(file)
        << R"({"window-width": "wide", "panel-width": 1e9, "tab": 77, "ui-scale": 1.25, "threads": 65,
        "view": {"normals": 1, "contact-points": false, "theme": "pink", "heat-map": 1, "heat-quantity": "mass", "line-scale": -4}})";
    const Preferences read = loadPreferences(file);
    CHECK(read.window == IntSize{1280, 800});
    CHECK(read.panelWidth == 340.0f);
    CHECK(read.tab == "Tune");
    CHECK(read.uiScale == 1.25f);
    CHECK(read.threads == defaultThreadCount());
    CHECK(read.view.normals == ViewSettings{}.normals);
    CHECK(!read.view.contactPoints);
    CHECK(read.view.theme == Theme::Dark);
    CHECK((read.view.heatMap == HeatMapUse::Automatic));
    CHECK((read.view.heatQuantity == HeatQuantity::Depth));
    CHECK(read.view.lineScale == 1.0f);
}

TEST_CASE("preferences_that_cannot_be_written_are_reported")
{
    CHECK(!savePreferences("/no/such/folder/preferences.json", {}).empty());
    CHECK(!savePreferences({}, {}).empty());
}

} // namespace satbox::app
