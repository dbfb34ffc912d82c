#pragma once

#include "engine/math/rotation.h"

namespace satbox {

// Transforms points from a body's frame to the world: rotate, then translate. Identity by default.
struct Transform {
    Vec2 p{0.0f, 0.0f};
    Rot q{};
    friend bool operator==(const Transform&, const Transform&) = default;
};

inline Vec2 transformPoint(const Transform& t, Vec2 v) { return rotate(t.q, v) + t.p; }
inline Vec2 invTransformPoint(const Transform& t, Vec2 v) { return invRotate(t.q, v - t.p); }

// mul: b, then a. invMul: b in a's frame.
inline Transform mul(const Transform& a, const Transform& b)
{
    return {transformPoint(a, b.p), mul(a.q, b.q)};
}
inline Transform invMul(const Transform& a, const Transform& b)
{
    return {invRotate(a.q, b.p - a.p), invMul(a.q, b.q)};
}

inline bool isFinite(const Transform& t) { return isFinite(t.p) && isFinite(t.q); }

} // namespace satbox
