#include "app/shell/key_table.h"

#include "app/tools/palette.h"
#include "engine/core/assert.h"

#include <array>

namespace satbox::app {

namespace {

constexpr Modifiers kCtrl{.ctrl = true};
constexpr Modifiers kCtrlShift{.shift = true, .ctrl = true};
constexpr Modifiers kShift{.shift = true};
constexpr KeyChord kNone{};

constexpr auto kBindings = std::to_array<KeyBinding>({
    {Action::NewScene, "File", "New", {Key::N, kCtrl}, kNone, false, "Opens an empty world with a floor."},
    {Action::OpenFile, "File", "Open...", {Key::O, kCtrl}, kNone, false, "Opens a scene file."},
    {Action::SaveFile,
     "File",
     "Save",
     {Key::S, kCtrl},
     kNone,
     false,
     "Saves the current state of the world to the scene's file."},
    {Action::SaveFileAs,
     "File",
     "Save as...",
     {Key::S, kCtrlShift},
     kNone,
     false,
     "Saves the current state of the world to another file."},
    {Action::Screenshot,
     "File",
     "Screenshot",
     {Key::F12},
     kNone,
     false,
     "Saves a picture of the window to the current folder."},
    {Action::Quit,
     "File",
     "Quit",
     {Key::Q, kCtrl},
     kNone,
     false,
     "Quits satbox. With unsaved edits it asks first."},

    {Action::Undo,
     "Edit",
     "Undo",
     {Key::Z, kCtrl},
     kNone,
     true,
     "Restores the world from before the last edit."},
    {Action::Redo,
     "Edit",
     "Redo",
     {Key::Z, kCtrlShift},
     {Key::Y, kCtrl},
     true,
     "Restores the world from before the last undo."},
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
     "Adds a copy of the selected body beside it."},
    {Action::Cancel,
     "Edit",
     "Cancel or deselect",
     {Key::Escape},
     kNone,
     false,
     "Each press does the first that applies: end the drag, deselect the tool, close what is open, clear the "
     "selection."},

    {Action::InspectPair,
     "Tools",
     "Inspect pair",
     {Key::M},
     kNone,
     false,
     "Inspects the contact under the pointer or the selected one. Without either, click two shapes."},
    {Action::InspectDeepestContact,
     "Tools",
     "Inspect deepest contact",
     {Key::N},
     kNone,
     false,
     "Inspects the pair of shapes that overlaps most in the world."},
    {Action::InspectStep,
     "Tools",
     "Inspect step",
     {Key::M, kShift},
     kNone,
     false,
     "Shows what the solver did with the contact under the pointer, the selected one, or the one with the "
     "largest impulse."},
    {Action::PreviousItem,
     "Tools",
     "Previous axis, stage or visit",
     {Key::Left},
     kNone,
     true,
     "Shows the previous candidate axis (Pair panel), stage of the step (Step panel) or node visit (Broad "
     "phase panel)."},
    {Action::NextItem,
     "Tools",
     "Next axis, stage or visit",
     {Key::Right},
     kNone,
     true,
     "Shows the next candidate axis (Pair panel), stage of the step (Step panel) or node visit (Broad phase "
     "panel)."},
    {Action::CompareWorlds,
     "Tools",
     "Compare solvers",
     {Key::C, kShift},
     kNone,
     false,
     "Runs two to four copies of the world side by side, each with its own solver. Again: ends the "
     "comparison."},
    {Action::QueryBox,
     "Tools",
     "Query a box",
     {Key::H},
     kNone,
     false,
     "Drag a box in the world to see which nodes of the broad phase's trees the query visits."},
    {Action::QueryRay,
     "Tools",
     "Cast a ray",
     {Key::J},
     kNone,
     false,
     "Drag a ray in the world to see which nodes of the broad phase's trees it visits."},

    {Action::TogglePause,
     "Playback",
     "Pause or run",
     {Key::Space},
     {Key::P},
     false,
     "Pauses or resumes the simulation."},
    {Action::StepOnce,
     "Playback",
     "Single step",
     {Key::O},
     {Key::Period},
     true,
     "Makes one step and pauses."},
    {Action::SubstepOnce,
     "Playback",
     "Single substep",
     {Key::O, kShift},
     {Key::Comma},
     true,
     "Shows the next substep of a step and pauses; the last one completes the step."},
    {Action::Restart,
     "Playback",
     "Restart",
     {Key::R},
     kNone,
     false,
     "Returns to the scene's start with all added and edited bodies; keeps the current settings."},
    {Action::RestartWithSceneSettings,
     "Playback",
     "Restart with the scene's settings",
     {Key::R, kShift},
     kNone,
     false,
     "Returns to the scene's start and its settings, with all added and edited bodies."},
    {Action::Revert,
     "Playback",
     "Revert to file",
     {Key::R, kCtrlShift},
     kNone,
     false,
     "Loads the scene from its file again, without your edits; undo restores them."},
    {Action::Slower, "Playback", "Slower", {Key::Minus}, kNone, true, "Halves the speed, down to 1/16."},
    {Action::Faster, "Playback", "Faster", {Key::Equals}, kNone, true, "Doubles the speed, up to 4 times."},
    {Action::NormalSpeed, "Playback", "Normal speed", {Key::Num0}, kNone, false, "Returns to real time."},

    {Action::PreviousScene,
     "Scene",
     "Previous scene",
     {Key::LeftBracket},
     kNone,
     false,
     "Opens the previous scene in the list."},
    {Action::NextScene,
     "Scene",
     "Next scene",
     {Key::RightBracket},
     kNone,
     false,
     "Opens the next scene in the list."},

    {Action::FitView,
     "View",
     "Fit the scene",
     {Key::Home},
     kNone,
     false,
     "Moves the camera to show all bodies."},
    {Action::ZoomIn, "View", "Zoom in", {Key::PageUp}, kNone, true, "Zooms in on the middle of the view."},
    {Action::ZoomOut,
     "View",
     "Zoom out",
     {Key::PageDown},
     kNone,
     true,
     "Zooms out from the middle of the view."},
    {Action::TogglePanels,
     "View",
     "Show or hide panels",
     {Key::Tab},
     kNone,
     false,
     "Hides all panels, so that the world fills the window, or shows them again."},
    {Action::ToggleTheme,
     "View",
     "Dark or light theme",
     {Key::T, kCtrl},
     kNone,
     false,
     "Switches the colours."},
    {Action::ScaleUp,
     "View",
     "Larger interface",
     {Key::Equals, kCtrl},
     kNone,
     true,
     "Increases the size of text, icons and lines by 12.5 % of their design size."},
    {Action::ScaleDown,
     "View",
     "Smaller interface",
     {Key::Minus, kCtrl},
     kNone,
     true,
     "Decreases the size of text, icons and lines by 12.5 % of their design size."},
    {Action::ScaleReset,
     "View",
     "Interface at the display's scale",
     {Key::Num0, kCtrl},
     kNone,
     false,
     "Uses the scale that the display reports."},

    {Action::ToggleHelp, "Help", "All keys", {Key::F1}, kNone, false, "Shows this list."},
});

struct MouseRow {
    const char* keys;
    const char* label;
};
constexpr auto kMouseRows = std::to_array<MouseRow>({
    {"Left drag", "Pull and throw a body; while paused: move it, static bodies too"},
    {"Shift + left drag", "While paused: rotate the body"},
    {"Click", "Select a body or a contact"},
    {"Wheel", "Zoom at the pointer; while placing a shape: change its size"},
    {"Shift + wheel", "While placing a shape: rotate it"},
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
