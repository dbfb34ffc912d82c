#include "app/gfx/picture_size.h"

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

constexpr double kMaxPixels = 40e6;
constexpr double kMaxSide = 16384.0; // of most graphics drivers

} // namespace

IntSize pictureSize(IntSize window, float scale)
{
    // Dear ImGui too draws whole pixels only.
    const auto scaled = [scale](int side) {
        return std::max(1, static_cast<int>(static_cast<float>(side) * scale));
    };
    return {scaled(window.width), scaled(window.height)};
}

float maxPictureScale(IntSize window)
{
    const double width = std::max(1, window.width), height = std::max(1, window.height);
    const double largest =
        std::min(std::sqrt(kMaxPixels / (width * height)), kMaxSide / std::max(width, height));
    const double rounded = std::floor(100.0 * largest) / 100.0; // so that it can be typed
    return std::clamp(static_cast<float>(rounded), kMinPictureScale, kMaxPictureScale);
}

} // namespace satbox::app
