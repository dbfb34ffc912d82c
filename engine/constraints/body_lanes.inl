// Vector arithmetic on kLanes floats; rows of BodyState loaded and stored as vectors.

#pragma once

#include "engine/math/lanes.inl"
#include <satbox/body_state.h>

namespace satbox {
namespace {

[[gnu::always_inline]] inline FloatW load(const float* p)
{
    FloatW v;
    std::memcpy(&v, p, sizeof v);
    return v;
}
[[gnu::always_inline]] inline void store(float* p, FloatW v) { std::memcpy(p, &v, sizeof v); }
[[gnu::always_inline]] inline FloatW maximum(FloatW a, FloatW b) { return a > b ? a : b; }
[[gnu::always_inline]] inline FloatW minimum(FloatW a, FloatW b) { return a < b ? a : b; }
[[gnu::always_inline]] inline FloatW squareRoot(FloatW v)
{
    FloatW root = v;
    for (int lane = 0; lane < kLanes; ++lane) root[lane] = __builtin_sqrtf(v[lane]);
    return root;
}

[[gnu::always_inline]] inline const float* rowAt(const BodyState* states, uint32_t offset, int half)
{
    return reinterpret_cast<const float*>(reinterpret_cast<const char*>(states) + offset) + 4 * half;
}
[[gnu::always_inline]] inline float* rowAt(BodyState* states, uint32_t offset, int half)
{
    return reinterpret_cast<float*>(reinterpret_cast<char*>(states) + offset) + 4 * half;
}

// One half of the rows of kLanes bodies: half 0 is the velocities, half 1 the pose changes. `bodies`: byte
// offsets of the rows.
[[gnu::always_inline]] inline FloatW4 gather(const BodyState* states, const uint32_t* bodies, int half)
{
    return gatherRows([=](int lane) { return rowAt(states, bodies[lane], half); });
}
[[gnu::always_inline]] inline void scatter(BodyState* states, const uint32_t* bodies, int half,
                                           const FloatW4& f)
{
    scatterRows([=](int lane) { return rowAt(states, bodies[lane], half); }, f);
}
// The same, but writes only lanes whose inverse mass is not 0.
[[gnu::always_inline]] inline void scatterMovable(FloatW invMass, BodyState* states, const uint32_t* bodies,
                                                  int half, const FloatW4& f)
{
    alignas(16) float dummy[4];
    scatterRows([&](int lane) { return invMass[lane] > 0.0f ? rowAt(states, bodies[lane], half) : dummy; },
                f);
}

} // namespace
} // namespace satbox
