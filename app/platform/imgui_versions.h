#pragma once

// Compatibility with Dear ImGui 1.86 (Debian 12) to 1.92. No other file depends on the version.
//
// - 1.87: mouse and keys are reported as events, which are queued. Before, the state was written into
//   ImGuiIO, and a key was an index assigned by the backend.
// - 1.89: modifiers are named ImGuiMod_Ctrl and so on; the SDL backend's header is imgui_impl_sdl2.h.
// - 1.92: glyphs are rasterised on first use at the display's density and uploaded automatically. A font
//   only has the size with which it was added, in points. Before, it had a size in pixels and a separate
//   scale.

#include <satbox/math.h>

#include <array>
#include <cstddef>
#include <imgui.h>
#include <imgui_freetype.h>
#if __has_include(<backends/imgui_impl_sdl2.h>)
#include <backends/imgui_impl_sdl2.h>
#else
#include <backends/imgui_impl_sdl.h>
#endif
#include <backends/imgui_impl_opengl3.h>

namespace satbox::app {

// ---- Input

#if IMGUI_VERSION_NUM < 18700
inline constexpr ImGuiKey kKeypadEnter = ImGuiKey_KeyPadEnter;
#else
inline constexpr ImGuiKey kKeypadEnter = ImGuiKey_KeypadEnter;
#endif

inline bool keyPressed(ImGuiKey key, bool repeat = true)
{
#if IMGUI_VERSION_NUM < 18700
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), repeat);
#else
    return ImGui::IsKeyPressed(key, repeat);
#endif
}

// Reports a key as the backend would. Call between frames.
inline void reportKey(ImGuiKey key, bool down)
{
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM < 18700
    io.KeysDown[io.KeyMap[key]] = down;
#else
    io.AddKeyEvent(key, down);
#endif
}

// True if Dear ImGui queues input events, so that a key pressed and released between two frames is not lost.
inline constexpr bool kQueuesInput = IMGUI_VERSION_NUM >= 18700;

// Without a queue: sets the state of a key that the next frame sees. Otherwise does nothing.
inline void setKey([[maybe_unused]] int scancode, [[maybe_unused]] bool down)
{
#if IMGUI_VERSION_NUM < 18700
    ImGui::GetIO().KeysDown[scancode] = down;
#endif
}

// Without a queue: sets the modifier keys that the next frame sees. Otherwise does nothing.
inline void setModifiers([[maybe_unused]] bool ctrl, [[maybe_unused]] bool shift, [[maybe_unused]] bool alt)
{
#if IMGUI_VERSION_NUM < 18700
    ImGuiIO& io = ImGui::GetIO();
    io.KeyCtrl = ctrl;
    io.KeyShift = shift;
    io.KeyAlt = alt;
#endif
}

// In window points. Call between the backend's NewFrame and ImGui::NewFrame.
inline void reportMouse(Vec2 position)
{
#if IMGUI_VERSION_NUM < 18700
    ImGui::GetIO().MousePos = ImVec2(position.x, position.y);
#else
    ImGui::GetIO().AddMousePosEvent(position.x, position.y);
#endif
}

// Reports a synthetic pointer; the next frame sees all of its state. Call at the same time as reportMouse().
inline void reportPointer(Vec2 position, const std::array<bool, 3>& down, float wheel, bool ctrl)
{
    reportMouse(position);
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM < 18700
    for (std::size_t i = 0; i < down.size(); ++i) io.MouseDown[i] = down[i];
    io.MouseWheel = wheel;
    io.KeyCtrl = ctrl;
#else
    io.ConfigInputTrickleEventQueue = false; // otherwise a press is delayed to the frame after the move
    for (std::size_t i = 0; i < down.size(); ++i) io.AddMouseButtonEvent(static_cast<int>(i), down[i]);
    if (wheel != 0.0f) io.AddMouseWheelEvent(0.0f, wheel);
#if IMGUI_VERSION_NUM < 18900
    io.AddKeyEvent(ImGuiKey_ModCtrl, ctrl);
#else
    io.AddKeyEvent(ImGuiMod_Ctrl, ctrl);
#endif
#endif
}

