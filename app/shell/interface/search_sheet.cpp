// The search over everything that can be done (Ctrl+P).

#include "app/platform/imgui_versions.h"
#include "app/shell/command_search.h"
#include "app/shell/interface/bars.h"
#include "app/widgets/panel_window.h"
#include "app/widgets/widgets.h"
#include <satbox/settings_table.h>

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace satbox::app {

namespace {

constexpr int kPageRows = 10;
constexpr float kRowHeight = 28.0f; // design pixels
constexpr size_t kMinRows = 2;      // of the list, which also has room for "nothing found"
constexpr float kMaxRows = 12.0f;

// The text field. Returns true if Enter was pressed in it.
bool drawField(const UiContext& ui, SearchState& search)
{
    std::array<char, 256> buffer{};
    search.typed.copy(buffer.data(), buffer.size() - 1);
    if (search.takesFocus || !ImGui::IsAnyItemActive()) ImGui::SetKeyboardFocusHere();
    search.takesFocus = false;
    ImGui::SetNextItemWidth(-1.0f);
    // The field of a value has another id, so that it starts with the setting's value.
    const char* id = search.setting.empty() ? "##search" : "##value";
    const char* hint = search.setting.empty() ? "Command, overlay, panel, setting or scene" : "Value";
    const bool entered = ImGui::InputTextWithHint(
        id, hint, buffer.data(), buffer.size(),
        ImGuiInputTextFlags_EnterReturnsTrue |
            (search.setting.empty() ? ImGuiInputTextFlags_None : ImGuiInputTextFlags_AutoSelectAll));
    recordLastItem(ui, search.setting.empty() ? "Search" : "Value", buffer.data());
    if (search.typed != buffer.data()) {
        search.typed = buffer.data();
        search.highlighted = 0;
        search.error.clear();
    }
    return entered;
}

// Label, state and group at the left, keys at the right. Returns true if the row was clicked.
bool drawRow(const UiContext& ui, const SearchEntry& entry, bool isHighlighted, int index)
{
    const float height = ui.px(kRowHeight);
    const ImVec2 a = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const bool clicked =
        ImGui::InvisibleButton(fmt::format("{}##{}", entry.label, index).c_str(), {width, height});
    recordLastItem(ui, entry.label, entry.state);
    itemTooltip(ui, entry.help);
    ImDrawList& out = *ImGui::GetWindowDrawList();
    if (isHighlighted || ImGui::IsItemHovered())
        out.AddRectFilled(a, {a.x + width, a.y + height},
                          (isHighlighted ? ui.palette.chosenRow : ui.palette.hoveredRow).packed(),
                          ui.px(4.0f));
    const float y = std::round(a.y + 0.5f * (height - ImGui::GetFontSize()));
    float x = a.x + ui.px(8.0f);
    const float keysWidth = ImGui::CalcTextSize(entry.keys.c_str()).x;
    const float right = a.x + width - ui.px(8.0f);
    const float end = entry.keys.empty() ? right : right - keysWidth - ui.px(12.0f);
    const auto add = [&](const std::string& text, const Color& color) {
        if (text.empty() || x >= end) return;
        out.PushClipRect({x, a.y}, {end, a.y + height}, true);
        out.AddText({std::round(x), y}, color.packed(), text.c_str());
        out.PopClipRect();
        x += ImGui::CalcTextSize(text.c_str()).x + ui.px(12.0f);
    };
    add(entry.label, entry.isEnabled ? ui.palette.text : ui.palette.muted);
    // Other colours are too faint on the highlight.
    const Color& quiet = isHighlighted ? ui.palette.text : ui.palette.muted;
    add(entry.state, isHighlighted ? ui.palette.text : ui.palette.accent);
    add(entry.group, quiet);
    if (!entry.keys.empty())
        out.AddText({std::round(right - keysWidth), y}, quiet.packed(), entry.keys.c_str());
    return clicked;
}

// The list of what was found. `before`: the highlighted row of the frame before. Returns the index of the
// entry that was clicked, or -1.
int drawList(const UiContext& ui, SearchState& search, std::span<const SearchEntry> entries,
             std::span<const size_t> found, int before, size_t maxRows)
{
    const int last = std::max(static_cast<int>(found.size()) - 1, 0);
    if (keyPressed(ImGuiKey_DownArrow)) ++search.highlighted;
    if (keyPressed(ImGuiKey_UpArrow)) --search.highlighted;
    if (keyPressed(ImGuiKey_PageDown)) search.highlighted += kPageRows;
    if (keyPressed(ImGuiKey_PageUp)) search.highlighted -= kPageRows;
    search.highlighted = std::clamp(search.highlighted, 0, last);
    int clicked = -1;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0f, 0.0f});
    // Whole rows only.
    const float rowHeight = ui.px(kRowHeight);
    const size_t rows = std::clamp(found.size(), kMinRows, std::max(maxRows, kMinRows));
    ImGui::BeginChild("found", {0.0f, rowHeight * static_cast<float>(rows)});
    for (size_t i = 0; i < found.size(); ++i) {
        const bool isHighlighted = static_cast<int>(i) == search.highlighted;
        if (drawRow(ui, entries[found[i]], isHighlighted, static_cast<int>(i)))
            clicked = static_cast<int>(found[i]);
        if (isHighlighted && search.highlighted != before) ImGui::SetScrollHereY();
    }
    if (found.empty())
        hintText(ui, fmt::format("Nothing has \"{}\" in its name. Try another word, or F1 for all keys.",
                                 search.typed));
    ImGui::EndChild();
    ImGui::PopStyleVar();
    return clicked;
}

