#include "engine/collision/verdicts.h"

#include "engine/collision/classic_sat.h"
#include "engine/collision/minkowski.h"
#include "engine/collision/sat.h"

#include <array>

namespace satbox {

namespace {

struct FaceCounter {
    static constexpr bool kRecords = true;
    int& faces;
    void onFace(const FaceSeparation&) { ++faces; }
};

SatVerdict fromClassic(const ClassicSat& sat) { return {sat.overlap, static_cast<int>(sat.axes.size())}; }

SatVerdict bySupportPoints(const Polygon& a, const Polygon& bInFrameOfA)
{
    SatVerdict verdict;
    const PolygonView viewA = viewOf(a), viewB = viewOf(bInFrameOfA);
    FaceCounter counter{verdict.axesTried};
    if (findMaxSeparation(viewA, viewB, 0.0f, counter).separation > 0.0f) return verdict;
    if (findMaxSeparation(viewB, viewA, 0.0f, counter).separation > 0.0f) return verdict;
    verdict.overlap = true;
    return verdict;
}

} // namespace

const char* nameOf(SatMethod method)
{
    switch (method) {
    case SatMethod::Interval:
        return "R1 interval SAT";
    case SatMethod::Projection:
        return "R2 projection SAT";
    case SatMethod::Minkowski:
        return "R3 Minkowski";
    case SatMethod::SupportPoint:
        return "R5 support points";
    }
    return "";
}

const char* touchingRule(SatMethod method)
{
    switch (method) {
    case SatMethod::Interval:
        return "Apart only where minA - maxB > 0 or minB - maxA > 0: touching intervals overlap.";
    case SatMethod::Projection:
        return "Overlap where both lengths together are at least the length of their union: touching counts.";
    case SatMethod::Minkowski:
        return "Overlap where the difference holds the origin; its boundary belongs to it.";
    case SatMethod::SupportPoint:
        return "Apart only where a support point lies in front of a face: separation > 0.";
    }
    return "";
}

SatVerdict judge(SatMethod method, const Polygon& a, const Polygon& b, const Transform& bInA)
{
    if (method == SatMethod::Minkowski) {
        const OriginTest test = testOrigin(minkowskiDifference(a, b, bInA));
        return {test.inside, test.edgesTried};
    }
    const Polygon moved = std::get<Polygon>(transformed(b, bInA));
    switch (method) {
    case SatMethod::Interval: {
        // B's vertices turned only: the offset does the rest, as published.
        const Polygon turned = std::get<Polygon>(transformed(b, {{0.0f, 0.0f}, bInA.q}));
        return fromClassic(intervalSat(a.points(), {0.0f, 0.0f}, turned.points(), bInA.p));
    }
    case SatMethod::Projection:
        return fromClassic(projectionSat(a.points(), moved.points()));
    default:
        return bySupportPoints(a, moved);
    }
}

} // namespace satbox
