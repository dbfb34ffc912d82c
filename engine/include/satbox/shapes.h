#pragma once

#include <satbox/config.h>
#include <satbox/math.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>

namespace satbox {

inline constexpr int kMaxPolygonVertices = 8;

// Lengths are in metres. ShapeDef::geometry is in the shape's own frame, BodyShape::shape in the body's.

// Every point within `radius` of `center`.
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

// A line without thickness, for the edges of static ground. It has no mass. It collides from both sides,
// unless it is a piece of a chain: makeChain() in satbox/outlines.h.
struct Segment {
    Vec2 p1{-0.5f, 0.0f};
    Vec2 p2{0.5f, 0.0f};
    // True: it collides with what is on its right, seen from p1 to p2, where an edge of a polygon has its
    // outward normal. What comes from its left passes.
    bool oneSided = false;
    // With oneSided, the points of the chain before p1 and after p2. Where the chain goes straight on or
    // turns right, contacts have the normal of the segment; where it turns left, the corner has normals of
    // its own.
    Vec2 before{0.0f, 0.0f};
    Vec2 after{0.0f, 0.0f};
    friend bool operator==(const Segment&, const Segment&) = default;
};

// Convex, counter-clockwise. Edge i goes from vertices[i] to vertices[(i + 1) % count]; normals[i] is its
// outward unit normal. makePolygon, makeBox, makeRoundedBox and makeRegularPolygon guarantee this. Entries
// past count are zero, so that equal polygons compare equal.
struct Polygon {
    std::array<Vec2, kMaxPolygonVertices> vertices{};
    std::array<Vec2, kMaxPolygonVertices> normals{};
    Vec2 centroid{0.0f, 0.0f}; // of the vertices' polygon, without its radius
    // The shape is every point within this distance of the polygon, m: 0 for sharp corners, else at least
    // kMinSize. So it reaches `radius` beyond the vertices and edges on every side.
    float radius = 0.0f;
    int count = 0; // 3 to kMaxPolygonVertices; 2 for capsules and segments within collision code

    std::span<const Vec2> points() const { return {vertices.data(), static_cast<size_t>(count)}; }
    friend bool operator==(const Polygon&, const Polygon&) = default;
};

// One convex piece of a body. A concave outline becomes several, see decompose() in satbox/outlines.h.
using Shape = std::variant<Circle, Capsule, Segment, Polygon>;

enum class ShapeKind : uint8_t { Circle, Capsule, Segment, Polygon }; // the index in Shape
SATBOX_INLINE ShapeKind kindOf(const Shape& s) { return static_cast<ShapeKind>(s.index()); }
SATBOX_API const char* toString(ShapeKind kind); // "circle", "capsule", "segment", "polygon"

// The shape transformed from a local frame to its body's, including a polygon's normals and centroid.
SATBOX_API Shape transformed(const Shape& shape, const Transform& local);

SATBOX_API bool isFinite(const Shape& shape);

// Precondition: sizes are finite and positive, sides are 3 to kMaxPolygonVertices. The first vertex of a
// regular polygon is at angle 0.
SATBOX_API Polygon makeBox(float halfWidth, float halfHeight);
SATBOX_API Polygon makeBox(float halfWidth, float halfHeight, Vec2 center, Rot rotation);
SATBOX_API Polygon makeRegularPolygon(int sides, float circumradius);

// A box with round corners: every point within `radius` of the box of this half width and half height. Its
// whole width is 2 (halfWidth + radius). Precondition: as makeBox, and the radius is 0 or positive.
SATBOX_API Polygon makeRoundedBox(float halfWidth, float halfHeight, float radius);
SATBOX_API Polygon makeRoundedBox(float halfWidth, float halfHeight, float radius, Vec2 center, Rot rotation);

// Polygon of a convex counter-clockwise hull (as makeHull returns) of 3 to kMaxPolygonVertices vertices;
// computes normals and centroid. With a radius, its corners are round.
SATBOX_API Polygon makePolygon(std::span<const Vec2> hull, float radius = 0.0f);

struct MassData {
    float mass = 0.0f;       // kg
    Vec2 center{0.0f, 0.0f}; // centroid, body frame, m
    // kg m^2, never negative. About `center`, not the body's origin, so that it stays positive for a small
    // polygon far from the origin.
    float inertia = 0.0f;
};

// Area in m^2; 0 for a segment.
SATBOX_API float computeArea(const Shape& shape);

// density in kg/m^2. A segment has mass 0 and its midpoint as centre.
SATBOX_API MassData computeMass(const Shape& shape, float density);

// Sum of several masses; inertias are moved to the common centre by the parallel-axis theorem.
SATBOX_API MassData combine(std::span<const MassData> masses);

// Limits of the shapes in a world, so that float arithmetic is precise enough.
inline constexpr float kMaxCoordinate = 1e5f; // m
inline constexpr float kMinSize = 1e-4f;      // m, smallest radius, half-width or segment length

// Empty if the shape is valid, else a sentence that begins with the field: "radius: not a finite number".
SATBOX_API std::string validate(const Shape& shape);

} // namespace satbox
