#pragma once

#include "engine/math/vec2.h"

namespace satbox {

// A rotation as the unit vector (cos, sin): it composes without trigonometry, so that a step gives the same
// bits with every compiler and C library.
struct Rot {
    float c = 1.0f;
    float s = 0.0f;
    friend bool operator==(const Rot&, const Rot&) = default;
};

// Our own sine and cosine (the C library's differ between systems in the last bit). Any finite angle in
// radians; absolute error below 1e-7 for |angle| up to 1e4.
Rot makeRot(float radians);

// Angle in (-pi, pi]. For people and files, not for the step. Absolute error below 1e-6.
float angleOf(Rot q);

inline Vec2 rotate(Rot q, Vec2 v) { return {q.c * v.x - q.s * v.y, q.s * v.x + q.c * v.y}; }
inline Vec2 invRotate(Rot q, Vec2 v) { return {q.c * v.x + q.s * v.y, -q.s * v.x + q.c * v.y}; }

// a after b, and the rotation that takes a to b (inverse of a, then b).
inline Rot mul(Rot a, Rot b) { return {a.c * b.c - a.s * b.s, a.s * b.c + a.c * b.s}; }
inline Rot invMul(Rot a, Rot b) { return {a.c * b.c + a.s * b.s, a.c * b.s - a.s * b.c}; }

inline Rot normalize(Rot q)
{
    const float len = std::sqrt(q.c * q.c + q.s * q.s);
    return len > 0.0f ? Rot{q.c / len, q.s / len} : Rot{};
}

// q turned on by a small angle: first-order step along the tangent, then back to unit length. For a step of
// da radians the angle grows by atan(da): an error of da^3 / 3.
inline Rot integrate(Rot q, float da) { return normalize(Rot{q.c - da * q.s, q.s + da * q.c}); }

inline bool isFinite(Rot q) { return std::isfinite(q.c) && std::isfinite(q.s); }

} // namespace satbox
