#pragma once

#include "engine/core/internal_api.h"
#include <satbox/shapes.h>

namespace satbox {

// Nearest points and distance of two convex shapes, radii included.
struct DistanceResult {
    Vec2 pointA{0.0f, 0.0f}; // closest points on the surfaces, in the frame of A's body, m
    Vec2 pointB{0.0f, 0.0f};
    Vec2 normal{0.0f, 0.0f}; // unit, from A to B; zero if the cores overlap
    float distance = 0.0f;   // m, >= 0; 0 if the shapes overlap
    int iterations = 0;
};

// GJK. bInA as in collide().
SATBOX_INTERNAL_API DistanceResult computeDistance(const Shape& a, const Shape& b, const Transform& bInA);

// Motion of a body's centre of mass over one step, for continuous collision.
struct Sweep {
    Vec2 localCenter{0.0f, 0.0f};
    Vec2 c1{0.0f, 0.0f}, c2{0.0f, 0.0f}; // world position of the centre of mass at times 0 and 1, m
    // Rotation at times 0 and 1; the body turns the shorter way. timeOfImpact() is slow for more than a
    // quarter turn.
    Rot q1{}, q2{};
};

// Pose of the body's origin at time t in [0, 1] (rotation by normalised interpolation).
Transform sweepTransform(const Sweep& sweep, float t);

struct TimeOfImpact {
    enum class State { Separated, Hit, Overlapped, Failed } state = State::Separated;
    float t = 1.0f;          // in [0, 1]
    float separation = 0.0f; // m, of the shapes at time 0; negative if they overlap
};

// First time at which the separation of two swept shapes falls to `target`, m (conservative advancement along
// a separating axis). A negative target is an overlap of that depth. Shapes are in their bodies' frames.
// Tolerances scale with the length unit, m. The result is
// - Separated: the separation stays above the target;
// - Hit: it reaches the target at t, or t is the time up to which the motion is proved free;
// - Overlapped: at time 0 the shapes already overlap, at least as deep as a negative target;
// - Failed: an input is not finite.
TimeOfImpact timeOfImpact(const Shape& a, const Sweep& sweepA, const Shape& b, const Sweep& sweepB,
                          float target, float lengthUnit = 1.0f);

// Detects whether B passed through A between two poses. Returns the translation of B's second pose, in A's
// frame, that undoes it. Tests the half planes in front of A's faces, and the one in front of the nearest
// features at the first pose. Rates each by B's separation from it at the first pose, but by no more than
// `target`, m (negative: a depth). Chooses the half plane with the highest rating; on a tie, the one with the
// shortest translation. Returns zero if B's separation at the second pose is at least that rating: then some
// path between the poses comes no nearer.
Vec2 tunnellingCorrection(const Shape& a, const Shape& b, const Transform& bInA1, const Transform& bInA2,
                          float target, float lengthUnit = 1.0f);

} // namespace satbox
