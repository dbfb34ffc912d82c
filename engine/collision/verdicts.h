#pragma once

#include "engine/geometry/shape.h"

namespace satbox {

// Whether two convex polygons overlap, by each of the four published tests (docs/references.md). Their
// arithmetic differs, so within rounding of touching they may differ; each counts exact touching as overlap:
//
//   R1 interval SAT      apart where one interval begins beyond the other's end
//   R2 projection SAT    overlapping where both lengths together are at least the length of their union
//   R3 Minkowski         overlapping where the origin is in the difference, its boundary included
//   R5 support points    apart where a face's support point lies in front of it
enum class SatMethod : uint8_t { Interval, Projection, Minkowski, SupportPoint };
inline constexpr SatMethod kSatMethods[] = {SatMethod::Interval, SatMethod::Projection, SatMethod::Minkowski,
                                            SatMethod::SupportPoint};
const char* nameOf(SatMethod method);       // "R1 interval SAT"
const char* touchingRule(SatMethod method); // which rule it follows where the shapes just touch

struct SatVerdict {
    bool overlap = false;
    int axesTried = 0; // up to the first that separates; of the Minkowski difference its edges
};

// Of polygons without radius (cores: two corners for a capsule or segment). bInA as in collide().
SatVerdict judge(SatMethod method, const Polygon& a, const Polygon& b, const Transform& bInA);

} // namespace satbox
