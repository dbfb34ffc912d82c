#pragma once

#include <satbox/config.h>

#include <glm/vec2.hpp>

// Uses the compilers' builtins for sqrt and isfinite: including <cmath> would be a quarter of the compile
// time of <satbox/world.h>.

namespace satbox {

using Vec2 = glm::vec2; // unit (m, m/s, N, ...) by the variable

// z component of the 3D cross product: positive if b is counter-clockwise of a.
SATBOX_INLINE float cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }

// cross(v, s): s times v rotated by -90 degrees. cross(s, v): s times v rotated by +90 degrees. So cross(w,
// r) is the velocity of a point at r on a body with angular velocity w, rad/s.
SATBOX_INLINE Vec2 cross(Vec2 v, float s) { return {s * v.y, -s * v.x}; }
SATBOX_INLINE Vec2 cross(float s, Vec2 v) { return {-s * v.y, s * v.x}; }

// v rotated by +90 degrees. The right-hand perpendicular of a counter-clockwise polygon's edge is its outward
// normal: rightPerp(edge).
SATBOX_INLINE Vec2 perp(Vec2 v) { return {-v.y, v.x}; }
SATBOX_INLINE Vec2 rightPerp(Vec2 v) { return {v.y, -v.x}; }

SATBOX_INLINE float dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
SATBOX_INLINE float lengthSquared(Vec2 v) { return v.x * v.x + v.y * v.y; }
SATBOX_INLINE float length(Vec2 v) { return __builtin_sqrtf(lengthSquared(v)); }

// v / |v|; (0, 0) if the length is too small to divide by.
SATBOX_INLINE Vec2 normalizeOrZero(Vec2 v)
{
    const float len = length(v);
    return len > 1e-18f ? Vec2{v.x / len, v.y / len} : Vec2{0.0f, 0.0f};
}

SATBOX_INLINE bool isFinite(float f) { return __builtin_isfinite(f); }
SATBOX_INLINE bool isFinite(Vec2 v) { return __builtin_isfinite(v.x) && __builtin_isfinite(v.y); }

SATBOX_INLINE Vec2 minimum(Vec2 a, Vec2 b) { return {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y}; }
SATBOX_INLINE Vec2 maximum(Vec2 a, Vec2 b) { return {a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y}; }

inline constexpr float kPi = 3.14159265358979323846f;

// A rotation as the unit vector (cos, sin). It composes without trigonometric functions, so that a step gives
// the same bits with every compiler and C library.
struct Rot {
    float c = 1.0f;
    float s = 0.0f;
    friend bool operator==(const Rot&, const Rot&) = default;
};

// Uses its own sine and cosine: those of C libraries differ in the last bit. Any finite angle in radians;
// absolute error below 1e-7 for |angle| up to 1e4.
SATBOX_API Rot makeRot(float radians);

// Angle in (-pi, pi]. For display and files, not used by the step. Absolute error below 1e-6.
SATBOX_API float angleOf(Rot q);

SATBOX_INLINE Vec2 rotate(Rot q, Vec2 v) { return {q.c * v.x - q.s * v.y, q.s * v.x + q.c * v.y}; }
SATBOX_INLINE Vec2 invRotate(Rot q, Vec2 v) { return {q.c * v.x + q.s * v.y, -q.s * v.x + q.c * v.y}; }

// mul: b, then a. invMul: rotation from a to b, that is, inverse(a) * b.
SATBOX_INLINE Rot mul(Rot a, Rot b) { return {a.c * b.c - a.s * b.s, a.s * b.c + a.c * b.s}; }
SATBOX_INLINE Rot invMul(Rot a, Rot b) { return {a.c * b.c + a.s * b.s, a.c * b.s - a.s * b.c}; }

SATBOX_INLINE Rot normalize(Rot q)
{
    const float len = __builtin_sqrtf(q.c * q.c + q.s * q.s);
    return len > 0.0f ? Rot{q.c / len, q.s / len} : Rot{};
}

