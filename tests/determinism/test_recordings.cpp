// Recordings verify with every instruction set and number of threads, and so does one that was written on
// another machine: tests/determinism/edits.satbox. With SATBOX_DETERMINISM_MATRIX this file is also compiled
// by g++ and clang at -O0 and -O3.

#include "tests/support/paths.h"
#include "tests/support/physics_fixture.h"
#include "tests/support/random_edits.h"
#include <satbox/instruction_set.h>
#include <satbox/scene/recording.h>
#include <satbox/thread_pool.h>

#include <cstdlib>
#include <doctest/doctest.h>
#include <fstream>
#include <sstream>
#include <string>

using namespace satbox;

namespace {

// Edits before the recording leave holes in the slots; the edits within refer to ids of that world.
Recording randomRecording(uint64_t seed, int steps)
{
    Scene scene;
    scene.name = "edits";
    scene.title = "Random edits";
    test::RandomEdits edits(seed);
    edits.addGround(scene.world);
    World& before = scene.world;
    for (int i = 0; i < 30; ++i) {
        edits.edit(before, 5);
        for (int k = 0; k < 8; ++k) before.step(test::kStep);
    }
    World world = before;
    Recorder recorder(scene, world);
    world.setOpSink(&recorder);
    for (int i = 0; i < steps; ++i) {
        if (i % 8 == 0) edits.edit(world, 5);
        world.step(i % 50 == 49 ? 0.2f : test::kStep);
    }
    return recorder.finish();
}

// Verifies the recording in every configuration.
void verify(const Recording& recording)
{
    for (const InstructionSet set : availableInstructionSets()) {
        for (const int threads : {1, 8}) {
            INFO(std::string(toString(set)) << ", threads: " << threads);
            ThreadPool pool(threads, ThreadPool::WaitPolicy::Unlimited);
            RecordingPlayer player(recording);
            REQUIRE(player.setInstructionSet(set));
            while (player.step(&pool)) {
            }
            CHECK(player.result().message == "");
            CHECK(player.result().verifiedStep == lastStepOf(recording));
        }
    }
}

std::filesystem::path checkedIn() { return test::sourcePath("tests/determinism/edits.satbox"); }
Recording checkedInRecording() { return randomRecording(7, 120); }

} // namespace

TEST_CASE("random_recordings_verify_with_every_instruction_set_and_number_of_threads")
{
    for (uint64_t seed = 1; seed <= 4; ++seed) {
        CAPTURE(seed);
        const RecordingResult read =
            readRecording(recordingText(randomRecording(seed, 100)), "random.satbox");
        REQUIRE(read.error == "");
        REQUIRE(read.damage == "");
        verify(read.recording);
    }
}

TEST_CASE("a_recording_from_another_machine_verifies_and_is_written_here_with_the_same_bytes")
{
    const RecordingResult read = loadRecordingFile(checkedIn());
    REQUIRE(read.error == "");
    REQUIRE(read.damage == "");
    verify(read.recording);
    std::ifstream file(checkedIn(), std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    CHECK(recordingText(read.recording) == text.str());
    // When only this fails, the random edits have changed: write the file as below.
    CHECK(recordingText(checkedInRecording()) == text.str());
}

// Writes tests/determinism/edits.satbox: satbox-tests -ns -tc=write_the_recording_of_random_edits. Needed
// after a change of results, with a higher kRecordingVersion.
TEST_CASE("write_the_recording_of_random_edits" * doctest::skip())
{
    CHECK(saveRecordingFile(checkedIn(), checkedInRecording()) == "");
}
