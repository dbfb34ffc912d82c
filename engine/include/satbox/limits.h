#pragma once

#include <cstddef>

namespace satbox {

// Limits of a world, far above the needs of scenes; at the limits, a world still fits a machine's memory.
//
// A contact takes up to about 0.85 KB in a step that solves it: 192 B itself, 12 B for its graph edge, 16 to
// 32 B in the set of pairs, and the rest in the step's scratch memory. So kMaxContacts contacts take 1.8 GB
// (measured with 4,000 circles at one point). 100,000 boxes in a pile have about 500,000 contacts.
inline constexpr size_t kMaxContacts = size_t{1} << 21;
// Scene files have the same limits, and further ones (docs/scene-format.md). Saving a world that exceeds
// those reports an error.
inline constexpr size_t kMaxBodies = 200'000;
inline constexpr size_t kMaxShapes = 400'000;
inline constexpr size_t kMaxShapesOfBody = 10'000; // adding one takes time in proportion to their number
inline constexpr size_t kMaxJoints = 100'000;      // of each kind

} // namespace satbox
