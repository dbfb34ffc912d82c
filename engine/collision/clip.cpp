#include "engine/collision/clip.h"
#include "engine/collision/manifold.h"
#include <satbox/contacts.h>

#include <cmath>
#include <utility>

namespace satbox {

int incidentFace(const PolygonView& polygon, Vec2 normal)
{
    // Only the two faces at the support point are candidates. Comparing all normals would not do: in single
    // precision cosines distinguish normals only from 3.5e-4 rad on, so any of several nearly collinear faces
    // might win.
    const int after = supportPoint(polygon, -normal);
    const int before = polygon.previous(after);
    const float alongBefore = dot(normal, polygon.normals[before]);
    const float alongAfter = dot(normal, polygon.normals[after]);
    if (alongBefore == alongAfter) return before < after ? before : after;
    return alongBefore < alongAfter ? before : after;
}

float squaredDistanceToFace(Vec2 point, const PolygonView& polygon, int face, float lengthUnit)
{
    const Vec2 from = polygon.vertices[face];
    const Vec2 along = polygon.vertices[polygon.next(face)] - from;
    const float t = dot(point - from, along);
    const float all = lengthSquared(along);
    const float margin = kCornerDistance * lengthUnit * std::sqrt(all);
    if (all == 0.0f || t < -margin || t > all + margin) return -1.0f;
    const float off = cross(along, point - from);
    return off * off / all;
}

bool projectsOntoAdjacentFace(int vertex, const PolygonView& polygon, Vec2 point, float lengthUnit)
{
    return squaredDistanceToFace(point, polygon, polygon.previous(vertex), lengthUnit) >= 0.0f ||
           squaredDistanceToFace(point, polygon, vertex, lengthUnit) >= 0.0f;
}

int nearestCornerFrom(int vertex, const PolygonView& polygon, Vec2 point)
{
    const auto distance = [&](int v) { return lengthSquared(polygon.vertices[v] - point); };
    int nearest = vertex;
    for (bool moved = true; moved;) { // ends, as the distance falls with every step
        const int from = nearest;
        for (const int neighbour : {polygon.previous(from), polygon.next(from)})
            if (distance(neighbour) < distance(nearest)) nearest = neighbour;
        moved = nearest != from;
    }
    return nearest;
}

ClippedEdge clipToSidePlanes(const ClipInput& in)
{
    const auto [end, lower, upper] = clipSpan(in);
    ClippedEdge clipped;
    if (upper < 0.0f || lower > end) return clipped;

    clipped.empty = false;
    clipped.endNearR1 = in.i2;
    clipped.endNearR2 = in.i1;
    const float span = upper - lower;
    if (span > 0.0f) {
        if (lower < 0.0f) clipped.endNearR1 = in.i2 + (-lower / span) * (in.i1 - in.i2);
        if (upper > end) clipped.endNearR2 = in.i2 + ((end - lower) / span) * (in.i1 - in.i2);
    }
    clipped.separationNearR1 = dot(clipped.endNearR1 - in.r1, in.normal);
    clipped.separationNearR2 = dot(clipped.endNearR2 - in.r1, in.normal);
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
    result.referenceOwner = otherOwner(m.referenceOwner);
    return result;
}

} // namespace satbox
