#pragma once

#include "engine/math/aabb.h"
#include "engine/math/transform.h"

#include <cmath>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace satbox {

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

inline constexpr double kMaxPosition = 2e6; // m, between a body's origin and the world's

inline Position operator+(Position p, Vec2 v)
{
    return {p.x + static_cast<double>(v.x), p.y + static_cast<double>(v.y)};
}
inline Position operator-(Position p, Vec2 v)
{
    return {p.x - static_cast<double>(v.x), p.y - static_cast<double>(v.y)};
}
inline Position& operator+=(Position& p, Vec2 v) { return p = p + v; }
inline Vec2 operator-(Position a, Position b)
{
    return {static_cast<float>(a.x - b.x), static_cast<float>(a.y - b.y)};
}

inline Position minimum(Position a, Position b) { return {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y}; }
inline Position maximum(Position a, Position b) { return {a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y}; }
inline bool isFinite(Position p) { return std::isfinite(p.x) && std::isfinite(p.y); }

// Relative to the world's origin, rounded: for uses that need no accuracy far from it.
inline Vec2 toVec2(Position p) { return p - Position{}; }

// A frame in the world. invMul of two gives the Transform of one relative to the other.
struct WorldTransform {
    Position p{};
    Rot q{};

    WorldTransform() = default;
    WorldTransform(Position position, Rot rotation = {}) : p(position), q(rotation) {}
    WorldTransform(const Transform& t) : p(t.p), q(t.q) {} // implicit: exact

    friend bool operator==(const WorldTransform&, const WorldTransform&) = default;
};

inline Position transformPoint(const WorldTransform& t, Vec2 v) { return t.p + rotate(t.q, v); }
inline Vec2 invTransformPoint(const WorldTransform& t, Position p) { return invRotate(t.q, p - t.p); }
inline Transform invMul(const WorldTransform& a, const WorldTransform& b)
{
    return {invRotate(a.q, b.p - a.p), invMul(a.q, b.q)};
}
// The same frame relative to `origin`.
inline Transform relativeTo(Position origin, const WorldTransform& t) { return {t.p - origin, t.q}; }
inline bool isFinite(const WorldTransform& t) { return isFinite(t.p) && isFinite(t.q); }

// A box in world coordinates; an Aabb is in some other frame.
struct WorldBox {
    Position lower;
    Position upper;

    WorldBox() = default;
    constexpr WorldBox(Position low, Position high) : lower(low), upper(high) {}
    constexpr WorldBox(const Aabb& box) : lower(box.lower), upper(box.upper) {} // implicit: exact

    friend bool operator==(const WorldBox&, const WorldBox&) = default;
};

inline bool overlaps(const WorldBox& a, const WorldBox& b)
{
    typedef double Two __attribute__((vector_size(16)));
    const auto two = [](Position p) { return Two{p.x, p.y}; };
    const auto overlap = (two(a.lower) <= two(b.upper)) & (two(b.lower) <= two(a.upper));
#if defined(__SSE2__)
    return _mm_movemask_pd(reinterpret_cast<__m128d>(overlap)) == 3;
#else
    return (overlap[0] & overlap[1]) != 0;
#endif
}
inline bool contains(const WorldBox& outer, const WorldBox& inner)
{
    const bool lower = (outer.lower.x <= inner.lower.x) & (outer.lower.y <= inner.lower.y);
    const bool upper = (inner.upper.x <= outer.upper.x) & (inner.upper.y <= outer.upper.y);
    return lower & upper;
}
inline bool contains(const WorldBox& box, Position p)
{
    return box.lower.x <= p.x && p.x <= box.upper.x && box.lower.y <= p.y && p.y <= box.upper.y;
}
inline WorldBox unite(const WorldBox& a, const WorldBox& b)
{
    return {minimum(a.lower, b.lower), maximum(a.upper, b.upper)};
}
inline WorldBox expand(const WorldBox& box, float margin)
{
    return {box.lower - Vec2{margin, margin}, box.upper + Vec2{margin, margin}};
}
inline Vec2 extents(const WorldBox& box) { return 0.5f * (box.upper - box.lower); }
inline Position center(const WorldBox& box)
{
    return {0.5 * (box.lower.x + box.upper.x), 0.5 * (box.lower.y + box.upper.y)};
}
inline bool isFinite(const WorldBox& box) { return isFinite(box.lower) && isFinite(box.upper); }

// World box of a box relative to `origin`.
inline WorldBox boxAt(Position origin, const Aabb& box) { return {origin + box.lower, origin + box.upper}; }

// A float box that contains `box`, rounded outward by one or two ulps: for the trees of the broad phase.
inline Aabb enclosingAabb(const WorldBox& box)
{
    constexpr float kStep = 1.2e-7f; // relative; larger than the distance to the next float
    const Vec2 lower = toVec2(box.lower), upper = toVec2(box.upper);
    return {{lower.x - kStep * std::fabs(lower.x), lower.y - kStep * std::fabs(lower.y)},
            {upper.x + kStep * std::fabs(upper.x), upper.y + kStep * std::fabs(upper.y)}};
}

// Grid of the centres and boxes of a world's bodies: multiples of 2^-30 length units (the unit rounded down
// to a power of two). Sums and differences of grid positions are exact up to 2^21 length units from the
// origin, so that a shift of the world by such a multiple changes no bit of a step
// (docs/step.md, "Far from the origin").
class PositionGrid {
  public:
    explicit PositionGrid(float lengthUnit = 1.0f) : coarse_(std::ldexp(1.5, std::ilogb(lengthUnit) + 22)) {}

    double spacing() const { return coarse_ / 0x1.8p52; } // m
    friend bool operator==(PositionGrid, PositionGrid) = default;

    // The nearest grid point at any distance: boxes of large shapes may extend beyond kMaxPosition.
    double snap(double v) const
    {
        const double step = spacing();
        return std::nearbyint(v / step) * step;
    }
    Position snap(Position p) const { return {snap(p.x), snap(p.y)}; }

    // p + v on the grid. Precondition: p is a grid point. Rounds the displacement instead of the sum, whose
    // rounding would depend on the distance from the origin.
    Position displaced(Position p, Vec2 v) const { return {p.x + nearest(v.x), p.y + nearest(v.y)}; }
    WorldBox boxAt(Position origin, const Aabb& box) const
    {
        return {displaced(origin, box.lower), displaced(origin, box.upper)};
    }

  private:
    // snap() in two operations, for the step. Precondition: |v| is at most 2^21 length units.
    double nearest(float v) const { return (static_cast<double>(v) + coarse_) - coarse_; }

    double coarse_; // m, 1.5 * 2^22 units: adding it rounds to the grid
};

} // namespace satbox
