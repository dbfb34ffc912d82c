#pragma once

#include <satbox/shapes.h>

#include <functional>
#include <iosfwd>

namespace satbox::test {

// A random pair of shapes, 0.05 to 20 m, and the pose of B in A's frame: polygons of 3 to 8 corners (boxes,
// regular ones, needles and free hulls), circles, capsules, sometimes a segment against another shape;
// half of them with poses at quarter turns, many near touching.
struct ShapePair {
    Shape a, b;
    Transform bInA;
    double size = 1.0; // the larger one's reach, m
};

std::ostream& operator<<(std::ostream& out, const ShapePair& pair);

struct PairChoice {
    bool polygonsOnly = false;
    bool roundCorners = false; // of half of the polygons
};

// Runs the property for `count` pairs; a property fails by RC_ASSERT. Prints the failing pair after shrinking
// it. The seed is fixed, so failures are reproducible; RC_PARAMS="seed=..." changes it.
bool holdsForPairs(const char* name, int count, PairChoice choice,
                   std::function<void(const ShapePair&)> property);

} // namespace satbox::test
