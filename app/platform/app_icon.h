#pragma once

#include <cstdint>
#include <vector>

namespace satbox::app {

// Draws the program's icon: two overlapping convex shapes and the contact normal between them. Returns side *
// side * 4 bytes RGBA with straight alpha, rows from the top.
std::vector<std::uint8_t> appIconPixels(int side);

} // namespace satbox::app
