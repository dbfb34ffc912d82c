// Arithmetic on W floats, and rows of BodyState loaded and stored as such; included by contact_lanes.inl.

#include "engine/math/lanes.inl"
#include "engine/solver/body_state.h"

namespace satbox {
namespace {

inline F load(const float* p)
{
    F v;
    std::memcpy(&v, p, sizeof v);
    return v;
}
inline void store(float* p, F v) { std::memcpy(p, &v, sizeof v); }
inline F maximum(F a, F b) { return a > b ? a : b; }
inline F minimum(F a, F b) { return a < b ? a : b; }
inline F squareRoot(F v)
{
    F root = v;
    for (int lane = 0; lane < W; ++lane) root[lane] = __builtin_sqrtf(v[lane]);
    return root;
}

// One half of the rows of W bodies: 0 velocities, 1 pose changes.
inline Fields gather(const BodyState* states, const int32_t* rows, int half)
{
    return gatherRows(
        [=](int lane) { return reinterpret_cast<const float*>(states + rows[lane]) + 4 * half; });
}
inline void scatter(BodyState* states, const int32_t* rows, int half, const Fields& f)
{
    scatterRows([=](int lane) { return reinterpret_cast<float*>(states + rows[lane]) + 4 * half; }, f);
}

} // namespace
} // namespace satbox
