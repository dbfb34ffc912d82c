#pragma once

#include "engine/geometry/shape.h"
#include "engine/math/position.h"

#include <optional>

namespace satbox {

struct Ray {
    Vec2 origin{0.0f, 0.0f};
    Vec2 translation{1.0f, 0.0f}; // from origin to the end, m
};

// One that begins anywhere in the world.
struct WorldRay {
    Position origin{};
    Vec2 translation{1.0f, 0.0f};

    WorldRay(Position from, Vec2 way) : origin(from), translation(way) {}
    WorldRay(const Ray& ray) : origin(ray.origin), translation(ray.translation) {} // implicit: exact
};

struct RayHit {
    Vec2 point{0.0f, 0.0f};
    Vec2 normal{0.0f, 0.0f}; // unit, out of the shape, against the ray
    float fraction = 0.0f;   // of the translation, [0, 1]
};

// Ray and shape in the same frame. Rays that start inside a shape or on its boundary miss it, and so do rays
// without length. Segments are hit from both sides, but not along their own line.
std::optional<RayHit> castRay(const Shape& shape, const Ray& ray);

// A segment contains the points within this distance of it, m: it has no inside, and rounding puts no point
// exactly on a slanted line.
inline constexpr float kOnSegment = 1e-5f;

bool containsPoint(const Shape& shape, Vec2 point); // boundary included

// Point of the shape nearest to `point`; the point itself when it lies inside.
Vec2 closestPoint(const Shape& shape, Vec2 point);

} // namespace satbox
