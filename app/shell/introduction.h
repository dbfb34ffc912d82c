#pragma once

#include "app/shell/app_state.h"

#include <array>
#include <cstddef>
#include <string_view>

namespace satbox::app {

// The introduction: three things to do, each done by doing it. It is shown at each start without a scene
// on the command line until all are done or the user closes it, and again from the Help menu.

struct IntroductionTask {
    std::string_view title; // "Throw a body"
    std::string_view how;   // one sentence
};
inline constexpr std::array kIntroduction{
    IntroductionTask{"Throw a body", "Drag any blue body with the left button, and let go."},
    IntroductionTask{"Pause", "Press Space, or the button below the world."},
    IntroductionTask{
        "Look into a contact",
        "Click a contact point for its numbers, or press M over it to see how its normal was found."}};
static_assert(kIntroduction.size() == kIntroductionTasks);

void beginIntroduction(AppState& state);
// Marks what has been done since the last frame. Call once a frame, after input.
void updateIntroduction(AppState& state);

} // namespace satbox::app
