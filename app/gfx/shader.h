#pragma once

#include "app/gfx/gl_objects.h"
#include "app/gfx/render_view.h"

#include <string_view>

namespace satbox::app {

// A linked program of two embedded shaders that share the uniforms of a RenderView.
class ShaderProgram {
  public:
    // Names as embedded, "round.vert". Throws GraphicsError with the stage, the file and the driver's
    // message.
    ShaderProgram(std::string_view vertexName, std::string_view fragmentName);

    // Makes it current and sets viewportSize, scale and pixel.
    void use(const RenderView& view) const;

  private:
    GlProgram program_;
    int viewportSize_ = -1;
    int scale_ = -1;
    int pixel_ = -1;
};

} // namespace satbox::app
