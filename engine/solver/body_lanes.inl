// Arithmetic on W floats, and rows of BodyState loaded and stored as such; included by contact_lanes.inl.

#pragma once

#include "engine/math/lanes.inl"
#include "engine/solver/body_state.h"

namespace satbox {
namespace {

[[gnu::always_inline]] inline F load(const float* p)
{
    F v;
    std::memcpy(&v, p, sizeof v);
    return v;
}
[[gnu::always_inline]] inline void store(float* p, F v) { std::memcpy(p, &v, sizeof v); }
[[gnu::always_inline]] inline F maximum(F a, F b) { return a > b ? a : b; }
[[gnu::always_inline]] inline F minimum(F a, F b) { return a < b ? a : b; }
[[gnu::always_inline]] inline F squareRoot(F v)
{
    F root = v;
    for (int lane = 0; lane < W; ++lane) root[lane] = __builtin_sqrtf(v[lane]);
    return root;
}

[[gnu::always_inline]] inline const float* rowAt(const BodyState* states, uint32_t bytes, int half)
{
    return reinterpret_cast<const float*>(reinterpret_cast<const char*>(states) + bytes) + 4 * half;
}
[[gnu::always_inline]] inline float* rowAt(BodyState* states, uint32_t bytes, int half)
{
    return reinterpret_cast<float*>(reinterpret_cast<char*>(states) + bytes) + 4 * half;
}

// One half of the rows of W bodies: 0 velocities, 1 pose changes.
[[gnu::always_inline]] inline Fields gather(const BodyState* states, const uint32_t* bodies, int half)
{
    return gatherRows([=](int lane) { return rowAt(states, bodies[lane], half); });
}
[[gnu::always_inline]] inline void scatter(BodyState* states, const uint32_t* bodies, int half,
                                           const Fields& f)
{
    scatterRows([=](int lane) { return rowAt(states, bodies[lane], half); }, f);
}
// The same for the lanes whose inverse mass is not 0.
[[gnu::always_inline]] inline void scatterWhere(F invMass, BodyState* states, const uint32_t* bodies,
                                                int half, const Fields& f)
{
    alignas(16) float unused[4];
    scatterRows([&](int lane) { return invMass[lane] > 0.0f ? rowAt(states, bodies[lane], half) : unused; },
                f);
}

} // namespace
} // namespace satbox
