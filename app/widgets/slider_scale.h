#pragma once

namespace satbox::app {

// Maps a slider's travel to its value, linearly or logarithmically. A logarithmic scale with minimum 0 has 0
// at its left end; from there on it starts at 1/10000 of the maximum.
struct SliderScale {
    float minimum = 0.0f;
    float maximum = 1.0f;
    bool logarithmic = false;
};

// The fraction of the travel, 0 to 1, at which a value is (clamped).
float fractionOf(const SliderScale& scale, float value);

// The value at a fraction of the travel, rounded for display: to a power of ten that gives at least 200 steps
// in the range, or to two significant digits on a logarithmic scale. The ends are exact.
float valueAt(const SliderScale& scale, float fraction);

// The end of a slider range that contains `size`: `minReach` times 1, 2, 5, 10, ... The steps are coarse, so
// that the range does not change in every frame.
float sliderRangeFor(float size, float minReach);

} // namespace satbox::app
