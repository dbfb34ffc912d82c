#pragma once

namespace satbox::app {

// How a slider's travel maps to its value: evenly, or evenly in the logarithm. A logarithmic scale with
// minimum 0 has its zero at the very left end and starts at a ten-thousandth of the maximum beside it.
struct SliderScale {
    float minimum = 0.0f;
    float maximum = 1.0f;
    bool logarithmic = false;
};

// Where on the travel, 0..1, a value lies (clamped).
float fractionOf(const SliderScale& scale, float value);

// The value at a fraction of the travel, rounded to what a hand can set: steps of a power of ten, at least
// 200 of them in the range, or two significant digits on a logarithmic scale. The ends are exact.
float valueAt(const SliderScale& scale, float fraction);

} // namespace satbox::app
