#include "app/shell/links.h"

#include "app/document/step_seconds.h"
#include "app/platform/clipboard.h"
#include "app/platform/window.h"
#include "app/shell/app.h"
#include "app/shell/recordings.h"
#include "app/shell/scene_files.h"
#include "tests/support/app_worlds.h"

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <thread>

using namespace satbox;
using namespace satbox::app;
using satbox::test::makeBoxOnFloor;

namespace {

void playSteps(AppState& state, int count)
{
    for (int i = 0; i < count; ++i) state.history.play(op::Step{stepSeconds(state.world())});
}

} // namespace

TEST_CASE("a_copied_link_opens_the_same_world_with_the_same_bits")
{
    const Window window({.size = {64, 64}, .offscreen = true}); // for the clipboard
    AppState state;
    REQUIRE(openSceneByName(state, "box_stack"));
    playSteps(state, 30);
    const uint64_t hash = state.world().hash();
    REQUIRE(copySceneLink(state));
    const std::string link = clipboardText();
    CHECK(link.starts_with("http"));
    CHECK(link.find("#s=") != std::string::npos);
    CHECK(state.status.message.text.find("is in the link that was copied") != std::string::npos);

    AppState other;
    REQUIRE(openLink(other, link));
    CHECK(other.world().hash() == hash);
    CHECK(other.document().path.empty());
    playSteps(state, 30);
    playSteps(other, 30);
    CHECK(other.world().hash() == state.world().hash());
}

TEST_CASE("a_link_to_what_just_happened_replays_it")
{
    const Window window({.size = {64, 64}, .offscreen = true});
    AppState state;
    REQUIRE(openSceneByName(state, "two_triangles"));
    REQUIRE(openSceneByName(state, "box_stack"));
    CHECK_FALSE(copyRecordingLink(state)); // nothing was played
    playSteps(state, 45);
    const uint64_t hash = state.world().hash();
    REQUIRE(copyRecordingLink(state));
    while (state.recordingJob) {
        updateRecordings(state, 0.0, nullptr);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    const std::string link = clipboardText();
    REQUIRE(link.find("#r=") != std::string::npos);

    AppState other;
    REQUIRE(openLink(other, link));
    while (other.replay) updateRecordings(other, 1.0, nullptr);
    CHECK(other.status.message.text.find("Recording verified") != std::string::npos);
    CHECK(other.history.lastStep() == 45);
    other.history.goToStep(45);
    CHECK(other.world().hash() == hash);
}

TEST_CASE("a_bad_link_leaves_the_document_and_says_why")
{
    auto made = makeBoxOnFloor();
    AppState& state = made.state;
    const uint64_t hash = state.world().hash();
    CHECK_FALSE(openLink(state, "#s=AAAA"));
    CHECK(state.ui.errorCard.open);
    CHECK(state.ui.error.title == "The link was not opened");
    CHECK(state.ui.error.details.find("damaged or was cut") != std::string::npos);
    CHECK_FALSE(openLink(state, linkFragment(LinkKind::Scene, "{\"format\": \"something\"}")));
    CHECK(state.ui.error.details.find("link") != std::string::npos);
    CHECK_FALSE(openLink(state, linkFragment(LinkKind::Recording, "no recording")));
    CHECK(state.ui.error.title == "The recording was not opened");
    CHECK(state.world().hash() == hash);
}

TEST_CASE("a_link_that_programs_would_cut_is_not_copied")
{
    auto made = makeBoxOnFloor();
    std::string text; // that cannot be compressed to the limit
    uint32_t random = 1;
    for (size_t i = 0; i < kMaxFragment; ++i) {
        random = random * 1664525u + 1013904223u;
        text += static_cast<char>(random >> 24);
    }
    CHECK_FALSE(copyLink(made.state, LinkKind::Scene, text, "The scene"));
    CHECK(made.state.ui.error.title == "The link was not copied");
    CHECK(made.state.ui.error.details.find("32\u2009000") != std::string::npos);
}
