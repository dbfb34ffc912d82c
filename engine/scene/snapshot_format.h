#pragma once

#include <cstddef>

// The rows of a scene file's "resume" part: arrays of numbers, since nobody writes them by hand. Bodies and
// shapes are named by their place in the file's lists.
namespace satbox::resume {

// Of a body: centre of mass x y, force x y, torque, seconds at rest, centre x y and cos sin when the last
// step began.
inline constexpr size_t kBodyRow = 10;
// Of a shape: lower x y, upper x y of its fat box; null for a shape that is not in the broad phase.
inline constexpr size_t kBoxRow = 4;
// Of a contact: shape A, shape B, flags, age, colour, reference owner, reference face, incident face, normal
// x y, pose of B in A's frame that the manifold is kept from: x y cos sin, all 0 where it is not; then for
// each point: anchor A x y, anchor B x y, separation, normal, tangent and total impulse, normal speed, age,
// feature key.
inline constexpr size_t kContactRow = 14;
inline constexpr size_t kPointRow = 11;
inline constexpr unsigned kTouching = 1, kSliding = 2; // the flags
// Of a mouse joint: body, local anchor x y, target x y, impulse x y, force x y.
inline constexpr size_t kMouseRow = 9;

} // namespace satbox::resume
