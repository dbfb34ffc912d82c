#pragma once

// The bars and panels of the interface, as free functions. Arguments passed as const are read-only; the scene
// is changed only by commands, the program only by requests.

#include "app/shell/app_state.h"
#include "app/shell/interface/layout.h"
#include "app/widgets/ui_context.h"

namespace satbox::app {

// --- bars ---
void drawMenuBar(const UiContext& ui, const ScreenRect& rect, const AppState& state, ViewSettings& view,
                 UiState& uiState, ToolState& tool, Requests& requests);
void drawToolBar(const UiContext& ui, const ScreenRect& rect, bool paused, ToolState& tool, UiState& uiState,
                 Requests& requests);
void drawPlaybackBar(const UiContext& ui, const ScreenRect& rect, const World& world, Playback& playback,
                     Requests& requests);
void drawStatusBar(const UiContext& ui, const ScreenRect& rect, const World& world, const Playback& playback,
                   const ToolState& tool, const FrameStats& stats, const Message& message, double clock);

// --- panels under the tabs ---
void drawSolverPanel(const UiContext& ui, const World& world, const Selection& selection, History& history,
                     int& threads);
void drawInspectorPanel(const UiContext& ui, const World& world, Selection& selection, History& history,
                        Requests& requests, InspectorState& inspector);
void drawScenesPanel(const UiContext& ui, const Document& document, std::span<const std::string> names,
                     ScenesState& scenes, Requests& requests);
void drawViewPanel(const UiContext& ui, ViewSettings& view, UiState& uiState);
void drawPairPanel(const UiContext& ui, const World& world, const std::optional<PairAnalysis>& analysis,
                   const Document& document, PairState& pair, History& history, Requests& requests);
void drawStepPanel(const UiContext& ui, const std::optional<StepAnalysis>& analysis, bool paused,
                   bool compares, StepViewState& step, ViewSettings& view);
void drawBroadPhasePanel(const UiContext& ui, const World& world, const std::optional<QueryTrace>& trace,
                         const Selection& selection, const ToolState& tool, ViewSettings& view,
                         BroadPhaseState& broad, Requests& requests);
void drawProfilePanel(const UiContext& ui, const World& world, const FrameStats& stats,
                      ProfileState& profile);

void drawComparePanel(const UiContext& ui, const Document& document, CompareState& compare,
                      Selection& selection, History& history, Requests& requests);

// --- windows above the panels ---
void drawHelpSheet(const UiContext& ui, const ScreenRect& world, UiState& uiState);
void drawAbout(const UiContext& ui, const ScreenRect& world, UiState& uiState);
void drawFileBrowser(const UiContext& ui, const ScreenRect& window, FileBrowserState& browser,
                     Requests& requests);
void drawQuestion(const UiContext& ui, const ScreenRect& window, const Question& question,
                  Requests& requests);
// The pinned cards, each with a line to its contact in `world`, and the card of the hovered contact, which
// belongs to the view under the pointer.
void drawContactCards(const UiContext& ui, const ScreenRect& bounds, const World& world, const Camera& camera,
                      Selection& selection, std::vector<PinnedCard>& pinned, const World& pointedWorld,
                      const Camera& pointedCamera);

} // namespace satbox::app
