#include "app/gfx/shape_renderer.h"

#include <algorithm>
#include <cstddef>

namespace satbox::app {

namespace {

constexpr std::uint32_t kDashedFlag = 1;
constexpr std::uint32_t kHatchedFlag = 2;
constexpr float kShadowReachPx = 10.0f;

// Opacity in one byte of the flags.
std::uint32_t byteAt(float alpha, int shift) { return (Color{}.withAlpha(alpha).packed() >> 24) << shift; }
constexpr std::size_t kFloat = sizeof(float);

constexpr std::array<InstanceAttribute, 3> kRoundLayout{
    {{4, false, 0}, {2, false, 4 * kFloat}, {4, true, 6 * kFloat}}};
constexpr std::array<InstanceAttribute, 7> kPolygonLayout{{{4, false, 0},
                                                           {4, false, 4 * kFloat},
                                                           {4, false, 8 * kFloat},
                                                           {4, false, 12 * kFloat},
                                                           {4, false, 16 * kFloat},
                                                           {3, false, 20 * kFloat},
                                                           {4, true, 23 * kFloat}}};

} // namespace

ShapeRenderer::ShapeRenderer()
    : roundProgram_("round.vert", {"round.frag"}),
      polygonProgram_("polygon.vert", {"polygon_distance.frag", "polygon.frag"}),
      roundShadowProgram_("round.vert", {"round_shadow.frag"}),
      polygonShadowProgram_("polygon.vert", {"polygon_distance.frag", "polygon_shadow.frag"}),
      roundStream_(kRoundLayout, sizeof(RoundInstance)),
      polygonStream_(kPolygonLayout, sizeof(PolygonInstance))
{
    static_assert(sizeof(RoundInstance) == 10 * kFloat && sizeof(PolygonInstance) == 27 * kFloat);
}

ShapeRenderer::Paint ShapeRenderer::paintOf(const ShapeStyle& style)
{
    hasShadows_ |= style.shadowAlpha > 0.0f;
    return {style.fill.packed(), style.outline.packed(), style.hatch.packed(),
            (style.dashed ? kDashedFlag : 0u) | (style.hatched ? kHatchedFlag : 0u) |
                byteAt(style.edgeAlpha, 8) | byteAt(style.shadowAlpha, 16)};
}

void ShapeRenderer::drawShadows(const RenderView& view) const
{
    roundShadowProgram_.use(view, kShadowReachPx);
    roundStream_.draw();
    polygonShadowProgram_.use(view, kShadowReachPx);
    polygonStream_.draw();
}

void ShapeRenderer::draw(std::span<const RoundShape> rounds, std::span<const PolygonShape> polygons,
                         const RenderView& view)
{
    hasShadows_ = false;
    polygons_.clear();
    for (const PolygonShape& shape : polygons) {
        PolygonInstance& out = polygons_.emplace_back();
        // Relative to the camera before the conversion to float: keeps precision far from the origin.
        const Vec2 p = shape.transform.p - view.center;
        out.pose = {p.x, p.y, shape.transform.q.c, shape.transform.q.s};
        const std::size_t count = std::min<std::size_t>(shape.count, PolygonShape::kMaxVertices);
        for (std::size_t i = 0; i < count; ++i) {
            out.vertices[2 * i] = shape.vertices[i].x;
            out.vertices[2 * i + 1] = shape.vertices[i].y;
        }
        out.countWidthRadius = {static_cast<float>(count), shape.style.outlineWidthPx, shape.radius};
        out.paint = paintOf(shape.style);
    }
    rounds_.clear();
    for (const RoundShape& shape : rounds) {
        RoundInstance& out = rounds_.emplace_back();
        const Transform pose = relativeTo(view.center, shape.transform);
        const Vec2 p1 = transformPoint(pose, shape.p1), p2 = transformPoint(pose, shape.p2);
        out.segment = {p1.x, p1.y, p2.x, p2.y};
        out.radiusWidth = {shape.radius, shape.style.outlineWidthPx};
        out.paint = paintOf(shape.style);
    }
    roundStream_.upload(std::as_bytes(std::span(rounds_)));
    polygonStream_.upload(std::as_bytes(std::span(polygons_)));
    if (hasShadows_) drawShadows(view);
    roundProgram_.use(view);
    roundStream_.draw();
    polygonProgram_.use(view);
    polygonStream_.draw();
}

} // namespace satbox::app
