#include "app/editor/key_bindings.h"

#include "app/editor/palette.h"
#include "engine/core/assert.h"

#include <array>

namespace satbox::app {

namespace {

constexpr Modifiers kCtrl{.ctrl = true};
constexpr Modifiers kCtrlShift{.shift = true, .ctrl = true};
constexpr Modifiers kShift{.shift = true};
constexpr KeyChord kNone{};

constexpr auto kBindings = std::to_array<KeyBinding>({
    {Action::NewScene, "File", "New", {Key::N, kCtrl}, kNone, false, "An empty world with a floor."},
    {Action::OpenFile, "File", "Open...", {Key::O, kCtrl}, kNone, false, "Opens a scene file."},
    {Action::SaveFile,
     "File",
     "Save",
     {Key::S, kCtrl},
     kNone,
     false,
     "Writes the world as it is now to its file."},
    {Action::SaveFileAs,
     "File",
     "Save as...",
     {Key::S, kCtrlShift},
     kNone,
     false,
     "Writes the world as it is now to another file."},
    {Action::Screenshot,
     "File",
     "Screenshot",
     {Key::F12},
     kNone,
     false,
     "Writes a picture of the window to the current folder."},
    {Action::Quit, "File", "Quit", {Key::Q, kCtrl}, kNone, false, "Closes the window."},

    {Action::Undo,
     "Edit",
     "Undo",
     {Key::Z, kCtrl},
     kNone,
     true,
     "Takes the world back to the moment before the last edit."},
    {Action::Redo,
     "Edit",
     "Redo",
     {Key::Z, kCtrlShift},
     {Key::Y, kCtrl},
     true,
     "Takes the world to the moment before the last undo."},
    {Action::DeleteSelection,
     "Edit",
     "Delete",
     {Key::Delete},
     {Key::Backspace},
     false,
     "Deletes the selected body."},
    {Action::DuplicateSelection,
     "Edit",
     "Duplicate",
     {Key::D, kCtrl},
     kNone,
     true,
     "Puts a copy of the selected body beside it."},
    {Action::Cancel,
     "Edit",
     "Cancel, deselect",
     {Key::Escape},
     kNone,
     false,
     "Lets go of what is dragged, puts the tool away, then deselects."},

    {Action::PickPair,
     "Tools",
     "Look into a pair",
     {Key::M},
     kNone,
     false,
     "The contact under the pointer or the selected one; without one, the next two clicks choose two "
     "shapes."},
    {Action::DeepestPair,
     "Tools",
     "Look into the deepest contact",
     {Key::N},
     kNone,
     false,
     "The pair that overlaps most, anywhere in the world."},
    {Action::WatchContact,
     "Tools",
     "Look into the step",
     {Key::M, kShift},
     kNone,
     false,
     "What the solver did about the contact under the pointer, the selected one, or the one pushed hardest."},
    {Action::AxisBefore,
     "Tools",
     "Axis, stage or visit before",
     {Key::Left},
     kNone,
     true,
     "Of the pair that is looked into: the candidate axis before the one shown; of a step: the stage; "
     "of a search: the visit."},
    {Action::AxisAfter,
     "Tools",
     "Axis, stage or visit after",
     {Key::Right},
     kNone,
     true,
     "Of the pair that is looked into: the candidate axis after the one shown; of a step: the stage; "
     "of a search: the visit."},
    {Action::CompareWorlds,
     "Tools",
     "Compare solvers",
     {Key::C, kShift},
     kNone,
     false,
     "Splits the view: the same scene in two to four worlds, each with its own solver. Again: ends it."},
    {Action::QueryBox,
     "Tools",
     "Search for a box",
     {Key::H},
     kNone,
     false,
     "Drag a box in the world: the nodes of the broad phase's trees that a search for it visits light up."},
    {Action::QueryRay,
     "Tools",
     "Shoot a ray",
     {Key::J},
     kNone,
     false,
     "Drag a ray in the world: the nodes of the broad phase's trees that it visits light up."},

    {Action::TogglePause,
     "Playback",
     "Pause or run",
     {Key::Space},
     {Key::P},
     false,
     "Stops and starts time."},
    {Action::StepOnce,
     "Playback",
     "Single step",
     {Key::O},
     {Key::Period},
     true,
     "Advances by one step and pauses."},
    {Action::SubstepOnce,
     "Playback",
     "Single substep",
     {Key::O, kShift},
     {Key::Comma},
     true,
     "Shows the next substep of a step; the last one completes it."},
    {Action::Restart,
     "Playback",
     "Restart",
     {Key::R},
     kNone,
     false,
     "Back to the scene's start, with all that was added and edited; settings stay as they are tuned."},
    {Action::Reload,
     "Playback",
     "Restart with the scene's settings",
     {Key::R, kShift},
     kNone,
     false,
     "Back to the scene's start, settings too."},
    {Action::Revert,
     "Playback",
     "Revert to file",
     {Key::R, kCtrlShift},
     kNone,
     false,
     "The scene as it is in its file, without the edits since; undo brings them back."},
    {Action::Slower, "Playback", "Slower", {Key::Minus}, kNone, true, "Halves the speed, down to 1/16."},
    {Action::Faster, "Playback", "Faster", {Key::Equals}, kNone, true, "Doubles the speed, up to 4 times."},
    {Action::NormalSpeed, "Playback", "Normal speed", {Key::Num0}, kNone, false, "Real time."},

    {Action::PreviousScene,
     "Scene",
     "Previous scene",
     {Key::LeftBracket},
     kNone,
     false,
     "Opens the scene before this one in the list."},
    {Action::NextScene,
     "Scene",
     "Next scene",
     {Key::RightBracket},
     kNone,
     false,
     "Opens the scene after this one in the list."},

    {Action::FitView, "View", "Fit the scene", {Key::Home}, kNone, false, "Shows everything."},
    {Action::ZoomIn, "View", "Zoom in", {Key::PageUp}, kNone, true, "About the middle of the world."},
    {Action::ZoomOut, "View", "Zoom out", {Key::PageDown}, kNone, true, "About the middle of the world."},
    {Action::TogglePanels,
     "View",
     "Hide or show panels",
     {Key::Tab},
     kNone,
     false,
     "Gives the whole window to the world."},
    {Action::ToggleTheme, "View", "Dark or light", {Key::T, kCtrl}, kNone, false, "Switches the colours."},
    {Action::ScaleUp,
     "View",
     "Larger interface",
     {Key::Equals, kCtrl},
     kNone,
     true,
     "Text, icons and lines grow by an eighth."},
    {Action::ScaleDown,
     "View",
     "Smaller interface",
     {Key::Minus, kCtrl},
     kNone,
     true,
     "Text, icons and lines shrink by an eighth."},
    {Action::ScaleReset,
     "View",
     "Interface at the display's scale",
     {Key::Num0, kCtrl},
     kNone,
     false,
     "Back to what the display asks for."},

    {Action::ToggleHelp, "Help", "All keys", {Key::F1}, kNone, false, "Shows this list."},
});

struct MouseRow {
    const char* keys;
    const char* label;
};
constexpr auto kMouseRows = std::to_array<MouseRow>({
    {"Left drag", "Grab a body and throw it; while paused: move it, static ones too"},
    {"Shift + left drag", "While paused: turn the body"},
    {"Click", "Select a body or a contact"},
    {"Wheel", "Zoom at the pointer; with a shape in hand: its size"},
    {"Shift + wheel", "With a shape in hand: turn it"},
    {"Right or middle drag", "Move the view"},
    {"Double click on a number", "Type a value"},
    {"Drop a file on the window", "Open a scene"},
});

} // namespace

std::span<const KeyBinding> keyBindings() { return kBindings; }

const KeyBinding& bindingOf(Action action)
{
    for (const KeyBinding& binding : kBindings)
        if (binding.action == action) return binding;
    SATBOX_ASSERT(false, "every value has a row in the table");
    return kBindings.front();
}

std::string chordLabel(const KeyChord& chord)
{
    return chord.key == Key::None ? std::string() : describeKey(chord.key, chord.modifiers);
}

std::string chordLabel(const KeyBinding& binding)
{
    std::string label = chordLabel(binding.chord);
    if (binding.alternative.key != Key::None) label += " or " + chordLabel(binding.alternative);
    return label;
}

KeyMeaning meaningOf(const KeyChord& chord, bool repeat)
{
    KeyMeaning meaning;
    if (chord.key == Key::None) return meaning;
    for (const KeyBinding& binding : kBindings) {
        if (binding.chord != chord && binding.alternative != chord) continue;
        if (!repeat || binding.repeats) meaning.action = binding.action;
        return meaning;
    }
    if (repeat) return meaning;
    for (const PaletteItem& item : paletteItems()) {
        if (KeyChord{item.shortcut, {}} != chord) continue;
        meaning.palette = &item;
        return meaning;
    }
    for (const ViewSwitch& row : viewSwitches()) {
        if (KeyChord{row.shortcut, row.modifiers} != chord) continue;
        meaning.viewSwitch = &row;
        return meaning;
    }
    return meaning;
}

std::vector<KeyRow> allKeyRows()
{
    std::vector<KeyRow> rows;
    for (const MouseRow& row : kMouseRows) rows.push_back({"Mouse", row.keys, row.label});
    for (const KeyBinding& binding : kBindings)
        rows.push_back({std::string(binding.group), chordLabel(binding), std::string(binding.label)});
    for (const PaletteItem& item : paletteItems())
        rows.push_back({"Shapes", chordLabel(KeyChord{item.shortcut, {}}), std::string(item.label)});
    for (const ViewSwitch& row : viewSwitches())
        if (row.shortcut != Key::None)
            rows.push_back({row.group == ViewGroup::Overlay ? "Overlays" : "Drawing",
                            chordLabel(KeyChord{row.shortcut, row.modifiers}), std::string(row.label)});
    return rows;
}

} // namespace satbox::app
