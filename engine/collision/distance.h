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
    Rot q1{}, q2{};                      // rotation at times 0 and 1: the shorter way, at most a quarter turn
                                         // for a time of impact to be found quickly
};

// Pose of the body's origin at time t in [0, 1] (rotation by normalised interpolation).
Transform sweepTransform(const Sweep& sweep, float t);

struct TimeOfImpact {
    enum class State { Separated, Hit, Overlapped, Failed } state = State::Separated;
    float t = 1.0f;          // in [0, 1]
    float separation = 0.0f; // m, of the shapes at time 0; negative where they overlap
};

// First time at which the separation of the two swept shapes comes down to `target`, m: a distance, or, below
// 0, the depth of an overlap (conservative advancement over the separating axis; bodies' frames). Overlapped:
// at time 0 they overlap already, and by more than the depth. Tolerances are given in length units.
TimeOfImpact timeOfImpact(const Shape& a, const Sweep& sweepA, const Shape& b, const Sweep& sweepB,
                          float target, float lengthUnit = 1.0f);

// The shortest shift, in A's frame, that brings B from its second pose back in front of A, on the side where
// its first pose is: to `target`, m, which is a depth below 0, or as deep as it was. Zero where B stays in
// front: then there is a way between the two poses on which it comes no nearer. The side is that of a face of
// A, or of the nearest features at the first pose.
Vec2 shiftInFront(const Shape& a, const Shape& b, const Transform& bInA1, const Transform& bInA2,
                  float target, float lengthUnit = 1.0f);

} // namespace satbox
