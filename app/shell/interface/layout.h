#pragma once

#include "app/gfx/camera.h"

namespace satbox::app {

// The rectangles of the interface, in window points. They do not overlap and together cover the window. A
// panel that slides in or out keeps its width and extends beyond the window, so that its content is never
// squeezed.
struct Layout {
    ScreenRect menuBar;
    ScreenRect toolBar;
    ScreenRect overlayBar; // above the world
    ScreenRect world;      // the rest
    ScreenRect splitter;   // left edge of `panel`, inside it: drag to resize the panel
    ScreenRect panel;      // empty while hidden
    ScreenRect playbackBar;
    ScreenRect statusBar;
};

// Sizes in pixels of the base design.
inline constexpr float kMenuBarHeight = 30.0f;
inline constexpr float kToolBarWidth = 44.0f;
inline constexpr float kOverlayBarHeight = 32.0f;
inline constexpr float kPlaybackBarHeight = 44.0f;
inline constexpr float kStatusBarHeight = 26.0f;
inline constexpr float kSplitterWidth = 6.0f;
inline constexpr float kMinPanelWidth = 280.0f;
inline constexpr float kMaxPanelWidth = 640.0f;
inline constexpr float kMinWorldWidth = 200.0f;

// `panelShare`: the visible share of the panel, 0 to 1. In narrow windows the panel shrinks in favour of the
// world.
Layout computeLayout(Vec2 window, float scale, float panelWidth, float panelShare);

// The width closest to `panelWidth` that is allowed in this window, in pixels of the base design.
float clampPanelWidth(float panelWidth, Vec2 window, float scale);

} // namespace satbox::app
