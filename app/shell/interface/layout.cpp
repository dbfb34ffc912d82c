#include "app/shell/interface/layout.h"

#include <algorithm>
#include <cmath>

namespace satbox::app {

float clampPanelWidth(float panelWidth, Vec2 window, float scale)
{
    const float room = window.x / scale - kToolBarWidth - kMinWorldWidth;
    return std::clamp(
        panelWidth, std::min(kMinPanelWidth, std::max(room, 0.0f)),
        std::max(std::min(kMaxPanelWidth, room), std::min(kMinPanelWidth, std::max(room, 0.0f))));
}

Layout computeLayout(Vec2 window, float scale, float panelWidth, float panelShare)
{
    const auto px = [scale](float design) { return std::round(design * scale); };
    const float menu = px(kMenuBarHeight);
    const float playback = px(kPlaybackBarHeight);
    const float status = px(kStatusBarHeight);
    const float tools = px(kToolBarWidth);
    const float whole = px(clampPanelWidth(panelWidth, window, scale));
    const float panel = std::round(whole * panelShare); // the part inside the window
    const float middle = std::max(window.y - menu - playback - status, 1.0f);
    const float world = std::max(window.x - tools - panel, 1.0f);

    Layout layout;
    layout.menuBar = {0.0f, 0.0f, window.x, menu};
    layout.toolBar = {0.0f, menu, tools, middle};
    const float overlays = std::min(px(kOverlayBarHeight), middle - 1.0f);
    layout.overlayBar = {tools, menu, world, overlays};
    layout.world = {tools, menu + overlays, world, middle - overlays};
    layout.panel = {tools + world, menu, panel > 0.0f ? whole : 0.0f, middle};
    layout.splitter = {layout.panel.x, menu, std::min(px(kSplitterWidth), layout.panel.width), middle};
    layout.playbackBar = {0.0f, menu + middle, window.x, playback};
    layout.statusBar = {0.0f, menu + middle + playback, window.x, status};
    return layout;
}

} // namespace satbox::app
