#pragma once

#include "app/gfx/camera.h"
#include "app/gfx/int_size.h"

namespace satbox::app {

// A camera as the renderers need it: in pixels of the framebuffer.
struct RenderView {
    Position center{};  // world point in the middle of the viewport
    float scale = 1.0f; // framebuffer pixels per metre
    float pixel = 1.0f; // framebuffer pixels per pixel of the design: widths in Px are multiplied by it
    int x = 0;          // viewport in the framebuffer, from its lower left corner
    int y = 0;
    int width = 1;
    int height = 1;
};

// framebuffer: pixels of the whole target. pixelsPerPoint: of the window (1 offscreen). interfaceScale: what
// widths and texts are multiplied by beyond that.
RenderView makeRenderView(const Camera& camera, IntSize framebuffer, float pixelsPerPoint,
                          float interfaceScale);

} // namespace satbox::app
