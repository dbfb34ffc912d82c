#include "app/ui/fonts.h"

#include "app/platform/font_files.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <imgui.h>
#include <imgui_freetype.h>

namespace satbox::app {

namespace {

constexpr float kTextPx = 15.0f;
constexpr float kSmallPx = 13.0f;

// Pairs first, last; closed by 0. Latin with accents, Greek (Ω μ), punctuation (thin space, dashes, …),
// superscripts and subscripts, arrows, mathematics (− ∞ ≤ ≥ √ ∥), geometric shapes (bullets and triangles in
// hints). The atlas keeps the pointer until it is built.
constexpr std::array<ImWchar, 17> kGlyphRanges{0x0020, 0x017F, 0x0370, 0x03FF, 0x2000, 0x206F,
                                               0x2070, 0x209F, 0x2100, 0x214F, 0x2190, 0x21FF,
                                               0x2200, 0x22FF, 0x25A0, 0x25FF, 0};

// Tabular digits: FreeType cannot switch on the font's own, so every digit gets the widest one's advance and
// is set in the middle of it. The true minus, plus and equals signs of both fonts have one width already.
void evenDigits(ImFont& font)
{
    const auto isDigit = [](const ImFontGlyph& glyph) {
        return glyph.Codepoint >= '0' && glyph.Codepoint <= '9';
    };
    float widest = 0.0f;
    for (const ImFontGlyph& glyph : font.Glyphs)
        if (isDigit(glyph)) widest = std::max(widest, glyph.AdvanceX);
    for (ImFontGlyph& glyph : font.Glyphs)
        if (isDigit(glyph)) {
            const float shift = std::floor(0.5f * (widest - glyph.AdvanceX));
            glyph.X0 += shift;
            glyph.X1 += shift;
            glyph.AdvanceX = widest;
        }
    font.BuildLookupTable();
}

ImFont* addFont(ImFontAtlas& atlas, const std::filesystem::path& file, const std::filesystem::path& fallback,
                float px)
{
    ImFontConfig config;
    config.PixelSnapH = true;
    if (file.empty()) {
        config.SizePixels = std::round(px);
        return atlas.AddFontDefault(&config);
    }
    ImFont* font = atlas.AddFontFromFileTTF(file.string().c_str(), px, &config, kGlyphRanges.data());
    // What the first lacks is taken from the second; glyphs that it has stay.
    if (font != nullptr && !fallback.empty() && fallback != file) {
        config.MergeMode = true;
        atlas.AddFontFromFileTTF(fallback.string().c_str(), px, &config, kGlyphRanges.data());
    }
    return font;
}

} // namespace

Fonts buildFonts(float scale, float pixelsPerPoint)
{
    ImGuiIO& io = ImGui::GetIO();
    ImFontAtlas& atlas = *io.Fonts;
    atlas.Clear();
    atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
    atlas.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;

    const std::filesystem::path fallback = findFontFile(FontFace::Fallback);
    std::filesystem::path text = findFontFile(FontFace::Text);
    std::filesystem::path bold = findFontFile(FontFace::TextBold);
    Fonts fonts;
    fonts.family = !text.empty() ? "Inter" : (!fallback.empty() ? "DejaVu Sans" : "built-in");
    if (text.empty()) text = fallback;
    if (bold.empty()) bold = text;

    const auto pixels = [&](float px) { return std::round(px * scale * pixelsPerPoint); };
    fonts.text = addFont(atlas, text, fallback, pixels(kTextPx));
    fonts.small = addFont(atlas, text, fallback, pixels(kSmallPx));
    fonts.heading = addFont(atlas, bold, fallback, pixels(kTextPx));
    atlas.Build();
    for (ImFont* font : {fonts.text, fonts.small, fonts.heading}) evenDigits(*font);
    io.FontDefault = fonts.text;
    io.FontGlobalScale = 1.0f / pixelsPerPoint;
    return fonts;
}

} // namespace satbox::app
