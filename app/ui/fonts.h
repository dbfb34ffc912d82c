#pragma once

#include <string>

struct ImFont;

namespace satbox::app {

// The interface's fonts, owned by the library's atlas. Digits all have the width of the widest, so that
// numbers that change do not jump.
struct Fonts {
    ImFont* text = nullptr;    // 15 px
    ImFont* small = nullptr;   // 13 px: labels in the world, status line
    ImFont* heading = nullptr; // 15 px, semi-bold
    std::string family;        // "Inter", "DejaVu Sans" or "built-in"
};

// Builds the atlas for this interface scale; glyphs are drawn at `pixelsPerPoint` times that, so that they
// are sharp on dense screens. Call outside a frame; then ImGuiGlue::fontsChanged().
Fonts buildFonts(float scale, float pixelsPerPoint);

} // namespace satbox::app
