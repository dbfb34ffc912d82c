#pragma once

#include "engine/geometry/shape.h"

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
DistanceResult computeDistance(const Shape& a, const Shape& b, const Transform& bInA);

// Motion of a body's centre of mass over one step, for continuous collision.
struct Sweep {
    Vec2 localCenter{0.0f, 0.0f};
    Vec2 c1{0.0f, 0.0f}, c2{0.0f, 0.0f}; // world position of the centre of mass at times 0 and 1, m
    // Rotation at times 0 and 1, by the shorter way. At most a quarter turn, or timeOfImpact() is slow.
    Rot q1{}, q2{};
};

// Pose of the body's origin at time t in [0, 1] (rotation by normalised interpolation).
Transform sweepTransform(const Sweep& sweep, float t);

struct TimeOfImpact {
    enum class State { Separated, Hit, Overlapped, Failed } state = State::Separated;
    float t = 1.0f;          // in [0, 1]
    float separation = 0.0f; // m, of the shapes at time 0; negative if they overlap
};

// First time at which the separation of two swept shapes falls to `target`, m: a distance, or, if negative,
// minus the depth of an overlap (conservative advancement along a separating axis). Shapes in their bodies'
// frames. Overlapped: at time 0 they already overlap, by at least that depth. Tolerances scale with the
// length unit, m.
TimeOfImpact timeOfImpact(const Shape& a, const Sweep& sweepA, const Shape& b, const Sweep& sweepB,
                          float target, float lengthUnit = 1.0f);

// The shortest translation, in A's frame, that moves B from its second pose back to the side of A on which
// its first pose is: to the separation `target`, m (negative: a depth), or to that of the first pose if it is
// less. Zero if B is still on that side: then there is a path between the poses on which it comes no nearer.
// The side is that of a face of A, or of the nearest features at the first pose.
Vec2 shiftInFront(const Shape& a, const Shape& b, const Transform& bInA1, const Transform& bInA2,
                  float target, float lengthUnit = 1.0f);

} // namespace satbox
