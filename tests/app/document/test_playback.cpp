#include "app/document/playback.h"

#include "app/document/commands.h"
#include "tests/support/app_worlds.h"
#include <satbox/scene/builders.h>

#include <doctest/doctest.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace satbox;
using namespace satbox::app;
using satbox::test::makeBoxOnFloor;

namespace {

// The box in free fall, so that every substep moves it.
test::BoxOnFloor makeFalling()
{
    auto made = makeBoxOnFloor();
    made.state.history.play(op::SetTransform{made.box, {{0.0f, 5.0f}}});
    made.state.history.play(SetStart{});
    return made;
}

using Motions = std::vector<std::tuple<Position, float, float, Vec2, float>>;

Motions motionsIn(const World& world)
{
    Motions motions;
    world.forEachBody([&](BodyId, const Body&, const BodyMotion& m) {
        motions.emplace_back(m.center, m.q.c, m.q.s, m.v, m.w);
    });
    return motions;
}

} // namespace

TEST_CASE("real_time_gives_one_step_a_frame_at_the_step_rate")
{
    auto made = makeFalling();
    for (int i = 0; i < 60; ++i) advance(made.state.playback, made.state.history, 1.0 / 60.0, 10.0);
    CHECK(made.state.world().stepCount() == 60);
}

TEST_CASE("slow_motion_steps_in_some_frames_only")
{
    auto made = makeFalling();
    setSpeed(made.state.playback, 0.25f);
    for (int i = 0; i < 60; ++i) advance(made.state.playback, made.state.history, 1.0 / 60.0, 10.0);
    CHECK(made.state.world().stepCount() == 15);
    setSpeed(made.state.playback, 4.0f);
    CHECK(advance(made.state.playback, made.state.history, 1.0 / 60.0, 10.0).steps == 4);
}

TEST_CASE("a_long_frame_is_clamped_and_reported")
{
    auto made = makeFalling();
    const AdvanceResult result = advance(made.state.playback, made.state.history, 2.0, 10.0);
    CHECK(result.droppedTime);
    CHECK(result.steps == 6); // 0.1 s at 60 Hz
    CHECK_FALSE(advance(made.state.playback, made.state.history, 1.0 / 60.0, 10.0).droppedTime);
}

TEST_CASE("steps_that_cost_too_much_are_dropped")
{
    auto made = makeFalling();
    const AdvanceResult result = advance(made.state.playback, made.state.history, 0.1, 0.0);
    CHECK(result.steps == 1);
    CHECK(result.droppedTime);
    CHECK(made.state.playback.accumulator < 1.0 / 60.0);
}

TEST_CASE("pausing_stops_the_simulation_and_a_single_step_is_one_step")
{
    auto made = makeFalling();
    Playback& playback = made.state.playback;
    playback.paused = true;
    for (int i = 0; i < 10; ++i) advance(playback, made.state.history, 1.0 / 60.0);
    CHECK(made.state.world().stepCount() == 0);
    playback.stepOnce = true;
    for (int i = 0; i < 10; ++i) advance(playback, made.state.history, 1.0 / 60.0);
    CHECK(made.state.world().stepCount() == 1);
}

TEST_CASE("a_single_step_pauses_a_running_simulation")
{
    auto made = makeFalling();
    made.state.playback.stepOnce = true;
    advance(made.state.playback, made.state.history, 1.0 / 60.0);
    CHECK(made.state.playback.paused);
}

