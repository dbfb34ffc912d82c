#pragma once

#include "app/gfx/camera.h"
#include "app/gfx/int_size.h"

namespace satbox::app {

// A camera in framebuffer pixels, for the renderers.
struct RenderView {
    Position center{};           // world point in the middle of the viewport
    float pixelsPerMeter = 1.0f; // framebuffer pixels
    float pixelScale = 1.0f;     // framebuffer pixels per logical pixel
    int x = 0;                   // viewport in the framebuffer, origin at the lower left
    int y = 0;
    int width = 1;
    int height = 1;
};

// framebuffer: size of the whole target in pixels. pixelsPerPoint: framebuffer pixels per window point (1
// offscreen). interfaceScale: window points per logical pixel.
RenderView makeRenderView(const Camera& camera, IntSize framebuffer, float pixelsPerPoint,
                          float interfaceScale);

} // namespace satbox::app
