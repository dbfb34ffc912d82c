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
    std::vector<std::uint8_t> rgba; // 4 bytes per pixel, top row first
};

// Writes a PNG, completely or not at all. Returns the error as a sentence, or nothing on success.
std::optional<std::string> writePng(const std::filesystem::path& path, const Image& image);

} // namespace satbox::app
