#include "engine/lab/overlap_tests.h"

#include "engine/collision/sat.h"

#include <algorithm>

namespace satbox {

namespace {

Polygon atPose(const Polygon& polygon, const Transform& pose)
{
    return std::get<Polygon>(transformed(polygon, pose));
}

// The vertices are rotated but not translated; the offsets are the bodies' positions.
ClassicSatResult byIntervals(const Polygon& a, const Transform& poseA, const Polygon& b,
                             const Transform& poseB)
{
    const Polygon rotatedA = atPose(a, {{0.0f, 0.0f}, poseA.q});
    const Polygon rotatedB = atPose(b, {{0.0f, 0.0f}, poseB.q});
    return intervalSat(rotatedA.points(), poseA.p, rotatedB.points(), poseB.p);
}

ClassicSatResult byProjections(const Polygon& a, const Transform& poseA, const Polygon& b,
                               const Transform& poseB)
{
    return projectionSat(atPose(a, poseA).points(), atPose(b, poseB).points());
}

struct FaceCounter {
    static constexpr bool kRecords = true;
    int& faces;
    void onFace(const FaceSeparation&) { ++faces; }
};

struct FaceRecorder {
    static constexpr bool kRecords = true;
    std::vector<FaceSeparation>& faces;
    void onFace(const FaceSeparation& face) { faces.push_back(face); }
};

// Both in A's frame. The observers get the faces of A, then those of B.
template<class Observer>
bool bySupportPoints(const Polygon& a, const Polygon& b, Observer&& ofA, Observer&& ofB)
{
    const PolygonView viewA = viewOf(a), viewB = viewOf(b);
    if (findMaxSeparation(viewA, viewB, 0.0f, ofA).separation > 0.0f) return false;
    return findMaxSeparation(viewB, viewA, 0.0f, ofB).separation <= 0.0f;
}

void traceDifference(OverlapTrace& trace, const Polygon& worldA, const Polygon& worldB)
{
    trace.difference = minkowskiDifference(worldA, worldB, Transform{});
    trace.overlap = testOrigin(trace.difference).inside;
    trace.axes = differenceAxes(trace.difference, worldA.points(), worldB.points());
    trace.axisCount = trace.axes.size();
    const auto separating = std::find_if(trace.axes.begin(), trace.axes.end(),
                                         [](const EdgeAxis& axis) { return axis.separates; });
    if (separating != trace.axes.end()) trace.axes.erase(separating + 1, trace.axes.end());
    trace.centerOfB = worldB.centroid;
    trace.centerPath = centerPath(trace.difference, trace.centerOfB);
}

void traceFaces(OverlapTrace& trace, const Polygon& a, const Polygon& b, const Transform& poseA)
{
    std::vector<FaceSeparation> ofA, ofB;
    trace.overlap = bySupportPoints(a, b, FaceRecorder{ofA}, FaceRecorder{ofB});
    for (const bool ownerIsA : {true, false}) {
        for (const FaceSeparation& face : ownerIsA ? ofA : ofB) {
            EdgeAxis axis;
            axis.projection =
                projectOn(a.points(), b.points(), (ownerIsA ? a : b).normals[static_cast<size_t>(face.face)]);
            axis.projection.axis = rotate(poseA.q, axis.projection.axis);
            axis.projection.metresPerUnit = 1.0f;
            (ownerIsA ? axis.edgeA : axis.edgeB) = face.face;
            axis.separates = face.separation > 0.0f;
            trace.axes.push_back(axis);
        }
    }
    trace.projectionOrigin = poseA.p;
}

} // namespace

OverlapResult testOverlap(OverlapTest test, const Polygon& a, const Transform& poseA, const Polygon& b,
                          const Transform& poseB)
{
    switch (test) {
    case OverlapTest::Interval:
    case OverlapTest::Projection: {
        const ClassicSatResult sat = test == OverlapTest::Interval ? byIntervals(a, poseA, b, poseB)
                                                                   : byProjections(a, poseA, b, poseB);
        return {sat.overlap, static_cast<int>(sat.axes.size())};
    }
    case OverlapTest::Minkowski: {
        const OriginTest origin =
            testOrigin(minkowskiDifference(atPose(a, poseA), atPose(b, poseB), Transform{}));
        return {origin.inside, origin.edgesTried};
    }
    case OverlapTest::SupportPoint: {
        int faces = 0;
        const bool overlap =
            bySupportPoints(a, atPose(b, invMul(poseA, poseB)), FaceCounter{faces}, FaceCounter{faces});
        return {overlap, faces};
    }
    case OverlapTest::VertexContacts: {
        const VertexContacts contacts = findVertexContacts(a, b, invMul(poseA, poseB));
        return {contacts.overlap, a.count + b.count};
    }
    }
    return {};
}

OverlapTrace traceOverlap(OverlapTest test, const Polygon& a, const Transform& poseA, const Polygon& b,
                          const Transform& poseB)
{
    OverlapTrace trace;
    trace.test = test;
    trace.axisCount = static_cast<size_t>(a.count) + static_cast<size_t>(b.count);
    switch (test) {
    case OverlapTest::Interval:
    case OverlapTest::Projection: {
        ClassicSatResult sat = test == OverlapTest::Interval ? byIntervals(a, poseA, b, poseB)
                                                             : byProjections(a, poseA, b, poseB);
        trace.overlap = sat.overlap;
        trace.axes = std::move(sat.axes);
        if (test == OverlapTest::Interval) trace.projectionOrigin = poseB.p;
        break;
    }
    case OverlapTest::Minkowski:
        traceDifference(trace, atPose(a, poseA), atPose(b, poseB));
        break;
    case OverlapTest::SupportPoint:
        traceFaces(trace, a, atPose(b, invMul(poseA, poseB)), poseA);
        break;
    case OverlapTest::VertexContacts:
        trace.contacts = findVertexContacts(a, b, invMul(poseA, poseB));
        trace.overlap = trace.contacts.overlap;
        trace.axisCount = 0;
        break;
    }
    for (size_t i = 0; trace.overlap && i < trace.axes.size(); ++i) {
        const AxisProjection& p = trace.axes[i].projection;
        if (p.metresPerUnit > 0.0f &&
            (!trace.minimumOverlapAxis ||
             depthOn(p) < depthOn(trace.axes[*trace.minimumOverlapAxis].projection)))
            trace.minimumOverlapAxis = i;
    }
    return trace;
}

} // namespace satbox
