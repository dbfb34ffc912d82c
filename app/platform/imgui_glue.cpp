#include "app/platform/imgui_glue.h"

#include "app/platform/clipboard.h"
#include "app/platform/imgui_versions.h"
#include "app/platform/window.h"

#include <SDL.h>
#include <algorithm>
#include <utility>

namespace satbox::app {

namespace {

void copyText(const char* text) { setClipboardText(text); } // a text field cannot show an error

} // namespace

ImGuiGlue::ImGuiGlue(const Window& window) : window_(window)
{
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr; // the layout is saved with the other preferences instead
    io.LogFilename = nullptr;
    // Only the frame loop sets the cursor, from wantedCursor() or from the active tool.
    io.ConfigFlags |= ImGuiConfigFlags_NoMouseCursorChange;
    ImGui_ImplSDL2_InitForOpenGL(window.handle(), window.glContext());
    setClipboardFunction<copyText>();
#if defined(__EMSCRIPTEN__)
    ImGui_ImplOpenGL3_Init("#version 300 es");
#else
    ImGui_ImplOpenGL3_Init("#version 330 core");
#endif
}

ImGuiGlue::~ImGuiGlue()
{
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplSDL2_Shutdown();
    ImGui::DestroyContext();
}

void ImGuiGlue::processEvent(const SDL_Event& event)
{
    ImGui_ImplSDL2_ProcessEvent(&event);
    if (kQueuesInput || (event.type != SDL_KEYDOWN && event.type != SDL_KEYUP)) return;
    const int key = event.key.keysym.scancode;
    if (event.type == SDL_KEYDOWN) {
        pressedKeys_.push_back(key);
        pressedModifiers_ |= event.key.keysym.mod;
        return;
    }
    if (std::find(pressedKeys_.begin(), pressedKeys_.end(), key) == pressedKeys_.end()) return;
    setKey(key, true);
    earlyReleases_.push_back(key);
}

void ImGuiGlue::newFrame(const std::optional<SyntheticPointer>& pointer, float magnification)
{
    ImGui_ImplOpenGL3_NewFrame();
    hasBegunFrame_ = true;
    ImGui_ImplSDL2_NewFrame();
    ImVec2& density = ImGui::GetIO().DisplayFramebufferScale;
    density = {density.x * magnification, density.y * magnification};
    if (pointer) {
        reportPointer(pointer->position, pointer->down, pointer->wheel, pointer->ctrl);
        ImGui::GetIO().DeltaTime = 1.0f / 60.0f;
    } else {
        // The backend reads SDL's global mouse state, which is stale under Xvfb and some remote desktops, so
        // that drags would not work. The state relative to the window is always current.
        int x = 0;
        int y = 0;
        const Uint32 buttons = SDL_GetMouseState(&x, &y);
        if (SDL_GetMouseFocus() == window_.handle() || buttons != 0)
            reportMouse({static_cast<float>(x), static_cast<float>(y)});
    }
    const int modifiers = static_cast<int>(SDL_GetModState()) | std::exchange(pressedModifiers_, 0);
    if (!pointer)
        setModifiers((modifiers & KMOD_CTRL) != 0, (modifiers & KMOD_SHIFT) != 0,
                     (modifiers & KMOD_ALT) != 0);
    ImGui::NewFrame();
    for (const int key : earlyReleases_) setKey(key, false); // takes effect in the next frame
    pressedKeys_.clear();
    earlyReleases_.clear();
}

void ImGuiGlue::render()
{
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void ImGuiGlue::fontsChanged()
{
    if (hasBegunFrame_) uploadFonts(); // before the first frame the backend has no resources
}

bool ImGuiGlue::wantsMouse() const { return ImGui::GetIO().WantCaptureMouse; }

Cursor ImGuiGlue::wantedCursor() const
{
    switch (ImGui::GetMouseCursor()) {
    case ImGuiMouseCursor_TextInput:
        return Cursor::Text;
    case ImGuiMouseCursor_Hand:
        return Cursor::Hand;
    case ImGuiMouseCursor_ResizeAll:
        return Cursor::Move;
    case ImGuiMouseCursor_ResizeEW:
        return Cursor::ResizeHorizontal;
    case ImGuiMouseCursor_ResizeNS:
        return Cursor::ResizeVertical;
    default:
        return Cursor::Arrow;
    }
}

bool ImGuiGlue::wantsKeyboard() const { return ImGui::GetIO().WantTextInput; }

} // namespace satbox::app
