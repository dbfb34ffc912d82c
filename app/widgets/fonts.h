#pragma once

#include <string>

struct ImFont;

namespace satbox::app {

// Fonts of the interface, owned by Dear ImGui's font atlas. All digits have the width of the widest one, so
// that changing numbers do not jump.
struct Fonts {
    ImFont* text = nullptr;    // 15 px
    ImFont* small = nullptr;   // 13 px: labels in the world, status line
    ImFont* heading = nullptr; // 15 px, semi-bold
    std::string family;        // "Inter", "DejaVu Sans" or "built-in"
};

// Builds the atlas for this interface scale. Glyphs are rasterised at `pixelsPerPoint` times that size, so
// that they are sharp on high-density displays. Precondition: no frame is being drawn. Call
// ImGuiGlue::fontsChanged() afterwards.
Fonts buildFonts(float scale, float pixelsPerPoint);

} // namespace satbox::app
