#include "tests/app/widgets/ui_fixture.h"

#include "app/platform/imgui_versions.h"
#include "app/widgets/theme.h"

#include <doctest/doctest.h>
#include <imgui.h>
#include <string_view>

namespace satbox::app::test {

OffscreenUi::OffscreenUi(IntSize size, Theme theme, float scale)
    : size_(size), window_({.size = size, .offscreen = true}), framebuffer_(size), glue_(window_),
      palette_(makePalette(theme)), scale_(scale), fonts_(buildFonts(scale, 1.0f))
{
    applyTheme(palette_, scale);
    pointer.position = {-100.0f, -100.0f};
}

void OffscreenUi::frame(const std::function<void(const UiContext&)>& draw)
{
    framebuffer_.bind();
    clearFramebuffer(size_, palette_.background);
    glue_.newFrame(pointer);
    recorder_.beginFrame();
    draw({palette_, fonts_, scale_, &recorder_});
    glue_.render();
}

void OffscreenUi::frames(int count, const std::function<void(const UiContext&)>& draw)
{
    for (int i = 0; i < count; ++i) frame(draw);
}

void OffscreenUi::drag(Vec2 from, Vec2 to, const std::function<void(const UiContext&)>& draw)
{
    constexpr int kSteps = 5;
    pointer.position = from;
    frames(2, draw);
    pointer.down[0] = true;
    frame(draw);
    for (int i = 1; i <= kSteps; ++i) {
        pointer.position = from + (to - from) * (static_cast<float>(i) / kSteps);
        frame(draw);
    }
    pointer.down[0] = false;
    frames(2, draw);
}

void OffscreenUi::click(Vec2 at, const std::function<void(const UiContext&)>& draw) { drag(at, at, draw); }

void OffscreenUi::typeText(const char* text, const std::function<void(const UiContext&)>& draw)
{
    ImGui::GetIO().AddInputCharactersUTF8(text);
    frames(2, draw);
}

void OffscreenUi::pressEnter(const std::function<void(const UiContext&)>& draw)
{
    reportKey(ImGuiKey_Enter, true);
    frame(draw);
    reportKey(ImGuiKey_Enter, false);
    frames(2, draw);
}

const RecordedWidget& OffscreenUi::widget(const char* label) const
{
    const RecordedWidget* found = recorder_.find(label);
    CAPTURE(label);
    REQUIRE(found != nullptr);
    return *found;
}

bool OffscreenUi::drewIntoNoWindow()
{
    const ImDrawData& data = *ImGui::GetDrawData();
    for (int i = 0; i < data.CmdListsCount; ++i)
        if (const char* owner = data.CmdLists[i]->_OwnerName;
            owner && std::string_view(owner).starts_with("Debug#"))
            return true;
    return false;
}

Vec2 OffscreenUi::middleOf(const char* label) const { return widget(label).rect.center(); }

} // namespace satbox::app::test