// ---- Clipboard

// Text that is copied from text fields is passed to kSet. Before 1.91.1, the function belonged to ImGuiIO.
template<void (*kSet)(const char*)>
inline void setClipboardFunction()
{
#if IMGUI_VERSION_NUM < 19110
    ImGui::GetIO().SetClipboardTextFn = [](void*, const char* text) { kSet(text); };
#else
    ImGui::GetPlatformIO().Platform_SetClipboardTextFn = [](ImGuiContext*, const char* text) { kSet(text); };
#endif
}

// ---- Fonts

inline void useFreeType(ImFontAtlas& atlas)
{
#if IMGUI_VERSION_NUM < 19200
    atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
    atlas.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
#else
#if IMGUI_VERSION_NUM < 19210
    atlas.FontLoader = ImGuiFreeType::GetFontLoader();
#else
    atlas.SetFontLoader(ImGuiFreeType::GetFontLoader());
#endif
    atlas.FontLoaderFlags = ImGuiFreeTypeLoaderFlags_LightHinting;
#endif
}

// The pixels per point with which to create a font. Releases from 1.92 on know the display's density.
inline float fontPixelsPerPoint([[maybe_unused]] float displayPixelsPerPoint)
{
#if IMGUI_VERSION_NUM < 19200
    return displayPixelsPerPoint;
#else
    return 1.0f;
#endif
}

// Rasterises the glyphs of the fonts that were added. Releases from 1.92 on do so on first use.
inline void makeGlyphs([[maybe_unused]] ImFontAtlas& atlas)
{
#if IMGUI_VERSION_NUM < 19200
    atlas.Build();
#endif
}

// Makes `text` the default font. `pixelsPerPoint`: from fontPixelsPerPoint().
inline void useFonts(ImFont* text, [[maybe_unused]] float pixelsPerPoint)
{
    ImGuiIO& io = ImGui::GetIO();
    io.FontDefault = text;
#if IMGUI_VERSION_NUM < 19200
    io.FontGlobalScale = 1.0f / pixelsPerPoint;
#else
    ImGui::GetStyle().FontSizeBase = text->LegacySize; // otherwise the size of the previous fonts remains
#endif
}

// Uploads new glyphs to the backend. Precondition: outside a frame, and the backend has drawn a frame.
inline void uploadFonts()
{
#if IMGUI_VERSION_NUM < 19200
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

// Leaves the glyphs `excluded` to a font that is merged into this one. `included`: all other wanted glyphs.
// Both are lists of ranges (first, last, first, last, ..., 0). Precondition: they live as long as the atlas.
inline void excludeGlyphs(ImFontConfig& config, [[maybe_unused]] const ImWchar* excluded,
                          [[maybe_unused]] const ImWchar* included)
{
#if IMGUI_VERSION_NUM < 19200
    config.GlyphRanges = included;
#else
    config.GlyphExcludeRanges = excluded;
#endif
}

// The advance width of a character of a font that was added with `size`, in the units of `size`.
inline float glyphAdvance(ImFont& font, [[maybe_unused]] float size, ImWchar character)
{
#if IMGUI_VERSION_NUM < 19200
    return font.GetCharAdvance(character);
#else
    return font.GetFontBaked(size)->GetCharAdvance(character);
#endif
}

inline bool hasGlyph(ImFont& font, ImWchar character)
{
#if IMGUI_VERSION_NUM < 19200
    return font.FindGlyphNoFallback(character) != nullptr;
#else
    return font.IsGlyphInFont(character);
#endif
}

// The size of a font on the screen, in points.
inline float fontSize(const ImFont& font)
{
#if IMGUI_VERSION_NUM < 19200
    return font.FontSize * ImGui::GetIO().FontGlobalScale;
#else
    return font.LegacySize;
#endif
}

} // namespace satbox::app
