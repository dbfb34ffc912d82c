// W floats as one value, and rows of BodyState loaded and stored as such; included by contact_kernels.inl. Only
// the compilers' vector extensions are used (g++ and clang), no intrinsics.

#include "engine/solver/body_state.h"

#include <cstring>

namespace satbox {
namespace {

constexpr int W = SATBOX_LANES;
typedef float F __attribute__((vector_size(4 * W)));
typedef float Row __attribute__((vector_size(16))); // half a BodyState

inline F load(const float* p)
{
    F v;
    std::memcpy(&v, p, sizeof v);
    return v;
}
inline void store(float* p, F v) { std::memcpy(p, &v, sizeof v); }
inline F splat(float f) { return F{} + f; }
inline F maximum(F a, F b) { return a > b ? a : b; }
inline F minimum(F a, F b) { return a < b ? a : b; }

inline Row loadRow(const BodyState* states, int32_t row, int half)
{
    Row r;
    std::memcpy(&r, reinterpret_cast<const float*>(states + row) + 4 * half, sizeof r);
    return r;
}
inline void storeRow(BodyState* states, int32_t row, int half, Row r)
{
    std::memcpy(reinterpret_cast<float*>(states + row) + 4 * half, &r, sizeof r);
}

// Four fields of W rows, one field a register: a 4 x W transpose.
struct Fields {
    F x, y, z, w;
};

#if SATBOX_LANES == 1

inline Fields gather(const BodyState* states, const int32_t* rows, int half)
{
    const Row r = loadRow(states, rows[0], half);
    return {F{r[0]}, F{r[1]}, F{r[2]}, F{r[3]}};
}
inline void scatter(BodyState* states, const int32_t* rows, int half, const Fields& f)
{
    storeRow(states, rows[0], half, Row{f.x[0], f.y[0], f.z[0], f.w[0]});
}

#elif SATBOX_LANES == 4

inline Fields gather(const BodyState* states, const int32_t* rows, int half)
{
    const Row r0 = loadRow(states, rows[0], half), r1 = loadRow(states, rows[1], half);
    const Row r2 = loadRow(states, rows[2], half), r3 = loadRow(states, rows[3], half);
    const Row a = __builtin_shufflevector(r0, r1, 0, 4, 1, 5),
              b = __builtin_shufflevector(r2, r3, 0, 4, 1, 5);
    const Row c = __builtin_shufflevector(r0, r1, 2, 6, 3, 7),
              d = __builtin_shufflevector(r2, r3, 2, 6, 3, 7);
    return {__builtin_shufflevector(a, b, 0, 1, 4, 5), __builtin_shufflevector(a, b, 2, 3, 6, 7),
            __builtin_shufflevector(c, d, 0, 1, 4, 5), __builtin_shufflevector(c, d, 2, 3, 6, 7)};
}
inline void scatter(BodyState* states, const int32_t* rows, int half, const Fields& f)
{
    const Row a = __builtin_shufflevector(f.x, f.y, 0, 4, 1, 5),
              b = __builtin_shufflevector(f.x, f.y, 2, 6, 3, 7);
    const Row c = __builtin_shufflevector(f.z, f.w, 0, 4, 1, 5),
              d = __builtin_shufflevector(f.z, f.w, 2, 6, 3, 7);
    storeRow(states, rows[0], half, __builtin_shufflevector(a, c, 0, 1, 4, 5));
    storeRow(states, rows[1], half, __builtin_shufflevector(a, c, 2, 3, 6, 7));
    storeRow(states, rows[2], half, __builtin_shufflevector(b, d, 0, 1, 4, 5));
    storeRow(states, rows[3], half, __builtin_shufflevector(b, d, 2, 3, 6, 7));
}

#else

// Rows i and i + 4 share a register, so that all shuffles stay inside its 16-byte halves.
inline F loadRows(const BodyState* states, const int32_t* rows, int i, int half)
{
    const Row low = loadRow(states, rows[i], half), high = loadRow(states, rows[i + 4], half);
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
}
inline void storeRows(BodyState* states, const int32_t* rows, int i, int half, F v)
{
    storeRow(states, rows[i], half, __builtin_shufflevector(v, v, 0, 1, 2, 3));
    storeRow(states, rows[i + 4], half, __builtin_shufflevector(v, v, 4, 5, 6, 7));
}
inline F unpackLow(F a, F b) { return __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13); }
inline F unpackHigh(F a, F b) { return __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15); }
inline F pairsLow(F a, F b) { return __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13); }
inline F pairsHigh(F a, F b) { return __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15); }

inline Fields gather(const BodyState* states, const int32_t* rows, int half)
{
    const F r0 = loadRows(states, rows, 0, half), r1 = loadRows(states, rows, 1, half);
    const F r2 = loadRows(states, rows, 2, half), r3 = loadRows(states, rows, 3, half);
    const F a = unpackLow(r0, r1), b = unpackLow(r2, r3), c = unpackHigh(r0, r1), d = unpackHigh(r2, r3);
    return {pairsLow(a, b), pairsHigh(a, b), pairsLow(c, d), pairsHigh(c, d)};
}
inline void scatter(BodyState* states, const int32_t* rows, int half, const Fields& f)
{
    const F a = unpackLow(f.x, f.y), b = unpackHigh(f.x, f.y), c = unpackLow(f.z, f.w),
            d = unpackHigh(f.z, f.w);
    storeRows(states, rows, 0, half, pairsLow(a, c));
    storeRows(states, rows, 1, half, pairsHigh(a, c));
    storeRows(states, rows, 2, half, pairsLow(b, d));
    storeRows(states, rows, 3, half, pairsHigh(b, d));
}

#endif

} // namespace
} // namespace satbox
