#include "app/shell/interface/interface.h"

#include "app/panels/legend.h"
#include "app/panels/panels.h"
#include "app/widgets/labels.h"
#include "app/widgets/panel_window.h"
#include "app/widgets/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

namespace satbox::app {

namespace {

constexpr float kSlideSeconds = 0.15f;

// A tab with its label and the function that draws its panel. kPanels lists all panels.
struct PanelTab {
    Tab tab;
    const char* name;
    void (*draw)(const UiContext&, AppState&);
};

constexpr std::array kPanels{
    PanelTab{Tab::Solver, "Solver",
             [](const UiContext& ui, AppState& s) {
                 drawSolverPanel(ui, s.world(), s.selection, s.history, s.threads);
             }},
    PanelTab{Tab::Inspector, "Inspector",
             [](const UiContext& ui, AppState& s) {
                 drawInspectorPanel(ui, s.world(), s.selection, s.history, s.requests, s.ui.inspector);
             }},
    PanelTab{Tab::Pair, "Pair",
             [](const UiContext& ui, AppState& s) {
                 drawPairPanel(ui, s.displayedWorld(), s.pairAnalysis, s.document(), s.pair, s.history,
                               s.requests);
             }},
    PanelTab{Tab::BroadPhase, "Broad phase",
             [](const UiContext& ui, AppState& s) {
                 drawBroadPhasePanel(ui, s.displayedWorld(), s.queryTrace, s.selection, s.tool, s.view,
                                     s.broadPhase, s.requests);
             }},
    PanelTab{Tab::Step, "Step",
             [](const UiContext& ui, AppState& s) {
                 drawStepPanel(ui, s.stepAnalysis, s.playback.paused, s.compare.on, s.stepView, s.view);
             }},
    PanelTab{Tab::Scenes, "Scenes",
             [](const UiContext& ui, AppState& s) {
                 drawScenesPanel(ui, s.document(), s.sceneNames, s.ui.scenes, s.requests);
             }},
    PanelTab{Tab::View, "View", [](const UiContext& ui, AppState& s) { drawViewPanel(ui, s.view, s.ui); }},
    PanelTab{
        Tab::Profile, "Profile",
        [](const UiContext& ui, AppState& s) { drawProfilePanel(ui, s.world(), s.stats, s.ui.profile); }},
    PanelTab{Tab::Compare, "Compare",
             [](const UiContext& ui, AppState& s) {
                 drawComparePanel(ui, s.document(), s.compare, s.selection, s.history, s.requests);
             }},
};

// Slides the panel in or out over 150 ms; easeInOut shapes the movement.
void animatePanelSlide(UiState& ui, bool animate)
{
    const float target = ui.panelsVisible ? 1.0f : 0.0f;
    const float step = ImGui::GetIO().DeltaTime / kSlideSeconds;
    if (!animate)
        ui.panelSlide = target;
    else if (ui.panelSlide < target)
        ui.panelSlide = std::min(ui.panelSlide + step, 1.0f);
    else
        ui.panelSlide = std::max(ui.panelSlide - step, target);
}

float easeInOut(float t) { return t * t * (3.0f - 2.0f * t); }

void drawSplitter(const UiContext& ui, const ScreenRect& rect, UiState& state)
{
    const PanelWindow window(ui, "Splitter", rect, {.paddingX = 0.0f, .paddingY = 0.0f, .background = false});
    ImGui::InvisibleButton("Panel width", {std::max(rect.width, 1.0f), rect.height});
    recordLastItem(ui, "Panel width");
    const bool active = ImGui::IsItemActive();
    if (active || ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (active) {
        const ImVec2 display = ImGui::GetIO().DisplaySize;
        const float width = (display.x - ImGui::GetIO().MousePos.x) / ui.scale;
        state.panelWidth = clampPanelWidth(width, {display.x, display.y}, ui.scale);
    }
    const Color line = active ? ui.palette.accent : ui.palette.raised;
    ImGui::GetWindowDrawList()->AddRectFilled(
        {rect.x, rect.y}, {rect.x + std::max(ui.px(1.0f), 1.0f), rect.y + rect.height}, line.packed());
}

// Divides the tabs into as few rows as hold all of them, about equally full. Returns the index of the first
// tab of each row.
std::vector<size_t> tabRowStarts(const UiContext& ui, float width)
{
    std::vector<float> ends; // right end of each tab if all were in one row, with minimum padding
    for (const PanelTab& row : kPanels)
        ends.push_back((ends.empty() ? 0.0f : ends.back()) + ImGui::CalcTextSize(row.name).x + ui.px(14.0f));
    const float rows = std::ceil(ends.back() / width);
    std::vector<size_t> begins;
    for (float row = 0.0f; row < rows; row += 1.0f) {
        const auto at = std::ranges::lower_bound(ends, ends.back() * row / rows + 0.5f * ui.px(40.0f));
        begins.push_back(row == 0.0f ? 0 : static_cast<size_t>(at - ends.begin()));
    }
    return begins;
}

// Spare width is distributed evenly over the tabs of the row.
void drawTabRow(const UiContext& ui, const ScreenRect& rect, std::span<const PanelTab> panels,
                AppState& state)
{
    float names = 0.0f;
    for (const PanelTab& row : panels) names += ImGui::CalcTextSize(row.name).x;
    const float spare = (rect.width - names) / static_cast<float>(panels.size());
    float x = rect.x;
    ImDrawList& out = *ImGui::GetWindowDrawList();
    for (const PanelTab& row : panels) {
        const float width = ImGui::CalcTextSize(row.name).x + spare;
        ImGui::SetCursorScreenPos({x, rect.y});
        x += width;
        if (ImGui::InvisibleButton(row.name, {width, rect.height})) state.ui.tab = row.tab;
        const bool open = state.ui.tab == row.tab;
        recordLastItem(ui, row.name, open ? "open" : "");
        const ImVec2 a = ImGui::GetItemRectMin();
        const ImVec2 b = ImGui::GetItemRectMax();
        const ImVec2 size = ImGui::CalcTextSize(row.name);
        const Color color = open || ImGui::IsItemHovered() ? ui.palette.text : ui.palette.muted;
        out.AddText({std::round(0.5f * (a.x + b.x - size.x)), std::round(0.5f * (a.y + b.y - size.y))},
                    color.packed(), row.name);
        if (open) out.AddRectFilled({a.x, b.y - ui.px(2.0f)}, {b.x, b.y}, ui.palette.accent.packed());
    }
}

// The tab rows and, below them, the open panel, which scrolls.
void drawPanels(const UiContext& ui, const ScreenRect& rect, AppState& state)
{
    const float margin = ui.px(4.0f);
    const std::vector<size_t> begins = tabRowStarts(ui, rect.width - 2.0f * margin);
    const float rowHeight = ui.px(begins.size() > 1 ? 30.0f : 36.0f);
    const float tabHeight = rowHeight * static_cast<float>(begins.size());
    {
        const PanelWindow window(ui, "Tabs", {rect.x, rect.y, rect.width, tabHeight},
                                 {.paddingX = 8.0f, .paddingY = 0.0f});
        for (size_t row = 0; row < begins.size(); ++row) {
            const size_t end = row + 1 < begins.size() ? begins[row + 1] : kPanels.size();
            drawTabRow(ui,
                       {rect.x + margin, rect.y + rowHeight * static_cast<float>(row),
                        rect.width - 2.0f * margin, rowHeight},
                       std::span(kPanels).subspan(begins[row], end - begins[row]), state);
        }
        ImGui::GetWindowDrawList()->AddRectFilled({rect.x, rect.y + tabHeight - 1.0f},
                                                  {rect.x + rect.width, rect.y + tabHeight},
                                                  ui.palette.raised.packed());
    }
    for (const PanelTab& row : kPanels) {
        if (row.tab != state.ui.tab) continue;
        const PanelWindow window(ui, row.name,
                                 {rect.x, rect.y + tabHeight, rect.width, rect.height - tabHeight},
                                 {.scrolls = true});
        row.draw(ui, state);
        ImGui::Dummy({0.0f, ui.px(8.0f)});
    }
}

} // namespace

void drawInterface(const UiContext& ui, AppState& state)
{
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    animatePanelSlide(state.ui, state.view.animate);
    const Layout layout =
        computeLayout({display.x, display.y}, ui.scale, state.ui.panelWidth, easeInOut(state.ui.panelSlide));
    state.ui.worldRect = layout.world;
    if (state.ui.worldOnly) {
        state.ui.worldRect = {0.0f, 0.0f, display.x, display.y};
        return;
    }
    appendProfileSample(state.ui.profile, state.world());
    // Lists and cards set the hovered contact again in every frame.
    if (!state.tool.cursorOverWorld) state.selection.hoveredContact.reset();

    drawMenuBar(ui, layout.menuBar, state, state.view, state.ui, state.tool, state.requests);
    drawToolBar(ui, layout.toolBar, state.playback.paused, state.tool, state.ui, state.requests);
    drawPlaybackBar(ui, layout.playbackBar, state.displayedWorld(), state.playback, state.requests);
    drawStatusBar(ui, layout.statusBar, state.world(), state.playback, state.tool, state.stats,
                  state.ui.message, state.clock);
    if (layout.panel.width > ui.px(48.0f)) {
        // The splitter must be on top of the panels. Among windows with NoBringToFrontOnFocus, Dear ImGui
        // puts the first one on top, so it is drawn before them.
        drawSplitter(ui, layout.splitter, state.ui);
        drawPanels(ui, layout.panel, state);
    }
    Camera pointed = state.camera;
    const bool compares = state.compare.isShown();
    if (compares) pointed.setViewport(state.compare.views[state.compare.pointedView]);
    drawContactCards(ui, layout.world, state.displayedWorld(), state.camera, state.selection,
                     state.ui.pinnedCards, compares ? state.pointedWorld() : state.displayedWorld(), pointed);
    drawHelpSheet(ui, layout.world, state.ui);
    drawAbout(ui, layout.world, state.ui);
    const ScreenRect window{0.0f, 0.0f, display.x, display.y};
    drawFileBrowser(ui, window, state.ui.fileBrowser, state.requests);
    drawQuestion(ui, window, state.ui.question, state.requests);
}

float drawWorldAnnotations(const UiContext& ui, const ViewContext& context, const DrawList& list,
                           bool drawsLegend)
{
    ImDrawList& out = *ImGui::GetBackgroundDrawList();
    const ScreenRect& view = context.camera.viewport();
    out.PushClipRect({view.x, view.y}, {view.x + view.width, view.y + view.height});
    std::vector<ScreenRect> occupied;
    if (drawsLegend) occupied.push_back(drawScaleBar(out, context.camera, ui.palette, ui.fonts, ui.scale));
    float legendHeight = 0.0f;
    if (drawsLegend && context.view.legend) {
        occupied.push_back(drawLegend(ui, out, context, view));
        legendHeight = view.y + view.height - occupied.back().y;
    }
    drawLabels(out, list.labels, context.camera, ui.palette, ui.fonts, ui.scale, occupied);
    out.PopClipRect();
    return legendHeight;
}

} // namespace satbox::app
