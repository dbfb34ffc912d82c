#pragma once

#include "engine/geometry/shape.h"

#include <optional>

namespace satbox {

struct Ray {
    Vec2 origin{0.0f, 0.0f};
    Vec2 translation{1.0f, 0.0f}; // from origin to the end, m
};

struct RayHit {
    Vec2 point{0.0f, 0.0f};
    Vec2 normal{0.0f, 0.0f}; // unit, out of the shape, against the ray
    float fraction = 0.0f;   // of the translation, [0, 1]
};

// Ray and shape in the same frame. Rays that start inside a shape miss it. Segments are hit from both sides.
std::optional<RayHit> castRay(const Shape& shape, const Ray& ray);

bool containsPoint(const Shape& shape, Vec2 point); // boundary included

// Point of the shape nearest to `point`; the point itself when it lies inside.
Vec2 closestPoint(const Shape& shape, Vec2 point);

} // namespace satbox
