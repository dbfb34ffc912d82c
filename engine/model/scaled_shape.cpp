#include "engine/model/scaled_shape.h"

#include "engine/geometry/box_extents.h"

#include <array>
#include <optional>
#include <variant>

namespace satbox {
namespace {

Polygon scaledPolygon(const Polygon& polygon, Vec2 factor)
{
    // A box stays one, so that files and Inspect have its width and height.
    if (const std::optional<Vec2> half = boxHalfExtents(polygon))
        return makeRoundedBox(half->x * factor.x, half->y * factor.y, polygon.radius * factor.x);
    std::array<Vec2, kMaxPolygonVertices> vertices{};
    for (size_t i = 0; i < polygon.points().size(); ++i)
        vertices[i] = {polygon.vertices[i].x * factor.x, polygon.vertices[i].y * factor.y};
    return makePolygon({vertices.data(), polygon.points().size()}, polygon.radius * factor.x);
}

} // namespace

ShapeDef scaledShape(const ShapeDef& def, Vec2 factor)
{
    const auto scaled = [&](Vec2 p) { return Vec2{p.x * factor.x, p.y * factor.y}; };
    ShapeDef result = def;
    if (factor == Vec2{1.0f, 1.0f}) return result; // to the bit
    if (factor.x != factor.y) { // along the body's axes, which may not be those of the shape
        result.geometry = transformed(def.geometry, def.local);
        result.local = {};
    }
    result.local.p *= factor.x;
    if (auto* circle = std::get_if<Circle>(&result.geometry)) {
        circle->center *= factor.x;
        circle->radius *= factor.x;
    } else if (auto* capsule = std::get_if<Capsule>(&result.geometry)) {
        capsule->p1 *= factor.x;
        capsule->p2 *= factor.x;
        capsule->radius *= factor.x;
    } else if (auto* segment = std::get_if<Segment>(&result.geometry)) {
        *segment = {scaled(segment->p1), scaled(segment->p2), segment->oneSided, scaled(segment->before),
                    scaled(segment->after)};
    } else if (auto* polygon = std::get_if<Polygon>(&result.geometry)) {
        *polygon = scaledPolygon(*polygon, factor);
    }
    return result;
}

} // namespace satbox
