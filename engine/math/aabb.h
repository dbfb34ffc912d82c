#pragma once

#include <satbox/math.h>

#include <cstdint>
#include <cstring>
#include <limits>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace satbox {

// Overlaps nothing.
inline constexpr Aabb kEmptyBox{Vec2(std::numeric_limits<float>::max()),
                                Vec2(std::numeric_limits<float>::lowest())};

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

} // namespace satbox
