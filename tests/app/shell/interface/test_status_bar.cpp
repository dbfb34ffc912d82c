// The status bar: counters on the right, the message of highest priority on the left.

#include "app/shell/interface/bars.h"
#include "engine/world/contact_limit.h"
#include "tests/app/widgets/ui_fixture.h"
#include "tests/support/world_internals.h"

#include <doctest/doctest.h>

namespace satbox::app {
namespace {

std::string messageOf(const World& world, const Playback& playback, float allStepsMs = 0.0f)
{
    test::OffscreenUi screen({1024, 120});
    screen.frames(2, [&](const UiContext& ui) {
        drawStatusBar(ui, {.x = 0.0f, .y = 80.0f, .width = 1024.0f, .height = 26.0f}, world, {}, playback,
                      ToolState{}, {.allStepsMs = allStepsMs}, Message{}, 0.0);
    });
    return screen.widget("Message").value;
}

} // namespace

TEST_CASE("status_bar_reports_the_contact_limit_before_dropped_time")
{
    World world;
    Playback playback;
    playback.slowFrames = 100; // slower than real time
    CHECK(messageOf(world, playback).starts_with("Slower than real time: frames take so long to draw"));
    CHECK(messageOf(world, playback, 51.0f).starts_with("Slower than real time: steps take so long"));
    satbox::test::reportOf(world).hasReachedContactLimit = true;
    CHECK(messageOf(world, playback) == contactLimitMessage(world));
}

} // namespace satbox::app
