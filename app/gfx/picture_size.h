#pragma once

#include "app/gfx/int_size.h"

namespace satbox::app {

// Pixels of a picture for each pixel of the window.
inline constexpr float kMinPictureScale = 0.25f;
inline constexpr float kMaxPictureScale = 8.0f;
inline constexpr float kUsualPictureScale = 2.0f;

// The size of a picture of the window at a scale, pixels.
IntSize pictureSize(IntSize window, float scale);
// The largest scale, at most kMaxPictureScale, at which a picture has no more than 40 million pixels: enough
// for 300 dots per inch on a sheet of 60 by 45 cm. It takes up to 1.2 GB while it is drawn and saved.
float maxPictureScale(IntSize window);

} // namespace satbox::app
