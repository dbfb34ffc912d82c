#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace satbox::app {

// 1, 2 or 5 times a power of ten: for scales, grid lines and ticks of axes.
struct RoundNumber {
    int digit = 1; // 1, 2 or 5
    int exponent = 0;
    double value() const { return digit * std::pow(10.0, exponent); }
};

namespace detail {

inline constexpr double kRoundTolerance = 1e-4; // relative

// floor(log10(value)) within -300..300; -300 also for values that are not positive.
inline int decadeOf(double value)
{
    const double decade = std::floor(std::log10(value));
    return decade > -300.0 ? static_cast<int>(std::min(decade, 300.0)) : -300;
}

} // namespace detail

// The largest round number up to `value`. A value up to 0.01 % below a round number counts as that number:
// a rounding error must not skip it.
inline RoundNumber roundDownTo125(double value)
{
    const int exponent = detail::decadeOf(value);
    const double mantissa = value / std::pow(10.0, exponent);
    for (const int digit : {10, 5, 2})
        if (mantissa >= digit * (1.0 - detail::kRoundTolerance))
            return digit == 10 ? RoundNumber{1, exponent + 1} : RoundNumber{digit, exponent};
    return {1, exponent};
}

// The smallest round number from `value` on. A value up to 0.01 % above a round number counts as that number.
inline RoundNumber roundUpTo125(double value)
{
    const int exponent = detail::decadeOf(value);
    const double mantissa = value / std::pow(10.0, exponent);
    for (const int digit : {1, 2, 5})
        if (mantissa <= digit * (1.0 + detail::kRoundTolerance)) return {digit, exponent};
    return {1, exponent + 1};
}

} // namespace satbox::app
