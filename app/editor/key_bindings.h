#pragma once

#include "app/platform/input.h"
#include "app/view/view_settings.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satbox::app {

// Everything that a key or a menu item can ask for. Menus push the same actions into AppState::requests.
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
    Cancel, // Esc: lets go, puts the tool away, deselects
    PickPair,
    DeepestPair,
    WatchContact,
    AxisBefore,
    AxisAfter,
    QueryBox,
    QueryRay,
    TogglePause,
    StepOnce,
    SubstepOnce,
    Restart,
    Reload,
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

// One row of the key table.
struct KeyBinding {
    Action action;
    std::string_view group; // "File", "Edit", "Playback", "View": heading on the sheet, and its menu
    std::string_view label; // "Single step"
    KeyChord chord;
    KeyChord alternative;  // Key::None without one
    bool repeats = false;  // holding the key does it again
    std::string_view help; // a sentence
};
std::span<const KeyBinding> keyBindings();
const KeyBinding& bindingOf(Action action);

// "Ctrl+S", "Space or P"; empty without a key.
std::string chordLabel(const KeyBinding& binding);
std::string chordLabel(const KeyChord& chord);

// What a key press means: an action, a palette shape or an overlay. At most one is set.
struct KeyMeaning {
    std::optional<Action> action;
    const struct PaletteItem* palette = nullptr;
    const ViewSwitch* viewSwitch = nullptr;
};
KeyMeaning meaningOf(const KeyChord& chord, bool repeat = false);

// Every key with what it does, for the F1 sheet: bindings, palette, overlays, then the mouse.
struct KeyRow {
    std::string group;
    std::string keys;
    std::string label;
};
std::vector<KeyRow> allKeyRows();

} // namespace satbox::app
