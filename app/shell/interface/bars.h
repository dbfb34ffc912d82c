#pragma once

// The bars at the edges of the window and the windows above the panels, as free functions. Arguments passed
// as const are read-only.

#include "app/shell/app_state.h"
#include "app/shell/interface/layout.h"
#include "app/widgets/ui_context.h"

namespace satbox::app {

void drawMenuBar(const UiContext& ui, const ScreenRect& rect, AppState& state);
void drawToolBar(const UiContext& ui, const ScreenRect& rect, bool paused, ToolState& tool,
                 EditTools& editTools, UiState& uiState, Requests& requests);
// Switches of the most used overlays, and "More" for all.
void drawOverlayBar(const UiContext& ui, const ScreenRect& rect, ViewSettings& view, bool& viewCardOpen);
// `world`: the one displayed. `compares`: several are.
void drawPlaybackBar(const UiContext& ui, const ScreenRect& rect, const World& world, const History& history,
                     bool compares, Playback& playback, Requests& requests);
// A part of the playback bar. Precondition: its window is open.
void drawTimeBar(const UiContext& ui, const ScreenRect& rect, const History& history, Playback& playback,
                 Requests& requests, bool isEnabled);
// `driveKeys`: of the world's motors and characters.
void drawStatusBar(const UiContext& ui, const ScreenRect& rect, const World& world,
                   std::span<const std::string> driveKeys, const Playback& playback, const ToolState& tool,
                   const FrameStats& stats, const Message& message, double clock);

void drawHelpSheet(const UiContext& ui, const ScreenRect& world, const Lenses& lenses, UiState& uiState);
// The search (Ctrl+P), if it is open.
void drawSearch(const UiContext& ui, const ScreenRect& window, AppState& state);
// The menu of a right click, if it is open.
void drawContextMenu(const UiContext& ui, AppState& state);
// The Error, View, Array copy, History, Bodies and Profile cards, if they are open.
void drawFloatingCards(const UiContext& ui, const ScreenRect& world, AppState& state);
// The arrow that folds the legend, or the folded legend in its corner of `world`.
void drawLegendButton(const UiContext& ui, const ScreenRect& world, const UiState& uiState,
                      bool& isSwitchedOn);
// What is known of the program that is followed. `isAtEnd`: the end of time is shown.
void drawLiveStrip(const UiContext& ui, const ScreenRect& world, const LiveSession& live,
                   const Playback& playback, bool isAtEnd, Requests& requests);
void drawIntroduction(const UiContext& ui, const ScreenRect& world, UiState& uiState);
void drawAbout(const UiContext& ui, const ScreenRect& world, UiState& uiState);
void drawQuestion(const UiContext& ui, const ScreenRect& window, const Question& question,
                  Requests& requests);

} // namespace satbox::app
