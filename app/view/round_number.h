#pragma once

#include <cmath>
#include <initializer_list>

namespace satbox::app {

// The largest of 1, 2 and 5 times a power of ten that is no more than `value`, which is above 0: for scales
// that hold still while what they are made from changes a little.
inline float roundedDown(float value)
{
    const float power = std::pow(10.0f, std::floor(std::log10(value)));
    for (const float factor : {5.0f, 2.0f})
        if (factor * power <= value) return factor * power;
    return power;
}

} // namespace satbox::app
