#pragma once

#include "engine/core/bit_cast.h"
#include "engine/math/aabb.h"
#include "engine/math/transform.h"

#include <array>
#include <cstring>
#include <span>
#include <variant>

namespace satbox {

inline constexpr int kMaxPolygonVertices = 8;

// All shapes are in their body's frame, in metres.

struct Circle {
    Vec2 center{0.0f, 0.0f};
    float radius = 0.5f; // > 0
    friend bool operator==(const Circle&, const Circle&) = default;
};

// Every point within `radius` of the segment p1 p2.
struct Capsule {
    Vec2 p1{-0.5f, 0.0f};
    Vec2 p2{0.5f, 0.0f};
    float radius = 0.25f; // > 0
    friend bool operator==(const Capsule&, const Capsule&) = default;
};

// A line without thickness that collides from both sides, for the edges of static ground. It has no mass.
struct Segment {
    Vec2 p1{-0.5f, 0.0f};
    Vec2 p2{0.5f, 0.0f};
    friend bool operator==(const Segment&, const Segment&) = default;
};

// Convex, counter-clockwise. Edge i goes from vertices[i] to vertices[(i + 1) % count]; normals[i] is its
// outward unit normal. makePolygon, makeBox and makeRegularPolygon (geometry/polygon.h) guarantee this.
// Entries past count are zero, so that equal polygons compare equal.
struct Polygon {
    std::array<Vec2, kMaxPolygonVertices> vertices{};
    std::array<Vec2, kMaxPolygonVertices> normals{};
    Vec2 centroid{0.0f, 0.0f};
    // The shape is every point within this distance of the polygon, m. Non-zero only for the two-vertex
    // polygon of a capsule.
    float radius = 0.0f;
    int count = 0; // 3 to kMaxPolygonVertices; 2 for capsules and segments within collision code

    std::span<const Vec2> points() const { return {vertices.data(), static_cast<size_t>(count)}; }
    friend bool operator==(const Polygon&, const Polygon&) = default;
};

using Shape = std::variant<Circle, Capsule, Segment, Polygon>;

enum class ShapeKind : uint8_t { Circle, Capsule, Segment, Polygon }; // the index in Shape
inline ShapeKind kindOf(const Shape& s) { return static_cast<ShapeKind>(s.index()); }
const char* toString(ShapeKind kind); // "circle", "capsule", "segment", "polygon"

// The shape transformed from a local frame to its body's, including a polygon's normals and centroid.
Shape transformed(const Shape& shape, const Transform& local);

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
Aabb computeAabbGeneric(const Shape& shape, const Transform& t); // of any shape
[[gnu::always_inline]] inline Aabb computeAabb(const Shape& shape, const Transform& t)
{
    if (const auto* polygon = std::get_if<Polygon>(&shape)) return computeAabb(*polygon, t);
    return computeAabbGeneric(shape, t);
}

// The two-vertex polygon, with a normal on either side, that represents a capsule or segment in collision
// code.
Polygon asPolygon(const Capsule& capsule);
Polygon asPolygon(const Segment& segment);

// Distance from `center` to the farthest point of the shape, m.
float maxExtent(const Shape& shape, Vec2 center);

bool isFinite(const Shape& shape);

} // namespace satbox