TEST_CASE("substeps_show_the_motion_and_end_in_the_same_bits_as_the_step")
{
    auto made = makeFalling();
    Playback& playback = made.state.playback;
    const Document& document = made.state.document();
    World whole = document.world;
    whole.step(1.0f / 60.0f);

    const int substeps = document.world.settings().substeps;
    double lastY = document.world.motion(made.box).origin().y;
    for (int i = 1; i < substeps; ++i) {
        playback.substepOnce = true;
        advance(playback, made.state.history, 1.0 / 60.0);
        REQUIRE(playback.replay);
        CHECK(playback.replay->shown == i - 1);
        CHECK(document.world.stepCount() == 0);
        const double y = shownWorld(playback, document.world).motion(made.box).origin().y;
        CHECK(y < lastY);
        lastY = y;
    }
    playback.substepOnce = true;
    advance(playback, made.state.history, 1.0 / 60.0);
    CHECK_FALSE(playback.replay);
    CHECK(document.world.stepCount() == 1);
    CHECK(document.world.hash() == whole.hash());
    CHECK(document.world.motion(made.box).origin().y < lastY);
}

TEST_CASE("a_single_step_completes_the_step_being_replayed")
{
    auto made = makeFalling();
    Playback& playback = made.state.playback;
    playback.substepOnce = true;
    advance(playback, made.state.history, 0.0);
    REQUIRE(playback.replay);
    playback.stepOnce = true;
    advance(playback, made.state.history, 0.0);
    CHECK_FALSE(playback.replay);
    CHECK(made.state.world().stepCount() == 1);
}

TEST_CASE("what_is_played_before_the_first_step_is_not_part_of_the_scene")
{
    auto made = makeFalling();
    const Document& document = made.state.document();
    const uint64_t built = document.scene.world.hash();
    made.state.history.play(op::ApplyImpulse{made.box, {3.0f, 0.0f}, {0.0, 5.0}});
    REQUIRE(document.world.motion(made.box).v.x > 0.0f);
    advance(made.state.playback, made.state.history, 1.0 / 60.0);
    REQUIRE(document.world.stepCount() == 1);
    CHECK(document.scene.world.hash() == built);
}

// The ages of contacts may differ: refreshing them before the first step creates some of them.
TEST_CASE("a_restart_repeats_the_run_to_the_same_bits")
{
    for (const BuiltinScene& builtin : builtinScenes()) {
        if (!builtin.shipped) continue;
        CAPTURE(builtin.name);
        Document document;
        document.scene = builtin.build();
        document.world = document.scene.world;
        History history;
        history.reset(std::move(document));
        Playback playback;
        history.play(op::RefreshContacts{}); // as in a scene that opens paused
        const auto run = [&] {
            for (int i = 0; i < 60; ++i) advance(playback, history, 1.0 / 60.0, 10.0);
            return motionsIn(history.world());
        };
        const Motions first = run();
        history.execute(restartCommand(history.document(), false));
        REQUIRE(history.world().stepCount() == 0);
        CHECK(run() == first);
    }
}

TEST_CASE("speeds_are_limited_and_have_labels")
{
    Playback playback;
    CHECK(playback.speed() == 1.0f);
    changeSpeed(playback, 10);
    CHECK(playback.speed() == 8.0f);
    changeSpeed(playback, -100);
    CHECK(playback.speed() == 1.0f / 64.0f);
    CHECK(speedLabel(playback.speed()) == "1/64x");
    CHECK(speedLabel(2.0f) == "2x");
    setSpeed(playback, 0.6f);
    CHECK(playback.speed() == 0.5f);
}

TEST_CASE("hooks_run_around_every_step_and_what_they_add_is_not_in_the_start")
{
    auto made = makeFalling();
    Playback& playback = made.state.playback;
    History& history = made.state.history;
    playback.keepPreviousWorld = true;
    std::vector<std::string> calls;
    const StepHooks hooks{[&] {
                              calls.push_back("before");
                              history.play(op::ApplyForce{made.box, {50.0f, 0.0f}, {0.0, 10.0}});
                          },
                          [&] { calls.push_back("after"); }};
    advance(playback, history, 2.0 / 60.0, 10.0, nullptr, hooks);
    CHECK(calls == std::vector<std::string>{"before", "after", "before", "after"});
    CHECK(made.state.document().scene.world.motion(made.box).force == Vec2(0.0f, 0.0f));
    REQUIRE(playback.previousWorld); // step analysis repeats the step with the force
    World repeated = *playback.previousWorld;
    repeated.step(stepSeconds(repeated));
    CHECK(repeated.hash() == history.world().hash());
}

