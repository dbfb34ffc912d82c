#pragma once

#include "app/gfx/draw_list.h"
#include "app/gfx/gl_objects.h"
#include "app/gfx/render_view.h"
#include "app/gfx/shader.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace satbox::app {

// Draws primitives (lines, arrows, discs, triangles, ...) in order, in one draw call. Precondition: viewport
// and blending are set (WorldRenderer does).
class PrimitiveRenderer {
  public:
    PrimitiveRenderer();
    void draw(std::span<const Primitive> primitives, const RenderView& view);

  private:
    struct Instance { // as in primitive.vert
        std::array<float, 4> ab;
        std::array<float, 4> cWidthSize;
        std::array<std::uint32_t, 2> paint;
    };
    ShaderProgram program_;
    InstanceStream stream_;
    std::vector<Instance> instances_; // scratch, kept for its capacity
};

} // namespace satbox::app
