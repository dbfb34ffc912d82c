#include "app/platform/window.h"

#include "app/gfx/gl_objects.h"
#include "app/platform/app_icon.h"

#include <SDL.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <string_view>

namespace satbox::app {

namespace {

constexpr std::size_t kCursorCount = 7;

SDL_SystemCursor systemCursor(Cursor cursor)
{
    switch (cursor) {
    case Cursor::Arrow:
        return SDL_SYSTEM_CURSOR_ARROW;
    case Cursor::Hand:
        return SDL_SYSTEM_CURSOR_HAND;
    case Cursor::Move:
        return SDL_SYSTEM_CURSOR_SIZEALL;
    case Cursor::ResizeHorizontal:
        return SDL_SYSTEM_CURSOR_SIZEWE;
    case Cursor::ResizeVertical:
        return SDL_SYSTEM_CURSOR_SIZENS;
    case Cursor::Crosshair:
        return SDL_SYSTEM_CURSOR_CROSSHAIR;
    case Cursor::Text:
        return SDL_SYSTEM_CURSOR_IBEAM;
    }
    return SDL_SYSTEM_CURSOR_ARROW;
}

// SDL silently falls back to these drivers if it finds no display.
bool isInvisibleDriver(std::string_view name)
{
    return name == "offscreen" || name == "dummy" || name == "evdev";
}

std::string noDisplaySentence(std::string_view detail)
{
    return fmt::format(
        "No display was found to open a window on ({}). Start satbox in a desktop session, set DISPLAY, "
        "or write a picture without a window: satbox --render satbox.png",
        detail);
}

// Starts SDL's video subsystem for the lifetime of the object.
class VideoSession {
  public:
    explicit VideoSession(bool offscreen)
    {
        if (offscreen) SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, "offscreen", SDL_HINT_OVERRIDE);
        if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) {
            if (!offscreen) throw NoDisplayError(noDisplaySentence(SDL_GetError()));
            throw PlatformError(
                fmt::format("Drawing without a display could not be started: {}. Install an EGL driver "
                            "(Debian and Ubuntu: package libgl1-mesa-dri).",
                            SDL_GetError()));
        }
        const char* driver = SDL_GetCurrentVideoDriver();
        if (!offscreen && driver != nullptr && isInvisibleDriver(driver)) {
            const std::string detail = fmt::format("SDL offers only its '{}' driver", driver);
            SDL_QuitSubSystem(SDL_INIT_VIDEO);
            throw NoDisplayError(noDisplaySentence(detail));
        }
    }
    ~VideoSession()
    {
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
        // The next session may use a display.
        SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, nullptr, SDL_HINT_OVERRIDE);
    }
    VideoSession(const VideoSession&) = delete;
    VideoSession& operator=(const VideoSession&) = delete;
};

void setContextAttributes(int samples)
{
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
#if defined(__EMSCRIPTEN__) // OpenGL ES 3.0, which is WebGL 2
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 0);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_ES);
#else
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_FLAGS, SDL_GL_CONTEXT_FORWARD_COMPATIBLE_FLAG);
#endif
    SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
    SDL_GL_SetAttribute(SDL_GL_STENCIL_SIZE, 0);
    SDL_GL_SetAttribute(SDL_GL_MULTISAMPLEBUFFERS, samples > 0 ? 1 : 0);
    SDL_GL_SetAttribute(SDL_GL_MULTISAMPLESAMPLES, samples);
}

// Allowance for the title bar and borders, whose size is unknown until the window is shown.
constexpr int kFrameWidth = 8;
constexpr int kFrameHeight = 40;

IntSize sizeOnDisplay(const WindowOptions& options)
{
    IntSize size = options.size;
    SDL_Rect usable{};
    if (!options.shrinkToDisplay || options.offscreen || SDL_GetDisplayUsableBounds(0, &usable) != 0)
        return size;
    size.width = std::clamp(size.width, options.minimumSize.width,
                            std::max(usable.w - kFrameWidth, options.minimumSize.width));
    size.height = std::clamp(size.height, options.minimumSize.height,
                             std::max(usable.h - kFrameHeight, options.minimumSize.height));
    return size;
}

} // namespace

