#include "app/lenses/compare/panel/compare_views.h"

#include "app/lenses/compare/panel/compare_layout.h"
#include "app/lenses/compare/panel/compare_plot.h"
#include "app/lenses/compare/panel/compare_style.h"
#include "app/text/format.h"
#include "app/widgets/text_drawing.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace satbox::app {

namespace {

void fill(ImDrawList& out, const ScreenRect& rect, const Color& color)
{
    out.AddRectFilled({rect.x, rect.y}, {rect.x + rect.width, rect.y + rect.height}, color.packed());
}

// The letter, the line sample, and as much of the title as fits.
void drawTitle(const UiContext& ui, ImDrawList& out, const ScreenRect& rect, size_t world,
               const std::string& title)
{
    fill(out, rect, ui.palette.panel);
    ImGui::PushFont(ui.fonts.heading);
    const char letter[] = {worldLetter(world), '\0'};
    const float y = std::round(rect.y + 0.5f * (rect.height - ImGui::GetFontSize()));
    out.AddText({rect.x + ui.px(8.0f), y}, worldColor(ui.palette, world).packed(), letter);
    ImGui::PopFont();
    drawWorldSwatch(ui, out, {rect.x + ui.px(26.0f), std::round(rect.y + 0.5f * rect.height)}, world);
    const float left = rect.x + ui.px(62.0f);
    const float room = rect.x + rect.width - ui.px(8.0f) - left;
    std::string shown = title;
    // Drops whole settings first, then clips characters.
    while (ImGui::CalcTextSize(shown.c_str()).x > room && shown.find(',') != std::string::npos)
        shown.resize(shown.rfind(','));
    const ImVec4 clip{left, rect.y, left + room, rect.y + rect.height};
    out.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {std::round(left), y}, ui.palette.text.packed(),
                shown.c_str(), nullptr, 0.0f, &clip);
}

void drawFigures(const UiContext& ui, ImDrawList& out, const ScreenRect& rect, const CompareFigures& figures)
{
    if (rect.height <= 0.0f) return;
    fill(out, rect, ui.palette.panel);
    const WorldMetrics& m = figures.metrics;
    struct Item {
        const char* name;
        std::string value;
    };
    const std::array items{Item{"Kinetic", formatQuantity(m.kinetic, "J")},
                           Item{"Potential", formatQuantity(m.potential, "J")},
                           Item{"Momentum", formatQuantity(std::hypot(m.momentumX, m.momentumY), "N s")},
                           Item{"Overlap", formatQuantity(m.maxPenetration, "m")},
                           Item{"Contacts", std::to_string(m.contacts)},
                           Item{"Step", formatFixed(1e3 * figures.stepSeconds, 3) + " ms"}};
    ImGui::PushFont(ui.fonts.small);
    const int columns = figureColumns(rect.width, ui.scale);
    const int lines = figureLines(rect.height, ui.scale);
    const float pad = ui.px(8.0f);
    const float gap = ui.px(14.0f);
    const float width = (rect.width - 2.0f * pad + gap) / static_cast<float>(columns);
    const float height = (rect.height - ui.px(8.0f)) / static_cast<float>(lines);
    out.PushClipRect({rect.x, rect.y}, {rect.x + rect.width, rect.y + rect.height}, true);
    const size_t shown = std::min(items.size(), static_cast<size_t>(columns * lines));
    for (size_t i = 0; i < shown; ++i) {
        const auto column = static_cast<float>(i % static_cast<size_t>(columns));
        const auto row = static_cast<float>(i / static_cast<size_t>(columns));
        const float left = rect.x + pad + column * width;
        const float right = left + width - gap;
        const float y =
            std::round(rect.y + ui.px(4.0f) + row * height + 0.5f * (height - ImGui::GetFontSize()));
        out.AddText({std::round(left), y}, ui.palette.muted.packed(), items[i].name);
        drawRightAlignedText(out, ui.palette.text, right, y, items[i].value);
    }
    out.PopClipRect();
    ImGui::PopFont();
}

} // namespace

void layOutViews(CompareState& compare, Camera& camera, const ScreenRect& area, float scale)
{
    const size_t viewsBefore = compare.views.size();
    compare.views.clear();
    ScreenRect viewport = area;
    if (compare.on) {
        const CompareLayout layout = layOutComparison(area, compare.count(), scale);
        for (const CompareCell& cell : layout.cells) compare.views.push_back(cell.view);
        viewport = compare.views.front();
        compare.pointedView = std::min(compare.pointedView, compare.views.size() - 1);
    }
    camera.setViewport(viewport);
    const float shareBefore = compare.viewShare;
    compare.viewShare = std::min(viewport.width / area.width, viewport.height / area.height);
    if (compare.views.size() != viewsBefore)
        camera.set(camera.center(), camera.pixelsPerMeter() * compare.viewShare / shareBefore);
}

void drawCompareFrames(const UiContext& ui, const World& document, const CompareState& compare,
                       const ScreenRect& area)
{
    if (!compare.isShown()) return;
    ImDrawList& out = *ImGui::GetBackgroundDrawList();
    const CompareLayout layout = layOutComparison(area, compare.count(), ui.scale);
    const WorldSettings& first = document.settings();
    for (size_t i = 0; i < layout.cells.size(); ++i) {
        const CompareCell& cell = layout.cells[i];
        drawTitle(ui, out, cell.title, i,
                  worldTitle(compare.world(document, i).settings(), first, compare.peer(i)));
        drawFigures(ui, out, cell.figures, compare.latest.worlds[i]);
        const float bottom = cell.figures.y + cell.figures.height;
        out.AddRect({cell.title.x + 0.5f, cell.title.y + 0.5f},
                    {cell.title.x + cell.title.width - 0.5f, bottom - 0.5f}, ui.palette.grid.axes.packed());
    }
    if (layout.plot.width <= 0.0f) return;
    const CompareQuantity& quantity = compareQuantities()[compare.quantityIndex];
    ScreenRect head = layout.plot;
    head.height = layout.cells.front().title.height;
    fill(out, head, ui.palette.panel);
    const std::string title = fmt::format("{} over time", quantity.label);
    out.AddText({head.x + ui.px(8.0f), std::round(head.y + 0.5f * (head.height - ImGui::GetFontSize()))},
                ui.palette.text.packed(), title.c_str());
    const ScreenRect field{head.x, head.y + head.height, head.width, layout.plot.height - head.height};
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool isPointed = field.contains({mouse.x, mouse.y}) && !ImGui::GetIO().WantCaptureMouse;
    drawComparePlot(ui, out, field, compare, isPointed ? std::optional(mouse) : std::nullopt);
    out.AddRect({head.x + 0.5f, head.y + 0.5f},
                {head.x + head.width - 0.5f, head.y + layout.plot.height - 0.5f},
                ui.palette.grid.axes.packed());
}

} // namespace satbox::app
