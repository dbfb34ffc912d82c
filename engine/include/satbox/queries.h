#pragma once

#include <satbox/config.h>
#include <satbox/ids.h>
#include <satbox/shapes.h>

#include <optional>

namespace satbox {

// A ray from `origin` to `origin + translation`, in a frame of the caller's choice.
struct Ray {
    Vec2 origin{0.0f, 0.0f};
    Vec2 translation{1.0f, 0.0f}; // from origin to the end, m
};

// A ray with its origin in world coordinates.
struct WorldRay {
    Position origin{};
    Vec2 translation{1.0f, 0.0f};

    WorldRay(Position from, Vec2 rayTranslation) : origin(from), translation(rayTranslation) {}
    WorldRay(const Ray& ray) : origin(ray.origin), translation(ray.translation) {} // implicit: exact
};

// Where a ray hits a shape, in the frame of both.
struct RayHit {
    Vec2 point{0.0f, 0.0f};
    Vec2 normal{0.0f, 0.0f}; // unit, out of the shape, against the ray
    float fraction = 0.0f;   // of the translation, [0, 1]
};

// Ray and shape in the same frame. Rays that start inside a shape or on its boundary miss it, but a ray
// that starts on a segment hits it at fraction 0. Rays of length 0 hit nothing. Segments are hit from both
// sides, but not by rays parallel to them; one-sided ones not by rays that start on their left.
SATBOX_API std::optional<RayHit> castRay(const Shape& shape, const Ray& ray);

// containsPoint() of a segment accepts points within this distance, m: a segment has no inside, and rounding
// keeps points off a slanted line.
inline constexpr float kSegmentTolerance = 1e-5f;

SATBOX_API bool containsPoint(const Shape& shape, Vec2 point); // boundary included

// Point of the shape nearest to `point`; `point` itself if it is inside.
SATBOX_API Vec2 closestPoint(const Shape& shape, Vec2 point);

// How far two shapes are apart, or how deep they overlap.
struct ShapeSeparation {
    float separation = 0.0f; // m; negative: moving B by -separation along the normal makes them just touch
    Vec2 normal{0.0f, 0.0f}; // unit, from A to B, A's frame; any direction if two centres coincide
    Vec2 point{0.0f, 0.0f};  // on the surface of A, nearest to B, A's frame
};

// Exact, radii included. bInA transforms B's frame to A's.
SATBOX_API ShapeSeparation separationOf(const Shape& a, const Shape& b, const Transform& bInA);

// Where a moving shape first touches another, in the frame of the other.
struct ShapeHit {
    Vec2 point{0.0f, 0.0f};  // on the surface of the shape that is hit
    Vec2 normal{0.0f, 0.0f}; // unit, out of the shape that is hit
    float fraction = 0.0f;   // of the translation, [0, 1]
};

// Moves `moving` by `translation`, in the target's frame, without rotation. Exact: a ray cast at the shapes'
// Minkowski difference. Shapes that touch or overlap at the start give fraction 0 and the normal of
// separationOf(), whatever the translation: dot(normal, translation) > 0 tells that they move apart. A
// one-sided segment is missed by shapes whose middle starts on its left.
SATBOX_API std::optional<ShapeHit> castShape(const Shape& target, const Shape& moving,
                                             const Transform& movingInTarget, Vec2 translation);

// Where a ray hits a shape of a world.
struct WorldRayHit {
    ShapeId shape;
    Position point{};
    Vec2 normal{0.0f, 0.0f}; // unit, outward from the shape, against the ray
    float fraction = 0.0f;   // of the ray's translation, 0 to 1
};

// Where a moving shape or body first touches a shape of a world.
struct WorldShapeHit {
    ShapeId shape;
    Position point{};        // on the surface of that shape
    Vec2 normal{0.0f, 0.0f}; // unit, outward from that shape
    float fraction = 0.0f;   // of the translation, 0 to 1; 0: they touched at the start
    ShapeId moving;          // the shape of the body that moves; null if no body moves
};

// The nearest point of a world's shapes.
struct ClosestPoint {
    ShapeId shape;
    Position point{};
    float distance = 0.0f; // m; 0 if the queried point is inside the shape
};

} // namespace satbox
