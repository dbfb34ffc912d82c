#pragma once

#include "app/gfx/camera.h"
#include "app/gfx/int_size.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace satbox::app {

// A widget of this frame: what it is called and where it is, in window points.
struct RecordedWidget {
    std::string panel; // "Solver", "Tool bar"; empty outside all
    std::string label;
    ScreenRect rect;
    std::string value; // what it shows, where it shows something; empty else
    friend bool operator==(const RecordedWidget&, const RecordedWidget&) = default;
};

// Keeps the list of a frame's widgets, so that a screen test finds a slider by its name, and writes it when
// it changed.
class UiRecorder {
  public:
    // Without a file only the list is kept.
    explicit UiRecorder(std::filesystem::path file = {});

    void beginFrame();
    void enterPanel(std::string_view panel); // widgets recorded from now on belong to it
    void leavePanel();
    void add(std::string_view label, const ScreenRect& rect, std::string_view value = {});
    // Writes {"frame": n, "window": {"width", "height"}, "widgets": [{"panel", "label", "x", "y", "w", "h",
    // "value"}]} if the list is not that of the frame before; the file is replaced whole. A sentence where
    // that failed.
    std::optional<std::string> endFrame(IntSize windowPoints);

    const std::vector<RecordedWidget>& widgets() const { return widgets_; }
    // The first of that label (and panel, if given); nothing if there is none in this frame.
    const RecordedWidget* find(std::string_view label, std::string_view panel = {}) const;

  private:
    std::filesystem::path file_;
    std::vector<RecordedWidget> widgets_;
    std::vector<RecordedWidget> written_;
    std::vector<std::string> panels_;
    std::uint64_t frame_ = 0;
};

// The list as JSON text.
std::string recordedWidgetsJson(const std::vector<RecordedWidget>& widgets, std::uint64_t frame,
                                IntSize windowPoints);

} // namespace satbox::app
