#pragma once

#include "app/gfx/int_size.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

struct SDL_Window;

namespace satbox::app {

// A failure of the platform; what() is a message for the user.
struct PlatformError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// There is no display to open a window on. `--render` still works, since it needs none.
struct NoDisplayError : PlatformError {
    using PlatformError::PlatformError;
};

enum class Cursor { Arrow, Hand, Move, ResizeHorizontal, ResizeVertical, Crosshair, Text };

struct WindowOptions {
    std::string title = "satbox";
    IntSize size{1280, 800};       // points
    IntSize minimumSize{640, 400}; // points
    bool maximized = false;
    bool shrinkToDisplay = false; // limit `size` to the usable area of the display
    bool offscreen = false;       // needs no display; draw into a Framebuffer
    // Multisampling of the window's framebuffer. Off with a software renderer or without support.
    int samples = 4;
};

// A window with an OpenGL 3.3 core context, which is current on the calling thread while the window exists.
// Precondition: only one exists per process.
class Window {
  public:
    // Throws NoDisplayError if there is no display and `offscreen` is false; PlatformError for any other
    // failure.
    explicit Window(const WindowOptions& options);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    IntSize size() const;         // points, the unit of mouse positions
    IntSize drawableSize() const; // pixels
    float pixelsPerPoint() const; // drawable over size; 1 on most Linux desktops
    // A scale for the interface that suits the display's dots per inch, 1 to 3 in steps of 0.25. It is
    // applied in addition to pixelsPerPoint(). 1 if the dots per inch are unknown, which is common on Linux.
    float suggestedScale() const;
    bool maximized() const;
    bool minimized() const;

    void setTitle(const std::string& title);
    void setIcon(std::span<const std::uint8_t> rgba, int side); // side * side * 4 bytes, rows from the top
    void setSwapInterval(bool waitForScreen);                   // true: swap() waits for the vertical sync
    void setCursor(Cursor cursor);
    void swap(); // shows the frame that was drawn

    SDL_Window* handle() const; // for the glue code in this folder
    void* glContext() const;    // for the glue code in this folder

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// A message that says why there is no display to open a window on; nullopt if there is one. Opens no window.
std::optional<std::string> describeMissingDisplay();

// The platform's folder for this program's settings, created if necessary; an empty path if there is none.
std::filesystem::path preferencesFolder();

// The platform's folder for unsaved work; it need not exist yet. On Linux $XDG_STATE_HOME/satbox/autosave or
// ~/.local/state/satbox/autosave; on macOS and Windows in the folder for settings. An empty path if there is
// none.
std::filesystem::path autosaveFolder();

} // namespace satbox::app
