#pragma once

#include <cstddef>

// The rows of a snapshot ("resume" in scene files) are arrays of numbers: programs write them, people do not.
// They refer to bodies and shapes by their index in the file's lists. Each constant is the length of a row.
namespace satbox::snapshot {

// Body: centre of mass x y, force x y, torque, seconds at rest, then the pose at the start of the last step:
// centre x y, cos sin.
inline constexpr size_t kBodyRowSize = 10;
// Shape: lower x y, upper x y of its fat box; null instead of a row if the shape is not in the broad phase.
inline constexpr size_t kBoxRowSize = 4;
// Contact: shape A, shape B, flags, age, colour, reference owner, reference face, incident face, normal x y,
// and the pose x y cos sin of B in A's frame at which the recycled manifold was computed, all 0 if none is
// recycled. Then for each point: anchor A x y, anchor B x y, separation, normal, tangent and total impulse,
// normal speed, age, feature key. Last the rolling impulse, left out if it is 0.
inline constexpr size_t kContactRowSize = 14;
inline constexpr size_t kPointRowSize = 11;
inline constexpr unsigned kTouchingFlag = 1, kSlidingFlag = 2; // bits of `flags`
// Joint: its bodies, then its state and report fields (see JointStore), a number for each component.

} // namespace satbox::snapshot
