#include "app/panels/legend.h"
#include "app/shell/interface/bars.h"
#include "app/widgets/panel_window.h"
#include "app/widgets/widgets.h"

#include <imgui.h>

#include <cmath>

namespace satbox::app {

namespace {

constexpr Vec2 kFoldedSize{84.0f, 26.0f}; // design pixels

// A triangle of the last item's colour: down while the legend is open, to the right while it is folded.
void drawArrow(const UiContext& ui, Vec2 center, bool isOpen)
{
    const float r = ui.px(4.0f);
    const Vec2 along = isOpen ? Vec2{0.0f, r} : Vec2{r, 0.0f};
    const Vec2 across{along.y, along.x};
    const auto at = [&](Vec2 offset) { return ImVec2{center.x + offset.x, center.y + offset.y}; };
    const Color& color = ImGui::IsItemHovered() ? ui.palette.text : ui.palette.muted;
    ImGui::GetWindowDrawList()->AddTriangleFilled(at(along), at(across - 0.7f * along),
                                                  at(-across - 0.7f * along), color.packed());
}

} // namespace

void drawLegendButton(const UiContext& ui, const ScreenRect& world, const UiState& uiState,
                      bool& isSwitchedOn)
{
    const ScreenRect& legend = uiState.legendRect;
    const bool isShown = isSwitchedOn && !uiState.legendIsFolded;
    if (isShown && legend.width <= 0.0f) return;
    const float side = ui.px(kLegendFoldButtonPx);
    const ScreenRect rect =
        isShown ? foldButtonRect(legend, uiState.legendCorner, side)
                : rectInCorner(uiState.legendCorner, world, {ui.px(kFoldedSize.x), ui.px(kFoldedSize.y)},
                               ui.px(kLegendMarginPx), {ui.px(160.0f), ui.px(40.0f)}); // above the scale bar
    const PanelWindow window(ui, "Legend", rect,
                             {.paddingX = 0.0f, .paddingY = 0.0f, .background = !isShown});
    const char* const name = isShown ? "Fold the legend" : "Legend";
    const bool pressed = ImGui::InvisibleButton(name, {rect.width, rect.height});
    recordLastItem(ui, name);
    drawArrow(ui, {rect.x + 0.5f * side, rect.y + 0.5f * rect.height}, isShown);
    if (!isShown)
        ImGui::GetWindowDrawList()->AddText(
            {rect.x + side, std::round(rect.y + 0.5f * (rect.height - ImGui::GetFontSize()))},
            ui.palette.text.packed(), name);
    itemTooltip(ui, isShown ? "Folds the legend." : "Shows what the marks mean, with their scales.",
                "Shift+L");
    if (pressed) isSwitchedOn = !isSwitchedOn;
}

} // namespace satbox::app
