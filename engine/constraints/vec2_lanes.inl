// Vec2 and Rot with a vector of kLanes floats for each number, and the angle of a rotation.

#pragma once

#include "engine/constraints/body_lanes.inl"

namespace satbox {
namespace {

struct Vec2W {
    FloatW x, y;
};
[[gnu::always_inline]] inline Vec2W operator+(const Vec2W& a, const Vec2W& b)
{
    return {a.x + b.x, a.y + b.y};
}
[[gnu::always_inline]] inline Vec2W operator-(const Vec2W& a, const Vec2W& b)
{
    return {a.x - b.x, a.y - b.y};
}
[[gnu::always_inline]] inline Vec2W operator-(const Vec2W& v) { return {-v.x, -v.y}; }
[[gnu::always_inline]] inline Vec2W operator*(FloatW s, const Vec2W& v) { return {s * v.x, s * v.y}; }
[[gnu::always_inline]] inline FloatW dot(const Vec2W& a, const Vec2W& b) { return a.x * b.x + a.y * b.y; }
[[gnu::always_inline]] inline FloatW cross(const Vec2W& a, const Vec2W& b) { return a.x * b.y - a.y * b.x; }
[[gnu::always_inline]] inline Vec2W perp(const Vec2W& v) { return {-v.y, v.x}; }
[[gnu::always_inline]] inline FloatW length(const Vec2W& v) { return squareRoot(v.x * v.x + v.y * v.y); }
[[gnu::always_inline]] inline Vec2W loadPair(const float* x, const float* y) { return {load(x), load(y)}; }
[[gnu::always_inline]] inline void storePair(float* x, float* y, const Vec2W& v)
{
    store(x, v.x);
    store(y, v.y);
}

// A rotation, as Rot.
struct RotW {
    FloatW c, s;
};
[[gnu::always_inline]] inline Vec2W rotate(const RotW& q, const Vec2W& v)
{
    return {q.c * v.x - q.s * v.y, q.s * v.x + q.c * v.y};
}

// angleOf(Rot), with the same bits. DoubleW: a vector of doubles.
template<class DoubleW>
[[gnu::always_inline]] inline DoubleW angleOfDoubles(DoubleW c, DoubleW s)
{
    constexpr double kQuarterPi = 0.78539816339744830962;
    constexpr double kTanEighth = 0.41421356237309504880;
    const DoubleW zero{}, one = zero + 1.0;
    const DoubleW ax = c < zero ? -c : c, ay = s < zero ? -s : s;
    const auto isSteep = ay >= ax;
    const DoubleW high = isSteep ? ay : ax, low = isSteep ? ax : ay;
    const auto hasLength = high > zero; // a lane without a body has not
    const DoubleW ratio = low / (hasLength ? high : one);
    const DoubleW y = (ratio - kTanEighth) / (one + ratio * kTanEighth);
    const DoubleW z = y * y;
    DoubleW angle =
        0.5 * kQuarterPi +
        y * (1.0 +
             z * (-1.0 / 3 + z * (1.0 / 5 + z * (-1.0 / 7 + z * (1.0 / 9 + z * (-1.0 / 11 + z / 13.0))))));
    angle = ratio == zero ? zero : angle;
    angle = ay > ax ? 2.0 * kQuarterPi - angle : angle;
    angle = c < zero ? 4.0 * kQuarterPi - angle : angle;
    angle = hasLength ? angle : zero;
    return s < zero ? -angle : angle;
}

} // namespace
} // namespace satbox
