#pragma once

#include "engine/geometry/shape.h"

namespace satbox {

// Distance between the cores of two convex shapes (radius not subtracted) and between the shapes themselves.
struct DistanceResult {
    Vec2 pointA{0.0f, 0.0f}; // closest points on the surfaces, in the frame of A's body, m
    Vec2 pointB{0.0f, 0.0f};
    Vec2 normal{0.0f, 0.0f}; // unit, from A to B; zero when the cores overlap
    float distance = 0.0f;   // m, >= 0; 0 when the shapes overlap
    int iterations = 0;
};

// GJK. bInA as in collide().
DistanceResult computeDistance(const Shape& a, const Shape& b, const Transform& bInA);

// Motion of a body's centre of mass over one step, for continuous collision.
struct Sweep {
    Vec2 localCenter{0.0f, 0.0f};
    Vec2 c1{0.0f, 0.0f}, c2{0.0f, 0.0f}; // world position of the centre of mass at times 0 and 1, m
    Rot q1{}, q2{};                      // rotation at times 0 and 1 (less than half a turn apart)
};

// Pose of the body's origin at time t in [0, 1] (rotation by normalised interpolation).
Transform sweepTransform(const Sweep& sweep, float t);

struct TimeOfImpact {
    enum class State { Separated, Hit, Overlapped, Failed } state = State::Separated;
    float t = 1.0f; // in [0, 1]
};

// First time at which the two swept shapes come within `target` metres (conservative advancement over the
// separating axis; bodies' frames). Overlapped: they overlap at time 0 already.
TimeOfImpact timeOfImpact(const Shape& a, const Sweep& sweepA, const Shape& b, const Sweep& sweepB,
                          float target);

} // namespace satbox
