#pragma once

#include "app/gfx/camera.h"

namespace satbox::app {

struct UiState;

// Where everything is on the window, in window points. Nothing overlaps; together they cover the window. A
// panel on its way in or out keeps its width and sticks out of the window: what it shows is never squeezed.
struct Layout {
    ScreenRect menuBar;
    ScreenRect toolBar;
    ScreenRect world;    // what is left
    ScreenRect splitter; // between world and panel: drag to resize; lies inside `panel`
    ScreenRect panel;    // empty while hidden
    ScreenRect playbackBar;
    ScreenRect statusBar;
};

// Measures of the design, in pixels of the base design.
inline constexpr float kMenuBarHeight = 30.0f;
inline constexpr float kToolBarWidth = 44.0f;
inline constexpr float kPlaybackBarHeight = 44.0f;
inline constexpr float kStatusBarHeight = 26.0f;
inline constexpr float kSplitterWidth = 6.0f;
inline constexpr float kMinPanelWidth = 280.0f;
inline constexpr float kMaxPanelWidth = 640.0f;
inline constexpr float kMinWorldWidth = 200.0f;

// `panelShare` in 0..1: how far the panel has moved in. The panel gives way to the world in narrow windows.
Layout computeLayout(Vec2 window, float scale, float panelWidth, float panelShare);

// The width that the panel may have in this window, in pixels of the base design.
float clampPanelWidth(float panelWidth, Vec2 window, float scale);

} // namespace satbox::app
