#pragma once

#include <satbox/math.h>

#include <array>
#include <optional>
#include <vector>

union SDL_Event;

namespace satbox::app {

class Window;
enum class Cursor;

// A pointer controlled by code instead of the real mouse, for tests and pictures.
struct SyntheticPointer {
    Vec2 position{0.0f, 0.0f};                     // window points
    std::array<bool, 3> down{false, false, false}; // left, right, middle: the order of Dear ImGui
    float wheel = 0.0f;                            // notches
    bool ctrl = false;
};

// Connects Dear ImGui to the window and owns its context. Precondition: only one exists per process, created
// after the window and destroyed before it.
class ImGuiGlue {
  public:
    explicit ImGuiGlue(const Window& window);
    ~ImGuiGlue();
    ImGuiGlue(const ImGuiGlue&) = delete;
    ImGuiGlue& operator=(const ImGuiGlue&) = delete;

    void processEvent(const SDL_Event& event);
    // Begins a frame. `pointer`, if given, replaces the real mouse. `magnification`: pixels that are drawn
    // for each pixel of the window.
    void newFrame(const std::optional<SyntheticPointer>& pointer = std::nullopt, float magnification = 1.0f);
    // Ends the frame and draws it into the bound framebuffer.
    void render();
    // Call after rebuilding the font atlas, outside a frame.
    void fontsChanged();

    // True if the pointer is over the interface or a widget is held: clicks must not reach the world.
    bool wantsMouse() const;
    // The cursor for the widget under the pointer; the caller sets it with Window::setCursor.
    Cursor wantedCursor() const;
    // True if a text field has the keyboard: keys are not shortcuts.
    bool wantsKeyboard() const;

  private:
    const Window& window_;
    bool hasBegunFrame_ = false; // newFrame() has been called
    // For Dear ImGui without an event queue (kQueuesInput): scancodes of the keys pressed since the last
    // frame, and of those that were also released, and the modifier keys (SDL_Keymod) held at a press.
    // Without them, a key press within one frame would be lost.
    std::vector<int> pressedKeys_;
    std::vector<int> earlyReleases_;
    int pressedModifiers_ = 0;
};

} // namespace satbox::app
