#include "app/tools/stream_tool.h"

#include "app/shell/edit_actions.h"
#include "tests/app/view/view_fixture.h"
#include "tests/support/app_worlds.h"
#include "tests/support/hand.h"
#include "tests/support/saved_world.h"

#include <doctest/doctest.h>

#include <string>

using namespace satbox;
using namespace satbox::app;
using satbox::test::Hand;
using satbox::test::makeBoxOnFloor;
using satbox::test::saveRoundTripError;

namespace {

constexpr Vec2 kAbove{-2.0f, 4.0f};

ToolOption option(EditTool& tool, std::string_view label)
{
    for (const ToolOption& row : tool.options())
        if (row.label == label) return row;
    FAIL("no such option");
    return {};
}

EditTool& selectStream(AppState& state)
{
    state.tool.selectEditTool("stream");
    return *selectedEditTool(state.editTools, state.tool);
}

uint64_t hashAfterHold(double frameSeconds, int frames)
{
    auto made = makeBoxOnFloor();
    selectStream(made.state);
    Hand hand{made.state};
    hand.frameSeconds = frameSeconds;
    hand.press(kAbove);
    hand.wait(frames - 1);
    CHECK(made.state.world().stepCount() == 60);
    CHECK(made.state.world().counters().bodies > 8);
    return made.state.world().hash();
}

} // namespace

TEST_CASE("a_hold_streams_bodies_at_the_rate_as_one_undo_entry")
{
    auto made = makeBoxOnFloor();
    const uint64_t before = made.state.world().hash();
    selectStream(made.state);
    Hand hand{made.state};
    hand.press(kAbove);
    hand.wait(119);
    const int streamed = made.state.world().counters().bodies - 2;
    CHECK(streamed >= 19);
    CHECK(streamed <= 21);
    hand.release(kAbove);
    REQUIRE(made.state.history.entries().size() == 1);
    CHECK(made.state.history.entries().front().label == "Stream of " + std::to_string(streamed) + " bodies");
    CHECK(made.state.document().modified); // bodies are work to save
    CHECK(saveRoundTripError(made.state.world()) == "");
    const uint64_t after = made.state.world().hash();
    undoOrRedo(made.state, true);
    CHECK(made.state.world().hash() == before);
    CHECK_FALSE(made.state.document().modified);
    undoOrRedo(made.state, false);
    CHECK(made.state.world().hash() == after);
}

TEST_CASE("the_stream_is_the_same_at_any_frame_rate")
{
    const uint64_t each = hashAfterHold(1.0 / 60.0, 60);
    CHECK(hashAfterHold(1.0 / 20.0, 20) == each);
    CHECK(hashAfterHold(1.0 / 240.0, 240) == each);
}

TEST_CASE("nothing_streams_while_paused")
{
    auto made = makeBoxOnFloor();
    made.state.playback.paused = true;
    selectStream(made.state);
    Hand hand{made.state};
    hand.press(kAbove);
    hand.wait(30);
    hand.release(kAbove);
    CHECK(made.state.world().counters().bodies == 2);
    CHECK(made.state.history.entries().empty());
}

TEST_CASE("bodies_wait_for_room_at_the_pointer")
{
    auto made = makeBoxOnFloor();
    EditTool& tool = selectStream(made.state);
    Hand hand{made.state};
    hand.press({0.0f, 0.5f}); // inside the box
    hand.wait(30);
    CHECK(made.state.world().counters().bodies == 2);
    CHECK(tool.hint() == "The stream waits until there is room at the pointer.");
}

TEST_CASE("restart_removes_streamed_bodies_and_keeping_the_moment_keeps_them")
{
    for (const bool keeps : {false, true}) {
        auto made = makeBoxOnFloor();
        selectStream(made.state);
        Hand hand{made.state};
        hand.wait(3);
        hand.press(kAbove);
        hand.wait(40);
        hand.release(kAbove);
        const int bodies = made.state.world().counters().bodies;
        REQUIRE(bodies > 4);
        if (keeps) keepMoment(made.state);
        const uint64_t kept = made.state.world().hash();
        hand.wait(30);
        restart(made.state, false);
        CHECK(made.state.world().counters().bodies == (keeps ? bodies : 2));
        if (keeps) CHECK(made.state.world().hash() == kept);
        undoOrRedo(made.state, true);
        CHECK(made.state.world().counters().bodies == bodies);
    }
}

TEST_CASE("every_shape_streams_and_polygons_differ")
{
    for (int shape = 0; shape < 5; ++shape) {
        auto made = makeBoxOnFloor();
        EditTool& tool = selectStream(made.state);
        *option(tool, "Shape").choice = shape;
        *option(tool, "Rate").value = 20.0f;
        Hand hand{made.state};
        hand.press(kAbove);
        hand.wait(60);
        CHECK(made.state.world().counters().bodies > 8);
    }
}

TEST_CASE("the_stream_stops_at_the_limit_of_bodies_with_a_sentence")
{
    auto made = makeBoxOnFloor();
    World& world = satbox::test::editableWorld(made.state);
    while (world.counters().bodies < StreamTool::kMaxBodies) world.createBody({.enabled = false});
    EditTool& tool = selectStream(made.state);
    LensContext context = lensContext(made.state);
    tool.press(context, {.world = kAbove});
    tool.beforeStep(context);
    CHECK(made.state.world().counters().bodies == StreamTool::kMaxBodies);
    CHECK(made.state.status.message.text.starts_with("The stream has stopped: the world has 2"));
}

TEST_CASE("shift_and_wheel_turn_the_stream_and_the_plain_wheel_zooms")
{
    auto made = makeBoxOnFloor();
    EditTool& tool = selectStream(made.state);
    LensContext context = lensContext(made.state);
    CHECK_FALSE(tool.wheel(context, 1.0f, {}));
    CHECK(tool.wheel(context, 2.0f, {.shift = true}));
    CHECK(*option(tool, "Direction").value == doctest::Approx(-60.0f));
}

TEST_CASE("the_stream_flows_in_all_compared_worlds_without_restarting_them")
{
    auto made = makeBoxOnFloor();
    LensContext context = lensContext(made.state);
    made.state.lens<CompareLens>().toggle(context);
    selectStream(made.state);
    const uint64_t edits = made.state.history.edits();
    Hand hand{made.state};
    hand.press(kAbove);
    hand.wait(30);
    hand.release(kAbove);
    const World& other = made.state.compare().otherWorlds.front();
    CHECK(other.counters().bodies == made.state.world().counters().bodies);
    CHECK(made.state.history.edits() == edits);
}

TEST_CASE("the_fan_of_the_stream_is_drawn_at_the_pointer")
{
    satbox::test::BoxPicture picture;
    selectStream(picture.state);
    Hand hand{picture.state};
    hand.move(kAbove);
    picture.draw();
    REQUIRE(picture.count(PrimitiveKind::Arrow) == 1);
    CHECK(picture.all(PrimitiveKind::Arrow).front().b.y < 4.0);
    CHECK(picture.count(PrimitiveKind::Dashed) == 2);
}
