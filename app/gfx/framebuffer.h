#pragma once

#include "app/gfx/frame_capture.h"
#include "app/gfx/gl_objects.h"
#include "app/gfx/int_size.h"

namespace satbox::app {

// A multisampled target that needs no window, and the plain one that it is resolved into to be read.
class Framebuffer {
  public:
    // Throws GraphicsError where the driver refuses the size. Fewer samples are taken where it has not so
    // many.
    explicit Framebuffer(IntSize size, int samples = 4);

    IntSize size() const { return size_; }
    void bind() const; // draw into it from now on
    static void bindWindow();

    // What was drawn, opaque, rows from the top.
    Image read() const;

  private:
    void resolve() const;

    IntSize size_;
    GlRenderbuffer color_;
    GlRenderbuffer plainColor_;
    GlFramebuffer target_;
    GlFramebuffer plain_;
};

} // namespace satbox::app
