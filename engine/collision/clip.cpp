#include "engine/collision/clip.h"

#include <utility>

namespace satbox {

int incidentFace(const PolygonView& polygon, Vec2 normal)
{
    int best = 0;
    float least = dot(normal, polygon.normals[0]);
    for (int i = 1; i < polygon.count; ++i) {
        const float along = dot(normal, polygon.normals[i]);
        if (along < least) {
            least = along;
            best = i;
        }
    }
    return best;
}

ClippedEdge clipToSidePlanes(Vec2 r1, Vec2 r2, Vec2 normal, Vec2 i1, Vec2 i2)
{
    const Vec2 tangent = perp(normal);
    const float end = dot(r2 - r1, tangent);
    const float lower = dot(i2 - r1, tangent);
    const float upper = dot(i1 - r1, tangent);
    ClippedEdge clipped;
    if (upper < 0.0f || lower > end) return clipped;

    clipped.empty = false;
    clipped.nearFirst = i2;
    clipped.nearSecond = i1;
    const float span = upper - lower;
    if (span > 0.0f) {
        if (lower < 0.0f) clipped.nearFirst = i2 + (-lower / span) * (i1 - i2);
        if (upper > end) clipped.nearSecond = i2 + ((end - lower) / span) * (i1 - i2);
    }
    clipped.separationFirst = dot(clipped.nearFirst - r1, normal);
    clipped.separationSecond = dot(clipped.nearSecond - r1, normal);
    return clipped;
}

Manifold swapped(const Manifold& m, const Transform& bInA)
{
    Manifold result = m;
    result.normal = -rotate(bInA.q, m.normal);
    for (int i = 0; i < m.count; ++i) {
        ManifoldPoint& point = result.points[static_cast<size_t>(i)];
        point.point = transformPoint(bInA, point.point);
        point.id = cornerPair(point.id.indexB(), point.id.indexA());
    }
    if (m.referenceOwner == ReferenceOwner::A)
        result.referenceOwner = ReferenceOwner::B;
    else if (m.referenceOwner == ReferenceOwner::B)
        result.referenceOwner = ReferenceOwner::A;
    return result;
}

} // namespace satbox
