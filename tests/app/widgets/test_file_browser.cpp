#include "app/widgets/file_browser.h"
#include "tests/support/paths.h"

#include <doctest/doctest.h>
#include <fstream>

namespace satbox::app {

namespace fs = std::filesystem;

namespace {

// A folder with two scene files, a file of another kind and a folder.
fs::path makeFolder(const char* name)
{
    const fs::path folder = satbox::test::artefactFolder("browser") / name;
    fs::remove_all(folder);
    fs::create_directories(folder / "more");
    for (const char* file : {"tower.json", "big_tower.json", "notes.txt"})
        std::ofstream(folder / file) << "{}";
    return folder;
}

FileBrowserState openIn(const fs::path& folder, FileBrowserState::Mode mode)
{
    FileBrowserState browser;
    browser.open = true;
    browser.mode = mode;
    browser.folder = folder;
    refreshEntries(browser);
    return browser;
}

} // namespace

TEST_CASE("browser_lists_folders_and_scene_files")
{
    const FileBrowserState browser = openIn(makeFolder("list"), FileBrowserState::Mode::Open);
    REQUIRE(browser.entries.size() == 3);
    CHECK(browser.entries[0].name == "more");
    CHECK(browser.entries[0].isFolder);
    CHECK(browser.entries[1].name == "big_tower.json");
}

TEST_CASE("browser_lists_drawings_to_open_but_not_to_save")
{
    const fs::path folder = makeFolder("drawings");
    std::ofstream(folder / "level.SVG") << "<svg/>";
    CHECK(openIn(folder, FileBrowserState::Mode::Open).entries.size() == 4);
    CHECK(openIn(folder, FileBrowserState::Mode::Save).entries.size() == 3);
}

TEST_CASE("typing_filters_the_list_and_prefix_matches_come_first")
{
    FileBrowserState browser = openIn(makeFolder("typing"), FileBrowserState::Mode::Open);
    browser.typed = "TOWER";
    const std::vector<size_t> shown = filteredEntries(browser);
    REQUIRE(shown.size() == 2);
    CHECK(browser.entries[shown[0]].name == "tower.json");
    const auto chosen = chooseFile(browser);
    REQUIRE(chosen);
    CHECK(chosen->filename() == "tower.json");
    browser.typed = "nothing";
    CHECK(!chooseFile(browser));
    CHECK(browser.error.find("\"nothing\"") != std::string::npos);
}

TEST_CASE("choosing_a_folder_enters_it")
{
    FileBrowserState browser = openIn(makeFolder("enter"), FileBrowserState::Mode::Open);
    browser.typed = "more";
    CHECK(!chooseFile(browser));
    CHECK(browser.folder.filename() == "more");
    CHECK(browser.typed.empty());
}

TEST_CASE("saving_adds_the_extension_and_confirms_overwriting")
{
    const fs::path folder = makeFolder("save");
    FileBrowserState browser = openIn(folder, FileBrowserState::Mode::Save);
    CHECK(!chooseFile(browser));
    CHECK(!browser.error.empty());
    browser.typed = "fresh";
    CHECK(chooseFile(browser) == folder / "fresh.json");
    browser.typed = "tower.json";
    CHECK(!chooseFile(browser));
    CHECK(browser.error.find("already exists") != std::string::npos);
    CHECK(chooseFile(browser) == folder / "tower.json");
}

TEST_CASE("the_browser_goes_to_the_folder_of_a_file_that_was_typed_in_full")
{
    const fs::path folder = makeFolder("typed_in_full");
    FileBrowserState browser = openIn(folder, FileBrowserState::Mode::Save);
    browser.typed = (folder / "more" / "new").string();
    CHECK(chooseFile(browser) == folder / "more" / "new.json");
    CHECK(browser.folder == folder / "more");
}

TEST_CASE("unreadable_folder_sets_an_error")
{
    const FileBrowserState browser = openIn("/no/such/folder", FileBrowserState::Mode::Open);
    CHECK(browser.entries.empty());
    CHECK(browser.error.find("/no/such/folder") != std::string::npos);
}

} // namespace satbox::app
