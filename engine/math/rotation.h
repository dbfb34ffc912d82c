#pragma once

#include "engine/math/vec2.h"

namespace satbox {

// A rotation as the unit vector (cos, sin). It composes without trigonometric functions, so that a step gives
// the same bits with every compiler and C library.
struct Rot {
    float c = 1.0f;
    float s = 0.0f;
    friend bool operator==(const Rot&, const Rot&) = default;
};

// Uses its own sine and cosine: those of C libraries differ in the last bit. Any finite angle in radians;
// absolute error below 1e-7 for |angle| up to 1e4.
Rot makeRot(float radians);

// Angle in (-pi, pi]. For display and files, not used by the step. Absolute error below 1e-6.
float angleOf(Rot q);

inline Vec2 rotate(Rot q, Vec2 v) { return {q.c * v.x - q.s * v.y, q.s * v.x + q.c * v.y}; }
inline Vec2 invRotate(Rot q, Vec2 v) { return {q.c * v.x + q.s * v.y, -q.s * v.x + q.c * v.y}; }

// mul: b, then a. invMul: rotation from a to b, that is, inverse(a) * b.
inline Rot mul(Rot a, Rot b) { return {a.c * b.c - a.s * b.s, a.s * b.c + a.c * b.s}; }
inline Rot invMul(Rot a, Rot b) { return {a.c * b.c + a.s * b.s, a.c * b.s - a.s * b.c}; }

inline Rot normalize(Rot q)
{
    const float len = std::sqrt(q.c * q.c + q.s * q.s);
    return len > 0.0f ? Rot{q.c / len, q.s / len} : Rot{};
}

// q rotated by a small angle: first-order step along the tangent, then normalisation. A step of da radians
// increases the angle by atan(da): an error of da^3 / 3.
inline Rot integrate(Rot q, float da) { return normalize(Rot{q.c - da * q.s, q.s + da * q.c}); }

inline bool isFinite(Rot q) { return std::isfinite(q.c) && std::isfinite(q.s); }

} // namespace satbox
