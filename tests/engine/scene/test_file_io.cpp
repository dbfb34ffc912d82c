#include "engine/scene/builders.h"
#include "engine/scene/file_io.h"
#include "engine/scene/scene.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <fstream>
#include <vector>

#if !defined(_WIN32)
#include <csignal>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace satbox {
namespace fs = std::filesystem;
namespace {

size_t filesIn(const fs::path& folder)
{
    return static_cast<size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

} // namespace

TEST_CASE("a_file_is_there_whole_after_commit_and_not_before")
{
    const fs::path folder = test::emptyArtefactFolder("file_io_commit");
    const fs::path path = folder / "a.txt";
    {
        FileWriter writer;
        REQUIRE(writer.open(path) == "");
        REQUIRE(writer.append("one") == "");
        CHECK_FALSE(fs::exists(path));
    }
    CHECK(filesIn(folder) == 0); // a writer that gives up leaves nothing
    CHECK(writeFile(path, "one") == "");
    CHECK(writeFile(path, std::string(200'000, 'x')) == "");
    CHECK(test::textOf(path) == std::string(200'000, 'x'));
    CHECK(filesIn(folder) == 1);
    CHECK(readFile(path, 200'000).text.size() == 200'000);
    CHECK(readFile(path, 199'999).error.ends_with("a.txt: 200000 bytes, at most 199999 are read"));
}

TEST_CASE("a_check_that_fails_keeps_the_old_file")
{
    const fs::path folder = test::emptyArtefactFolder("file_io_check");
    const fs::path path = folder / "a.txt";
    REQUIRE(writeFile(path, "old") == "");
    const auto refuse = [](const fs::path& written) { return "refused " + test::textOf(written); };
    CHECK(writeFile(path, "new", refuse) == "refused new");
    CHECK(test::textOf(path) == "old");
    CHECK(filesIn(folder) == 1);
}

TEST_CASE("a_scene_that_could_not_be_read_again_does_not_replace_the_old_file")
{
    const fs::path folder = test::emptyArtefactFolder("file_io_scene");
    const fs::path path = folder / "stack.json";
    Scene scene = findBuiltinScene("box_stack")->build();
    REQUIRE(saveSceneFile(path, scene) == "");
    const std::string old = test::textOf(path);
    scene.title = std::string(300, 'x');
    const std::string sentence = saveSceneFile(path, scene);
    CHECK(sentence.ends_with("stack.json: not saved, since it could not be read again: /title: a text of 300 "
                             "bytes, at most 200 are allowed; what was there before is as it was"));
    CHECK(test::textOf(path) == old);
    CHECK(filesIn(folder) == 1);
}

TEST_CASE("folders_and_empty_names_are_neither_read_nor_written")
{
    const fs::path folder = test::emptyArtefactFolder("file_io_folders");
    fs::create_directories(folder / "taken");
    CHECK(writeFile(folder / "taken", "x").ends_with("cannot be written: a folder, expected a file"));
    CHECK(readFile(folder / "taken", 10).error.ends_with("taken: a folder, expected a file"));
    CHECK(writeFile(folder / "none" / "a.txt", "x").find("cannot be written") != std::string::npos);
    CHECK(writeFile("", "x") == "\"\": no name of a file");
    CHECK(readFile(folder / "none.txt", 10).error.ends_with("none.txt: there is no such file"));
    CHECK(filesIn(folder) == 1);
}

#if !defined(_WIN32)

TEST_CASE("pipes_and_devices_are_refused_and_stay_what_they_are")
{
    const fs::path folder = test::emptyArtefactFolder("file_io_devices");
    const fs::path pipe = folder / "pipe.json", link = folder / "full.json";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    fs::create_symlink("/dev/full", link);
    CHECK(writeFile(pipe, "x").ends_with("pipe.json: cannot be written: a pipe, expected a file"));
    CHECK(writeFile(link, "x").ends_with("full.json: cannot be written: a device, expected a file"));
    CHECK(checkWritable(link) != "");
    CHECK(loadSceneFile(pipe).error.ends_with("pipe.json: a pipe, expected a file")); // would wait for ever
    CHECK(loadSceneFile(link).error.ends_with("full.json: a device, expected a file"));
    CHECK(fs::is_fifo(pipe));
    CHECK(fs::is_symlink(link));
    CHECK(fs::is_character_file("/dev/full"));
    CHECK(filesIn(folder) == 2);
}

TEST_CASE("behind_a_symbolic_link_its_target_is_written")
{
    const fs::path folder = test::emptyArtefactFolder("file_io_links");
    fs::create_directories(folder / "far");
    fs::create_symlink("far/a.txt", folder / "link");
    fs::create_symlink("link", folder / "second");
    REQUIRE(writeFile(folder / "second", "new") == ""); // the target need not be there yet
    CHECK(fs::is_symlink(folder / "second"));
    CHECK(test::textOf(folder / "far" / "a.txt") == "new");
    REQUIRE(writeFile(folder / "link", "newer") == "");
    CHECK(fs::is_symlink(folder / "link"));
    CHECK(test::textOf(folder / "far" / "a.txt") == "newer");
    CHECK(filesIn(folder / "far") == 1);
    fs::create_symlink("round", folder / "round");
    CHECK(writeFile(folder / "round", "x").find("lead in a circle") != std::string::npos);
    CHECK(readFile(folder / "round", 10).error.find("lead in a circle") != std::string::npos);
    CHECK(readFile(folder / std::string(300, 'x'), 10)
              .error.ends_with("the name is too long, allowed are 255 bytes for each part of a path"));
}

TEST_CASE("permissions_are_kept_and_a_read_only_file_is_left_alone")
{
    const fs::path folder = test::emptyArtefactFolder("file_io_permissions");
    const fs::path path = folder / "a.txt";
    REQUIRE(writeFile(path, "old") == "");
    fs::permissions(path, fs::perms(0640));
    REQUIRE(writeFile(path, "new") == "");
    CHECK((fs::status(path).permissions() == fs::perms(0640)));
    fs::permissions(path, fs::perms(0444));
    CHECK(writeFile(path, "newer").ends_with("a.txt: read-only, so it is left as it was"));
    CHECK(test::textOf(path) == "new");
    CHECK(filesIn(folder) == 1);
}

TEST_CASE("what_a_killed_writer_left_behind_is_removed_by_the_next_one")
{
    const fs::path folder = test::emptyArtefactFolder("file_io_abandoned");
    const fs::path path = folder / "a.txt";
    const pid_t child = ::fork();
    if (child == 0) {
        FileWriter writer;
        const bool opened = writer.open(path).empty();
        ::_exit(opened ? 0 : 1); // without tidying up
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(status == 0);
    REQUIRE(filesIn(folder) == 1);
    std::ofstream(folder / "a.txt.tmp-notes") << "somebody's own";
    std::ofstream(folder / ("a.txt.tmp-" + std::to_string(::getppid()) + "-0")) << "of a process that lives";
    REQUIRE(writeFile(path, "x") == "");
    CHECK(filesIn(folder) == 3);
    CHECK(fs::exists(folder / "a.txt.tmp-notes"));
    CHECK_FALSE(fs::exists(folder / ("a.txt.tmp-" + std::to_string(child) + "-0")));
}

#endif

} // namespace satbox
