#pragma once

#include "app/gfx/framebuffer.h"
#include "app/gfx/palette.h"
#include "app/gfx/png_image.h"
#include "app/platform/imgui_glue.h"
#include "app/platform/window.h"
#include "app/widgets/fonts.h"
#include "app/widgets/ui_context.h"
#include "app/widgets/ui_recorder.h"

#include <functional>

namespace satbox::app::test {

// An offscreen interface: a hidden window, a framebuffer, and a pointer that the test moves.
class OffscreenUi {
  public:
    explicit OffscreenUi(IntSize size = {640, 480}, Theme theme = Theme::Dark, float scale = 1.0f);

    // Draws one frame: `draw` is called between Dear ImGui's begin and end of the frame.
    void frame(const std::function<void(const UiContext&)>& draw);
    void frames(int count, const std::function<void(const UiContext&)>& draw);

    // Presses the left button at `from`, moves to `to` in a few frames, releases.
    void drag(Vec2 from, Vec2 to, const std::function<void(const UiContext&)>& draw);
    void click(Vec2 at, const std::function<void(const UiContext&)>& draw);
    void typeText(const char* text, const std::function<void(const UiContext&)>& draw);
    void pressEnter(const std::function<void(const UiContext&)>& draw);

    // Centre of a widget of the last frame, by label. The test fails if there is none.
    Vec2 middleOf(const char* label) const;
    const RecordedWidget& widget(const char* label) const;

    // True if the last frame drew something into no window: Dear ImGui then shows a window "Debug".
    static bool drewIntoNoWindow();
    Image picture() const { return framebuffer_.read(); }
    const Palette& palette() const { return palette_; }
    const Fonts& fonts() const { return fonts_; }
    UiRecorder& recorder() { return recorder_; }
    SyntheticPointer pointer;

  private:
    IntSize size_;
    Window window_;
    Framebuffer framebuffer_;
    ImGuiGlue glue_;
    Palette palette_;
    float scale_;
    Fonts fonts_;
    UiRecorder recorder_;
};

} // namespace satbox::app::test
