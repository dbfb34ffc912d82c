#pragma once

#include <cstdint>
#include <filesystem>

namespace satbox::app {

enum class FontFace : std::uint8_t { Text, TextBold, Fallback };

// The path of an installed font, or an empty path: Inter for text and headings, DejaVu Sans for missing
// glyphs and if Inter is not installed.
std::filesystem::path findFontFile(FontFace face);

} // namespace satbox::app
