#pragma once

#include "engine/geometry/shape.h"

#include <type_traits>

namespace satbox {

// The separating-axis test by support points. For a face of one convex polygon with outward normal n, the
// vertex of the other polygon farthest along -n (its support point) tells how far that other polygon stays in
// front of the face; negative, how far it reaches behind it. Of all the faces of both polygons the one with
// the greatest such separation is the axis of least penetration; a positive one separates the polygons.
//
// The inner loops are templates over the vertex counts, so that pairs of boxes run without loops, and over an
// observer, so that whoever wants to watch gets every candidate from this very code. With NoSatObserver
// recording costs nothing.

// Vertices and normals of a polygon, both in whatever frame the test is done in.
struct PolygonView {
    const Vec2* vertices = nullptr;
    const Vec2* normals = nullptr;
    int count = 0;
};

inline PolygonView viewOf(const Polygon& p) { return {p.vertices.data(), p.normals.data(), p.count}; }

// Index of the vertex farthest along `direction`; the lowest one of several.
int supportPoint(const PolygonView& polygon, Vec2 direction);

// How far `other` stays in front of face `face` of `owner`, m, and the vertex of `other` that says so.
struct FaceSeparation {
    int face = 0;
    int support = 0;
    float separation = 0.0f;
};
FaceSeparation faceSeparation(const PolygonView& owner, int face, const PolygonView& other);

// The face of greatest separation, m; the first of several equal ones.
struct MaxSeparation {
    int face = 0;
    float separation = 0.0f;
};

struct NoSatObserver {
    static constexpr bool kRecords = false;
    void onFace(const FaceSeparation&) {}
};

// Searches the faces of `owner` against the vertices of `other`. Ends at the first face whose separation is
// above `enough`, since nothing more is asked then. OwnerCount, OtherCount: vertex counts known at compile
// time, or 0.
template<int OwnerCount = 0, int OtherCount = 0, class Observer = NoSatObserver>
MaxSeparation findMaxSeparation(const PolygonView& owner, const PolygonView& other, float enough,
                                Observer&& observer = Observer{})
{
    const int faces = OwnerCount > 0 ? OwnerCount : owner.count;
    const int points = OtherCount > 0 ? OtherCount : other.count;
    MaxSeparation best{0, -3.4e38f};
    for (int i = 0; i < faces; ++i) {
        const Vec2 n = owner.normals[i];
        float lowest = dot(n, other.vertices[0]);
        for (int j = 1; j < points; ++j) {
            const float reach = dot(n, other.vertices[j]);
            lowest = reach < lowest ? reach : lowest;
        }
        const float separation = lowest - dot(n, owner.vertices[i]);
        if constexpr (std::remove_reference_t<Observer>::kRecords) {
            observer.onFace(faceSeparation(owner, i, other));
        }
        if (separation > best.separation) best = {i, separation};
        if (separation > enough) break;
    }
    return best;
}

} // namespace satbox
