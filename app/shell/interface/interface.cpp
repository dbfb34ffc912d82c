#include "app/shell/interface/interface.h"

#include "app/panels/panels.h"
#include "app/shell/interface/bars.h"
#include "app/shell/interface/panel_tabs.h"
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

} // namespace

void drawInterface(const UiContext& ui, AppState& state)
{
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    animatePanelSlide(state.ui, state.view.animate);
    const Layout layout =
        computeLayout({display.x, display.y}, ui.scale, state.ui.panelWidth, easeInOut(state.ui.panelSlide));
    state.ui.worldRect = layout.world;
    state.ui.menuOpen = false;
    // Lists and cards set the hovered contact and joint again in every frame.
    if (!state.tool.cursorOverWorld) {
        state.selection.hoveredContact.reset();
        state.selection.hoveredJoint = {};
    }

    drawMenuBar(ui, layout.menuBar, state);
    drawToolBar(ui, layout.toolBar, state.playback.paused, state.tool, state.editTools, state.ui,
                state.requests);
    drawOverlayBar(ui, layout.overlayBar, state.view, state.ui.viewCard.open);
    drawPlaybackBar(ui, layout.playbackBar, state.displayedWorld(), state.history, state.compare().on,
                    state.playback, state.requests);
    drawStatusBar(ui, layout.statusBar, state.world(), state.keyDriver.keys(state.history), state.playback,
                  state.tool, state.stats, state.status.message, state.status.clock);
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
    drawLegendButton(ui, compares ? state.compare().views.front() : layout.world, state.ui,
                     state.view.legend);
    drawIntroduction(ui, layout.world, state.ui);
    if (state.live)
        drawLiveStrip(ui, layout.world, *state.live, state.playback, state.history.isAtEnd(), state.requests);
    drawFloatingCards(ui, layout.world, state);
    drawHelpSheet(ui, layout.world, state.lenses, state.ui);
    drawAbout(ui, layout.world, state.ui);
    const ScreenRect window{0.0f, 0.0f, display.x, display.y};
    const bool saves = state.ui.fileBrowser.mode == FileBrowserState::Mode::Save;
    if (const auto file = drawFileBrowser(ui, window, state.ui.fileBrowser))
        (saves ? state.requests.saveFile : state.requests.openFile) = *file;
    drawContextMenu(ui, state);
    if (!state.ui.question.isOpen()) drawSearch(ui, window, state); // one modal window at a time
    drawQuestion(ui, window, state.ui.question, state.requests);
}

} // namespace satbox::app
