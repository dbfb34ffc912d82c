// The frames of pins in lanes when a step begins. Included by the kernels for pins of nets and for chains.

#pragma once

#include "engine/constraints/joint/pin_block.h"
#include "engine/constraints/vec2_lanes.inl"

namespace satbox {
namespace {

// As many doubles as a register holds.
constexpr int kDoubles = kLanes > 1 ? kLanes / 2 : 1;
typedef double HalfDoubleW __attribute__((vector_size(8 * kDoubles)));
typedef float HalfW __attribute__((vector_size(4 * kDoubles)));

[[gnu::always_inline]] inline HalfDoubleW widen(const float* from)
{
    HalfW half;
    std::memcpy(&half, from, sizeof half);
    return __builtin_convertvector(half, HalfDoubleW);
}
[[gnu::always_inline]] inline void narrow(float* to, HalfDoubleW v)
{
    const HalfW half = __builtin_convertvector(v, HalfW);
    std::memcpy(to, &half, sizeof half);
}

[[gnu::always_inline]] inline FloatW roundedDown(FloatW v)
{
    const FloatW whole = splat(8388608.0f); // 2^23: greater floats have no fraction
    const auto hasFraction = (v < whole) & (v > -whole);
    const FloatW some = hasFraction ? v : FloatW{};
    const FloatW cut = __builtin_convertvector(__builtin_convertvector(some, IntW), FloatW);
    return hasFraction ? (cut > some ? cut - 1.0f : cut) : v;
}

[[gnu::always_inline]] inline FloatW angleOf(const RotW& q)
{
    float c[kLanes], s[kLanes], angle[kLanes];
    store(c, q.c);
    store(s, q.s);
    for (int lane = 0; lane < kLanes; lane += kDoubles)
        narrow(angle + lane, angleOfDoubles(widen(c + lane), widen(s + lane)));
    return load(angle);
}

// As framesOf(): anchors, and the angle with full turns counted from the last one.
struct PinFrames {
    Vec2W startA, startB, startD;
    FloatW angle;
};
// Of the pins in kLanes lanes from `first`.
[[gnu::always_inline]] inline PinFrames framesOf(const PinLanes& pins, int first)
{
    const auto of = [&](const float* lanes) { return load(lanes + first); };
    const auto pair = [&](const float* x, const float* y) { return Vec2W{of(x), of(y)}; };
    const Vec2W rA = rotate({of(pins.turnAc), of(pins.turnAs)}, pair(pins.anchorAx, pins.anchorAy));
    const Vec2W rB = rotate({of(pins.turnBc), of(pins.turnBs)}, pair(pins.anchorBx, pins.anchorBy));
    const RotW a{of(pins.frameAc), of(pins.frameAs)}, b{of(pins.frameBc), of(pins.frameBs)};
    const FloatW angle = angleOf({a.c * b.c + a.s * b.s, a.c * b.s - a.s * b.c});
    const FloatW turn = splat(2.0f * kPi);
    return {rA, rB, pair(pins.centersX, pins.centersY) + (rB - rA),
            angle + turn * roundedDown((of(pins.angle) - angle) / turn + 0.5f)};
}

} // namespace
} // namespace satbox
