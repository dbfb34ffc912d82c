#pragma once

#include "app/app_state.h"
#include "app/gfx/draw_list.h"
#include "app/gfx/frame_capture.h"
#include "app/gfx/palette.h"
#include "app/gfx/world_renderer.h"
#include "app/platform/imgui_glue.h"
#include "app/ui/fonts.h"
#include "app/ui/ui_context.h"
#include "app/ui/ui_recorder.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace satbox::app {

class Window;

// Turns AppState into pictures: the interface, then the world with its texts. Holds what is made from the
// state (fonts, colours, draw list, GL objects) and makes it anew when theme or scale change.
class Frame {
  public:
    // `recordUi`: where widgets are written for tests; empty: nowhere.
    Frame(const Window& window, ImGuiGlue& glue, std::filesystem::path recordUi);

    // Opens the interface's frame and draws the interface; sets the world's rectangle and the camera's
    // viewport.
    void begin(AppState& state, const std::optional<SyntheticPointer>& pointer = std::nullopt);

    // Draws everything into the framebuffer that is bound, `target` pixels large. Closes what `begin` opened.
    void render(const AppState& state, IntSize target);

    // The same into a multisampled framebuffer of its own, read back.
    Image capture(const AppState& state);

    const UiRecorder& recorder() const { return recorder_; }
    // A sentence when the widgets of the last frame could not be written.
    const std::optional<std::string>& recordError() const { return recordError_; }
    float scale() const { return scale_; } // of the interface

  private:
    void style(const AppState& state);
    UiContext context();

    const Window& window_;
    ImGuiGlue& glue_;
    bool records_ = false; // for tests: also what the world does, every frame
    UiRecorder recorder_;
    WorldRenderer renderer_;
    DrawList list_;
    Palette palette_;
    Fonts fonts_;
    Theme theme_ = Theme::Dark;
    float scale_ = 0.0f;
    float legendHeight_ = 0.0f;
    std::uint64_t frames_ = 0;
    std::optional<std::string> recordError_;
};

} // namespace satbox::app
