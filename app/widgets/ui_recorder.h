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

// A widget of this frame: its label and its rectangle in window points.
struct RecordedWidget {
    std::string panel; // "Solver", "Tool bar"; empty: none
    std::string label;
    ScreenRect rect;
    std::string value; // the value it shows; empty: none
    friend bool operator==(const RecordedWidget&, const RecordedWidget&) = default;
};

// Lists the widgets of a frame, so that screen tests find them by label. Writes the list to a file when it
// changes.
class UiRecorder {
  public:
    // Without a file, the list is kept in memory only.
    explicit UiRecorder(std::filesystem::path file = {});

    void beginFrame();
    void enterPanel(std::string_view panel); // widgets added until leavePanel belong to it
    void leavePanel();
    void add(std::string_view label, const ScreenRect& rect, std::string_view value = {});
    // Writes {"frame": n, "window": {"width", "height"}, "widgets": [{"panel", "label", "x", "y", "w", "h",
    // "value"}]} if the list has changed; the whole file is replaced. Returns a message if that fails.
    std::optional<std::string> endFrame(IntSize windowPoints);

    const std::vector<RecordedWidget>& widgets() const { return widgets_; }
    // The first widget with that label (and panel, if given); null if this frame has none.
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
