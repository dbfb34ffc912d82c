#pragma once

#include <satbox/math.h>

#include <cmath>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace satbox {

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
    explicit PositionGrid(float lengthUnit = 1.0f)
        : roundingMagic_(std::ldexp(1.5, std::ilogb(lengthUnit) + 22))
    {}

    double spacing() const { return roundingMagic_ / 0x1.8p52; } // m
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
    double nearest(float v) const { return (static_cast<double>(v) + roundingMagic_) - roundingMagic_; }

    double roundingMagic_; // m, 1.5 * 2^22 units: adding and subtracting it rounds to the grid
};

} // namespace satbox
