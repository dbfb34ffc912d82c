#pragma once

#include <cstdint>
#include <filesystem>

namespace satbox::app {

enum class FontFace : std::uint8_t { Text, TextBold, Fallback };

// Where this system keeps the fonts that satbox is set in: Inter for text and headings, DejaVu Sans for what
// Inter lacks and where there is no Inter. An empty path where it is not installed.
std::filesystem::path findFontFile(FontFace face);

} // namespace satbox::app
