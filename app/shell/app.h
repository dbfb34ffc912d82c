#pragma once

#include "app/platform/input.h"
#include "app/shell/app_state.h"
#include "app/shell/options.h"

namespace satbox::app {

struct FrameInput {
    const Input& input;
    double seconds = 0.0;              // wall-clock time since the last frame
    bool interfaceHasMouse = false;    // the pointer is over a panel, or a widget is held
    bool interfaceHasKeyboard = false; // a text field has the keyboard
    TaskExecutor* executor = nullptr;  // for stepping; null: the calling thread
};
// Updates the state once per frame, between the interface and drawing: handles input events, performs
// requests and commands, updates the tools and steps the world. Needs no window.
void updateState(AppState& state, const FrameInput& frame);

// Applies the scene and view options, and those of lenses that concern the first step, to a newly constructed
// state. Throws std::runtime_error with a message for the user.
void applyOptions(AppState& state, const Options& options);

// Applies the remaining options of the lenses: before the first frame or, with --render (`renders`), after
// all steps. Throws std::runtime_error with a message for the user.
void applyLensOptions(AppState& state, bool renders);
// Moves the camera to what these have opened. Call it once, when the view has its size.
void showOpenedByOptions(AppState& state);

} // namespace satbox::app
