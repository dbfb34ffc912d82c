#include <satbox/material.h>

#include <algorithm>
#include <cmath>

namespace satbox {

float combine(CombineRule rule, float a, float b)
{
    switch (rule) {
    case CombineRule::GeometricMean:
        return std::sqrt(a * b);
    case CombineRule::Product:
        return a * b;
    case CombineRule::Average:
        return 0.5f * (a + b);
    case CombineRule::Minimum:
        return std::min(a, b);
    case CombineRule::Maximum:
        return std::max(a, b);
    }
    return 0.0f;
}

const char* toString(CombineRule rule)
{
    switch (rule) {
    case CombineRule::GeometricMean:
        return "geometric-mean";
    case CombineRule::Product:
        return "product";
    case CombineRule::Average:
        return "average";
    case CombineRule::Minimum:
        return "minimum";
    case CombineRule::Maximum:
        return "maximum";
    }
    return "unknown rule";
}

} // namespace satbox
