#include "app/shell/frame.h"

#include "app/document/playback.h"
#include "app/platform/window.h"
#include "app/shell/app.h"
#include "app/shell/scene_files.h"
#include "app/view/heat_map.h"
#include "app/view/overlay_colors.h"
#include "engine/world/world_access.h"

#include <array>
#include <cmath>
#include <doctest/doctest.h>

namespace satbox::app {

namespace {

constexpr IntSize kSize{800, 600};

// Step 60 of the pyramid, drawn offscreen without panels.
struct RenderedPyramid {
    AppState state;
    Image image;
    explicit RenderedPyramid(HeatMapUse use, Theme theme)
    {
        Options options;
        options.scene = "pyramid";
        applyOptions(state, options);
        state.view.heatMap = use;
        state.view.theme = theme;
        state.ui.panels.worldOnly = true;
        state.playback.paused = true;
        for (int i = 0; i < 60; ++i) state.history.play(WorldOp{op::Step{stepSeconds(state.world())}});
        const Window window({.size = kSize, .offscreen = true});
        ImGuiGlue glue(window);
        Frame frame(window, glue, {});
        for (int i = 0; i < 3; ++i) { // the camera fits the scene once the layout is known
            frame.begin(state, SyntheticPointer{.position = {-1.0f, -1.0f}});
            applySceneCamera(state, false);
            image = frame.capture(state);
        }
    }
    Color at(Position world) const
    {
        const Vec2 p = state.camera.worldToScreen(world);
        const size_t i =
            4 * (static_cast<size_t>(p.y) * static_cast<size_t>(kSize.width) + static_cast<size_t>(p.x));
        const auto channel = [&](size_t k) { return static_cast<float>(image.rgba[i + k]) / 255.0f; };
        return {channel(0), channel(1), channel(2), 1.0f};
    }
    // Dynamic bodies whose centre has the heat map's colour of their deepest overlap, and all of them.
    std::array<int, 2> countHeat() const
    {
        const std::vector<float> heat = heatOfBodies(state.world(), HeatQuantity::Depth);
        const Palette palette = makePalette(state.view.theme);
        const float top = fillScale(heat, 0.0f);
        std::array<int, 2> count{};
        state.world().forEachBody([&](BodyId id, const Body& body, const BodyMotion& motion) {
            if (body.type != BodyType::Dynamic) return;
            const Color seen = at(motion.center);
            const Color hot = heatColor(palette, heat[id.index] / top);
            const bool isHot =
                std::fabs(seen.r - hot.r) + std::fabs(seen.g - hot.g) + std::fabs(seen.b - hot.b) < 0.02f;
            count[0] += isHot ? 1 : 0;
            ++count[1];
        });
        return count;
    }
};

} // namespace

TEST_CASE("with_the_heat_map_the_picture_shows_the_depth_of_every_body_and_without_it_of_none")
{
    for (const Theme theme : {Theme::Dark, Theme::Light}) {
        const auto [hot, all] = RenderedPyramid(HeatMapUse::Always, theme).countHeat();
        CHECK(all > 50);
        CHECK(hot == all);
        CHECK(RenderedPyramid(HeatMapUse::Never, theme).countHeat()[0] == 0);
    }
}

TEST_CASE("a_picture_of_the_world_leaves_the_view_and_the_legend_of_the_window_as_they_were")
{
    AppState state;
    Options options;
    options.scene = "pyramid";
    applyOptions(state, options);
    state.playback.paused = true;
    state.view.legend = state.view.velocities = state.ui.legendStaysOpen = true;
    const Window window({.size = kSize, .offscreen = true});
    ImGuiGlue glue(window);
    Frame frame(window, glue, {});
    const auto begin = [&] { frame.begin(state, SyntheticPointer{.position = {-1.0f, -1.0f}}); };
    for (int i = 0; i < 4; ++i) {
        begin();
        applySceneCamera(state, false);
        frame.capture(state);
    }
    begin();
    frame.capture(state);
    const ScreenRect legend = state.ui.legendRect, world = state.ui.worldRect;
    REQUIRE(legend.width > 0.0f);
    const Image picture = frame.picture(state, {.scale = 0.5f, .worldOnly = true});
    CHECK(picture.size == IntSize{400, 300});
    CHECK_FALSE(state.ui.panels.worldOnly);
    begin();
    CHECK(state.ui.legendRect == legend);
    CHECK(state.ui.worldRect == world);
    frame.capture(state);
}

} // namespace satbox::app