void drawSearching(const UiContext& ui, AppState& state, size_t maxRows)
{
    SearchState& search = state.ui.search;
    const std::vector<SearchEntry> entries = searchEntries(state);
    const int before = search.highlighted;
    const bool entered = drawField(ui, search);
    const std::vector<size_t> found = findEntries(entries, search.typed);
    if (!search.error.empty()) hintText(ui, search.error);
    const int clicked = drawList(ui, search, entries, found, before, maxRows);
    if (clicked >= 0)
        chooseEntry(state, entries[static_cast<size_t>(clicked)]);
    else if (entered && !found.empty())
        chooseEntry(state, entries[found[static_cast<size_t>(search.highlighted)]]);
}

// "One of: soft-step, sequential-impulse."; empty for a number.
std::string choicesOf(const SettingField& field)
{
    const auto list = [](auto last) {
        std::string text = "One of: ";
        for (int i = 0; i <= static_cast<int>(last); ++i)
            text.append(i == 0 ? "" : ", ").append(toString(static_cast<decltype(last)>(i)));
        return text + ".";
    };
    if (std::holds_alternative<bool WorldSettings::*>(field.member)) return "One of: true, false.";
    if (std::holds_alternative<SolverType WorldSettings::*>(field.member))
        return list(SolverType::VertexContact);
    if (std::holds_alternative<CombineRule WorldSettings::*>(field.member)) return list(CombineRule::Maximum);
    return {};
}

void drawSetting(const UiContext& ui, AppState& state)
{
    SearchState& search = state.ui.search;
    const SettingField* field = findSetting(search.setting);
    if (!field) return;
    ImGui::PushFont(ui.fonts.heading);
    const std::string title =
        field->unit.empty() ? std::string(field->label) : fmt::format("{}, {}", field->label, field->unit);
    ImGui::TextUnformatted(title.c_str());
    ImGui::PopFont();
    const bool entered = drawField(ui, search);
    if (search.error.empty()) {
        hintText(ui, field->help);
        if (const std::string choices = choicesOf(*field); !choices.empty()) hintText(ui, choices);
    } else {
        ImGui::PushStyleColor(ImGuiCol_Text, ui.palette.error.packed());
        ImGui::TextWrapped("%s", search.error.c_str());
        ImGui::PopStyleColor();
    }
    if (entered) applySearchedSetting(state);
}

} // namespace

void drawSearch(const UiContext& ui, const ScreenRect& window, AppState& state)
{
    SearchState& search = state.ui.search;
    if (!search.open) return;
    const float width = std::min(ui.px(600.0f), window.width - ui.px(32.0f));
    const float room = window.height - ui.px(80.0f);
    const float besides = ui.px(72.0f); // the field, an error and the padding
    const auto maxRows =
        static_cast<size_t>(std::clamp((room - besides) / ui.px(kRowHeight), 1.0f, kMaxRows));
    ModalWindow modal(ui, "Search",
                      {window.x + 0.5f * (window.width - width), window.y + ui.px(48.0f), width, 0.0f});
    if (!modal.isVisible()) return;
    if (search.setting.empty())
        drawSearching(ui, state, maxRows);
    else
        drawSetting(ui, state);
    if (keyPressed(ImGuiKey_Escape, false)) search.open = false;
    if (!search.open) modal.close();
}

} // namespace satbox::app
