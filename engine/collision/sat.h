#pragma once

#include "engine/core/internal_api.h"
#include <satbox/shapes.h>

#include <cstring>
#include <type_traits>

namespace satbox {

// The separating-axis test by support points. For a face of one convex polygon with outward normal n, the
// support point is the vertex of the other polygon farthest along -n. Its signed distance from the face is
// the separation; negative: it is behind the face. The face of greatest separation among those of both
// polygons is the axis of least penetration; a positive separation separates the polygons.
//
// The inner loops are templates over the vertex counts, so that they are unrolled for pairs of boxes, and
// over an observer, which gets every candidate axis. NoSatObserver costs nothing.

// Vertices and normals of a polygon, both in the frame of the test.
struct PolygonView {
    const Vec2* vertices = nullptr;
    const Vec2* normals = nullptr;
    int count = 0;

    // The neighbours of vertex i. Edge i goes from vertex i to next(i); edges previous(i) and i meet in
    // vertex i.
    int previous(int i) const { return i > 0 ? i - 1 : count - 1; }
    int next(int i) const { return i + 1 < count ? i + 1 : 0; }
};

inline PolygonView viewOf(const Polygon& p) { return {p.vertices.data(), p.normals.data(), p.count}; }

// Index of the vertex farthest along `direction`; the lowest index on a tie.
int supportPoint(const PolygonView& polygon, Vec2 direction);

// Separation of `other` from face `face` of `owner`, m, and the vertex of `other` that is the support point.
struct FaceSeparation {
    int face = 0;
    int support = 0;
    float separation = 0.0f;
};
SATBOX_INTERNAL_API FaceSeparation faceSeparation(const PolygonView& owner, int face,
                                                  const PolygonView& other);

// The face of greatest separation, m; the first one on a tie.
struct MaxSeparation {
    int face = 0;
    float separation = 0.0f;
};

struct NoSatObserver {
    static constexpr bool kRecords = false;
    void onFace(const FaceSeparation&) {}
};

// Separations of the four faces of `owner` from the first `points` vertices of `other`, one face per SIMD
// lane. Each lane does the operations of the scalar loop in the same order, so the bits are the same.
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

// Searches the faces of `owner` for the greatest separation from `other`. Ends at the first face whose
// separation exceeds `separationLimit`; an owner of four faces is always searched to the end. OwnerCount,
// OtherCount: vertex counts known at compile time, or 0.
template<int OwnerCount = 0, int OtherCount = 0, class Observer = NoSatObserver>
MaxSeparation findMaxSeparation(const PolygonView& owner, const PolygonView& other, float separationLimit,
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
            // Branch-free: the branch would mispredict every other time.
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
        if (separation > separationLimit) break;
    }
    return best;
}

} // namespace satbox
