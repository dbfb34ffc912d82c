#pragma once

#include "app/platform/input.h"
#include "app/shell/app_state.h"
#include "app/tools/requests.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satbox::app {

// One row of the table of keys: everything about an action. The actions of lenses are in their folders.
struct KeyBinding {
    Action action;
    std::string_view group; // "File", "Edit", "Playback", "View": heading in the list of keys
    std::string_view label; // "Single step"
    KeyChord chord;
    KeyChord alternative{}; // Key::None: none
    bool repeats = false;   // repeats while the key is held
    std::string_view help;  // tooltip
    void (*perform)(AppState&) = nullptr;
    // Returns a message if the action is refused now, else null. The pointer itself is null if the action is
    // never refused.
    const char* (*refusal)(const AppState&) = nullptr;
    bool (*isEnabled)(const AppState&) = nullptr;        // its menu item; null: always
    std::string (*menuLabel)(const AppState&) = nullptr; // if it differs from `label`
};
std::span<const KeyBinding> keyBindings();
const KeyBinding& bindingOf(Action action);
ActionText textOf(Action action);

// Performs an action, or says why it is refused. It may open a file dialog; files are read and written in
// performRequests.
void perform(AppState& state, Action action);

// "Space or P".
std::string chordLabel(const KeyBinding& binding);

} // namespace satbox::app
