#pragma once

#include "engine/geometry/shape.h"

#include <string>

namespace satbox {

// Limits of the shapes in a world, so that float arithmetic is precise enough.
inline constexpr float kMaxCoordinate = 1e5f; // m
inline constexpr float kMinSize = 1e-4f;      // m, smallest radius, half-width or segment length

// Empty if the shape is valid, else a sentence that begins with the field: "radius: not a finite number".
std::string validate(const Shape& shape);

} // namespace satbox
