#include "app/lenses/sweep/panel/heat_map.h"

#include "app/text/format.h"
#include "app/view/overlay_colors.h"
#include "app/widgets/text_drawing.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace satbox::app {
namespace {

constexpr float kMinCellPx = 6.0f;
constexpr float kMaxCellPx = 34.0f;
constexpr float kMaxHeightPx = 320.0f;
constexpr float kScalePx = 8.0f; // height of the scale of colours
constexpr size_t kScaleStops = 24;

// Where the cells are, in window points.
struct Grid {
    ImVec2 origin;       // of the top left cell
    float width, height; // of a cell
    size_t columns, rows;

    // Of the cell in column `ix`, row `iy` counted from below, so that values grow upwards: the upper left
    // corner, and the lower right one, which leaves a line of one pixel to the next cells.
    ImVec2 begin(size_t ix, size_t iy) const { return pixelAt(ix, rows - 1 - iy); }
    ImVec2 end(size_t ix, size_t iy) const
    {
        const ImVec2 next = pixelAt(ix + 1, rows - iy);
        return {next.x - 1.0f, next.y - 1.0f};
    }
    ImVec2 pixelAt(size_t column, size_t fromTop) const
    {
        return {std::round(origin.x + width * static_cast<float>(column)),
                std::round(origin.y + height * static_cast<float>(fromTop))};
    }
};

void drawCross(ImDrawList& out, ImVec2 a, ImVec2 b, ImU32 color, float width)
{
    const float inset = 0.25f * (b.x - a.x), insetY = 0.25f * (b.y - a.y);
    out.AddLine({a.x + inset, a.y + insetY}, {b.x - inset, b.y - insetY}, color, width);
    out.AddLine({a.x + inset, b.y - insetY}, {b.x - inset, a.y + insetY}, color, width);
}

void drawCells(const UiContext& ui, ImDrawList& out, const Grid& grid, const SweepMap& map,
               const SweepChoice& choice)
{
    for (size_t iy = 0; iy < grid.rows; ++iy) {
        for (size_t ix = 0; ix < grid.columns; ++ix) {
            const SweepCell& cell = map.cell(ix, iy);
            const ImVec2 a = grid.begin(ix, iy), b = grid.end(ix, iy);
            if (cell.mean) {
                const auto share = static_cast<float>(map.shareOf(*cell.mean, choice.logarithmic));
                out.AddRectFilled(a, b, heatColor(ui.palette, share).packed());
            } else {
                out.AddRect(a, b, ui.palette.grid.major.packed());
            }
            if (cell.failed > 0) drawCross(out, a, b, ui.palette.text.packed(), std::max(ui.px(1.0f), 1.0f));
        }
    }
}

// The first and the last value of an axis; those between are told by the tooltip.
void drawEnds(const UiContext& ui, const Grid& grid, const SweepMap& map, float left, float bottom)
{
    const float right = grid.origin.x + grid.width * static_cast<float>(grid.columns);
    if (!map.y.front().label.empty()) {
        const float top = grid.origin.y;
        drawClippedText(ui.palette.muted, left, top, grid.origin.x - ui.px(4.0f), map.y.back().label);
        if (map.y.size() > 1)
            drawClippedText(ui.palette.muted, left, bottom - ImGui::GetFontSize(),
                            grid.origin.x - ui.px(4.0f), map.y.front().label);
    }
    const float y = bottom + ui.px(3.0f);
    float end = right;
    if (map.x.size() > 1) end = drawRightAlignedText(ui.palette.muted, right, y, map.x.back().label);
    drawClippedText(ui.palette.muted, grid.origin.x, y, end - ui.px(6.0f), map.x.front().label);
}

void drawScale(const UiContext& ui, ImDrawList& out, const ScreenRect& rect)
{
    for (size_t i = 0; i < kScaleStops; ++i) {
        const float from = static_cast<float>(i) / kScaleStops, to = static_cast<float>(i + 1) / kScaleStops;
        out.AddRectFilled({std::round(rect.x + from * rect.width), rect.y},
                          {std::round(rect.x + to * rect.width), rect.y + rect.height},
                          heatColor(ui.palette, 0.5f * (from + to)).packed());
    }
}

} // namespace

