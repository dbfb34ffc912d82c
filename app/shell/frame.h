#pragma once

#include "app/gfx/draw_list.h"
#include "app/gfx/palette.h"
#include "app/gfx/png_image.h"
#include "app/gfx/world_renderer.h"
#include "app/panels/legend.h"
#include "app/platform/imgui_glue.h"
#include "app/shell/app_state.h"
#include "app/view/heat_map.h"
#include "app/view/view_context.h"
#include "app/widgets/fonts.h"
#include "app/widgets/ui_context.h"
#include "app/widgets/ui_recorder.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace satbox::app {

class Window;

inline constexpr int kLayoutFrames = 3; // until the panels have their final layout

// Draws AppState: the interface, the world and its annotations. Owns the resources made from the state
// (fonts, colours, draw list, GL objects) and recreates them when the theme or the scale changes.
class Frame {
  public:
    // `recordUi`: for tests, a file to which the positions of the widgets are written; empty: none.
    Frame(const Window& window, ImGuiGlue& glue, std::filesystem::path recordUi);

    // Begins a frame and draws the interface. Sets the world's rectangle and the camera's viewport in
    // `state`.
    void begin(AppState& state, const std::optional<SyntheticPointer>& pointer = std::nullopt);

    // Draws everything into the bound framebuffer of `target` pixels and ends the frame. Precondition:
    // begin() was called.
    void render(const AppState& state, IntSize target);

    // Like render(), but into a separate multisampled framebuffer, and returns its pixels.
    Image capture(const AppState& state);
    // Draws the window again as requested, and returns its pixels. Throws GraphicsError if the driver rejects
    // the size, and std::bad_alloc. Preconditions: the frame has ended; !request.asOnScreen.
    Image picture(AppState& state, const PictureRequest& request);

    // The world of the last frame as an SVG document.
    std::string vectorPicture(const AppState& state) const;

    const UiRecorder& recorder() const { return recorder_; }
    // An error message if the widgets of the last frame could not be written.
    const std::optional<std::string>& recordError() const { return recordError_; }
    float scale() const { return scale_; } // of the interface
    // Time in which the last render() filled the draw list and placed labels and legend, ms: all but what
    // depends on the graphics driver.
    float listMs() const { return listMs_; }

  private:
    void updateStyle(const AppState& state);
    float pixelsPerPoint() const; // of what is drawn
    UiContext context();

    const Window& window_;
    ImGuiGlue& glue_;
    bool recordsWorld_ = false; // for tests: also record the state of the world in every frame
    UiRecorder recorder_;
    WorldRenderer renderer_;
    DrawList list_;
    std::vector<VisiblePoint> points_; // of the last view, kept for its capacity
    Palette palette_;
    Fonts fonts_;
    Theme theme_ = Theme::Dark;
    float scale_ = 0.0f;
    float density_ = 0.0f;       // pixels per point of the fonts
    float magnification_ = 1.0f; // of a picture
    LegendState legend_;
    ViewSettings legendView_; // of the last frame, as the panel
    std::string legendPanel_;
    FillScales fillScales_; // of the last frame
    float listMs_ = 0.0f;
    std::uint64_t frames_ = 0;
    std::optional<std::string> recordError_;
};

} // namespace satbox::app
