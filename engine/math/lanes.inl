// W floats as one value, and a 4 x W transpose between memory and registers. Included, with SATBOX_LANES
// defined, by the kernels that are compiled once for each instruction set: in an unnamed namespace, since
// these must not share code. Only the compilers' vector extensions are used (g++ and clang), except where an
// intrinsic is much shorter.

#pragma once

#include <cstdint>
#include <cstring>
#if SATBOX_LANES >= 8
#include <immintrin.h>
#endif

namespace satbox {
namespace {

constexpr int W = SATBOX_LANES;
typedef float F __attribute__((vector_size(4 * W)));
// Indices and bits; masks: all bits of a lane or none. The type of a comparison, whose elements are int, but
// long with clang where that has 32 bits.
typedef decltype(F{} < F{}) I;
typedef float Row __attribute__((vector_size(16))); // four neighbouring floats of one thing

[[gnu::always_inline]] inline F splat(float f) { return F{} + f; }

[[gnu::always_inline]] inline bool any(I mask)
{
#if SATBOX_LANES == 16
    return _mm512_test_epi32_mask(reinterpret_cast<__m512i>(mask), reinterpret_cast<__m512i>(mask)) != 0;
#elif SATBOX_LANES == 8
    return _mm256_movemask_ps(reinterpret_cast<__m256>(mask)) != 0;
#else
    uint64_t parts[(W + 1) / 2]{};
    std::memcpy(parts, &mask, sizeof mask);
    uint64_t all = 0;
    for (const uint64_t part : parts) all |= part;
    return all != 0;
#endif
}

[[gnu::always_inline]] inline Row loadRow(const float* from)
{
    Row r;
    std::memcpy(&r, from, sizeof r);
    return r;
}
[[gnu::always_inline]] inline void storeRow(float* to, Row r) { std::memcpy(to, &r, sizeof r); }

// Four neighbouring floats of W things, one of the four a register. rowAt(lane) is where a lane's four lie.
struct Fields {
    F x, y, z, w;
};

#if SATBOX_LANES == 1

template<class RowAt>
[[gnu::always_inline]] inline Fields gatherRows(RowAt rowAt)
{
    const Row r = loadRow(rowAt(0));
    return {F{r[0]}, F{r[1]}, F{r[2]}, F{r[3]}};
}
template<class RowAt>
[[gnu::always_inline]] inline void scatterRows(RowAt rowAt, const Fields& f)
{
    storeRow(rowAt(0), Row{f.x[0], f.y[0], f.z[0], f.w[0]});
}

#elif SATBOX_LANES == 4

template<class RowAt>
[[gnu::always_inline]] inline Fields gatherRows(RowAt rowAt)
{
    const Row r0 = loadRow(rowAt(0)), r1 = loadRow(rowAt(1));
    const Row r2 = loadRow(rowAt(2)), r3 = loadRow(rowAt(3));
    const Row a = __builtin_shufflevector(r0, r1, 0, 4, 1, 5),
              b = __builtin_shufflevector(r2, r3, 0, 4, 1, 5);
    const Row c = __builtin_shufflevector(r0, r1, 2, 6, 3, 7),
              d = __builtin_shufflevector(r2, r3, 2, 6, 3, 7);
    return {__builtin_shufflevector(a, b, 0, 1, 4, 5), __builtin_shufflevector(a, b, 2, 3, 6, 7),
            __builtin_shufflevector(c, d, 0, 1, 4, 5), __builtin_shufflevector(c, d, 2, 3, 6, 7)};
}
template<class RowAt>
[[gnu::always_inline]] inline void scatterRows(RowAt rowAt, const Fields& f)
{
    const Row a = __builtin_shufflevector(f.x, f.y, 0, 4, 1, 5),
              b = __builtin_shufflevector(f.x, f.y, 2, 6, 3, 7);
    const Row c = __builtin_shufflevector(f.z, f.w, 0, 4, 1, 5),
              d = __builtin_shufflevector(f.z, f.w, 2, 6, 3, 7);
    storeRow(rowAt(0), __builtin_shufflevector(a, c, 0, 1, 4, 5));
    storeRow(rowAt(1), __builtin_shufflevector(a, c, 2, 3, 6, 7));
    storeRow(rowAt(2), __builtin_shufflevector(b, d, 0, 1, 4, 5));
    storeRow(rowAt(3), __builtin_shufflevector(b, d, 2, 3, 6, 7));
}

#elif SATBOX_LANES == 8

// Rows i and i + 4 share a register, so that all shuffles stay inside its 16-byte halves.
[[gnu::always_inline]] inline F loadRows(const float* low, const float* high)
{
    return __builtin_shufflevector(loadRow(low), loadRow(high), 0, 1, 2, 3, 4, 5, 6, 7);
}
[[gnu::always_inline]] inline void storeRows(float* low, float* high, F v)
{
    storeRow(low, __builtin_shufflevector(v, v, 0, 1, 2, 3));
    storeRow(high, __builtin_shufflevector(v, v, 4, 5, 6, 7));
}
[[gnu::always_inline]] inline F unpackLow(F a, F b)
{
    return __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
}
[[gnu::always_inline]] inline F unpackHigh(F a, F b)
{
    return __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
}
[[gnu::always_inline]] inline F pairsLow(F a, F b)
{
    return __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
}
[[gnu::always_inline]] inline F pairsHigh(F a, F b)
{
    return __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
}

template<class RowAt>
[[gnu::always_inline]] inline Fields gatherRows(RowAt rowAt)
{
    const F r0 = loadRows(rowAt(0), rowAt(4)), r1 = loadRows(rowAt(1), rowAt(5));
    const F r2 = loadRows(rowAt(2), rowAt(6)), r3 = loadRows(rowAt(3), rowAt(7));
    const F a = unpackLow(r0, r1), b = unpackLow(r2, r3), c = unpackHigh(r0, r1), d = unpackHigh(r2, r3);
    return {pairsLow(a, b), pairsHigh(a, b), pairsLow(c, d), pairsHigh(c, d)};
}
template<class RowAt>
[[gnu::always_inline]] inline void scatterRows(RowAt rowAt, const Fields& f)
{
    const F a = unpackLow(f.x, f.y), b = unpackHigh(f.x, f.y), c = unpackLow(f.z, f.w),
            d = unpackHigh(f.z, f.w);
    storeRows(rowAt(0), rowAt(4), pairsLow(a, c));
    storeRows(rowAt(1), rowAt(5), pairsHigh(a, c));
    storeRows(rowAt(2), rowAt(6), pairsLow(b, d));
    storeRows(rowAt(3), rowAt(7), pairsHigh(b, d));
}

#else

// Rows i, i + 4, i + 8 and i + 12 share a register. These two use intrinsics: g++ 12 makes of shuffles that
// say the same three times as many instructions, all for the one port that shuffles, which took a quarter of
// a pass.
template<class RowAt>
[[gnu::always_inline]] inline F loadRows(RowAt rowAt, int first)
{
    __m512 r = _mm512_castps128_ps512(loadRow(rowAt(first)));
    r = _mm512_insertf32x4(r, loadRow(rowAt(first + 4)), 1);
    r = _mm512_insertf32x4(r, loadRow(rowAt(first + 8)), 2);
    return _mm512_insertf32x4(r, loadRow(rowAt(first + 12)), 3);
}
template<class RowAt>
[[gnu::always_inline]] inline void storeRows(RowAt rowAt, int first, F v)
{
    storeRow(rowAt(first), _mm512_castps512_ps128(v));
    storeRow(rowAt(first + 4), _mm512_extractf32x4_ps(v, 1));
    storeRow(rowAt(first + 8), _mm512_extractf32x4_ps(v, 2));
    storeRow(rowAt(first + 12), _mm512_extractf32x4_ps(v, 3));
}
[[gnu::always_inline]] inline F unpackLow(F a, F b)
{
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29);
}
[[gnu::always_inline]] inline F unpackHigh(F a, F b)
{
    return __builtin_shufflevector(a, b, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31);
}
[[gnu::always_inline]] inline F pairsLow(F a, F b)
{
    return __builtin_shufflevector(a, b, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
}
[[gnu::always_inline]] inline F pairsHigh(F a, F b)
{
    return __builtin_shufflevector(a, b, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
}

template<class RowAt>
[[gnu::always_inline]] inline Fields gatherRows(RowAt rowAt)
{
    const F r0 = loadRows(rowAt, 0), r1 = loadRows(rowAt, 1);
    const F r2 = loadRows(rowAt, 2), r3 = loadRows(rowAt, 3);
    const F a = unpackLow(r0, r1), b = unpackLow(r2, r3), c = unpackHigh(r0, r1), d = unpackHigh(r2, r3);
    return {pairsLow(a, b), pairsHigh(a, b), pairsLow(c, d), pairsHigh(c, d)};
}
template<class RowAt>
[[gnu::always_inline]] inline void scatterRows(RowAt rowAt, const Fields& f)
{
    const F a = unpackLow(f.x, f.y), b = unpackHigh(f.x, f.y), c = unpackLow(f.z, f.w),
            d = unpackHigh(f.z, f.w);
    storeRows(rowAt, 0, pairsLow(a, c));
    storeRows(rowAt, 1, pairsHigh(a, c));
    storeRows(rowAt, 2, pairsLow(b, d));
    storeRows(rowAt, 3, pairsHigh(b, d));
}

#endif

} // namespace
} // namespace satbox
