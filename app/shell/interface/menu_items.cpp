#include "app/shell/interface/menu_items.h"

#include "app/platform/imgui_versions.h"
#include "app/shell/edit_actions.h"
#include "app/shell/key_table.h"
#include "app/tools/toolbox.h"
#include "app/widgets/widgets.h"

#include <imgui.h>

#include <string>

namespace satbox::app {

void MenuItems::action(Action action) const
{
    const KeyBinding& binding = bindingOf(action);
    const std::string text = binding.menuLabel ? binding.menuLabel(state) : std::string(binding.label);
    const bool enabled = !binding.isEnabled || binding.isEnabled(state);
    if (ImGui::MenuItem(text.c_str(), chordLabel(binding).c_str(), false, enabled))
        state.requests.actions.push_back(action);
    recordLastItem(ui, text, enabled ? "" : "disabled");
    itemTooltip(ui, binding.help);
}

void MenuItems::lensActions() const
{
    for (Lens* lens : lensesOf(state.lenses))
        for (const LensAction& action : lens->actions()) {
            const std::string text(lens->actionLabel(action));
            if (ImGui::MenuItem(text.c_str(), chordLabel(action.chord).c_str())) {
                LensContext context = lensContext(state);
                action.perform(*lens, context);
            }
            recordLastItem(ui, text);
            itemTooltip(ui, action.help);
        }
}

void MenuItems::shapes() const
{
    ToolState& tool = state.tool;
    for (const ToolboxItem& shape : toolboxItems()) {
        const std::string label(shape.label);
        const bool inHand = tool.tool == ToolKind::Place && tool.shapeToPlace == shape.shape;
        if (ImGui::MenuItem(label.c_str(), chordLabel(KeyChord{shape.shortcut}).c_str(), inHand))
            tool.beginPlacing(shape.shape, false);
        recordLastItem(ui, label);
        itemTooltip(ui, shape.help);
    }
}

void MenuItems::editTools(ToolGroup group) const
{
    for (const ToolText& tool : editToolTexts()) {
        if (tool.group != group) continue;
        const std::string label(tool.label);
        const EditTool* selected = selectedEditTool(state.editTools, state.tool);
        if (ImGui::MenuItem(label.c_str(), chordLabel(tool.chord).c_str(),
                            selected && selected->text().key == tool.key))
            state.tool.selectEditTool(tool.key);
        recordLastItem(ui, label);
        itemTooltip(ui, tool.help);
    }
}

void MenuItems::selectionKinds() const
{
    action(Action::SelectAll);
    for (const SelectByText& row : kSelectBy)
        if (item(row.label.data(), row.help)) selectBy(state, row.kind);
}

void MenuItems::shapeEdits() const
{
    for (const ShapeEditText& row : kShapeEdits)
        if (item(row.label, row.help, false, state.selection.count() >= row.minBodies))
            editShapesOfSelection(state, row.edit);
}

void MenuItems::arrangements() const
{
    for (const ArrangementText& row : kArrangements) {
        const bool isEnabled = state.selection.count() >= minBodiesFor(row.arrangement);
        if (item(row.label.data(), row.help, false, isEnabled)) arrangeSelection(state, row.arrangement);
    }
}

bool MenuItems::item(const char* label, std::string_view help, bool isChecked, bool isEnabled) const
{
    const bool chosen = ImGui::MenuItem(label, nullptr, isChecked, isEnabled);
    recordLastItem(ui, label, isChecked ? "on" : "");
    itemTooltip(ui, help);
    return chosen;
}

bool MenuItems::begin(const char* name) const
{
    // Dear ImGui takes the border of a menu within another one from that of child windows.
    ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, ImGui::GetStyle().PopupBorderSize);
    const bool open = ImGui::BeginMenu(name);
    ImGui::PopStyleVar();
    if (open)
        closeOnEscape();
    else
        recordLastItem(ui, name);
    return open;
}

void MenuItems::closeOnEscape() const
{
    state.ui.menuOpen = true;
    if (keyPressed(ImGuiKey_Escape, false)) ImGui::CloseCurrentPopup();
}

} // namespace satbox::app