// q rotated by a small angle: first-order step along the tangent, then normalisation. A step of da radians
// increases the angle by atan(da): an error of da^3 / 3.
SATBOX_INLINE Rot integrate(Rot q, float da) { return normalize(Rot{q.c - da * q.s, q.s + da * q.c}); }

SATBOX_INLINE bool isFinite(Rot q) { return __builtin_isfinite(q.c) && __builtin_isfinite(q.s); }

// Transforms points from a body's frame to the world: rotate, then translate. Identity by default.
struct Transform {
    Vec2 p{0.0f, 0.0f};
    Rot q{};
    friend bool operator==(const Transform&, const Transform&) = default;
};

SATBOX_INLINE Vec2 transformPoint(const Transform& t, Vec2 v) { return rotate(t.q, v) + t.p; }
SATBOX_INLINE Vec2 invTransformPoint(const Transform& t, Vec2 v) { return invRotate(t.q, v - t.p); }

// mul: b, then a. invMul: b in a's frame.
SATBOX_INLINE Transform mul(const Transform& a, const Transform& b)
{
    return {transformPoint(a, b.p), mul(a.q, b.q)};
}
SATBOX_INLINE Transform invMul(const Transform& a, const Transform& b)
{
    return {invRotate(a.q, b.p - a.p), invMul(a.q, b.q)};
}

SATBOX_INLINE bool isFinite(const Transform& t) { return isFinite(t.p) && isFinite(t.q); }

// Axis-aligned box, metres. Valid when lower <= upper; touching boxes overlap.
struct Aabb {
    Vec2 lower{0.0f, 0.0f};
    Vec2 upper{0.0f, 0.0f};
    friend bool operator==(const Aabb&, const Aabb&) = default;
};

SATBOX_INLINE bool overlaps(const Aabb& a, const Aabb& b)
{
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y &&
           b.lower.y <= a.upper.y;
}

SATBOX_INLINE bool contains(const Aabb& outer, const Aabb& inner)
{
    return outer.lower.x <= inner.lower.x && outer.lower.y <= inner.lower.y &&
           inner.upper.x <= outer.upper.x && inner.upper.y <= outer.upper.y;
}
SATBOX_INLINE bool contains(const Aabb& box, Vec2 p)
{
    return box.lower.x <= p.x && p.x <= box.upper.x && box.lower.y <= p.y && p.y <= box.upper.y;
}
SATBOX_INLINE Aabb unite(const Aabb& a, const Aabb& b)
{
    return {minimum(a.lower, b.lower), maximum(a.upper, b.upper)};
}
SATBOX_INLINE Aabb expand(const Aabb& a, float margin)
{
    return {a.lower - Vec2{margin, margin}, a.upper + Vec2{margin, margin}};
}
SATBOX_INLINE Vec2 center(const Aabb& a) { return 0.5f * (a.lower + a.upper); }
SATBOX_INLINE Vec2 extents(const Aabb& a) { return 0.5f * (a.upper - a.lower); }
SATBOX_INLINE float perimeter(const Aabb& a)
{
    return 2.0f * ((a.upper.x - a.lower.x) + (a.upper.y - a.lower.y));
}
SATBOX_INLINE bool isFinite(const Aabb& a) { return isFinite(a.lower) && isFinite(a.upper); }

// A point in the world, m. A step computes with differences of positions, for which float suffices. Positions
// are doubles, so that a body 1,000 km from the origin moves exactly as at the origin.
struct Position {
    double x = 0.0, y = 0.0;

    constexpr Position() = default;
    constexpr Position(double px, double py) : x(px), y(py) {}
    constexpr Position(Vec2 v)
        : x(static_cast<double>(v.x)), y(static_cast<double>(v.y)) {} // implicit: exact

    friend bool operator==(const Position&, const Position&) = default;
};

inline constexpr double kMaxPosition = 2e6; // m, largest |x| and |y| of a body's origin

