#pragma once

#include "engine/math/vec2.h"

#include <cstdint>
#include <cstring>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace satbox {

// Axis-aligned box, metres. Valid when lower <= upper; touching boxes overlap.
struct Aabb {
    Vec2 lower{0.0f, 0.0f};
    Vec2 upper{0.0f, 0.0f};
    friend bool operator==(const Aabb&, const Aabb&) = default;
};

inline bool overlaps(const Aabb& a, const Aabb& b)
{
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y &&
           b.lower.y <= a.upper.y;
}

// overlaps() with a fixed box as a single SIMD comparison: for tree queries.
class OverlapsBox {
  public:
    explicit OverlapsBox(const Aabb& box) : limits_{box.upper.x, box.upper.y, -box.lower.x, -box.lower.y} {}
    bool operator()(const Aabb& box) const
    {
        Four corners;
        static_assert(sizeof corners == sizeof box);
        std::memcpy(&corners, &box, sizeof corners);
        const Mask overlap =
            reinterpret_cast<Four>(reinterpret_cast<Mask>(corners) ^ kNegativeUpper) <= limits_;
#if defined(__SSE__)
        return _mm_movemask_ps(reinterpret_cast<__m128>(overlap)) == 15;
#else
        uint64_t halves[2];
        std::memcpy(halves, &overlap, sizeof halves);
        return (halves[0] & halves[1]) == ~uint64_t{0};
#endif
    }

  private:
    typedef float Four __attribute__((vector_size(16)));
    typedef int32_t Mask __attribute__((vector_size(16)));
    static constexpr Mask kNegativeUpper{0, 0, INT32_MIN, INT32_MIN}; // sign bits
    Four limits_; // upper bounds of the lower corner and of the negated upper corner
};

inline bool contains(const Aabb& outer, const Aabb& inner)
{
    return outer.lower.x <= inner.lower.x && outer.lower.y <= inner.lower.y &&
           inner.upper.x <= outer.upper.x && inner.upper.y <= outer.upper.y;
}
inline bool contains(const Aabb& box, Vec2 p)
{
    return box.lower.x <= p.x && p.x <= box.upper.x && box.lower.y <= p.y && p.y <= box.upper.y;
}
inline Aabb unite(const Aabb& a, const Aabb& b)
{
    return {minimum(a.lower, b.lower), maximum(a.upper, b.upper)};
}
inline Aabb expand(const Aabb& a, float margin)
{
    return {a.lower - Vec2{margin, margin}, a.upper + Vec2{margin, margin}};
}
inline Vec2 center(const Aabb& a) { return 0.5f * (a.lower + a.upper); }
inline Vec2 extents(const Aabb& a) { return 0.5f * (a.upper - a.lower); }
inline float perimeter(const Aabb& a) { return 2.0f * ((a.upper.x - a.lower.x) + (a.upper.y - a.lower.y)); }
inline bool isFinite(const Aabb& a) { return isFinite(a.lower) && isFinite(a.upper); }

} // namespace satbox
