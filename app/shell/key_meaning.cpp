#include "app/shell/key_meaning.h"

#include <utility>

namespace satbox::app {

namespace {

constexpr std::string_view kLensGroup = "Tools"; // heading of the actions of lenses

struct MouseRow {
    const char* keys;
    const char* label;
};
constexpr auto kMouseRows = std::to_array<MouseRow>({
    {"Left drag", "Pull and throw a body; while paused: move it, static bodies too"},
    {"Shift + left drag", "While paused: rotate the body"},
    {"Click", "Select a body with its group, or a contact"},
    {"Shift + click", "Add a body to the selection, or remove it"},
    {"Alt + click, second click", "Select one body of a group"},
    {"Left drag over empty space", "Select all bodies in a rectangle; with Shift, add them"},
    {"Ctrl while dragging", "Snap to corners, edges and the grid, or to 15°"},
    {"Wheel", "Zoom at the pointer; while placing a shape: change its size"},
    {"Shift + wheel", "While placing a shape: rotate it"},
    {"Right or middle drag", "Move the view"},
    {"Right click", "Open a menu for the body or contact under the pointer"},
    {"Double click or Enter on a slider", "Type a value; a drag with Shift is ten times finer"},
    {"Drop a file on the window", "Open a scene"},
});

} // namespace

KeyMeaning meaningOf(Lenses& lenses, const KeyChord& chord, bool repeat)
{
    KeyMeaning meaning;
    if (chord.key == Key::None) return meaning;
    for (const KeyBinding& binding : keyBindings()) {
        if (binding.chord != chord && binding.alternative != chord) continue;
        if (!repeat || binding.repeats) meaning.binding = &binding;
        return meaning;
    }
    if (repeat) return meaning;
    for (Lens* lens : lensesOf(lenses))
        for (const LensAction& action : lens->actions()) {
            if (action.chord != chord) continue;
            meaning.lens = lens;
            meaning.lensAction = &action;
            return meaning;
        }
    for (const ToolboxItem& item : toolboxItems()) {
        if (KeyChord{item.shortcut, {}} != chord) continue;
        meaning.toolboxItem = &item;
        return meaning;
    }
    for (const ToolText& tool : editToolTexts()) {
        if (tool.chord != chord) continue;
        meaning.editTool = tool.key;
        return meaning;
    }
    for (const ViewSwitch& row : viewSwitches()) {
        if (KeyChord{row.shortcut, row.modifiers} != chord) continue;
        meaning.viewSwitch = &row;
        return meaning;
    }
    return meaning;
}

std::vector<KeyRow> allKeyRows(const Lenses& lenses)
{
    std::vector<KeyRow> rows;
    for (const MouseRow& row : kMouseRows) rows.push_back({"Mouse", row.keys, row.label});
    bool hasLensRows = false;
    for (const KeyBinding& binding : keyBindings()) {
        if (binding.group == kLensGroup && !std::exchange(hasLensRows, true))
            for (const Lens* lens : lensesOf(lenses))
                for (const LensAction& action : lens->actions())
                    if (action.chord.key != Key::None)
                        rows.push_back(
                            {std::string(kLensGroup), chordLabel(action.chord), std::string(action.label)});
        rows.push_back({std::string(binding.group), chordLabel(binding), std::string(binding.label)});
    }
    for (const ToolboxItem& item : toolboxItems())
        rows.push_back({"Shapes", chordLabel(KeyChord{item.shortcut, {}}), std::string(item.label)});
    for (const ToolText& tool : editToolTexts())
        rows.push_back({toolGroupName(tool.group), chordLabel(tool.chord), std::string(tool.label)});
    for (const ViewSwitch& row : viewSwitches())
        if (row.shortcut != Key::None)
            rows.push_back({row.group == ViewGroup::Overlay ? "Overlays" : "Drawing",
                            chordLabel(KeyChord{row.shortcut, row.modifiers}), std::string(row.label)});
    return rows;
}

} // namespace satbox::app
