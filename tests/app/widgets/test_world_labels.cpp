#include "app/gfx/world_renderer.h"
#include "app/text/format.h"
#include "app/widgets/icons.h"
#include "app/widgets/labels.h"
#include "tests/app/widgets/ui_fixture.h"
#include "tests/support/paths.h"

#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <imgui.h>

namespace satbox::app {

TEST_CASE("labels_and_scale_bar_are_drawn_over_the_world")
{
    constexpr std::array<Vec2, 4> kBox{{{-0.5f, -0.5f}, {0.5f, -0.5f}, {0.5f, 0.5f}, {-0.5f, 0.5f}}};
    for (const Theme theme : {Theme::Dark, Theme::Light}) {
        constexpr IntSize kSize{800, 500};
        test::OffscreenUi ui(kSize, theme);
        const Palette& p = ui.palette();
        DrawList list;
        for (int i = 0; i < 5; ++i) {
            const float y = 0.5f + static_cast<float>(i);
            const bool asleep = i < 2;
            list.addPolygon({{0.1f * static_cast<float>(i), y}, {}}, kBox,
                            {.fill = asleep ? p.asleepFill : p.dynamicFill,
                             .outline = i == 3 ? p.selected : (asleep ? p.asleepOutline : p.dynamicOutline),
                             .outlineWidthPx = i == 3 ? kSelectedOutlinePx : kOutlinePx});
            const Vec2 contact(0.05f + 0.1f * static_cast<float>(i), y - 0.5f);
            list.addArrow(contact, contact + Vec2(0.0f, 0.6f), {p.normal, kOverlayPx});
            list.addDisc(contact, 4.0f, p.contactPoint);
            list.addLabel(contact, formatQuantity(0.0012 * (i + 1), "m"), p.text, static_cast<float>(i));
        }
        constexpr std::array<Vec2, 4> kGroundBox{
            {{-6.0f, -0.4f}, {6.0f, -0.4f}, {6.0f, 0.0f}, {-6.0f, 0.0f}}};
        list.addPolygon({}, kGroundBox, {.fill = p.staticFill, .outline = p.staticOutline});
        list.addCircle({{3.0f, 0.5f}, {}}, 0.5f, {.fill = p.kinematicFill, .outline = p.kinematicOutline});
        list.addLabel({3.0f, 0.5f}, "wheel, 2.00 rad/s", p.text, 3.0f);
        list.addLabel({3.1f, 0.6f}, "its neighbour", p.text, 2.0f);

        Camera camera;
        camera.setViewport({0.0f, 0.0f, static_cast<float>(kSize.width), static_cast<float>(kSize.height)});
        camera.fit({{-4.0f, -0.5f}, {5.0f, 5.0f}}, false, 24.0f);
        WorldRenderer renderer;
        ScreenRect bar;
        ui.frame([&](const UiContext& context) {
            renderer.draw(list, camera, {p.background, p.grid}, kSize, 1.0f, 1.0f);
            ImDrawList& out = *ImGui::GetBackgroundDrawList();
            bar = drawScaleBar(out, camera, p, context.fonts, 1.0f);
            drawLabels(out, list.labels, camera, p, context.fonts, 1.0f, std::span(&bar, 1));
        });
        const char* file = theme == Theme::Dark ? "labels_dark.png" : "labels_light.png";
        const Image image = ui.picture();
        REQUIRE(!writePng(satbox::test::artefactFolder("ui") / file, image));
        CHECK(bar.x + bar.width < 800.0f);
        CHECK(bar.y + bar.height < 500.0f);
        // The bar contains pixels of the text colour.
        bool ink = false;
        for (int y = static_cast<int>(bar.y); y < static_cast<int>(bar.y + bar.height); ++y)
            for (int x = static_cast<int>(bar.x); x < static_cast<int>(bar.x + bar.width); ++x) {
                const std::size_t i = static_cast<std::size_t>(y * kSize.width + x) * 4;
                ink = ink ||
                      std::abs(static_cast<int>(image.rgba[i]) - static_cast<int>(p.text.r * 255.0f)) < 4;
            }
        CHECK(ink);
    }
}

} // namespace satbox::app
