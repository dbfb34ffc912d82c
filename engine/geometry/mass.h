#pragma once

#include "engine/geometry/shape.h"

namespace satbox {

struct MassData {
    float mass = 0.0f;       // kg
    Vec2 center{0.0f, 0.0f}; // centroid, body frame, m
    float inertia = 0.0f;    // kg m^2 about `center` (not about the body's origin: that keeps it positive
                             // for a small polygon far away), never negative
};

// Area in m^2; a segment has none.
float computeArea(const Shape& shape);

// density in kg/m^2. A segment gives zero mass with its midpoint as centre.
MassData computeMass(const Shape& shape, float density);

// Sum of several parts, inertia moved to the common centre by the parallel-axis theorem.
MassData combine(std::span<const MassData> parts);

} // namespace satbox
