#pragma once

#include "app/gfx/grid.h"
#include "app/gfx/primitive_renderer.h"
#include "app/gfx/render_view.h"
#include "app/gfx/shape_renderer.h"

#include <optional>

namespace satbox::app {

// Drawn behind the world.
struct Background {
    Color color;
    std::optional<GridColors> grid; // none: no grid
};

// Draws the background and a DrawList without its labels into the bound framebuffer, within the camera's
// viewport. At most six draw calls: grid, two for shadows, round shapes, polygons, primitives.
class WorldRenderer {
  public:
    void draw(const DrawList& list, const Camera& camera, const Background& background, IntSize framebuffer,
              float pixelsPerPoint, float interfaceScale);

  private:
    ShapeRenderer shapes_;
    PrimitiveRenderer primitives_;
    std::vector<Primitive> grid_; // scratch, kept for its capacity
};

} // namespace satbox::app
