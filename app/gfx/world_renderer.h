#pragma once

#include "app/gfx/grid.h"
#include "app/gfx/line_renderer.h"
#include "app/gfx/render_view.h"
#include "app/gfx/shape_renderer.h"

#include <optional>

namespace satbox::app {

// What lies behind the world.
struct Backdrop {
    Color ground;
    std::optional<GridColors> grid; // nothing: no grid
};

// Draws a whole DrawList but its labels into the framebuffer that is bound: ground, grid, shapes, primitives;
// four draw calls at most, however much there is. Only the camera's viewport is touched.
class WorldRenderer {
  public:
    void draw(const DrawList& list, const Camera& camera, const Backdrop& backdrop, IntSize framebuffer,
              float pixelsPerPoint, float interfaceScale);

  private:
    ShapeRenderer shapes_;
    LineRenderer lines_;
    std::vector<Primitive> grid_; // scratch, kept for its capacity
};

} // namespace satbox::app
