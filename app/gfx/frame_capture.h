#pragma once

#include "app/gfx/int_size.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace satbox::app {

struct Image {
    IntSize size;
    std::vector<std::uint8_t> rgba; // 4 bytes a pixel, rows from the top
};

// Writes a PNG, in full or not at all; a sentence that says what failed, nothing when all went well.
std::optional<std::string> writePng(const std::filesystem::path& path, const Image& image);

} // namespace satbox::app
