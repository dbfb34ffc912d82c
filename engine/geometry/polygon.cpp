#include <satbox/shapes.h>

#include "engine/core/assert.h"

#include <cmath>

namespace satbox {

Polygon makeBox(float halfWidth, float halfHeight)
{
    SATBOX_ASSERT(isFinite(halfWidth) && halfWidth > 0.0f, "a box needs a finite, positive half width");
    SATBOX_ASSERT(isFinite(halfHeight) && halfHeight > 0.0f, "a box needs a finite, positive half height");
    Polygon box;
    box.count = 4;
    box.vertices[0] = {-halfWidth, -halfHeight};
    box.vertices[1] = {halfWidth, -halfHeight};
    box.vertices[2] = {halfWidth, halfHeight};
    box.vertices[3] = {-halfWidth, halfHeight};
    box.normals[0] = {0.0f, -1.0f};
    box.normals[1] = {1.0f, 0.0f};
    box.normals[2] = {0.0f, 1.0f};
    box.normals[3] = {-1.0f, 0.0f};
    return box;
}

Polygon makeBox(float halfWidth, float halfHeight, Vec2 center, Rot rotation)
{
    const Shape moved = transformed(makeBox(halfWidth, halfHeight), Transform{center, rotation});
    return std::get<Polygon>(moved);
}

Polygon makeRoundedBox(float halfWidth, float halfHeight, float radius)
{
    SATBOX_ASSERT(isFinite(radius) && radius >= 0.0f, "a rounded box needs a finite radius of at least 0");
    Polygon box = makeBox(halfWidth, halfHeight);
    box.radius = radius;
    return box;
}

Polygon makeRoundedBox(float halfWidth, float halfHeight, float radius, Vec2 center, Rot rotation)
{
    const Shape moved =
        transformed(makeRoundedBox(halfWidth, halfHeight, radius), Transform{center, rotation});
    return std::get<Polygon>(moved);
}

Polygon makeRegularPolygon(int sides, float circumradius)
{
    SATBOX_ASSERT(sides >= 3 && sides <= kMaxPolygonVertices, "a regular polygon has 3 to 8 sides");
    SATBOX_ASSERT(isFinite(circumradius) && circumradius > 0.0f, "a polygon needs a finite, positive radius");
    Polygon polygon;
    polygon.count = sides;
    const float step = 2.0f * kPi / static_cast<float>(sides);
    for (int i = 0; i < sides; ++i) {
        const auto k = static_cast<size_t>(i);
        // Computed from its angle, the normal is accurate also for tiny polygons.
        polygon.vertices[k] = rotate(makeRot(static_cast<float>(i) * step), Vec2{circumradius, 0.0f});
        polygon.normals[k] = rotate(makeRot((static_cast<float>(i) + 0.5f) * step), Vec2{1.0f, 0.0f});
    }
    return polygon;
}

Polygon makePolygon(std::span<const Vec2> hull, float radius)
{
    SATBOX_ASSERT(isFinite(radius) && radius >= 0.0f, "a polygon needs a finite radius of at least 0");
    SATBOX_ASSERT(hull.size() >= 3 && hull.size() <= static_cast<size_t>(kMaxPolygonVertices),
                  "a polygon has 3 to 8 vertices; cut larger hulls with splitConvex");
    Polygon polygon;
    polygon.count = static_cast<int>(hull.size());
    polygon.radius = radius;
    // In double, and relative to the first vertex: polygons may be tiny and far from their body's origin.
    double twiceArea = 0.0;
    double sumX = 0.0;
    double sumY = 0.0;
    for (size_t i = 0; i < hull.size(); ++i) {
        const Vec2 v = hull[i];
        const Vec2 w = hull[i + 1 < hull.size() ? i + 1 : 0];
        const double ex = static_cast<double>(w.x) - static_cast<double>(v.x);
        const double ey = static_cast<double>(w.y) - static_cast<double>(v.y);
        const double length = std::sqrt(ex * ex + ey * ey);
        SATBOX_ASSERT(length > 0.0, "a polygon has no two equal neighbours; make the points a hull first");
        polygon.vertices[i] = v;
        polygon.normals[i] = {static_cast<float>(ey / length), static_cast<float>(-ex / length)};

        const double x1 = static_cast<double>(v.x) - static_cast<double>(hull[0].x);
        const double y1 = static_cast<double>(v.y) - static_cast<double>(hull[0].y);
        const double twiceTriangle = x1 * (y1 + ey) - y1 * (x1 + ex);
        twiceArea += twiceTriangle;
        sumX += twiceTriangle * (x1 + x1 + ex);
        sumY += twiceTriangle * (y1 + y1 + ey);
    }
    SATBOX_ASSERT(twiceArea > 0.0, "a polygon's vertices run counter-clockwise around some area");
    polygon.centroid = {static_cast<float>(static_cast<double>(hull[0].x) + sumX / (3.0 * twiceArea)),
                        static_cast<float>(static_cast<double>(hull[0].y) + sumY / (3.0 * twiceArea))};
    return polygon;
}

} // namespace satbox
