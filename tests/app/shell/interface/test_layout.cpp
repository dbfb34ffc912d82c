#include "app/shell/interface/layout.h"

#include <doctest/doctest.h>
#include <initializer_list>

namespace satbox::app {

TEST_CASE("layout_covers_the_window_without_overlap")
{
    for (const Vec2 window : {Vec2{1024.0f, 640.0f}, Vec2{2560.0f, 1440.0f}, Vec2{1280.0f, 800.0f}})
        for (const float scale : {1.0f, 1.5f, 2.0f})
            for (const float share : {0.0f, 0.4f, 1.0f}) {
                const Layout l = computeLayout(window, scale, 340.0f, share);
                CHECK(l.toolBar.x + l.toolBar.width == l.world.x);
                CHECK(l.world.x + l.world.width == l.panel.x);
                if (share == 0.0f || share == 1.0f) CHECK(l.panel.x + l.panel.width == window.x);
                CHECK(l.panel.x <= window.x);
                CHECK(l.menuBar.height == l.overlayBar.y);
                CHECK(l.overlayBar.y + l.overlayBar.height == l.world.y);
                CHECK(l.overlayBar.x == l.world.x);
                CHECK(l.overlayBar.width == l.world.width);
                CHECK(l.world.y + l.world.height == l.playbackBar.y);
                CHECK(l.playbackBar.y + l.playbackBar.height == l.statusBar.y);
                CHECK(l.statusBar.y + l.statusBar.height == window.y);
            }
}

TEST_CASE("panel_slides_out_without_being_squeezed")
{
    const float whole = computeLayout({1200.0f, 740.0f}, 1.0f, 340.0f, 1.0f).panel.width;
    for (int i = 1; i <= 340; ++i) { // some of these widths would squeeze a widget to 0, which ImGui rejects
        const Layout l = computeLayout({1200.0f, 740.0f}, 1.0f, 340.0f, static_cast<float>(i) / 340.0f);
        CHECK(l.panel.width == whole);
        CHECK(l.panel.x == 1200.0f - static_cast<float>(i));
    }
    CHECK(computeLayout({1200.0f, 740.0f}, 1.0f, 340.0f, 0.0f).panel.width == 0.0f);
}

TEST_CASE("panel_gives_way_to_the_world_in_narrow_windows")
{
    CHECK(clampPanelWidth(340.0f, {1280.0f, 800.0f}, 1.0f) == 340.0f);
    CHECK(clampPanelWidth(10.0f, {1280.0f, 800.0f}, 1.0f) == kMinPanelWidth);
    CHECK(clampPanelWidth(2000.0f, {1920.0f, 800.0f}, 1.0f) == kMaxPanelWidth);
    const float narrow = clampPanelWidth(640.0f, {640.0f, 400.0f}, 1.0f);
    CHECK(narrow + kToolBarWidth + kMinWorldWidth <= 640.0f);
    CHECK(clampPanelWidth(340.0f, {100.0f, 100.0f}, 1.0f) >= 0.0f);
}

} // namespace satbox::app
