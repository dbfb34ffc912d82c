// The window beside a program: frames of the frame loop, and a connection that sends what a program would.
#include "app/shell/live.h"

#include "app/document/commands.h"
#include "app/shell/app.h"
#include "app/shell/key_table.h"
#include "app/shell/leave_document.h"
#include "app/shell/recordings.h"
#include "app/shell/scene_files.h"
#include "tests/support/app_worlds.h"
#include "tests/support/live_bytes.h"
#include "tests/support/live_connection.h"

#include <doctest/doctest.h>

#include <array>
#include <memory>

using namespace satbox;
using namespace satbox::app;
using satbox::test::discsOnFloor;
using satbox::test::LiveBytes;
using satbox::test::LiveConnection;
using satbox::test::waitFor;

namespace {

constexpr double kFrame = 1.0 / 60.0;

// A window that listens, and a program with two discs that has sent its world.
struct FollowingWindow {
    AppState state;
    std::unique_ptr<LiveConnection> program;
    int sent = 0; // steps

    FollowingWindow()
    {
        REQUIRE(openSceneByName(state, "box_stack"));
        REQUIRE(startListening(state, 0));
    }
    void connect()
    {
        program = std::make_unique<LiveConnection>(state.live->listener.port());
        program->send(LiveBytes().hello("Engine").scene(discsOnFloor({0.0f, 2.0f}), {1, 2, 3}));
    }
    // The first disc moves by 1 m in a step.
    void sendStep()
    {
        ++sent;
        program->send(LiveBytes().step({{.index = 1, .x = 1.0 * sent, .y = 0.5, .vx = 60.0f}}));
    }
    void frame() { updateState(state, {.input = Input{}, .seconds = kFrame}); }
    // Frames until something is as expected.
    template<class Condition>
    bool framesUntil(Condition&& condition)
    {
        return waitFor([&] {
            frame();
            return condition();
        });
    }
    void follow()
    {
        connect();
        sendStep();
        REQUIRE(framesUntil([&] { return discAt() == 1.0; }));
    }
    BodyId body(uint32_t slot) const { return state.world().bodyAt(slot); }
    double discAt() const
    {
        return state.world().isValid(body(1)) ? state.world().motion(body(1)).origin().x : -1.0;
    }
    double waiting() const { return state.live->listener.status().waitingSeconds; }
};

} // namespace

TEST_CASE("the_world_of_a_program_is_opened_and_follows_its_steps")
{
    FollowingWindow beside;
    beside.frame();
    CHECK(beside.state.live->connection == 0);
    beside.follow();
    CHECK(beside.state.document().scene.title == "Discs");
    CHECK_FALSE(beside.state.document().modified);
    CHECK(beside.state.world().counters().bodies == 3);
    CHECK(beside.state.playback.isFollowing);
    for (int i = 0; i < 5; ++i) beside.sendStep();
    REQUIRE(beside.framesUntil([&] { return beside.discAt() == 6.0; }));
    const uint64_t steps = beside.state.world().stepCount();
    for (int i = 0; i < 20; ++i) beside.frame(); // nothing new: the world stands still
    CHECK(beside.state.world().stepCount() == steps);
    CHECK(beside.state.world().motion(beside.body(2)).origin().x == 2.0);
}

TEST_CASE("while_the_picture_is_paused_steps_wait_and_then_follow")
{
    FollowingWindow beside;
    beside.follow();
    perform(beside.state, Action::TogglePause);
    for (int i = 0; i < 3; ++i) beside.sendStep();
    REQUIRE(waitFor([&] { return beside.waiting() > 0.04; }));
    for (int i = 0; i < 5; ++i) beside.frame();
    CHECK(beside.discAt() == 1.0);
    perform(beside.state, Action::StepOnce);
    beside.frame();
    CHECK(beside.discAt() == 2.0);
    CHECK(beside.state.playback.paused);
    perform(beside.state, Action::StepBack);
    beside.frame();
    CHECK(beside.discAt() == 1.0);
    perform(beside.state, Action::TogglePause);
    REQUIRE(beside.framesUntil([&] { return beside.discAt() == 4.0; }));
    CHECK(beside.state.live->follows);
}

