#include "app/shell/interface/bars.h"
#include "app/shell/interface/edge_line.h"
#include "app/view/overlays.h"
#include "app/widgets/panel_window.h"
#include "app/widgets/widgets.h"

#include <imgui.h>

#include <cmath>
#include <string>

namespace satbox::app {

namespace {

float chipWidth(const UiContext& ui, const char* label, bool hasMark)
{
    return ImGui::CalcTextSize(label).x + ui.px(hasMark ? 30.0f : 16.0f);
}

// A label with a mark in the overlay's colour. Returns true if it was clicked.
bool drawChip(const UiContext& ui, const char* label, bool isOn, const Color* swatch, float height)
{
    const float mark = swatch ? ui.px(8.0f) : 0.0f;
    const float gap = swatch ? ui.px(6.0f) : 0.0f;
    const ImVec2 size = ImGui::CalcTextSize(label);
    const bool clicked = ImGui::InvisibleButton(label, {chipWidth(ui, label, swatch != nullptr), height});
    recordLastItem(ui, label, isOn ? "on" : "off");
    const ImVec2 a = ImGui::GetItemRectMin();
    const ImVec2 b = ImGui::GetItemRectMax();
    ImDrawList& out = *ImGui::GetWindowDrawList();
    if (isOn || ImGui::IsItemHovered())
        out.AddRectFilled(a, b, ui.palette.raised.withAlpha(isOn ? 1.0f : 0.6f).packed(), ui.px(4.0f));
    const float middle = 0.5f * (a.y + b.y);
    const float x = a.x + ui.px(8.0f);
    if (swatch)
        out.AddRectFilled({x, std::round(middle - 0.5f * mark)}, {x + mark, std::round(middle + 0.5f * mark)},
                          swatch->withAlpha(isOn ? 1.0f : 0.4f).packed(), ui.px(2.0f));
    out.AddText({std::round(x + mark + gap), std::round(middle - 0.5f * size.y)},
                (isOn || ImGui::IsItemHovered() ? ui.palette.text : ui.palette.muted).packed(), label);
    return clicked;
}

} // namespace

void drawOverlayBar(const UiContext& ui, const ScreenRect& rect, ViewSettings& view, bool& viewCardOpen)
{
    const PanelWindow window(ui, "Overlay bar", rect, {.paddingX = 4.0f, .paddingY = 3.0f});
    const float height = rect.height - 2.0f * ui.px(3.0f) - 1.0f;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(2.0f), 0.0f});
    constexpr const char* kMore = "More...";
    // In a narrow world the last chips are left out, never the one that leads to all overlays.
    const float end = rect.x + rect.width - ui.px(6.0f) - chipWidth(ui, kMore, false);
    for (const Overlay& overlay : kOverlays) {
        if (overlay.chip.empty()) continue;
        bool& isOn = view.*overlay.toggle.member;
        const std::string label(overlay.chip);
        const Color* swatch = overlay.swatch ? &(ui.palette.*overlay.swatch) : nullptr;
        if (ImGui::GetCursorScreenPos().x + chipWidth(ui, label.c_str(), swatch != nullptr) > end) break;
        if (drawChip(ui, label.c_str(), isOn, swatch, height)) isOn = !isOn;
        itemTooltip(ui, overlay.toggle.help,
                    chordLabel(KeyChord{overlay.toggle.shortcut, overlay.toggle.modifiers}));
        ImGui::SameLine();
    }
    if (drawChip(ui, kMore, viewCardOpen, nullptr, height)) viewCardOpen = !viewCardOpen;
    if (!viewCardOpen) itemTooltip(ui, "All overlays, drawing options, arrow scales and the theme.");
    ImGui::PopStyleVar();
    drawEdgeLine(ui, rect, Edge::Bottom);
}

} // namespace satbox::app
