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

// Draws the bodies' shapes as instances with signed-distance edges, sharp at any zoom: one draw call for all
// circles and capsules, one for all polygons, and two more for their shadows, below all shapes. Precondition:
// viewport and blending are set (WorldRenderer does).
class ShapeRenderer {
  public:
    ShapeRenderer();
    void draw(std::span<const RoundShape> rounds, std::span<const PolygonShape> polygons,
              const RenderView& view);

  private:
    // Layouts must match round.vert and polygon.vert.
    struct Paint {
        std::uint32_t fill, outline, hatch, flags;
    };
    struct RoundInstance {
        std::array<float, 4> segment;
        std::array<float, 2> radiusWidth;
        Paint paint;
    };
    struct PolygonInstance {
        std::array<float, 4> pose;
        std::array<float, 16> vertices;
        std::array<float, 3> countWidthRadius;
        Paint paint;
    };
    Paint paintOf(const ShapeStyle& style);
    void drawShadows(const RenderView& view) const;

    ShaderProgram roundProgram_;
    ShaderProgram polygonProgram_;
    ShaderProgram roundShadowProgram_;
    ShaderProgram polygonShadowProgram_;
    InstanceStream roundStream_;
    InstanceStream polygonStream_;
    std::vector<RoundInstance> rounds_; // scratch, kept for its capacity
    std::vector<PolygonInstance> polygons_;
    bool hasShadows_ = false; // any of them
};

} // namespace satbox::app
