#pragma once

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

namespace satbox {

using Vec2 = glm::vec2; // unit (m, m/s, N, ...) by the variable

// z component of the 3D cross product: positive if b is counter-clockwise of a.
inline float cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }

// cross(v, s): s times v rotated by -90 degrees. cross(s, v): s times v rotated by +90 degrees. So cross(w,
// r) is the velocity of a point at r on a body with angular velocity w, rad/s.
inline Vec2 cross(Vec2 v, float s) { return {s * v.y, -s * v.x}; }
inline Vec2 cross(float s, Vec2 v) { return {-s * v.y, s * v.x}; }

// v rotated by +90 degrees. The right-hand perpendicular of a counter-clockwise polygon's edge is its outward
// normal: rightPerp(edge).
inline Vec2 perp(Vec2 v) { return {-v.y, v.x}; }
inline Vec2 rightPerp(Vec2 v) { return {v.y, -v.x}; }

inline float dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
inline float lengthSquared(Vec2 v) { return v.x * v.x + v.y * v.y; }
inline float length(Vec2 v) { return std::sqrt(lengthSquared(v)); }

// v / |v|; (0, 0) if the length is too small to divide by.
inline Vec2 normalizeOrZero(Vec2 v)
{
    const float len = length(v);
    return len > 1e-18f ? Vec2{v.x / len, v.y / len} : Vec2{0.0f, 0.0f};
}

inline bool isFinite(float f) { return std::isfinite(f); }
inline bool isFinite(Vec2 v) { return std::isfinite(v.x) && std::isfinite(v.y); }

inline Vec2 minimum(Vec2 a, Vec2 b) { return {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y}; }
inline Vec2 maximum(Vec2 a, Vec2 b) { return {a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y}; }

inline constexpr float kPi = 3.14159265358979323846f;

} // namespace satbox
