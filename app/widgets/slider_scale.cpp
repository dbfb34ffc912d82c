#include "app/widgets/slider_scale.h"

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

constexpr double kLogFloorShare = 1e-4; // of the maximum, see SliderScale

double logMinimum(const SliderScale& scale)
{
    return scale.minimum > 0.0f ? static_cast<double>(scale.minimum)
                                : kLogFloorShare * static_cast<double>(scale.maximum);
}

double roundToStep(double value, double step) { return std::round(value / step) * step; }

} // namespace

float fractionOf(const SliderScale& scale, float value)
{
    if (!(scale.maximum > scale.minimum) || std::isnan(value)) return 0.0f;
    if (!scale.logarithmic)
        return std::clamp((value - scale.minimum) / (scale.maximum - scale.minimum), 0.0f, 1.0f);
    const double low = logMinimum(scale);
    if (static_cast<double>(value) <= low) return 0.0f;
    const double t =
        std::log(static_cast<double>(value) / low) / std::log(static_cast<double>(scale.maximum) / low);
    return std::clamp(static_cast<float>(t), 0.0f, 1.0f);
}

float valueAt(const SliderScale& scale, float fraction)
{
    if (fraction <= 0.0f || !(scale.maximum > scale.minimum)) return scale.minimum;
    if (fraction >= 1.0f) return scale.maximum;
    double value = 0.0;
    double step = 0.0;
    if (scale.logarithmic) {
        const double low = logMinimum(scale);
        value = low * std::pow(static_cast<double>(scale.maximum) / low, static_cast<double>(fraction));
        step = std::pow(10.0, std::floor(std::log10(value)) - 1.0);
    } else {
        const double range = static_cast<double>(scale.maximum) - static_cast<double>(scale.minimum);
        value = static_cast<double>(scale.minimum) + range * static_cast<double>(fraction);
        step = std::pow(10.0, std::floor(std::log10(range / 200.0)));
    }
    return std::clamp(static_cast<float>(roundToStep(value, step)), scale.minimum, scale.maximum);
}

float sliderRangeFor(float size, float minReach)
{
    float reach = minReach;
    while (reach < size && reach < 1e6f)
        for (const float factor : {2.0f, 2.5f, 2.0f})
            if (reach < size) reach *= factor;
    return reach;
}

} // namespace satbox::app