struct Window::Impl {
    explicit Impl(bool offscreen) : video(offscreen) {}
    ~Impl()
    {
        for (SDL_Cursor* made : cursors)
            if (made != nullptr) SDL_FreeCursor(made);
        close();
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    // True if a window and a context could be created. Removes what was created if not.
    bool tryOpen(const WindowOptions& options, int samples)
    {
        setContextAttributes(samples);
        Uint32 flags =
            SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
        if (options.maximized && !options.offscreen) flags |= SDL_WINDOW_MAXIMIZED;
        const IntSize size = sizeOnDisplay(options);
        window = SDL_CreateWindow(options.title.c_str(), SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                  size.width, size.height, flags);
        if (window == nullptr) return false;
        context = SDL_GL_CreateContext(window);
        if (context == nullptr) {
            close();
            return false;
        }
        SDL_GL_MakeCurrent(window, context);
        return true;
    }

    void close()
    {
        if (context != nullptr) SDL_GL_DeleteContext(context);
        if (window != nullptr) SDL_DestroyWindow(window);
        context = nullptr;
        window = nullptr;
    }

    VideoSession video;
    SDL_Window* window = nullptr;
    SDL_GLContext context = nullptr;
    std::array<SDL_Cursor*, kCursorCount> cursors{};
    Cursor cursor = Cursor::Arrow;
};

Window::Window(const WindowOptions& options) : impl_(std::make_unique<Impl>(options.offscreen))
{
    // Some drivers have no multisampled windows. The window is then opened without multisampling, since
    // shaders antialias the shapes anyway.
#if defined(__EMSCRIPTEN__) // a page has one canvas, whose first context stays: a second try is impossible
    const int samples = 0;
#else
    const int samples = options.offscreen ? 0 : options.samples;
#endif
    bool open = impl_->tryOpen(options, samples);
    // The same for a software renderer, which takes more than twice as long with four samples as with one.
    if (samples > 0 && (!open || rendersInSoftware())) {
        impl_->close();
        open = impl_->tryOpen(options, 0);
    }
    if (!open)
        throw PlatformError(fmt::format(
            "The window could not be opened: {}. satbox needs OpenGL 3.3; update the graphics driver.",
            SDL_GetError()));
#if !defined(__EMSCRIPTEN__) // where the page gives the size: SDL would draw a larger picture, squeezed
    // Not for an offscreen window, which no user resizes: SDL 2 on top of SDL 3 would enlarge a small one.
    if (!options.offscreen)
        SDL_SetWindowMinimumSize(impl_->window, options.minimumSize.width, options.minimumSize.height);
#endif
    SDL_EventState(SDL_DROPFILE, SDL_ENABLE);
    if (!options.offscreen) {
        constexpr int kIconSide = 64;
        setIcon(appIconPixels(kIconSide), kIconSide);
        setSwapInterval(true);
        SDL_ShowWindow(impl_->window);
    }
}

Window::~Window() = default;

IntSize Window::size() const
{
    IntSize s;
    SDL_GetWindowSize(impl_->window, &s.width, &s.height);
    return s;
}

IntSize Window::drawableSize() const
{
    IntSize s;
    SDL_GL_GetDrawableSize(impl_->window, &s.width, &s.height);
    return s;
}

float Window::pixelsPerPoint() const
{
    const int points = size().width;
    return points > 0 ? static_cast<float>(drawableSize().width) / static_cast<float>(points) : 1.0f;
}

float Window::suggestedScale() const
{
    const int display = SDL_GetWindowDisplayIndex(impl_->window);
    float dotsPerInch = 0.0f;
    if (display < 0 || SDL_GetDisplayDPI(display, nullptr, &dotsPerInch, nullptr) != 0) return 1.0f;
    const float scale = dotsPerInch / (96.0f * pixelsPerPoint());
    if (!std::isfinite(scale)) return 1.0f;
    return std::clamp(std::floor(scale * 4.0f) / 4.0f, 1.0f, 3.0f);
}

bool Window::maximized() const { return (SDL_GetWindowFlags(impl_->window) & SDL_WINDOW_MAXIMIZED) != 0; }
bool Window::minimized() const { return (SDL_GetWindowFlags(impl_->window) & SDL_WINDOW_MINIMIZED) != 0; }

void Window::setTitle(const std::string& title) { SDL_SetWindowTitle(impl_->window, title.c_str()); }

void Window::setIcon(std::span<const std::uint8_t> rgba, int side)
{
    if (rgba.size() < static_cast<std::size_t>(side) * static_cast<std::size_t>(side) * 4) return;
    // SDL's parameter is not const, but SDL only reads the pixels and copies them before this returns.
    SDL_Surface* surface = SDL_CreateRGBSurfaceWithFormatFrom(const_cast<std::uint8_t*>(rgba.data()), side,
                                                              side, 32, side * 4, SDL_PIXELFORMAT_RGBA32);
    if (surface == nullptr) return;
    SDL_SetWindowIcon(impl_->window, surface);
    SDL_FreeSurface(surface);
}

void Window::setSwapInterval(bool waitForScreen)
{
    // Adaptive vertical sync (-1) if supported: a late frame is shown at once, not at the next refresh.
    if (!waitForScreen)
        SDL_GL_SetSwapInterval(0);
    else if (SDL_GL_SetSwapInterval(-1) != 0)
        SDL_GL_SetSwapInterval(1);
}

void Window::setCursor(Cursor cursor)
{
    if (cursor == impl_->cursor) return;
    SDL_Cursor*& slot = impl_->cursors[static_cast<std::size_t>(cursor)];
    if (slot == nullptr) slot = SDL_CreateSystemCursor(systemCursor(cursor));
    if (slot == nullptr) return;
    SDL_SetCursor(slot);
    impl_->cursor = cursor;
}

void Window::swap() { SDL_GL_SwapWindow(impl_->window); }

SDL_Window* Window::handle() const { return impl_->window; }
void* Window::glContext() const { return impl_->context; }

std::optional<std::string> describeMissingDisplay()
{
    try {
        const VideoSession session(false);
        return std::nullopt;
    } catch (const NoDisplayError& error) {
        return error.what();
    }
}

std::filesystem::path preferencesFolder()
{
    char* path = SDL_GetPrefPath("", "satbox");
    if (path == nullptr) return {};
    std::filesystem::path folder(path);
    SDL_free(path);
    return folder;
}

std::filesystem::path autosaveFolder()
{
#if defined(_WIN32) || defined(__APPLE__)
    const std::filesystem::path folder = preferencesFolder();
    return folder.empty() ? folder : folder / "autosave";
#else
    const char* state = std::getenv("XDG_STATE_HOME");
    if (state != nullptr && *state == '/') return std::filesystem::path(state) / "satbox" / "autosave";
    const char* home = std::getenv("HOME");
    if (home == nullptr || *home == '\0') return {};
    return std::filesystem::path(home) / ".local" / "state" / "satbox" / "autosave";
#endif
}

} // namespace satbox::app
