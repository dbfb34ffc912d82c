#include "app/view/pair_axis.h"

#include <algorithm>
#include <limits>

namespace satbox::app {

namespace {

constexpr float kBesidePx = 32.0f; // from the shapes to the axis that nobody has dragged

float reach(const Polygon& core, Vec2 direction)
{
    float farthest = std::numeric_limits<float>::lowest();
    for (const Vec2 v : core.points()) farthest = std::max(farthest, dot(v, direction));
    return farthest + core.radius;
}

} // namespace

PairAxis pairAxis(const PairState& pair, const PairAnalysis& analysis, float pixel)
{
    PairAxis axis;
    axis.projection = shownProjection(pair, analysis);
    axis.scale = length(axis.projection.axis);
    axis.direction = normalizeOrZero(axis.projection.axis);
    axis.across = perp(axis.direction);
    // Below the shapes, or right of them: the legend of a picture stands there as well.
    if (axis.across.y > 1e-6f || (std::fabs(axis.across.y) <= 1e-6f && axis.across.x < 0.0f))
        axis.across = -axis.across;

    const AxisProjection& p = axis.projection;
    const float low =
        std::min(p.minA / axis.scale - analysis.coreA.radius, p.minB / axis.scale - analysis.coreB.radius);
    const float high =
        std::max(p.maxA / axis.scale + analysis.coreA.radius, p.maxB / axis.scale + analysis.coreB.radius);
    if (pair.axisPoint) {
        axis.origin = *pair.axisPoint;
    } else {
        const float beside =
            std::max(reach(analysis.coreA, axis.across), reach(analysis.coreB, axis.across)) +
            kBesidePx * pixel;
        axis.origin = 0.5f * (low + high) * axis.direction + beside * axis.across;
    }
    const float beyond = PairAxis::kBeyondPx * pixel;
    const float own = dot(axis.origin, axis.direction);
    axis.tail = axis.origin + (std::min(low, own) - beyond - own) * axis.direction;
    axis.tip = axis.origin + (std::max(high, own) + beyond - own) * axis.direction;
    return axis;
}

} // namespace satbox::app
