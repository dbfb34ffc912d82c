// Vectors of kLanes doubles beside those of floats, and choices between vectors by a mask.

#pragma once

#include "engine/constraints/vec2_lanes.inl"

namespace satbox {
namespace {

typedef double DoubleW __attribute__((vector_size(8 * kLanes)));
typedef decltype(DoubleW{} < DoubleW{}) LongW; // masks of doubles

[[gnu::always_inline]] inline DoubleW widen(FloatW v) { return __builtin_convertvector(v, DoubleW); }
[[gnu::always_inline]] inline LongW widen(IntW mask) { return __builtin_convertvector(mask, LongW); }
[[gnu::always_inline]] inline FloatW narrow(DoubleW v) { return __builtin_convertvector(v, FloatW); }
[[gnu::always_inline]] inline DoubleW splatDouble(double d) { return DoubleW{} + d; }
[[gnu::always_inline]] inline FloatW magnitude(FloatW v) { return v < FloatW{} ? -v : v; }
// As std::clamp.
[[gnu::always_inline]] inline FloatW clamped(FloatW v, FloatW low, FloatW high)
{
    return v < low ? low : high < v ? high : v;
}
[[gnu::always_inline]] inline Vec2W choose(IntW mask, const Vec2W& a, const Vec2W& b)
{
    return {mask ? a.x : b.x, mask ? a.y : b.y};
}

} // namespace
} // namespace satbox
