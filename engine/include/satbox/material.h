#pragma once

#include <satbox/config.h>

#include <cstdint>

namespace satbox {

// Surface and density of a shape.
struct Material {
    float density = 1.0f;         // kg/m^2, >= 0
    float staticFriction = 0.6f;  // Coulomb coefficient while the surfaces stick, >= 0
    float dynamicFriction = 0.6f; // Coulomb coefficient while they slide, >= 0
    float restitution = 0.0f;     // 0: no bounce, 1: full bounce
    // Resistance of round shapes and corners to rolling, >= 0: the torque is at most this, times the radius,
    // times the normal force. On flat ground a disc is slowed by 2/3 of this times gravity. The two reference
    // solvers (isReferenceSolver) have none.
    float rollingResistance = 0.0f;
    // m/s, at which the surface moves along the shape's outline, clockwise: what lies on top is carried to
    // the right if it is positive. For conveyors.
    float surfaceSpeed = 0.0f;
    // For programs, such as an index into a list of sounds. The engine ignores it; ContactCallbacks and
    // readers of events find it by the shape's id.
    uint64_t userValue = 0;
    friend bool operator==(const Material&, const Material&) = default;
};

// How the coefficients of two touching shapes are combined.
enum class CombineRule : uint8_t { GeometricMean, Product, Average, Minimum, Maximum };
SATBOX_API float combine(CombineRule rule, float a, float b);
// "geometric-mean", "product", "average", "minimum", "maximum"
SATBOX_API const char* toString(CombineRule rule);

} // namespace satbox