SATBOX_INLINE Position operator+(Position p, Vec2 v)
{
    return {p.x + static_cast<double>(v.x), p.y + static_cast<double>(v.y)};
}
SATBOX_INLINE Position operator-(Position p, Vec2 v)
{
    return {p.x - static_cast<double>(v.x), p.y - static_cast<double>(v.y)};
}
SATBOX_INLINE Position& operator+=(Position& p, Vec2 v) { return p = p + v; }
SATBOX_INLINE Vec2 operator-(Position a, Position b)
{
    return {static_cast<float>(a.x - b.x), static_cast<float>(a.y - b.y)};
}

SATBOX_INLINE Position minimum(Position a, Position b)
{
    return {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y};
}
SATBOX_INLINE Position maximum(Position a, Position b)
{
    return {a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y};
}
SATBOX_INLINE bool isFinite(Position p) { return __builtin_isfinite(p.x) && __builtin_isfinite(p.y); }

// Relative to the world's origin, rounded: for uses that need no accuracy far from it.
SATBOX_INLINE Vec2 toVec2(Position p) { return p - Position{}; }

// A frame in the world. invMul of two gives the Transform of one relative to the other.
struct WorldTransform {
    Position p{};
    Rot q{};

    WorldTransform() = default;
    WorldTransform(Position position, Rot rotation = {}) : p(position), q(rotation) {}
    WorldTransform(const Transform& t) : p(t.p), q(t.q) {} // implicit: exact

    friend bool operator==(const WorldTransform&, const WorldTransform&) = default;
};

SATBOX_INLINE Position transformPoint(const WorldTransform& t, Vec2 v) { return t.p + rotate(t.q, v); }
SATBOX_INLINE Vec2 invTransformPoint(const WorldTransform& t, Position p) { return invRotate(t.q, p - t.p); }
SATBOX_INLINE Transform invMul(const WorldTransform& a, const WorldTransform& b)
{
    return {invRotate(a.q, b.p - a.p), invMul(a.q, b.q)};
}
// The same frame relative to `origin`.
SATBOX_INLINE Transform relativeTo(Position origin, const WorldTransform& t) { return {t.p - origin, t.q}; }
SATBOX_INLINE bool isFinite(const WorldTransform& t) { return isFinite(t.p) && isFinite(t.q); }

// A box in world coordinates; an Aabb is in some other frame.
struct WorldBox {
    Position lower;
    Position upper;

    WorldBox() = default;
    constexpr WorldBox(Position low, Position high) : lower(low), upper(high) {}
    constexpr WorldBox(const Aabb& box) : lower(box.lower), upper(box.upper) {} // implicit: exact

    friend bool operator==(const WorldBox&, const WorldBox&) = default;
};

SATBOX_INLINE bool contains(const WorldBox& outer, const WorldBox& inner)
{
    const bool lower = (outer.lower.x <= inner.lower.x) & (outer.lower.y <= inner.lower.y);
    const bool upper = (inner.upper.x <= outer.upper.x) & (inner.upper.y <= outer.upper.y);
    return lower & upper;
}
SATBOX_INLINE bool contains(const WorldBox& box, Position p)
{
    return box.lower.x <= p.x && p.x <= box.upper.x && box.lower.y <= p.y && p.y <= box.upper.y;
}
SATBOX_INLINE WorldBox unite(const WorldBox& a, const WorldBox& b)
{
    return {minimum(a.lower, b.lower), maximum(a.upper, b.upper)};
}
SATBOX_INLINE WorldBox expand(const WorldBox& box, float margin)
{
    return {box.lower - Vec2{margin, margin}, box.upper + Vec2{margin, margin}};
}
SATBOX_INLINE Vec2 extents(const WorldBox& box) { return 0.5f * (box.upper - box.lower); }
SATBOX_INLINE Position center(const WorldBox& box)
{
    return {0.5 * (box.lower.x + box.upper.x), 0.5 * (box.lower.y + box.upper.y)};
}
SATBOX_INLINE bool isFinite(const WorldBox& box) { return isFinite(box.lower) && isFinite(box.upper); }

} // namespace satbox
