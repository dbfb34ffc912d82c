#pragma once

#include "app/gfx/camera.h"
#include "app/widgets/ui_context.h"

namespace satbox::app {

struct PanelWindowOptions {
    bool scrolls = false;   // vertically, if the content is longer than the window
    float paddingX = 12.0f; // design pixels
    float paddingY = 8.0f;
    bool raised = false; // a card above the panels: border, rounded corners, may be brought to front
    bool background = true;
};

// Begins a Dear ImGui window with a fixed rectangle and ends it in the destructor. Widgets recorded in
// between belong to the panel `name`.
class PanelWindow {
  public:
    PanelWindow(const UiContext& ui, const char* name, const ScreenRect& rect,
                const PanelWindowOptions& options = {});
    ~PanelWindow();
    PanelWindow(const PanelWindow&) = delete;
    PanelWindow& operator=(const PanelWindow&) = delete;

  private:
    PanelRecordScope record_;
};

// A modal window: everything behind it is dimmed and takes no clicks. Construct it in each frame while it is
// open, and draw its content if isVisible().
class ModalWindow {
  public:
    // A height of 0 fits the content.
    ModalWindow(const UiContext& ui, const char* name, const ScreenRect& rect);
    ~ModalWindow();
    ModalWindow(const ModalWindow&) = delete;
    ModalWindow& operator=(const ModalWindow&) = delete;

    bool isVisible() const { return visible_; }
    void close(); // call in the last frame, after its content

  private:
    PanelRecordScope record_;
    bool visible_ = false;
};

} // namespace satbox::app
