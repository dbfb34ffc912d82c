#pragma once

#include "app/app_state.h"
#include "app/options.h"
#include "app/platform/input.h"

namespace satbox::app {

// The exit code of satbox where there is no display to open a window on; run.sh knows it.
inline constexpr int kExitNoDisplay = 3;

// Opens the window and runs until it is closed. Returns the exit code. Throws where there is no display or no
// OpenGL, or the scene that was asked for cannot be opened: what() is a sentence for the user.
int runApp(const Options& options);

// The part of a frame between the interface and the picture, without a window: keys and pointer, requests,
// commands, tools, time. `interfaceHasMouse`: the pointer is on a panel or a widget is held.
struct FrameInput {
    const Input& input;
    double seconds = 0.0; // real time since the last frame
    bool interfaceHasMouse = false;
    bool interfaceHasKeyboard = false;
    TaskExecutor* executor = nullptr; // what steps use; null: this thread
};
void updateState(AppState& state, const FrameInput& frame);

// What the options say about scene and view, put into a fresh state. Throws std::runtime_error with a
// sentence.
void applyOptions(AppState& state, const Options& options);

} // namespace satbox::app
