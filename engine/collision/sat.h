#pragma once

#include "engine/geometry/shape.h"

#include <cstring>
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

// Four faces at once, one in a lane: lane i has just the operations that face i alone would have, so the same
// bits. Separations of the faces of `owner` from the first `points` vertices of `other`.
template<int Points>
void separationsOfFour(const PolygonView& owner, const PolygonView& other, int points, float* separations)
{
    typedef float Four __attribute__((vector_size(16)));
    const Vec2* n = owner.normals;
    const Vec2* v = owner.vertices;
    const Four nx{n[0].x, n[1].x, n[2].x, n[3].x}, ny{n[0].y, n[1].y, n[2].y, n[3].y};
    const Four vx{v[0].x, v[1].x, v[2].x, v[3].x}, vy{v[0].y, v[1].y, v[2].y, v[3].y};
    Four lowest = nx * other.vertices[0].x + ny * other.vertices[0].y;
    for (int j = 1; j < (Points > 0 ? Points : points); ++j) {
        const Four reach = nx * other.vertices[j].x + ny * other.vertices[j].y;
        lowest = reach < lowest ? reach : lowest;
    }
    const Four separation = lowest - (nx * vx + ny * vy);
    std::memcpy(separations, &separation, sizeof separation);
}

// Searches the faces of `owner` against the vertices of `other`. Ends at the first face whose separation is
// above `enough`, since nothing more is asked then; four faces are done at once and to the end. OwnerCount,
// OtherCount: vertex counts known at compile time, or 0.
template<int OwnerCount = 0, int OtherCount = 0, class Observer = NoSatObserver>
MaxSeparation findMaxSeparation(const PolygonView& owner, const PolygonView& other, float enough,
                                Observer&& observer = Observer{})
{
    constexpr bool kRecords = std::remove_reference_t<Observer>::kRecords;
    const int points = OtherCount > 0 ? OtherCount : other.count;
    MaxSeparation best{0, -3.4e38f};
    if constexpr (OwnerCount == 4) {
        float separations[4];
        separationsOfFour<OtherCount>(owner, other, points, separations);
        for (int i = 0; i < 4; ++i) {
            if constexpr (kRecords) observer.onFace(faceSeparation(owner, i, other));
            // Without a branch, which would be foreseen wrongly every other time.
            const bool better = separations[i] > best.separation;
            best.face = better ? i : best.face;
            best.separation = better ? separations[i] : best.separation;
        }
        return best;
    }
    for (int i = 0; i < owner.count; ++i) {
        const Vec2 n = owner.normals[i];
        float lowest = dot(n, other.vertices[0]);
        for (int j = 1; j < points; ++j) {
            const float reach = dot(n, other.vertices[j]);
            lowest = reach < lowest ? reach : lowest;
        }
        const float separation = lowest - dot(n, owner.vertices[i]);
        if constexpr (kRecords) observer.onFace(faceSeparation(owner, i, other));
        if (separation > best.separation) best = {i, separation};
        if (separation > enough) break;
    }
    return best;
}

} // namespace satbox
