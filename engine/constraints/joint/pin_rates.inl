// The speeds that pins remove, in lanes: as joint_equations.cpp computes them, with the same bits. Included
// by the kernels for trees and for chains.

#pragma once

#include "engine/constraints/double_lanes.inl"
#include "engine/constraints/joint/joint_rules.h"

namespace satbox {
namespace {

// As PredictedTurn.
struct Turn {
    FloatW w, s, curvature;
};
[[gnu::always_inline]] inline Turn turnOf(FloatW spin, float h)
{
    const FloatW d = h * spin, root = squareRoot(1.0f + d * d);
    return {spin, 1.0f / root, d * spin / (root * (1.0f + root))};
}
[[gnu::always_inline]] inline Vec2W rateOf(const Turn& turn, const Vec2W& r)
{
    return turn.s * turn.w * perp(r) - turn.curvature * r;
}
[[gnu::always_inline]] inline IntW isPredictable(FloatW spinA, FloatW spinB, float h)
{
    const FloatW a = magnitude(spinA), b = magnitude(spinB);
    return h * (a < b ? b : a) < splat(kMaxPredictedTurn);
}

// The bodies of a pin: velocities, and anchors relative to the centres of mass.
struct PinEnds {
    Vec2W vA;
    FloatW wA;
    Vec2W rA;
    Vec2W vB;
    FloatW wB;
    Vec2W rB;
};
// As pinSpeed().
[[gnu::always_inline]] inline Vec2W pinSpeed(const PinEnds& e)
{
    return e.vB + Vec2W{-e.wB * e.rB.y, e.wB * e.rB.x} - e.vA - Vec2W{-e.wA * e.rA.y, e.wA * e.rA.x};
}
// As PinRate.
struct PinRateW {
    Vec2W rate, bias;
};
// As pushRate() outside nets. `d`: from anchor A to anchor B.
[[gnu::always_inline]] inline PinRateW pushRate(const PinEnds& e, const Vec2W& d, float h, float pushSpeed)
{
    const FloatW error = length(d), rate = splat(kJointErrorShare / h);
    const auto hasError = error > FloatW{};
    const FloatW maxShare = hasError ? pushSpeed / (hasError ? error : splat(1.0f)) : FloatW{};
    const FloatW share = maxShare < rate ? maxShare : rate;
    const Turn turnA = turnOf(e.wA, h), turnB = turnOf(e.wB, h);
    const Vec2W predicted = (e.vB + rateOf(turnB, e.rB)) - (e.vA + rateOf(turnA, e.rA));
    return {choose(isPredictable(e.wA, e.wB, h), predicted, pinSpeed(e)), share * d};
}

} // namespace
} // namespace satbox
