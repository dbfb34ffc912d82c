#include "app/lenses/breakpoints/breakpoints_lens.h"

#include "app/document/commands.h"
#include "app/shell/app.h"
#include "tests/support/app_worlds.h"
#include "tests/support/lens_calls.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;

namespace {

// A box that falls from 3 m on a floor, in a running program.
struct Falling {
    satbox::test::BoxOnFloor made = satbox::test::makeBoxOnFloor();
    AppState& state = made.state;

    Falling()
    {
        satbox::test::editDocument(state, [&](Document& document) {
            document.world.setTransform(made.box, {{0.0f, 3.0f}});
            document.scene.world = document.world;
        });
    }
    BreakpointsLens& lens() { return state.lens<BreakpointsLens>(); }
    const World& world() { return state.world(); }
    void add(const char* text)
    {
        Condition condition;
        REQUIRE(parseCondition(text, condition) == "");
        lens().state.add(condition);
    }
    void frames(int count)
    {
        for (int i = 0; i < count; ++i) {
            const Input input;
            const FrameInput frame{.input = input, .seconds = 1.0 / 60.0};
            updateState(state, frame);
        }
    }
};

} // namespace

TEST_CASE("time_stops_after_the_step_at_which_a_condition_becomes_true_and_the_pair_opens")
{
    Falling falling;
    falling.add("touch");
    falling.frames(120);
    CHECK(falling.state.playback.paused);
    const uint64_t step = falling.world().stepCount();
    CHECK(step > 30); // 3 m take 0.7 s
    CHECK(step < 50);
    CHECK(falling.world().events().begins.size() == 1);
    CHECK(falling.state.selection.contains(falling.made.box));
    CHECK(falling.lens().state.all.front().lastHit.starts_with("Step "));
    CHECK(falling.state.ui.panels.shows(PairLens::kName));
    CHECK(falling.state.lens<PairLens>().pair.shapeB == falling.made.boxShape);
    CHECK(falling.state.playback.previousWorld.has_value()); // the step can be looked into
    falling.state.playback.paused = false;                   // it goes on: the event is over
    falling.frames(30);
    CHECK(falling.world().stepCount() == step + 30);
}

TEST_CASE("a_condition_that_stays_true_stops_time_once")
{
    Falling falling;
    falling.add("speed > 2");
    falling.frames(60);
    REQUIRE(falling.state.playback.paused);
    const uint64_t step = falling.world().stepCount();
    falling.frames(2); // the step is shown once more, so that it can be looked into
    falling.state.playback.paused = false;
    falling.frames(10);
    CHECK(falling.world().stepCount() == step + 10);
}

TEST_CASE("a_breakpoint_that_is_off_or_removed_stops_nothing")
{
    Falling falling;
    falling.add("touch");
    falling.lens().state.all.front().isEnabled = false;
    falling.frames(60);
    CHECK_FALSE(falling.state.playback.paused);
    falling.lens().state.remove(falling.lens().state.all.front().id);
    CHECK(falling.lens().state.all.empty());
    falling.add("speed > 1000");
    falling.add("speed > 1000"); // an equal one
    CHECK(falling.lens().state.all.size() == 1);
}

TEST_CASE("an_impulse_opens_the_step_panel_and_a_speed_the_inspector")
{
    Falling falling;
    falling.add("impulse > 1");
    falling.frames(60);
    CHECK(falling.state.playback.paused);
    CHECK(falling.state.ui.panels.shows(StepLens::kName));
    falling.lens().state.all.clear();
    falling.add("speed > 2");
    falling.state.history.goToStep(0);
    falling.state.playback.paused = false;
    falling.frames(60);
    CHECK(falling.state.playback.paused);
    CHECK(falling.state.history.presentStep() < 20);
    CHECK(falling.state.ui.panels.shows("Inspect"));
    CHECK(falling.state.selection.body == falling.made.box);
}

TEST_CASE("the_past_is_searched_for_the_first_time")
{
    Falling falling;
    falling.frames(100);
    const uint64_t end = falling.state.history.lastStep();
    falling.add("touch");
    const uint64_t id = falling.lens().state.all.front().id;
    callLens<BreakpointsLens>(
        falling.state, [&](BreakpointsLens& lens, LensContext& context) { lens.searchPast(context, id); });
    falling.state.playback.paused = true;
    for (int i = 0; i < 200 && falling.lens().state.search; ++i) falling.frames(1);
    falling.frames(1);
    CHECK(falling.lens().state.all.front().lastHit.starts_with("First at step "));
    CHECK(falling.state.history.presentStep() < end);
    CHECK(falling.world().events().begins.size() == 1);
    CHECK(falling.state.history.lastStep() == end); // nothing was lost

    falling.add("speed > 1000");
    const uint64_t never = falling.lens().state.all.back().id;
    callLens<BreakpointsLens>(
        falling.state, [&](BreakpointsLens& lens, LensContext& context) { lens.searchPast(context, never); });
    for (int i = 0; i < 200 && falling.lens().state.search; ++i) falling.frames(1);
    CHECK(falling.state.status.message.text.starts_with("Not once in steps"));
}

TEST_CASE("conditions_on_the_command_line_become_breakpoints_and_bad_ones_are_refused")
{
    Falling falling;
    BreakpointsLens::Options options{.conditions = {"overlap > 0.005", "spin > 3"}};
    falling.lens().options = options;
    CHECK(falling.lens().checkOptions() == "");
    callLens<BreakpointsLens>(falling.state,
                              [](BreakpointsLens& lens, LensContext& context) { lens.begin(context); });
    CHECK(falling.lens().state.all.size() == 2);
    falling.lens().options.conditions = {"overlap > x"};
    CHECK(falling.lens().checkOptions().starts_with("--break: "));
    falling.lens().options.conditions = {"sleeps of 77"};
    CHECK(falling.lens().checkOptions() == "");
    CHECK_THROWS(callLens<BreakpointsLens>(
        falling.state, [](BreakpointsLens& lens, LensContext& context) { lens.begin(context); }));
}

TEST_CASE("another_scene_drops_breakpoints_of_bodies_and_keeps_the_others")
{
    Falling falling;
    falling.add("touch");
    falling.add("sleeps of 1");
    falling.lens().documentOpened();
    REQUIRE(falling.lens().state.all.size() == 1);
    CHECK((falling.lens().state.all.front().condition.kind == ConditionKind::Touch));
}
