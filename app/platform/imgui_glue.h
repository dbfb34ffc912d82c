#pragma once

#include "engine/math/vec2.h"

#include <array>
#include <optional>
#include <vector>

union SDL_Event;

namespace satbox::app {

class Window;
enum class Cursor;

// A pointer that a test moves instead of a hand.
struct SyntheticPointer {
    Vec2 position{0.0f, 0.0f};                     // window points
    std::array<bool, 3> down{false, false, false}; // left, right, middle: the interface library's order
    float wheel = 0.0f;                            // notches
    bool ctrl = false;
};

// Joins the interface library (Dear ImGui) to the window. Owns its context. One at a time in a process,
// created after the window and destroyed before it.
class ImGuiGlue {
  public:
    explicit ImGuiGlue(const Window& window);
    ~ImGuiGlue();
    ImGuiGlue(const ImGuiGlue&) = delete;
    ImGuiGlue& operator=(const ImGuiGlue&) = delete;

    void processEvent(const SDL_Event& event);
    // Opens a frame. With `pointer` its state is taken instead of the real mouse.
    void newFrame(const std::optional<SyntheticPointer>& pointer = std::nullopt);
    // Closes the frame and draws it into the framebuffer that is bound.
    void render();
    // After the font atlas was built anew, outside a frame.
    void fontsChanged();

    bool wantsMouse() const; // the pointer is over or held by the interface: clicks must not reach the world
    Cursor wantedCursor()
        const; // what the interface under the pointer asks for; set it through Window::setCursor
    bool wantsKeyboard() const; // a text field has the keyboard: keys are no shortcuts

  private:
    const Window& window_;
    bool begun_ = false; // the first frame has been opened
    // Keys that went down since the last frame, and those of them that came up again already: a fast hand (or
    // a slow frame) must not lose them.
    std::vector<int> pressedKeys_;
    std::vector<int> earlyReleases_;
};

} // namespace satbox::app
