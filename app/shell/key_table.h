#pragma once

#include "app/platform/input.h"
#include "app/view/view_settings.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satbox::app {

// Everything that keys and menu items can do. Menus push actions into Requests::actions.
enum class Action : uint8_t {
    NewScene,
    OpenFile,
    SaveFile,
    SaveFileAs,
    Screenshot,
    Quit,
    Undo,
    Redo,
    DeleteSelection,
    DuplicateSelection,
    Cancel, // Esc: see cancelTools
    InspectPair,
    InspectDeepestContact,
    InspectStep,
    PreviousItem,
    NextItem,
    QueryBox,
    QueryRay,
    TogglePause,
    StepOnce,
    SubstepOnce,
    Restart,
    RestartWithSceneSettings,
    Revert,
    Slower,
    Faster,
    NormalSpeed,
    PreviousScene,
    NextScene,
    FitView,
    ZoomIn,
    ZoomOut,
    TogglePanels,
    ToggleTheme,
    ToggleHelp,
    ScaleUp, // of the interface
    ScaleDown,
    ScaleReset,
    CompareWorlds,
    Count
};

struct KeyChord {
    Key key = Key::None;
    Modifiers modifiers{};
    friend bool operator==(const KeyChord&, const KeyChord&) = default;
};

// One row of the table of keys.
struct KeyBinding {
    Action action;
    std::string_view group; // "File", "Edit", "Playback", "View": menu and heading in the list of keys
    std::string_view label; // "Single step"
    KeyChord chord;
    KeyChord alternative;  // Key::None: none
    bool repeats = false;  // repeats while the key is held
    std::string_view help; // one sentence
};
std::span<const KeyBinding> keyBindings();
const KeyBinding& bindingOf(Action action);

// "Ctrl+S", "Space or P"; empty for Key::None.
std::string chordLabel(const KeyBinding& binding);
std::string chordLabel(const KeyChord& chord);

// The meaning of a key press: an action, a palette shape or a view switch. At most one is set.
struct KeyMeaning {
    std::optional<Action> action;
    const struct PaletteItem* palette = nullptr;
    const ViewSwitch* viewSwitch = nullptr;
};
KeyMeaning meaningOf(const KeyChord& chord, bool repeat = false);

// Rows of the list of keys (F1): mouse, key bindings, palette, view switches.
struct KeyRow {
    std::string group;
    std::string keys;
    std::string label;
};
std::vector<KeyRow> allKeyRows();

} // namespace satbox::app