HeatMapEvents drawHeatMap(const UiContext& ui, const SweepMap& map, const SweepChoice& choice,
                          std::string_view unit, std::optional<size_t> selected)
{
    HeatMapEvents events;
    if (map.cells.empty()) return events;
    ImGui::PushFont(ui.fonts.small);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    float labels = 0.0f; // width of the numbers on the left
    if (!map.y.front().label.empty())
        for (const SweepBin* bin : {&map.y.front(), &map.y.back()})
            labels = std::max(labels, std::min(ImGui::CalcTextSize(bin->label.c_str()).x, 0.3f * width) +
                                          ui.px(6.0f));
    Grid grid;
    grid.columns = map.x.size();
    grid.rows = map.y.size();
    grid.origin = {at.x + labels, at.y};
    grid.width = std::clamp((width - labels) / static_cast<float>(grid.columns), ui.px(kMinCellPx),
                            std::max((width - labels) / static_cast<float>(grid.columns), ui.px(kMinCellPx)));
    grid.height =
        std::min({grid.width, ui.px(kMaxCellPx), ui.px(kMaxHeightPx) / static_cast<float>(grid.rows)});
    grid.height = std::max(grid.height, ui.px(kMinCellPx));
    const float mapHeight = grid.height * static_cast<float>(grid.rows);
    const float mapWidth = grid.width * static_cast<float>(grid.columns);

    ImGui::SetCursorScreenPos(grid.origin);
    const bool pressed = ImGui::InvisibleButton("Sweep map", {mapWidth, mapHeight});
    recordLastItem(ui, "Sweep map", fmt::format("{} x {}", grid.columns, grid.rows));
    ImDrawList& out = *ImGui::GetWindowDrawList();
    drawCells(ui, out, grid, map, choice);
    const auto frame = [&](size_t index, const Color& color) {
        const size_t ix = index % grid.columns, iy = index / grid.columns;
        const ImVec2 a = grid.begin(ix, iy), b = grid.end(ix, iy);
        out.AddRect({a.x - 1.0f, a.y - 1.0f}, {b.x + 1.0f, b.y + 1.0f}, color.packed(), 0.0f, 0,
                    std::max(ui.px(2.0f), 1.0f));
    };
    if (selected) frame(*selected, ui.palette.accent);
    if (ImGui::IsItemHovered()) {
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        const auto index = [](float offset, float each, size_t count) {
            return std::min(static_cast<size_t>(std::max(offset / each, 0.0f)), count - 1);
        };
        const size_t ix = index(mouse.x - grid.origin.x, grid.width, grid.columns);
        const size_t fromTop = index(mouse.y - grid.origin.y, grid.height, grid.rows);
        events.hovered = (grid.rows - 1 - fromTop) * grid.columns + ix;
        events.clicked = pressed;
        frame(*events.hovered, ui.palette.text);
    }
    drawEnds(ui, grid, map, at.x, at.y + mapHeight);

    const float scaleTop = std::round(at.y + mapHeight + ImGui::GetFontSize() + ui.px(10.0f));
    drawScale(ui, out, {grid.origin.x, scaleTop, mapWidth, ui.px(kScalePx)});
    const float textTop = scaleTop + ui.px(kScalePx + 2.0f);
    const float right = drawRightAlignedText(ui.palette.muted, grid.origin.x + mapWidth, textTop,
                                             formatQuantity(map.highest, unit));
    drawClippedText(ui.palette.muted, grid.origin.x, textTop, right - ui.px(6.0f),
                    formatQuantity(map.lowest, unit));
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({width, textTop + ImGui::GetFontSize() + ui.px(4.0f) - at.y});
    ImGui::PopFont();
    return events;
}

} // namespace satbox::app
