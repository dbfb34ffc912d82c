#include "app/shell/interface/interface.h"

#include "app/panels/panels.h"
#include "app/shell/interface/bars.h"
#include "app/shell/key_table.h"
#include "app/widgets/panel_window.h"
#include "app/widgets/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>
#include <vector>

namespace satbox::app {

namespace {

constexpr float kSlideSeconds = 0.15f;

// A tab with its label and the function that draws its panel. Tabs are sorted by rank.
struct PanelTab {
    std::string_view name;
    int rank = 0;
    Lens* lens = nullptr; // draws the panel, or `draw` does
    void (*draw)(const UiContext&, AppState&) = nullptr;
};

// The panels that are not lenses, by rank.
constexpr std::array kPanels{
    PanelTab{.name = "Solver",
             .rank = 0,
             .draw = [](const UiContext& ui,
                        AppState& s) { drawSolverPanel(ui, s.world(), s.selection, s.history, s.threads); }},
    PanelTab{.name = "Inspector",
             .rank = 10,
             .draw =
                 [](const UiContext& ui, AppState& s) {
                     drawInspectorPanel(ui, s.world(), s.selection, s.history, s.requests, s.ui.inspector);
                 }},
    PanelTab{.name = "Scenes",
             .rank = 50,
             .draw =
                 [](const UiContext& ui, AppState& s) {
                     drawScenesPanel(ui, s.document(), s.sceneNames, s.ui.scenes, textOf, s.requests);
                 }},
    PanelTab{.name = "View",
             .rank = 60,
             .draw = [](const UiContext& ui, AppState& s) { drawViewPanel(ui, s.view, s.ui.scale); }},
    PanelTab{.name = "Profile", .rank = 70, .draw = [](const UiContext& ui, AppState& s) {
                 drawProfilePanel(ui, s.world(), s.stats, s.ui.profile);
             }}};

std::vector<PanelTab> panelTabs(AppState& state)
{
    std::vector<PanelTab> tabs(kPanels.begin(), kPanels.end());
    for (Lens* lens : lensesOf(state.lenses)) {
        const auto place = std::ranges::upper_bound(tabs, lens->tabRank(), {}, &PanelTab::rank);
        tabs.insert(place, {.name = lens->name(), .rank = lens->tabRank(), .lens = lens});
    }
    return tabs;
}

// Slides the panel in or out over 150 ms; easeInOut shapes the movement.
void animatePanelSlide(UiState& ui, bool animate)
{
    const float target = ui.panels.visible ? 1.0f : 0.0f;
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

// The names are literals, so that they end with a zero.
ImVec2 nameSize(const PanelTab& tab) { return ImGui::CalcTextSize(tab.name.data()); }

// Divides the tabs into as few rows as hold all of them, about equally full. Returns the index of the first
// tab of each row.
std::vector<size_t> tabRowStarts(const UiContext& ui, std::span<const PanelTab> panels, float width)
{
    std::vector<float> ends; // right end of each tab if all were in one row, with minimum padding
    for (const PanelTab& row : panels)
        ends.push_back((ends.empty() ? 0.0f : ends.back()) + nameSize(row).x + ui.px(14.0f));
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
                PanelState& state)
{
    float names = 0.0f;
    for (const PanelTab& row : panels) names += nameSize(row).x;
    const float spare = (rect.width - names) / static_cast<float>(panels.size());
    float x = rect.x;
    ImDrawList& out = *ImGui::GetWindowDrawList();
    for (const PanelTab& row : panels) {
        const float width = nameSize(row).x + spare;
        ImGui::SetCursorScreenPos({x, rect.y});
        x += width;
        if (ImGui::InvisibleButton(row.name.data(), {width, rect.height})) state.open = row.name;
        const bool open = state.open == row.name;
        recordLastItem(ui, row.name, open ? "open" : "");
        const ImVec2 a = ImGui::GetItemRectMin();
        const ImVec2 b = ImGui::GetItemRectMax();
        const ImVec2 size = nameSize(row);
        const Color color = open || ImGui::IsItemHovered() ? ui.palette.text : ui.palette.muted;
        out.AddText({std::round(0.5f * (a.x + b.x - size.x)), std::round(0.5f * (a.y + b.y - size.y))},
                    color.packed(), row.name.data(), row.name.data() + row.name.size());
        if (open) out.AddRectFilled({a.x, b.y - ui.px(2.0f)}, {b.x, b.y}, ui.palette.accent.packed());
    }
}

// The tab rows and, below them, the open panel, which scrolls.
void drawPanels(const UiContext& ui, const ScreenRect& rect, AppState& state)
{
    const float margin = ui.px(4.0f);
    const std::vector<PanelTab> tabs = panelTabs(state);
    const std::vector<size_t> begins = tabRowStarts(ui, tabs, rect.width - 2.0f * margin);
    const float rowHeight = ui.px(begins.size() > 1 ? 30.0f : 36.0f);
    const float tabHeight = rowHeight * static_cast<float>(begins.size());
    {
        const PanelWindow window(ui, "Tabs", {rect.x, rect.y, rect.width, tabHeight},
                                 {.paddingX = 8.0f, .paddingY = 0.0f});
        for (size_t row = 0; row < begins.size(); ++row) {
            const size_t end = row + 1 < begins.size() ? begins[row + 1] : tabs.size();
            drawTabRow(ui,
                       {rect.x + margin, rect.y + rowHeight * static_cast<float>(row),
                        rect.width - 2.0f * margin, rowHeight},
                       std::span(tabs).subspan(begins[row], end - begins[row]), state.ui.panels);
        }
        ImGui::GetWindowDrawList()->AddRectFilled({rect.x, rect.y + tabHeight - 1.0f},
                                                  {rect.x + rect.width, rect.y + tabHeight},
                                                  ui.palette.raised.packed());
    }
    const auto found =
        std::ranges::find_if(tabs, [&](const PanelTab& tab) { return tab.name == state.ui.panels.open; });
    const PanelTab& open = found != tabs.end() ? *found : tabs.front();
    const PanelWindow window(ui, open.name.data(),
                             {rect.x, rect.y + tabHeight, rect.width, rect.height - tabHeight},
                             {.scrolls = true});
    if (open.lens) {
        LensContext context = lensContext(state);
        open.lens->drawPanel(ui, context);
    } else {
        open.draw(ui, state);
    }
    ImGui::Dummy({0.0f, ui.px(8.0f)});
}

} // namespace

void drawInterface(const UiContext& ui, AppState& state)
{
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    animatePanelSlide(state.ui, state.view.animate);
    const Layout layout =
        computeLayout({display.x, display.y}, ui.scale, state.ui.panelWidth, easeInOut(state.ui.panelSlide));
    state.ui.worldRect = layout.world;
    appendProfileSample(state.ui.profile, state.world());
    // Lists and cards set the hovered contact again in every frame.
    if (!state.tool.cursorOverWorld) state.selection.hoveredContact.reset();

    drawMenuBar(ui, layout.menuBar, state);
    drawToolBar(ui, layout.toolBar, state.playback.paused, state.tool, state.ui, state.requests);
    drawPlaybackBar(ui, layout.playbackBar, state.displayedWorld(), state.playback, state.requests);
    drawStatusBar(ui, layout.statusBar, state.world(), state.playback, state.tool, state.stats,
                  state.status.message, state.status.clock);
    if (layout.panel.width > ui.px(48.0f)) {
        // The splitter must be on top of the panels. Among windows with NoBringToFrontOnFocus, Dear ImGui
        // puts the first one on top, so it is drawn before them.
        drawSplitter(ui, layout.splitter, state.ui);
        drawPanels(ui, layout.panel, state);
    }
    Camera pointed = state.camera;
    const bool compares = state.compare().isShown();
    if (compares) pointed.setViewport(state.compare().views[state.compare().pointedView]);
    drawContactCards(ui, layout.world, state.displayedWorld(), state.camera, state.selection,
                     state.ui.pinnedCards, compares ? state.pointedWorld() : state.displayedWorld(), pointed);
    drawHelpSheet(ui, layout.world, state.lenses, state.ui);
    drawAbout(ui, layout.world, state.ui);
    const ScreenRect window{0.0f, 0.0f, display.x, display.y};
    const bool saves = state.ui.fileBrowser.mode == FileBrowserState::Mode::Save;
    if (const auto file = drawFileBrowser(ui, window, state.ui.fileBrowser))
        (saves ? state.requests.saveFile : state.requests.openFile) = *file;
    drawQuestion(ui, window, state.ui.question, state.requests);
}

} // namespace satbox::app
