#include "app/widgets/fonts.h"

#include "app/platform/font_files.h"
#include "app/platform/imgui_versions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <imgui.h>
#include <string>

namespace satbox::app {

namespace {

constexpr float kTextPoints = 15.0f;
constexpr float kSmallPoints = 13.0f;

// Ranges as pairs of first and last code point, terminated by 0: Latin with accents, Greek (Ω μ), punctuation
// (thin space, dashes, …), superscripts and subscripts, arrows, mathematics (− ∞ ≤ ≥ √ ∥), geometric shapes
// (bullets and triangles in hints). Static, because the atlas keeps the pointers.
constexpr std::array<ImWchar, 17> kGlyphs{0x0020, 0x017F, 0x0370, 0x03FF, 0x2000, 0x206F,
                                          0x2070, 0x209F, 0x2100, 0x214F, 0x2190, 0x21FF,
                                          0x2200, 0x22FF, 0x25A0, 0x25FF, 0};
constexpr std::array<ImWchar, 3> kDigits{'0', '9', 0};
constexpr std::array<ImWchar, 19> kGlyphsWithoutDigits = [] {
    std::array<ImWchar, 19> result{kGlyphs[0], '0' - 1, '9' + 1};
    std::copy(kGlyphs.begin() + 1, kGlyphs.end(), result.begin() + 3);
    return result;
}();

// Advance of the widest digit of a font file, in the units of `size`.
float maxDigitWidth(const std::string& file, float size, const ImFontConfig& config)
{
    ImFontAtlas atlas;
    useFreeType(atlas);
    ImFont* font = atlas.AddFontFromFileTTF(file.c_str(), size, &config, kDigits.data());
    float widest = 0.0f;
    if (font == nullptr) return widest;
    makeGlyphs(atlas);
    for (ImWchar digit = '0'; digit <= '9'; ++digit)
        widest = std::max(widest, glyphAdvance(*font, size, digit));
    return widest;
}

ImFont* addFont(ImFontAtlas& atlas, const std::filesystem::path& file, const std::filesystem::path& fallback,
                float size)
{
    ImFontConfig config;
    config.PixelSnapH = true;
    if (file.empty()) {
        config.SizePixels = std::round(size);
        return atlas.AddFontDefault(&config);
    }
    const std::string name = file.string();
    const float digitWidth = maxDigitWidth(name, size, config);
    excludeGlyphs(config, kDigits.data(), kGlyphsWithoutDigits.data());
    ImFont* font = atlas.AddFontFromFileTTF(name.c_str(), size, &config);
    if (font == nullptr) return nullptr;
    // Tabular digits: FreeType cannot enable the font's own, so every digit gets the advance of the widest
    // one and is centred in it. The minus, plus and equals signs of both fonts already have equal widths.
    ImFontConfig digits;
    digits.PixelSnapH = true;
    digits.MergeMode = true;
    digits.GlyphMinAdvanceX = digits.GlyphMaxAdvanceX = digitWidth;
    atlas.AddFontFromFileTTF(name.c_str(), size, &digits, kDigits.data());
    // The fallback supplies only the glyphs that the first font lacks.
    if (!fallback.empty() && fallback != file) {
        ImFontConfig second;
        second.PixelSnapH = true;
        second.MergeMode = true;
        atlas.AddFontFromFileTTF(fallback.string().c_str(), size, &second, kGlyphs.data());
    }
    return font;
}

} // namespace

Fonts buildFonts(float scale, float pixelsPerPoint)
{
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.Clear();
    useFreeType(atlas);

    const std::filesystem::path fallback = findFontFile(FontFace::Fallback);
    std::filesystem::path text = findFontFile(FontFace::Text);
    std::filesystem::path bold = findFontFile(FontFace::TextBold);
    Fonts fonts;
    fonts.family = !text.empty() ? "Inter" : (!fallback.empty() ? "DejaVu Sans" : "built-in");
    if (text.empty()) text = fallback;
    if (bold.empty()) bold = text;

    const float density = fontPixelsPerPoint(pixelsPerPoint);
    const auto sized = [&](float points) { return std::round(points * scale * density); };
    fonts.text = addFont(atlas, text, fallback, sized(kTextPoints));
    fonts.small = addFont(atlas, text, fallback, sized(kSmallPoints));
    fonts.heading = addFont(atlas, bold, fallback, sized(kTextPoints));
    makeGlyphs(atlas);
    useFonts(fonts.text, density);
    return fonts;
}

} // namespace satbox::app
