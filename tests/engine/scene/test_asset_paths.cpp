#include <satbox/scene/asset_paths.h>

#include "tests/support/paths.h"

#include <algorithm>
#include <cstdlib>
#include <doctest/doctest.h>
#include <fstream>

namespace fs = std::filesystem;

namespace {

// A folder laid out as an installed satbox: bin/satbox, share/satbox/scenes/tiny.json.
fs::path installedTree(const char* name)
{
    const fs::path root = satbox::test::artefactFolder(name);
    fs::create_directories(root / "bin");
    fs::create_directories(root / "share" / "satbox" / "scenes");
    std::ofstream(root / "share" / "satbox" / "scenes" / "tiny.json") << "{}\n";
    return root;
}

} // namespace

TEST_CASE("scenes_of_an_installed_program_are_found_beside_it")
{
    const fs::path root = installedTree("asset_paths_installed");
    const auto folder = satbox::sceneDirectory(root / "bin" / "satbox");
    REQUIRE(folder);
    CHECK(fs::equivalent(*folder, root / "share" / "satbox" / "scenes"));
}

TEST_CASE("shipped_scenes_are_found_from_the_build_folder")
{
    const auto folder = satbox::sceneDirectory();
    REQUIRE(folder);
    CHECK(fs::equivalent(*folder, satbox::test::sourcePath("assets/scenes")));
    const auto files = satbox::listSceneFiles();
    REQUIRE_FALSE(files.empty());
    CHECK(std::is_sorted(files.begin(), files.end()));
}

TEST_CASE("scene_is_found_by_path_and_by_name_with_and_without_json")
{
    const auto files = satbox::listSceneFiles();
    REQUIRE_FALSE(files.empty());
    const fs::path& first = files.front();
    CHECK(satbox::findScene(first.string()) == first);
    CHECK(satbox::findScene(first.filename().string()) == first);
    CHECK(satbox::findScene(first.stem().string()) == first);
}

TEST_CASE("unknown_scene_and_a_name_that_leads_out_of_the_folder_are_not_found")
{
    CHECK_FALSE(satbox::findScene("no_such_scene"));
    CHECK_FALSE(satbox::findScene(""));
    CHECK(satbox::findScene("box_stack"));
    CHECK_FALSE(satbox::findScene("../scenes/box_stack"));
}

TEST_CASE("programs_beside_no_scenes_use_those_of_the_source_folder")
{
    for (const char* program : {"satbox", "/nowhere/a/b/c/d/e/f/g/satbox"}) {
        const auto folder = satbox::sceneDirectory(program);
        REQUIRE(folder);
        CHECK(fs::equivalent(*folder, satbox::test::sourcePath("assets/scenes")));
    }
    // Up to four levels above the program's folder.
    const fs::path root = satbox::test::emptyArtefactFolder("asset_paths_levels");
    fs::create_directories(root / "assets" / "scenes");
    fs::create_directories(root / "1" / "2" / "3" / "4");
    const auto near = satbox::sceneDirectory(root / "1" / "2" / "3" / "4" / "satbox");
    REQUIRE(near);
    CHECK(fs::equivalent(*near, root / "assets" / "scenes"));
}

#if !defined(_WIN32)

TEST_CASE("the_folder_of_the_environment_comes_first_if_it_is_there")
{
    const fs::path root = satbox::test::emptyArtefactFolder("asset_paths_environment");
    const fs::path scenes = root / "mine";
    fs::create_directories(scenes / "folder.json");
    std::ofstream(scenes / "b.json") << "{}";
    std::ofstream(scenes / "a.json") << "{}";
    std::ofstream(scenes / "notes.txt") << "no scene";
    REQUIRE(::setenv("SATBOX_SCENES", scenes.c_str(), 1) == 0);
    const auto chosen = satbox::sceneDirectory();
    const auto files = satbox::listSceneFiles();
    const auto found = satbox::findScene("a"), exact = satbox::findScene("notes.txt");
    const auto folder = satbox::findScene("folder");
    ::setenv("SATBOX_SCENES", (root / "missing").c_str(), 1);
    const auto fallBack = satbox::sceneDirectory();
    ::unsetenv("SATBOX_SCENES");
    CHECK(chosen == scenes);
    CHECK(files == std::vector<fs::path>{scenes / "a.json", scenes / "b.json"});
    CHECK(found == scenes / "a.json");
    CHECK(exact == scenes / "notes.txt");
    CHECK_FALSE(folder); // a scene is a file
    CHECK(fallBack == satbox::sceneDirectory());
}

#endif
