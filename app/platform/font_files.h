#pragma once

#include <cstdint>
#include <filesystem>

namespace satbox::app {

enum class FontFace : std::uint8_t { Text, TextBold, Fallback };

// The path of a font file, or an empty path if the font is not installed. Text and TextBold are Inter.
// Fallback is DejaVu Sans, for glyphs that Inter lacks and for systems without Inter.
std::filesystem::path findFontFile(FontFace face);

} // namespace satbox::app
