#pragma once

#include "app/gfx/gl_objects.h"
#include "app/gfx/int_size.h"
#include "app/gfx/png_image.h"

namespace satbox::app {

// An offscreen multisampled framebuffer. read() resolves it into a second framebuffer with one sample per
// pixel.
class Framebuffer {
  public:
    // Throws GraphicsError if the driver rejects the size. The number of samples is clamped to what the
    // driver supports.
    explicit Framebuffer(IntSize size, int samples = 4);

    IntSize size() const { return size_; }
    void bind() const; // as the draw target
    static void bindWindow();

    // The pixels drawn, with alpha 255, top row first.
    Image read() const;

  private:
    void resolve() const;

    IntSize size_;
    GlRenderbuffer multisampledColor_;
    GlRenderbuffer resolvedColor_;
    GlFramebuffer multisampled_;
    GlFramebuffer resolved_;
};

} // namespace satbox::app
