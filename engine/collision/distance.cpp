#include "engine/collision/distance.h"

#include "engine/collision/gjk.h"

#include <algorithm>

namespace satbox {

namespace {

constexpr float kInFrontTolerance = 1e-4f; // length units; allows for rounding

} // namespace

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

Vec2 tunnellingCorrection(const Shape& a, const Shape& b, const Transform& bInA1, const Transform& bInA2,
                          float target, float lengthUnit)
{
    const Core coreA = coreOf(a);
    const Core coreB = coreOf(b);
    const float radii = coreA.radius + coreB.radius;
    const auto separation = [&](Vec2 onA, Vec2 n, const Transform& bInA) {
        const int support = supportPoint(coreB, invRotate(bInA.q, -n));
        return dot(n, transformPoint(bInA, coreB.points[static_cast<size_t>(support)]) - onA) - radii;
    };
    struct Side {
        Vec2 normal{0.0f, 0.0f};
        float before = -3.4e38f; // m, separation at the first pose, at most the target
        float missing = 3.4e38f; // m, by how much the second pose falls short of `before`
    } best;
    const auto consider = [&](Vec2 onA, Vec2 n) {
        const float before = std::min(separation(onA, n, bInA1), target);
        if (before < best.before) return;
        const Side side{n, before, before - separation(onA, n, bInA2)};
        // The side on which B was least deep; on a tie, the one with the shortest way back.
        if (side.before > best.before || (side.before == best.before && side.missing < best.missing))
            best = side;
    };
    for (int i = 0; coreA.count > 1 && i < coreA.count; ++i) {
        const Vec2 v = coreA.points[static_cast<size_t>(i)];
        const Vec2 edge = coreA.points[static_cast<size_t>((i + 1) % coreA.count)] - v;
        if (lengthSquared(edge) > 0.0f) consider(v, normalizeOrZero(rightPerp(edge)));
    }
    const auto isInFront = [&] { return best.missing <= kInFrontTolerance * lengthUnit; };
    if (isInFront()) return {0.0f, 0.0f};
    GjkCache cache;
    const GjkResult apart = gjk(coreA, coreB, bInA1, cache);
    if (lengthSquared(apart.normal) > 0.0f) consider(apart.pointA, apart.normal);
    return isInFront() ? Vec2{0.0f, 0.0f} : best.missing * best.normal;
}

Transform sweepTransform(const Sweep& sweep, float t)
{
    const float s = 1.0f - t;
    const Rot q = normalize(Rot{s * sweep.q1.c + t * sweep.q2.c, s * sweep.q1.s + t * sweep.q2.s});
    return {s * sweep.c1 + t * sweep.c2 - rotate(q, sweep.localCenter), q};
}

} // namespace satbox
