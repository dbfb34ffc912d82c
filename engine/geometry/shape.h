#pragma once

#include "engine/core/bit_cast.h"
#include "engine/core/internal_api.h"
#include <satbox/shapes.h>

#include <cstring>
#include <variant>

namespace satbox {

// Tight bounding box of the shape at pose `t`. Inlined, since each step computes it for nearly every shape.
[[gnu::always_inline]] inline Aabb computeAabb(const Polygon& polygon, const Transform& t)
{
    // Two vertices at a time, bit-identical to transformPoint: x c + y (-s) is x c - y s.
    typedef float TwoPoints __attribute__((vector_size(16)));
    const TwoPoints c = {t.q.c, t.q.c, t.q.c, t.q.c};
    const TwoPoints turn = {-t.q.s, t.q.s, -t.q.s, t.q.s};
    const TwoPoints p = {t.p.x, t.p.y, t.p.x, t.p.y};
    const auto transformedPair = [&](int first) {
        TwoPoints v;
        std::memcpy(&v, &polygon.vertices[static_cast<size_t>(first)], sizeof v);
        return c * v + turn * __builtin_shufflevector(v, v, 1, 0, 3, 2) + p;
    };
    TwoPoints lower = transformedPair(polygon.count - 2); // with an odd count, one vertex is used twice
    TwoPoints upper = lower;
    for (int i = 0; i + 2 < polygon.count; i += 2) {
        const TwoPoints v = transformedPair(i);
        lower = lower < v ? lower : v;
        upper = upper > v ? upper : v;
    }
    const TwoPoints otherLower = __builtin_shufflevector(lower, lower, 2, 3, 2, 3);
    const TwoPoints otherUpper = __builtin_shufflevector(upper, upper, 2, 3, 2, 3);
    lower = lower < otherLower ? lower : otherLower;
    upper = upper > otherUpper ? upper : otherUpper;
    const float r = polygon.radius;
    const TwoPoints both = __builtin_shufflevector(lower, upper, 0, 1, 4, 5) + TwoPoints{-r, -r, r, r};
    return bitCast<Aabb>(both);
}
inline Aabb computeAabb(const Circle& circle, const Transform& t)
{
    const Vec2 center = transformPoint(t, circle.center), extents{circle.radius, circle.radius};
    return {center - extents, center + extents};
}
Aabb computeAabbGeneric(const Shape& shape, const Transform& t); // of any shape
// Polygons and discs, of which there are most, without a call.
[[gnu::always_inline]] inline Aabb computeAabb(const Shape& shape, const Transform& t)
{
    if (const auto* polygon = std::get_if<Polygon>(&shape)) return computeAabb(*polygon, t);
    if (const auto* circle = std::get_if<Circle>(&shape)) return computeAabb(*circle, t);
    return computeAabbGeneric(shape, t);
}

// The two-vertex polygon, with a normal on either side, that represents a capsule or segment in collision
// code.
SATBOX_INTERNAL_API Polygon asPolygon(const Capsule& capsule);
SATBOX_INTERNAL_API Polygon asPolygon(const Segment& segment);

// m, of a disc, a capsule, or a polygon's round corners; 0 for sharp ones and for segments.
SATBOX_INTERNAL_API float radiusOf(const Shape& shape);

// Distance from `center` to the farthest point of the shape, m.
float maxExtent(const Shape& shape, Vec2 center);

} // namespace satbox