TEST_CASE("a_fork_goes_on_with_satbox_and_follow_returns_to_the_program")
{
    FollowingWindow beside;
    beside.follow();
    for (int i = 0; i < 3; ++i) beside.sendStep();
    REQUIRE(beside.framesUntil([&] { return beside.discAt() == 4.0; }));
    beside.state.playback.paused = true;
    beside.state.playback.goToStep = beside.state.history.lastStep() - 2;
    beside.frame();
    REQUIRE(beside.discAt() == 2.0);
    perform(beside.state, Action::ForkProgram);
    CHECK_FALSE(beside.state.live->follows);
    const uint64_t steps = beside.state.world().stepCount();
    beside.sendStep();
    REQUIRE(beside.framesUntil([&] { return beside.state.world().stepCount() == steps + 3; }));
    CHECK(beside.discAt() == doctest::Approx(2.0 + 3.0 * 1.0).epsilon(0.02)); // 60 m/s
    CHECK_FALSE(hasUnsavedWork(beside.state.document()));
    REQUIRE(waitFor([&] { return beside.waiting() > 0.0; }));
    perform(beside.state, Action::FollowProgram);
    CHECK(beside.discAt() == 4.0); // where it was left, not where the past was shown
    REQUIRE(beside.framesUntil([&] { return beside.discAt() == 5.0; }));
    CHECK(beside.state.live->follows);
    // The fork can be looked at again.
    perform(beside.state, Action::Undo);
    beside.frame();
    CHECK_FALSE(beside.state.live->follows);
}

TEST_CASE("an_edit_makes_the_world_the_user_s")
{
    FollowingWindow beside;
    beside.follow();
    beside.state.history.execute(deleteBodiesCommand(beside.state.world(), std::array{beside.body(2)}));
    beside.frame();
    CHECK_FALSE(beside.state.live->follows);
    CHECK(beside.state.status.message.text.find("no longer the program's") != std::string::npos);
    beside.state.history.undo();
    beside.frame();
    CHECK_FALSE(beside.state.live->follows);
    beside.sendStep();
    REQUIRE(waitFor([&] { return beside.waiting() > 0.0; }));
    perform(beside.state, Action::FollowProgram);
    REQUIRE(beside.framesUntil([&] { return beside.discAt() == 2.0; }));
    CHECK(beside.state.world().counters().bodies == 3);
}

TEST_CASE("a_restart_or_an_undo_ends_the_following_and_follow_returns_with_all_bodies_in_place")
{
    for (const Action action : {Action::Restart, Action::Undo}) {
        FollowingWindow beside;
        beside.follow();
        beside.program->send(LiveBytes().step({{.index = 2, .x = 8.0, .y = 0.5}})); // comes to rest there
        REQUIRE(beside.framesUntil(
            [&] { return beside.state.world().motion(beside.body(2)).origin().x == 8.0; }));
        perform(beside.state, action);
        beside.frame();
        CHECK_FALSE(beside.state.live->follows);
        perform(beside.state, Action::FollowProgram);
        CHECK(beside.state.world().motion(beside.body(2)).origin().x == 8.0);
        CHECK(beside.discAt() == 1.0);
        beside.sendStep();
        REQUIRE(beside.framesUntil([&] { return beside.discAt() == 2.0; }));
    }
}

TEST_CASE("a_program_that_has_ended_before_the_next_frame_is_shown")
{
    FollowingWindow beside;
    beside.connect();
    beside.sendStep();
    beside.program.reset();
    REQUIRE(waitFor([&] {
        const LiveListener::Status status = beside.state.live->listener.status();
        return status.connection == 1 && !status.isConnected;
    }));
    REQUIRE(beside.framesUntil([&] { return beside.discAt() == 1.0; }));
    beside.frame();
    CHECK_FALSE(beside.state.live->follows);
}

TEST_CASE("a_new_scene_in_place_of_the_program_s_is_not_taken_for_it")
{
    FollowingWindow beside;
    beside.connect();
    REQUIRE(beside.framesUntil([&] { return beside.state.live->follows; }));
    newScene(beside.state);
    beside.frame();
    perform(beside.state, Action::FollowProgram);
    CHECK(beside.state.world().counters().bodies == 3);
    beside.sendStep();
    REQUIRE(beside.framesUntil([&] { return beside.discAt() == 1.0; }));
}

