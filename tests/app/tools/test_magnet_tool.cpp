#include "app/tools/magnet_tool.h"

#include "app/shell/edit_actions.h"
#include "tests/app/view/view_fixture.h"
#include "tests/support/app_worlds.h"
#include "tests/support/hand.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::Hand;
using satbox::test::makeBoxOnFloor;

namespace {

constexpr Vec2 kAboveBox{0.0f, 2.5f};

// The world after half a second of attraction, with frames of the given length.
uint64_t hashAfterHold(double frameSeconds, int frames)
{
    auto made = makeBoxOnFloor();
    made.state.tool.selectEditTool("magnet");
    Hand hand{made.state};
    hand.frameSeconds = frameSeconds;
    hand.press(kAboveBox);
    hand.wait(frames - 1);
    CHECK(made.state.world().stepCount() == 30);
    return made.state.world().hash();
}

} // namespace

TEST_CASE("a_held_magnet_lifts_a_body_and_a_hold_is_one_undo_entry")
{
    auto made = makeBoxOnFloor();
    const uint64_t before = made.state.world().hash();
    made.state.tool.selectEditTool("magnet");
    Hand hand{made.state};
    hand.press(kAboveBox);
    hand.wait(60);
    CHECK(made.state.world().motion(made.box).center.y > 1.5f);
    hand.release(kAboveBox);
    REQUIRE(made.state.history.entries().size() == 1);
    CHECK(made.state.history.entries().front().label == "Attract bodies");
    CHECK_FALSE(made.state.document().modified);
    const uint64_t after = made.state.world().hash();
    undoOrRedo(made.state, true);
    CHECK(made.state.world().hash() == before);
    undoOrRedo(made.state, false);
    CHECK(made.state.world().hash() == after);
}

TEST_CASE("the_magnet_does_not_depend_on_the_frame_rate")
{
    const uint64_t each = hashAfterHold(1.0 / 60.0, 30);
    CHECK(hashAfterHold(1.0 / 20.0, 10) == each);
    CHECK(hashAfterHold(1.0 / 240.0, 120) == each);
}

TEST_CASE("shift_repels")
{
    auto made = makeBoxOnFloor();
    made.state.tool.selectEditTool("magnet");
    Hand hand{made.state, {}, {.shift = true}};
    hand.press({-1.0f, 0.5f}, {.shift = true});
    hand.wait(10);
    hand.release({-1.0f, 0.5f}, {.shift = true});
    CHECK(made.state.world().motion(made.box).v.x > 0.5f);
    CHECK(made.state.history.entries().back().label == "Repel bodies");
}

TEST_CASE("the_magnet_waits_while_paused_and_leaves_no_entry")
{
    auto made = makeBoxOnFloor();
    made.state.playback.paused = true;
    made.state.tool.selectEditTool("magnet");
    Hand hand{made.state};
    const uint64_t before = made.state.world().hash();
    hand.press(kAboveBox);
    hand.wait(5);
    CHECK(selectedEditTool(made.state.editTools, made.state.tool)->hint() ==
          "The magnet acts as soon as the simulation runs (Space).");
    hand.release(kAboveBox);
    CHECK(made.state.world().hash() == before);
    CHECK(made.state.history.entries().empty());
}

TEST_CASE("escape_ends_the_pull_first_and_then_the_tool")
{
    auto made = makeBoxOnFloor();
    made.state.tool.selectEditTool("magnet");
    Hand hand{made.state};
    hand.press(kAboveBox);
    hand.wait(3);
    cancelTools(made.state);
    CHECK((made.state.tool.tool == ToolKind::Edit));
    CHECK(made.state.history.entries().size() == 1);
    cancelTools(made.state);
    CHECK((made.state.tool.tool == ToolKind::Grab));
}

TEST_CASE("the_magnet_pulls_in_all_compared_worlds")
{
    auto made = makeBoxOnFloor();
    LensContext context = lensContext(made.state);
    made.state.lens<CompareLens>().toggle(context);
    const World& other = made.state.compare().otherWorlds.front();
    made.state.tool.selectEditTool("magnet");
    Hand hand{made.state};
    hand.press(kAboveBox);
    CHECK(other.motion(made.box).force.y > 5.0f); // for its next step
}

TEST_CASE("the_field_is_drawn_towards_the_pointer_and_with_shift_away_from_it")
{
    for (const bool shift : {false, true}) {
        satbox::test::BoxPicture picture;
        picture.state.tool.selectEditTool("magnet");
        Hand hand{picture.state, {}, {.shift = shift}};
        hand.move({0.0f, 2.0f});
        picture.draw();
        const auto arrows = picture.all(PrimitiveKind::Arrow);
        REQUIRE_FALSE(arrows.empty());
        for (const Primitive& arrow : arrows)
            CHECK((length(arrow.b - Position(hand.at)) > length(arrow.a - Position(hand.at))) == shift);
        CHECK(picture.hasLabel("30.0 m/s²"));
    }
}
