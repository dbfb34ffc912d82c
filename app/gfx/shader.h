#pragma once

#include "app/gfx/gl_objects.h"
#include "app/gfx/render_view.h"

#include <initializer_list>
#include <string_view>

namespace satbox::app {

// A linked program of embedded shaders that share the uniforms of a RenderView.
class ShaderProgram {
  public:
    // File names, such as "round.vert". Several fragment shaders share functions. Throws GraphicsError with
    // file name and driver message.
    ShaderProgram(std::string_view vertexName, std::initializer_list<std::string_view> fragmentNames);

    // Makes it current and sets viewportSize, pixelsPerMeter, pixelScale, and shadowReach if it has one.
    void use(const RenderView& view, float shadowReachPx = 0.0f) const;

  private:
    GlProgram program_;
    int viewportSize_ = -1;
    int pixelsPerMeter_ = -1;
    int pixelScale_ = -1;
    int shadowReach_ = -1;
};

} // namespace satbox::app
