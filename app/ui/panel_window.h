#pragma once

#include "app/gfx/camera.h"
#include "app/ui/ui_context.h"

namespace satbox::app {

struct PanelWindowOptions {
    bool scrolls = false;   // vertically, where the content is longer than the window
    float paddingX = 12.0f; // design pixels
    float paddingY = 8.0f;
    bool raised = false; // a card above others: border, round corners, its own ground
    bool background = true;
};

// A fixed part of the window as one of the library's windows, for as long as it lives. What is recorded
// meanwhile belongs to the panel `name`.
class PanelWindow {
  public:
    PanelWindow(const UiContext& ui, const char* name, const ScreenRect& rect,
                const PanelWindowOptions& options = {});
    ~PanelWindow();
    PanelWindow(const PanelWindow&) = delete;
    PanelWindow& operator=(const PanelWindow&) = delete;

  private:
    RecordPanel record_;
};

// A window above all others: what is behind it is dimmed and takes no clicks. Construct it in each frame in
// which it is open; draw its content if isVisible().
class ModalWindow {
  public:
    // A height of 0: as tall as the content.
    ModalWindow(const UiContext& ui, const char* name, const ScreenRect& rect);
    ~ModalWindow();
    ModalWindow(const ModalWindow&) = delete;
    ModalWindow& operator=(const ModalWindow&) = delete;

    bool isVisible() const { return visible_; }
    void close(); // in the last frame, after its content

  private:
    RecordPanel record_;
    bool visible_ = false;
};

} // namespace satbox::app