namespace {

// A falling box, and the motions after each step.
struct Recorded {
    test::BoxOnFloor made = makeFalling();
    std::vector<Motions> motions;

    Playback& playback() { return made.state.playback; }
    History& history() { return made.state.history; }
    uint64_t now() { return history().presentStep(); }
    void frame(int steps = 1) { advance(playback(), history(), steps / 60.0, 10.0); }
    // Runs, and begins counting steps at the first of these.
    explicit Recorded(int steps)
    {
        history().reset(made.state.document());
        motions.push_back(motionsIn(history().world()));
        for (int i = 0; i < steps; ++i) {
            frame();
            motions.push_back(motionsIn(history().world()));
        }
    }
    bool showsStep(uint64_t step) { return now() == step && motionsIn(history().world()) == motions[step]; }
};

} // namespace

TEST_CASE("a_step_back_shows_the_step_before_and_the_world_that_it_began_with")
{
    Recorded run(20);
    run.playback().stepBackOnce = true;
    run.frame(3);
    CHECK(run.playback().paused);
    CHECK(run.showsStep(19));
    REQUIRE(run.playback().previousWorld.has_value());
    CHECK(motionsIn(*run.playback().previousWorld) == run.motions[18]);
    run.playback().stepOnce = true;
    run.frame();
    CHECK(run.showsStep(20));
    CHECK(run.history().isAtEnd());
    for (int i = 0; i < 30; ++i) { // to the beginning, and no further
        run.playback().stepBackOnce = true;
        run.frame();
    }
    CHECK(run.showsStep(0));
}

TEST_CASE("a_step_back_within_a_step_that_is_shown_by_substeps_returns_to_its_beginning")
{
    Recorded run(5);
    run.playback().substepOnce = true;
    run.frame();
    REQUIRE(run.playback().replay.has_value());
    run.playback().stepBackOnce = true;
    run.frame();
    CHECK_FALSE(run.playback().replay.has_value());
    CHECK(run.showsStep(5));
}

TEST_CASE("time_runs_backwards_at_its_speed_and_stops_at_the_beginning")
{
    Recorded run(20);
    run.playback().backwards = true;
    run.frame();
    CHECK(run.showsStep(19));
    setSpeed(run.playback(), 4.0f);
    run.frame();
    CHECK(run.showsStep(15));
    for (int i = 0; i < 10; ++i) run.frame();
    CHECK(run.showsStep(0));
    CHECK(run.playback().paused);
    CHECK_FALSE(run.playback().backwards);
    CHECK(run.history().lastStep() == 20);
}

TEST_CASE("a_loop_repeats_its_steps_forwards_and_backwards")
{
    Recorded run(20);
    TimeMarks& marks = run.playback().marks;
    marks.setLoopBegin(5);
    marks.setLoopEnd(8);
    run.playback().goToStep = 6;
    run.frame();
    // The frame that went there made no step.
    for (const uint64_t step : {7u, 8u, 6u, 7u, 8u, 6u}) {
        run.frame();
        CHECK(run.showsStep(step));
    }
    run.playback().backwards = true;
    for (const uint64_t step : {5u, 8u, 7u, 6u, 5u, 8u}) {
        run.frame();
        CHECK(run.showsStep(step));
    }
    run.playback().backwards = false;
    marks.setLoopEnd(5); // an end that is not after the beginning drops it
    CHECK_FALSE(marks.loops());
    CHECK_FALSE(marks.loopBegin.has_value());
}

TEST_CASE("a_bookmark_is_set_and_removed_and_they_are_in_order")
{
    TimeMarks marks;
    for (const uint64_t step : {7u, 3u, 5u}) marks.toggleBookmark(step);
    CHECK(marks.bookmarks == std::vector<uint64_t>{3, 5, 7});
    marks.toggleBookmark(5);
    CHECK(marks.bookmarks == std::vector<uint64_t>{3, 7});
}
