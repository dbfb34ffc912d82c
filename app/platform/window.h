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

// What the platform refused, as a sentence fit for a person.
struct PlatformError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// There is no screen to open a window on. `--render` still works: it needs none.
struct NoDisplayError : PlatformError {
    using PlatformError::PlatformError;
};

enum class Cursor { Arrow, Hand, Move, ResizeHorizontal, ResizeVertical, Crosshair, Text };

struct WindowOptions {
    std::string title = "satbox";
    IntSize size{1280, 800};       // points
    IntSize minimumSize{640, 400}; // points
    bool maximized = false;
    bool fitDisplay = false; // smaller than `size` where the display has less room
    bool offscreen = false;  // no display needed: pictures come from a Framebuffer
    int samples = 4; // of the window's own framebuffer; none where the driver draws in software or has none
};

// One window with an OpenGL 3.3 core context that is current on the calling thread for the window's life.
// One at a time in a process.
class Window {
  public:
    // Throws NoDisplayError where there is no screen (and offscreen was not asked for), else PlatformError.
    explicit Window(const WindowOptions& options);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    IntSize size() const;         // points: what mouse positions are in
    IntSize drawableSize() const; // pixels: what is rendered
    float pixelsPerPoint() const; // drawable over size; 1 on most Linux desktops
    // What the display's dots per inch suggest as interface scale beyond pixelsPerPoint: 1 to 3 in quarters.
    // Often unknown on Linux, then 1: a person can override it.
    float suggestedScale() const;
    bool maximized() const;
    bool minimized() const;

    void setTitle(const std::string& title);
    void setSize(IntSize points);
    void setIcon(std::span<const std::uint8_t> rgba, int side); // side * side * 4 bytes, rows from the top
    void setSwapInterval(bool waitForScreen);
    void setCursor(Cursor cursor);
    void swap();

    std::string clipboard() const;
    void setClipboard(const std::string& text);

    SDL_Window* handle() const; // for the glue code in this folder
    void* glContext() const;    // likewise

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// Why no window can be opened here, as a sentence; nothing if one can. Opens nothing.
std::optional<std::string> describeMissingDisplay();

// The platform's folder for this program's settings, created if need be; empty path if there is none.
std::filesystem::path preferencesFolder();

// The platform's folder for unsaved work, which need not exist yet: $XDG_STATE_HOME/satbox/autosave or
// ~/.local/state/satbox/autosave, elsewhere in the folder for settings. Empty path if there is none.
std::filesystem::path autosaveFolder();

} // namespace satbox::app
