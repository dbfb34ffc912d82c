#pragma once

#include "engine/geometry/shape.h"

#include <string>

namespace satbox {

// Bounds on the shapes a world takes, so that arithmetic in float keeps its meaning.
inline constexpr float kMaxCoordinate = 1e5f; // m
inline constexpr float kMinSize = 1e-4f;      // m, smallest radius, half-width or segment length

// Empty, or a sentence: "radius: not a finite number". The field's name comes first.
std::string validate(const Shape& shape);

} // namespace satbox
