#include "engine/collision/distance.h"

#include "engine/collision/gjk.h"

#include <algorithm>

namespace satbox {

DistanceResult computeDistance(const Shape& a, const Shape& b, const Transform& bInA)
{
    const Core coreA = coreOf(a);
    const Core coreB = coreOf(b);
    GjkCache cache;
    const GjkResult cores = gjk(coreA, coreB, bInA, cache);
    DistanceResult result;
    result.pointA = cores.pointA + coreA.radius * cores.normal;
    result.pointB = cores.pointB - coreB.radius * cores.normal;
    result.normal = cores.normal;
    result.distance = std::max(0.0f, cores.distance - coreA.radius - coreB.radius);
    result.iterations = cores.iterations;
    return result;
}

Transform sweepTransform(const Sweep& sweep, float t)
{
    const float s = 1.0f - t;
    const Rot q = normalize(Rot{s * sweep.q1.c + t * sweep.q2.c, s * sweep.q1.s + t * sweep.q2.s});
    return {s * sweep.c1 + t * sweep.c2 - rotate(q, sweep.localCenter), q};
}

} // namespace satbox