TEST_CASE("unsaved_work_stays_open_until_the_user_decides")
{
    FollowingWindow beside;
    beside.state.history.execute(deleteBodiesCommand(beside.state.world(), std::array{beside.body(1)}));
    REQUIRE(hasUnsavedWork(beside.state.document()));
    beside.connect();
    REQUIRE(beside.framesUntil([&] { return beside.state.live->connection == 1; }));
    for (int i = 0; i < 5; ++i) beside.frame();
    CHECK(beside.state.document().scene.name == "box_stack");
    CHECK_FALSE(beside.state.live->hasScene);
    perform(beside.state, Action::FollowProgram);
    REQUIRE(beside.state.ui.question.isOpen());
    answerQuestion(beside.state, 1); // discard
    REQUIRE(beside.framesUntil([&] { return beside.state.live->follows; }));
    CHECK(beside.state.document().scene.title == "Discs");
}

TEST_CASE("nonsense_ends_the_following_with_the_reason_and_what_came_before_stays")
{
    FollowingWindow beside;
    beside.follow();
    beside.program->send(LiveBytes().step({{.index = 9}}));
    REQUIRE(beside.framesUntil([&] { return beside.state.ui.errorCard.open; }));
    CHECK(beside.state.ui.error.details == "frame 4, a step: body 9: the scene has 3 bodies");
    CHECK(beside.state.playback.paused);
    CHECK(beside.discAt() == 1.0);
    CHECK_FALSE(beside.state.live->canFollow());
    CHECK(beside.state.ui.error.title == "A program was disconnected");
    CHECK(beside.state.status.message.text.starts_with("Engine was disconnected."));

    FollowingWindow other;
    other.program = std::make_unique<LiveConnection>(other.state.live->listener.port());
    other.program->send(LiveBytes().hello("Engine").scene("{", {}));
    REQUIRE(other.framesUntil([&] { return other.state.ui.errorCard.open; }));
    CHECK(other.state.ui.error.details.starts_with("the scene of the program: "));
    CHECK(other.state.document().scene.name == "box_stack");
    CHECK(other.program->receive().empty()); // disconnected
    REQUIRE(other.framesUntil([&] { return !other.state.live->status.isConnected; }));
}

TEST_CASE("after_the_program_has_ended_run_goes_on_with_satbox_and_another_program_may_come")
{
    FollowingWindow beside;
    beside.follow();
    beside.program.reset();
    REQUIRE(beside.framesUntil([&] { return beside.state.playback.paused; }));
    CHECK(beside.state.status.message.text.find("Engine has closed the connection") != std::string::npos);
    CHECK_FALSE(beside.state.playback.isFollowing);
    perform(beside.state, Action::TogglePause);
    const uint64_t steps = beside.state.world().stepCount();
    REQUIRE(beside.framesUntil([&] { return beside.state.world().stepCount() > steps; }));
    beside.sent = 0;
    beside.connect();
    beside.sendStep();
    REQUIRE(beside.framesUntil([&] { return beside.state.live->follows && beside.discAt() == 1.0; }));
    stopListening(beside.state);
    beside.frame();
    CHECK_FALSE(beside.state.playback.isFollowing);
}

TEST_CASE("steps_of_a_program_cannot_be_recorded_but_looked_into")
{
    FollowingWindow beside;
    beside.follow();
    CHECK_FALSE(saveRecording(beside.state));
    CHECK(beside.state.status.message.text.find("cannot be recorded") != std::string::npos);
    const KeyBinding& substep = bindingOf(Action::SubstepOnce);
    REQUIRE(substep.refusal(beside.state) != nullptr);
    CHECK(std::string(substep.refusal(beside.state)).find("Another program makes the steps") == 0);
    CHECK(beside.state.world().counters().contactsWithPoints == 3); // of two discs and the floor
}

TEST_CASE("a_port_in_use_is_reported_and_nothing_else_changes")
{
    FollowingWindow beside;
    AppState other;
    CHECK_FALSE(startListening(other, beside.state.live->listener.port()));
    CHECK(other.ui.errorCard.open);
    CHECK(other.live == nullptr);
}
