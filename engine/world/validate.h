#pragma once

#include "engine/dynamics/body.h"
#include "engine/geometry/validate_shape.h"

#include <string>

namespace satbox {

// Bounds on what a world takes, beside those on shapes (geometry/validate_shape.h), so that arithmetic in
// float keeps its meaning.
inline constexpr float kMaxVelocity = 1e4f; // m/s and rad/s
inline constexpr float kMaxDensity = 1e6f;  // kg/m^2
inline constexpr size_t kMaxNameBytes = 200;
// m, of boxes, centres of mass and mouse targets from the world's origin: bodies may reach beyond their own
// bound.
inline constexpr double kMaxReach = 2.0 * kMaxPosition;

// Empty, or a sentence: "linearVelocity: not a finite number". The field's name comes first.
std::string validate(const BodyDef& def);
std::string validate(const ShapeDef& def);
std::string validate(const Material& material);

} // namespace satbox
