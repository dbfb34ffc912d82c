#include "app/lenses/pair/pair_axis.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace satbox::app {

namespace {

constexpr float kBesidePx = 32.0f; // from the shapes to an axis that was not dragged

float reach(const Polygon& core, Vec2 direction)
{
    float farthest = std::numeric_limits<float>::lowest();
    for (const Vec2 v : core.points()) farthest = std::max(farthest, dot(v, direction));
    return farthest + core.radius;
}

} // namespace

bool showsAxis(const PairState& pair, const PairAnalysis& analysis)
{
    if (showsTest(pair, analysis)) return !analysis.overlapTrace->axes.empty();
    return pair.tab == PairTab::Axes || pair.tab == PairTab::Tests;
}

PairAxis::Between PairAxis::between(float radiusA, float radiusB) const
{
    const AxisProjection& p = projection;
    const bool leavesForward =
        owner ? *owner == ReferenceOwner::A : p.maxA - p.minB <= p.maxB - p.minA; // B leaves A along +axis
    const float rA = inUnits(radiusA), rB = inUnits(radiusB);
    const float low = leavesForward ? p.minB - rB : p.minA - rA;
    const float high = leavesForward ? p.maxA + rA : p.maxB + rB;
    const bool areApart = p.maxA + rA < p.minB - rB || p.maxB + rB < p.minA - rA;
    return {std::min(low, high), std::max(low, high), owner ? -separation : (high - low) * p.metresPerUnit,
            owner && separation < 0.0f && areApart};
}

PairAxis pairAxis(const PairState& pair, const PairAnalysis& analysis, float pixel)
{
    PairAxis axis;
    if (showsTest(pair, analysis)) {
        const OverlapTrace& trace = *analysis.overlapTrace;
        axis.projection = trace.axes[shownTestAxis(pair, trace).value_or(0)].projection;
        axis.projectionOrigin = trace.projectionOrigin;
        axis.test = trace.test;
        axis.isTurnable = false;
    } else {
        axis.projection = shownProjection(pair, analysis);
        if (const std::optional<size_t> shown = shownAxis(pair, analysis)) {
            const CandidateAxis& face = analysis.trace.axes[*shown];
            axis.owner = face.owner;
            axis.separation = analysis.trace.separationOf(face);
        }
    }
    axis.direction = normalizeOrZero(axis.projection.axis);
    axis.across = perp(axis.direction);
    // Below the shapes or right of them, near the legend of a rendered picture.
    if (axis.across.y > 1e-6f || (std::fabs(axis.across.y) <= 1e-6f && axis.across.x < 0.0f))
        axis.across = -axis.across;

    const AxisProjection& p = axis.projection;
    const float zero = dot(axis.projectionOrigin, axis.direction);
    const float low = zero + std::min(p.minA * p.metresPerUnit - analysis.coreA.radius,
                                      p.minB * p.metresPerUnit - analysis.coreB.radius);
    const float high = zero + std::max(p.maxA * p.metresPerUnit + analysis.coreA.radius,
                                       p.maxB * p.metresPerUnit + analysis.coreB.radius);
    if (pair.axisPoint) {
        axis.origin = *pair.axisPoint - analysis.origin;
    } else {
        const float beside =
            std::max(reach(analysis.coreA, axis.across), reach(analysis.coreB, axis.across)) +
            kBesidePx * pixel;
        axis.origin = 0.5f * (low + high) * axis.direction + beside * axis.across;
    }
    const float beyond = PairAxis::kOvershootPx * pixel;
    const float own = dot(axis.origin, axis.direction);
    axis.tail = axis.origin + (std::min(low, own) - beyond - own) * axis.direction;
    axis.tip = axis.origin + (std::max(high, own) + beyond - own) * axis.direction;
    return axis;
}

} // namespace satbox::app
