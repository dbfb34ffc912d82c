// Saves and loads scenes while each allocation and each system call in turn fails. Nothing may leak, no
// partial file may be left, there must be an error message, and the world and the old file must be unchanged.

#include "engine/scene/file_io.h"
#include "tests/failures/file_calls.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/paths.h"
#include "tests/support/physics_fixture.h"
#include <satbox/scene/scene.h>
#include <satbox/shapes.h>

#include <cerrno>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <utility>

using namespace satbox;
using namespace satbox::test;
namespace fs = std::filesystem;

namespace {

size_t entriesIn(const fs::path& folder)
{
    return static_cast<size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}
size_t openFiles() { return entriesIn("/proc/self/fd"); }

// A box in contact with the ground, so that the file has contacts and impulses.
Scene boxOnGround()
{
    Scene scene;
    scene.name = "box";
    scene.title = "A box on the ground, whose title is too long to be kept without an allocation";
    addGround(scene.world, 0.0f, {}, 5.0f);
    addBody(scene.world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.5f}});
    for (int i = 0; i < 5; ++i) scene.world.step(kStep);
    return scene;
}

} // namespace

TEST_CASE("a_save_in_which_any_one_allocation_fails_leaves_the_old_file_and_says_so")
{
    const fs::path folder = emptyArtefactFolder("failing_allocations_save");
    const fs::path path = folder / "box.json";
    REQUIRE(writeFile(path, "old") == "");
    const Scene scene = boxOnGround();
    const uint64_t hash = scene.world.hash();
    const size_t files = openFiles();
    bool isSaved = false;
    size_t number = 1;
    for (; !isSaved; ++number) {
        REQUIRE(number < 20'000);
        const size_t live = liveAllocations();
        bool hasMessage = false, hasFailed = false;
        {
            FailingAllocation failing(number);
            const std::string sentence = saveSceneFile(path, scene);
            hasFailed = failing.hasFailed();
            hasMessage = sentence.find("not enough memory") != std::string::npos;
            isSaved = sentence.empty();
        }
        const size_t left = liveAllocations();
        CAPTURE(number); // which allocates
        REQUIRE(left == live);
        REQUIRE(isSaved != hasMessage);
        REQUIRE(isSaved != hasFailed);
        REQUIRE(entriesIn(folder) == 1);
        if (!isSaved) REQUIRE(textOf(path) == "old");
    }
    CHECK(number > 100);
    CHECK(openFiles() == files);
    CHECK(scene.world.hash() == hash);
    CHECK(textOf(path) == writeScene(scene));
}

TEST_CASE("a_load_in_which_any_one_allocation_fails_leaks_nothing_and_says_so")
{
    const fs::path folder = emptyArtefactFolder("failing_allocations_load");
    const fs::path path = folder / "box.json";
    const Scene scene = boxOnGround();
    REQUIRE(saveSceneFile(path, scene) == "");
    const size_t files = openFiles();
    bool isLoaded = false;
    uint64_t hash = 0;
    size_t number = 1;
    for (; !isLoaded; ++number) {
        REQUIRE(number < 20'000);
        const size_t live = liveAllocations();
        bool hasMessage = false, hasFailed = false;
        {
            const auto [result, failed] = [&] {
                FailingAllocation failing(number);
                SceneResult read = loadSceneFile(path);
                return std::pair(std::move(read), failing.hasFailed());
            }();
            hasFailed = failed;
            hasMessage = result.error.find("not enough memory") != std::string::npos;
            isLoaded = result.ok();
            hash = result.scene.world.hash();
        }
        const size_t left = liveAllocations();
        CAPTURE(number); // which allocates
        REQUIRE(left == live);
        REQUIRE(isLoaded != hasMessage);
        REQUIRE(isLoaded != hasFailed);
    }
    CHECK(number > 100);
    CHECK(openFiles() == files);
    CHECK(hash == scene.world.hash());
}

TEST_CASE("a_save_in_which_any_one_call_to_the_system_fails_leaves_one_whole_file")
{
    const fs::path folder = emptyArtefactFolder("failing_calls");
    const fs::path path = folder / "box.json";
    const Scene scene = boxOnGround();
    const std::string whole = writeScene(scene);
    const size_t files = openFiles();
    for (const int error : {EIO, ENOSPC, EDQUOT}) {
        bool isCounted = false;
        size_t refusals = 0;
        for (size_t number = 1; !isCounted; ++number) {
            REQUIRE(number < 100);
            REQUIRE(writeFile(path, "old") == "");
            std::string sentence;
            FileCall call{};
            {
                FailingFileCall failing(number, error);
                sentence = saveSceneFile(path, scene);
                isCounted = !failing.hasFailed();
                call = failing.failed();
            }
            CAPTURE(number);
            CAPTURE(sentence);
            refusals += !sentence.empty();
            REQUIRE(textOf(path) == (sentence.empty() ? whole : "old"));
            REQUIRE(entriesIn(folder) == 1);
            REQUIRE(openFiles() == files);
            // Other failures may be ignored: the owner is kept only if permitted, and neither reading back
            // nor syncing the folder is needed for a whole file.
            const bool isNeeded = call == FileCall::Open || call == FileCall::Write ||
                                  call == FileCall::Rename || call == FileCall::Permissions;
            if (!isCounted && isNeeded) REQUIRE(sentence.find("box.json: ") != std::string::npos);
        }
        CHECK(refusals >= 5); // of open, permissions, write, sync, close and rename
    }
}

TEST_CASE("writes_that_take_few_bytes_and_are_interrupted_end_in_a_whole_file")
{
    const fs::path folder = emptyArtefactFolder("slow_writes");
    const Scene scene = boxOnGround();
    {
        SlowWrites slow(7);
        CHECK(saveSceneFile(folder / "box.json", scene) == "");
    }
    CHECK(textOf(folder / "box.json") == writeScene(scene));
    CHECK(entriesIn(folder) == 1);
}
