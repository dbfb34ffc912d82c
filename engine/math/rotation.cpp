#include <satbox/math.h>

#include <cmath>

namespace satbox {

namespace {

// Taylor polynomials on [-pi/4, pi/4] in double: the truncation error is below 1e-13, far less than half a
// float ulp.
double sinSmall(double x)
{
    const double z = x * x;
    return x *
           (1.0 + z * (-1.0 / 6 + z * (1.0 / 120 + z * (-1.0 / 5040 + z * (1.0 / 362880 - z / 39916800)))));
}

double cosSmall(double x)
{
    const double z = x * x;
    return 1.0 + z * (-1.0 / 2 + z * (1.0 / 24 + z * (-1.0 / 720 + z * (1.0 / 40320 - z / 3628800))));
}

} // namespace

Rot makeRot(float radians)
{
    constexpr double kHalfPi = 1.57079632679489661923;
    const double x = static_cast<double>(radians);
    const double quarter = std::floor(x / kHalfPi + 0.5);
    const double r = x - quarter * kHalfPi;
    const auto s = static_cast<float>(sinSmall(r));
    const auto c = static_cast<float>(cosSmall(r));
    const double turn = quarter - 4.0 * std::floor(quarter / 4.0); // 0, 1, 2 or 3
    if (turn == 0.0) return {c, s};
    if (turn == 1.0) return {-s, c};
    if (turn == 2.0) return {-c, -s};
    return {s, -c}; // also of an angle that is not finite: then both are NaN
}

float angleOf(Rot q)
{
    // atan of the ratio of the smaller to the larger component, expanded about pi/8 for fast convergence of
    // the series: atan(x) = pi/8 + atan((x - t) / (1 + x t)) with t = tan(pi/8).
    constexpr double kQuarterPi = 0.78539816339744830962;
    constexpr double kTanEighth = 0.41421356237309504880;
    const double ax = std::fabs(static_cast<double>(q.c));
    const double ay = std::fabs(static_cast<double>(q.s));
    const double high = ax > ay ? ax : ay;
    const double low = ax > ay ? ay : ax;
    if (high == 0.0) return 0.0f;
    const double ratio = low / high;
    const double y = (ratio - kTanEighth) / (1.0 + ratio * kTanEighth);
    const double z = y * y;
    double angle =
        0.5 * kQuarterPi +
        y * (1.0 +
             z * (-1.0 / 3 + z * (1.0 / 5 + z * (-1.0 / 7 + z * (1.0 / 9 + z * (-1.0 / 11 + z / 13))))));
    if (ratio == 0.0) angle = 0.0;
    if (ay > ax) angle = 2.0 * kQuarterPi - angle;
    if (q.c < 0.0f) angle = 4.0 * kQuarterPi - angle;
    return static_cast<float>(q.s < 0.0f ? -angle : angle);
}

} // namespace satbox
