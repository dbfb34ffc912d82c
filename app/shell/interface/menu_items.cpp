#include "app/shell/interface/menu_items.h"

#include "app/shell/key_table.h"
#include "app/tools/palette.h"

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
    tooltip(binding.help);
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
            tooltip(action.help);
        }
}

void MenuItems::shapes() const
{
    ToolState& tool = state.tool;
    for (const PaletteItem& shape : paletteItems()) {
        const std::string label(shape.label);
        const bool inHand = tool.tool == ToolKind::Place && tool.shapeToPlace == shape.shape;
        if (ImGui::MenuItem(label.c_str(), chordLabel(KeyChord{shape.shortcut}).c_str(), inHand))
            tool.beginPlacing(shape.shape, false);
        recordLastItem(ui, label);
        tooltip(shape.help);
    }
}

bool MenuItems::item(const char* label, std::string_view help, bool isChecked, bool isEnabled) const
{
    const bool chosen = ImGui::MenuItem(label, nullptr, isChecked, isEnabled);
    recordLastItem(ui, label, isChecked ? "on" : "");
    tooltip(help);
    return chosen;
}

bool MenuItems::begin(const char* name) const
{
    const bool open = ImGui::BeginMenu(name);
    if (!open) recordLastItem(ui, name);
    return open;
}

void MenuItems::tooltip(std::string_view text) const
{
    if (text.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ui.px(300.0f));
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

} // namespace satbox::app
