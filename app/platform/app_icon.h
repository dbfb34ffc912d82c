#pragma once

#include <cstdint>
#include <vector>

namespace satbox::app {

// Draws the program's icon: two overlapping convex shapes and the contact normal between them. Returns RGBA
// bytes (side * side * 4) with straight alpha, rows from the top. `side`: in pixels.
std::vector<std::uint8_t> appIconPixels(int side);

} // namespace satbox::app
