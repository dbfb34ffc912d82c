#include "app/platform/imgui_glue.h"

#include "app/platform/window.h"

#include <SDL.h>
#include <algorithm>
#include <imgui.h>
// The backend's header was renamed after 1.86.
#if __has_include(<backends/imgui_impl_sdl2.h>)
#include <backends/imgui_impl_sdl2.h>
#else
#include <backends/imgui_impl_sdl.h>
#endif
#include <backends/imgui_impl_opengl3.h>

namespace satbox::app {

ImGuiGlue::ImGuiGlue(const Window& window) : window_(window)
{
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr; // window places are ours to keep, with the other preferences
    io.LogFilename = nullptr;
    // One place sets the cursor: the frame loop, from wantedCursor() or from the tool in hand.
    io.ConfigFlags |= ImGuiConfigFlags_NoMouseCursorChange;
    ImGui_ImplSDL2_InitForOpenGL(window.handle(), window.glContext());
    ImGui_ImplOpenGL3_Init("#version 330 core");
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
#if IMGUI_VERSION_NUM < 18700 // later ones queue what happens
    if (event.type == SDL_KEYDOWN) pressedKeys_.push_back(event.key.keysym.scancode);
    if (event.type != SDL_KEYUP) return;
    const int key = event.key.keysym.scancode;
    if (std::find(pressedKeys_.begin(), pressedKeys_.end(), key) == pressedKeys_.end()) return;
    ImGui::GetIO().KeysDown[key] = true;
    earlyReleases_.push_back(key);
#endif
}

void ImGuiGlue::newFrame(const std::optional<SyntheticPointer>& pointer)
{
    ImGui_ImplOpenGL3_NewFrame();
    begun_ = true;
    ImGui_ImplSDL2_NewFrame();
    ImGuiIO& io = ImGui::GetIO();
    if (pointer) {
        io.MousePos = ImVec2(pointer->position.x, pointer->position.y);
        std::copy(pointer->down.begin(), pointer->down.end(), io.MouseDown);
        io.MouseWheel = pointer->wheel;
        io.KeyCtrl = pointer->ctrl;
        io.DeltaTime = 1.0f / 60.0f;
    } else {
        // The backend asks SDL for the global mouse state, which stays stale under Xvfb and some remote
        // desktops: drags would be dead. The state relative to the window is always fresh.
        int x = 0;
        int y = 0;
        const Uint32 buttons = SDL_GetMouseState(&x, &y);
        if (SDL_GetMouseFocus() == window_.handle() || buttons != 0)
            io.MousePos = ImVec2(static_cast<float>(x), static_cast<float>(y));
    }
    ImGui::NewFrame();
#if IMGUI_VERSION_NUM < 18700
    for (const int key : earlyReleases_) io.KeysDown[key] = false; // in the frame after this one
    pressedKeys_.clear();
    earlyReleases_.clear();
#endif
}

void ImGuiGlue::render()
{
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void ImGuiGlue::fontsChanged()
{
    // Before the first frame the backend has made nothing; later it makes no texture by itself.
    if (!begun_) return;
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
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
