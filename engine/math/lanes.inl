// kLanes floats as one vector, and a 4 x kLanes transpose between memory and registers. Included, with
// SATBOX_LANES defined, by kernels that are compiled once per instruction set. Everything is in an unnamed
// namespace, since kernels for different instruction sets must not share code. Uses only the vector
// extensions of g++ and clang, except where an intrinsic is much shorter.

#pragma once

#include <cstdint>
#include <cstring>
#if SATBOX_LANES >= 8
#include <immintrin.h>
#endif

namespace satbox {
namespace {

constexpr int kLanes = SATBOX_LANES;
typedef float FloatW __attribute__((vector_size(4 * kLanes)));
// Indices, bits, and masks (all bits of a lane or none). This is the type of a comparison result: its
// elements are int, except on clang, where they are long if long has 32 bits.
typedef decltype(FloatW{} < FloatW{}) IntW;
typedef float Float4 __attribute__((vector_size(16))); // four consecutive floats of one object

[[gnu::always_inline]] inline FloatW splat(float f) { return FloatW{} + f; }

[[gnu::always_inline]] inline bool any(IntW mask)
{
#if SATBOX_LANES == 16
    return _mm512_test_epi32_mask(reinterpret_cast<__m512i>(mask), reinterpret_cast<__m512i>(mask)) != 0;
#elif SATBOX_LANES == 8
    return _mm256_movemask_ps(reinterpret_cast<__m256>(mask)) != 0;
#else
    uint64_t parts[(kLanes + 1) / 2]{};
    std::memcpy(parts, &mask, sizeof mask);
    uint64_t all = 0;
    for (const uint64_t part : parts) all |= part;
    return all != 0;
#endif
}

[[gnu::always_inline]] inline Float4 loadFloat4(const float* from)
{
    Float4 r;
    std::memcpy(&r, from, sizeof r);
    return r;
}
[[gnu::always_inline]] inline void storeFloat4(float* to, Float4 r) { std::memcpy(to, &r, sizeof r); }

// Four consecutive floats of each of kLanes objects, one vector for each of the four. rowAt(lane) is the
// address of the four floats of a lane.
struct FloatW4 {
    FloatW x, y, z, w;
};

#if SATBOX_LANES == 1

template<class RowAt>
[[gnu::always_inline]] inline FloatW4 gatherRows(RowAt rowAt)
{
    const Float4 r = loadFloat4(rowAt(0));
    return {FloatW{r[0]}, FloatW{r[1]}, FloatW{r[2]}, FloatW{r[3]}};
}
template<class RowAt>
[[gnu::always_inline]] inline void scatterRows(RowAt rowAt, const FloatW4& f)
{
    storeFloat4(rowAt(0), Float4{f.x[0], f.y[0], f.z[0], f.w[0]});
}

#elif SATBOX_LANES == 4

template<class RowAt>
[[gnu::always_inline]] inline FloatW4 gatherRows(RowAt rowAt)
{
    const Float4 r0 = loadFloat4(rowAt(0)), r1 = loadFloat4(rowAt(1));
    const Float4 r2 = loadFloat4(rowAt(2)), r3 = loadFloat4(rowAt(3));
    const Float4 a = __builtin_shufflevector(r0, r1, 0, 4, 1, 5),
                 b = __builtin_shufflevector(r2, r3, 0, 4, 1, 5);
    const Float4 c = __builtin_shufflevector(r0, r1, 2, 6, 3, 7),
                 d = __builtin_shufflevector(r2, r3, 2, 6, 3, 7);
    return {__builtin_shufflevector(a, b, 0, 1, 4, 5), __builtin_shufflevector(a, b, 2, 3, 6, 7),
            __builtin_shufflevector(c, d, 0, 1, 4, 5), __builtin_shufflevector(c, d, 2, 3, 6, 7)};
}
template<class RowAt>
[[gnu::always_inline]] inline void scatterRows(RowAt rowAt, const FloatW4& f)
{
    const Float4 a = __builtin_shufflevector(f.x, f.y, 0, 4, 1, 5),
                 b = __builtin_shufflevector(f.x, f.y, 2, 6, 3, 7);
    const Float4 c = __builtin_shufflevector(f.z, f.w, 0, 4, 1, 5),
                 d = __builtin_shufflevector(f.z, f.w, 2, 6, 3, 7);
    storeFloat4(rowAt(0), __builtin_shufflevector(a, c, 0, 1, 4, 5));
    storeFloat4(rowAt(1), __builtin_shufflevector(a, c, 2, 3, 6, 7));
    storeFloat4(rowAt(2), __builtin_shufflevector(b, d, 0, 1, 4, 5));
    storeFloat4(rowAt(3), __builtin_shufflevector(b, d, 2, 3, 6, 7));
}

#elif SATBOX_LANES == 8

// Rows i and i + 4 share a register, so that every shuffle stays within a 16-byte half of it.
[[gnu::always_inline]] inline FloatW loadRows(const float* low, const float* high)
{
    return __builtin_shufflevector(loadFloat4(low), loadFloat4(high), 0, 1, 2, 3, 4, 5, 6, 7);
}
[[gnu::always_inline]] inline void storeRows(float* low, float* high, FloatW v)
{
    storeFloat4(low, __builtin_shufflevector(v, v, 0, 1, 2, 3));
    storeFloat4(high, __builtin_shufflevector(v, v, 4, 5, 6, 7));
}
[[gnu::always_inline]] inline FloatW unpackLow32(FloatW a, FloatW b)
{
    return __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
}
[[gnu::always_inline]] inline FloatW unpackHigh32(FloatW a, FloatW b)
{
    return __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
}
[[gnu::always_inline]] inline FloatW unpackLow64(FloatW a, FloatW b)
{
    return __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
}
[[gnu::always_inline]] inline FloatW unpackHigh64(FloatW a, FloatW b)
{
    return __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
}

template<class RowAt>
[[gnu::always_inline]] inline FloatW4 gatherRows(RowAt rowAt)
{
    const FloatW r0 = loadRows(rowAt(0), rowAt(4)), r1 = loadRows(rowAt(1), rowAt(5));
    const FloatW r2 = loadRows(rowAt(2), rowAt(6)), r3 = loadRows(rowAt(3), rowAt(7));
    const FloatW a = unpackLow32(r0, r1), b = unpackLow32(r2, r3), c = unpackHigh32(r0, r1),
                 d = unpackHigh32(r2, r3);
    return {unpackLow64(a, b), unpackHigh64(a, b), unpackLow64(c, d), unpackHigh64(c, d)};
}
template<class RowAt>
[[gnu::always_inline]] inline void scatterRows(RowAt rowAt, const FloatW4& f)
{
    const FloatW a = unpackLow32(f.x, f.y), b = unpackHigh32(f.x, f.y), c = unpackLow32(f.z, f.w),
                 d = unpackHigh32(f.z, f.w);
    storeRows(rowAt(0), rowAt(4), unpackLow64(a, c));
    storeRows(rowAt(1), rowAt(5), unpackHigh64(a, c));
    storeRows(rowAt(2), rowAt(6), unpackLow64(b, d));
    storeRows(rowAt(3), rowAt(7), unpackHigh64(b, d));
}

#else

// Rows i, i + 4, i + 8 and i + 12 share a register. These two functions use intrinsics: for the equivalent
// shuffles g++ 12 generates three times as many instructions, all on the single shuffle port, which took a
// quarter of a pass.
template<class RowAt>
[[gnu::always_inline]] inline FloatW loadRows(RowAt rowAt, int first)
{
    __m512 r = _mm512_castps128_ps512(loadFloat4(rowAt(first)));
    r = _mm512_insertf32x4(r, loadFloat4(rowAt(first + 4)), 1);
    r = _mm512_insertf32x4(r, loadFloat4(rowAt(first + 8)), 2);
    return _mm512_insertf32x4(r, loadFloat4(rowAt(first + 12)), 3);
}
template<class RowAt>
[[gnu::always_inline]] inline void storeRows(RowAt rowAt, int first, FloatW v)
{
    storeFloat4(rowAt(first), _mm512_castps512_ps128(v));
    storeFloat4(rowAt(first + 4), _mm512_extractf32x4_ps(v, 1));
    storeFloat4(rowAt(first + 8), _mm512_extractf32x4_ps(v, 2));
    storeFloat4(rowAt(first + 12), _mm512_extractf32x4_ps(v, 3));
}
[[gnu::always_inline]] inline FloatW unpackLow32(FloatW a, FloatW b)
{
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29);
}
[[gnu::always_inline]] inline FloatW unpackHigh32(FloatW a, FloatW b)
{
    return __builtin_shufflevector(a, b, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31);
}
[[gnu::always_inline]] inline FloatW unpackLow64(FloatW a, FloatW b)
{
    return __builtin_shufflevector(a, b, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
}
[[gnu::always_inline]] inline FloatW unpackHigh64(FloatW a, FloatW b)
{
    return __builtin_shufflevector(a, b, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
}

template<class RowAt>
[[gnu::always_inline]] inline FloatW4 gatherRows(RowAt rowAt)
{
    const FloatW r0 = loadRows(rowAt, 0), r1 = loadRows(rowAt, 1);
    const FloatW r2 = loadRows(rowAt, 2), r3 = loadRows(rowAt, 3);
    const FloatW a = unpackLow32(r0, r1), b = unpackLow32(r2, r3), c = unpackHigh32(r0, r1),
                 d = unpackHigh32(r2, r3);
    return {unpackLow64(a, b), unpackHigh64(a, b), unpackLow64(c, d), unpackHigh64(c, d)};
}
template<class RowAt>
[[gnu::always_inline]] inline void scatterRows(RowAt rowAt, const FloatW4& f)
{
    const FloatW a = unpackLow32(f.x, f.y), b = unpackHigh32(f.x, f.y), c = unpackLow32(f.z, f.w),
                 d = unpackHigh32(f.z, f.w);
    storeRows(rowAt, 0, unpackLow64(a, c));
    storeRows(rowAt, 1, unpackHigh64(a, c));
    storeRows(rowAt, 2, unpackLow64(b, d));
    storeRows(rowAt, 3, unpackHigh64(b, d));
}

#endif

} // namespace
} // namespace satbox
