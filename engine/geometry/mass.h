#pragma once

#include "engine/geometry/shape.h"

namespace satbox {

struct MassData {
    float mass = 0.0f;       // kg
    Vec2 center{0.0f, 0.0f}; // centroid, body frame, m
    // kg m^2, never negative. About `center`, not the body's origin, so that it stays positive for a small
    // polygon far from the origin.
    float inertia = 0.0f;
};

// Area in m^2; 0 for a segment.
float computeArea(const Shape& shape);

// density in kg/m^2. A segment has mass 0 and its midpoint as centre.
MassData computeMass(const Shape& shape, float density);

// Sum of several masses; inertias are moved to the common centre by the parallel-axis theorem.
MassData combine(std::span<const MassData> masses);

} // namespace satbox
