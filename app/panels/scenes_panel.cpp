// The Scenes panel: a searchable list of all scenes with title and description, and buttons to open and save
// files.

#include "app/panels/panels.h"
#include "app/platform/imgui_versions.h"
#include "app/text/format.h"
#include "app/widgets/widgets.h"
#include <satbox/scene/scene.h>

#include <imgui.h>

#include <algorithm>

namespace satbox::app {

namespace {

// True if every word of `search` occurs in name, title or description.
bool matches(const ScenesState::Entry& entry, std::string_view search)
{
    const std::string where = lowered(entry.name + " " + entry.title + " " + entry.description);
    return std::ranges::all_of(
        loweredWords(search), [&](const std::string& word) { return where.find(word) != std::string::npos; });
}

// Reads title and description of the next scene.
void readNextScene(std::span<const std::string> names, ScenesState& scenes)
{
    if (scenes.entries.size() >= names.size()) return;
    const std::string& name = names[scenes.entries.size()];
    SceneResult result = openScene(name);
    if (result.ok())
        scenes.entries.push_back({name, result.scene.title, result.scene.description});
    else
        scenes.entries.push_back({name, name, result.error});
}

// A row with title and description. Returns true if it was clicked.
bool drawSceneRow(const UiContext& ui, const ScenesState::Entry& entry, bool open)
{
    const float width = ImGui::GetContentRegionAvail().x;
    const float pad = ui.px(8.0f);
    const float wrap = width - 2.0f * pad;
    const std::string& title = entry.title.empty() ? entry.name : entry.title;
    ImGui::PushFont(ui.fonts.small);
    const ImVec2 textSize = ImGui::CalcTextSize(entry.description.c_str(), nullptr, false, wrap);
    ImGui::PopFont();
    const float lines = entry.description.empty() ? 0.0f : textSize.y + ui.px(2.0f);
    const float height = ImGui::GetFontSize() + lines + 2.0f * ui.px(6.0f);

    ImGui::PushID(entry.name.c_str());
    const bool clicked = ImGui::InvisibleButton("scene", {width, height});
    const bool hovered = ImGui::IsItemHovered();
    recordLastItem(ui, entry.name, open ? "open" : "");
    ImGui::PopID();
    const ImVec2 a = ImGui::GetItemRectMin();
    const ImVec2 b = ImGui::GetItemRectMax();
    ImDrawList& out = *ImGui::GetWindowDrawList();
    if (open || hovered)
        out.AddRectFilled(a, b, ui.palette.raised.withAlpha(open ? 1.0f : 0.6f).packed(), ui.px(4.0f));
    if (open) out.AddRectFilled(a, {a.x + ui.px(3.0f), b.y}, ui.palette.accent.packed(), ui.px(2.0f));
    out.AddText({a.x + pad, a.y + ui.px(6.0f)}, ui.palette.text.packed(), title.c_str());
    if (!entry.description.empty())
        out.AddText(ui.fonts.small, fontSize(*ui.fonts.small),
                    {a.x + pad, a.y + ui.px(8.0f) + ImGui::GetFontSize()}, ui.palette.muted.packed(),
                    entry.description.c_str(), nullptr, wrap);
    return clicked;
}

} // namespace

void drawScenesPanel(const UiContext& ui, const Document& document, std::span<const std::string> names,
                     ScenesState& scenes, ActionTextOf textOf, Requests& requests)
{
    readNextScene(names, scenes);
    const float third = (ImGui::GetContentRegionAvail().x - 2.0f * ImGui::GetStyle().ItemSpacing.x) / 3.0f;
    const auto action = [&](const char* label, Action what) {
        if (ImGui::Button(label, {third, 0.0f})) requests.actions.push_back(what);
        recordLastItem(ui, label);
        const ActionText text = textOf(what);
        itemTooltip(ui, text.help, text.keys);
    };
    action("New", Action::NewScene);
    ImGui::SameLine();
    action("Open...", Action::OpenFile);
    ImGui::SameLine();
    action(document.path.empty() ? "Save as..." : "Save", Action::SaveFile);
    if (!document.path.empty()) hintText(ui, document.path.string());
    ImGui::Dummy({0.0f, ui.px(4.0f)});

    ImGui::SetNextItemWidth(-1.0f);
    ImGui::InputTextWithHint("##search", "Search scenes", scenes.search.data(), scenes.search.size());
    takeKeysForText();
    recordLastItem(ui, "Search scenes", scenes.search.data());
    ImGui::Dummy({0.0f, ui.px(4.0f)});

    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8.0f), ui.px(2.0f)});
    bool any = false;
    for (const ScenesState::Entry& entry : scenes.entries) {
        if (!matches(entry, scenes.search.data())) continue;
        any = true;
        if (drawSceneRow(ui, entry, entry.name == document.scene.name)) requests.openScene = entry.name;
    }
    ImGui::PopStyleVar();
    if (!any && scenes.entries.size() == names.size())
        hintText(ui, names.empty() ? "No scenes were found beside the program. Use Open... to choose a file."
                                   : "No scene has these words in its name, title or description.");
}

} // namespace satbox::app
