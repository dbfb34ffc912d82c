// The bar below the world: figures on the right, and what is most urgent to say on the left.

#include "app/ui/panels.h"
#include "engine/world/limits.h"
#include "tests/app/ui/ui_fixture.h"

#include <doctest/doctest.h>

namespace satbox::app {
namespace {

std::string messageOf(const World& world, const Playback& playback)
{
    test::OffscreenUi screen({1024, 120});
    screen.frames(2, [&](const UiContext& ui) {
        drawStatusBar(ui, {.x = 0.0f, .y = 80.0f, .width = 1024.0f, .height = 26.0f}, world, playback,
                      ToolState{}, FrameStats{}, Message{}, 0.0);
    });
    return screen.widget("Message").value;
}

} // namespace

TEST_CASE("the_status_bar_says_that_contacts_are_left_out_before_it_says_that_time_is")
{
    World world;
    Playback playback;
    playback.clampedFrames = 100; // slower than real time
    CHECK(messageOf(world, playback).starts_with("Slower than real time"));
    world.mutableState().lacksContacts = true;
    CHECK(messageOf(world, playback) == contactLimitSentence(world));
}

} // namespace satbox::app
