#pragma once

#include <satbox/world.h>

#include <optional>
#include <span>
#include <vector>

namespace satbox::app {

// The box with two opposite corners.
WorldBox boxOf(Position a, Position b);

// The common bounding box of all shapes of the bodies, m. Bodies without shapes or with non-finite boxes are
// left out; nullopt if none is left.
std::optional<WorldBox> boundsOf(const World& world, std::span<const BodyId> bodies);

// The bodies of which every shape is within `box`, by slot.
std::vector<BodyId> bodiesWithin(const World& world, const WorldBox& box);

} // namespace satbox::app
