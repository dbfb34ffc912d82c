#pragma once

#include "engine/collision/clip.h"
#include "engine/collision/sat.h"

namespace satbox {

// In which Voronoi region of a polygon's face a circle's centre lies: nearest to the face's first corner, to
// its second one, to the face between them, or inside the polygon.
enum class VoronoiRegion : uint8_t { Inside, FirstCorner, Face, SecondCorner };

// A circle's centre c before the face v1 v2 that is farthest in front of it.
struct CircleRegion {
    int face = 0;
    VoronoiRegion region = VoronoiRegion::Face;
    float alongFirst = 0.0f;  // dot(c - v1, v2 - v1), m^2: not above 0 beyond the first corner
    float alongSecond = 0.0f; // dot(c - v2, v1 - v2), m^2: not above 0 beyond the second corner
};

// What a collision test tells whoever watches it, in this order; each in the frame of the shape that the test
// takes as its first. The test is a template over it: with this one, watching costs nothing.
struct NoCollisionObserver {
    static constexpr bool kRecords = false;
    // A circle comes first: from here on the other shape is the first one, and the frame is its.
    void onSwapped() {}
    void onFace(ReferenceOwner, const FaceSeparation&) {}
    // Cores are nearest at two corners, m apart: the normal is the line between them. Instead of clipping, or
    // after it where it cut off one of them.
    void onCorners(int /*vertexA*/, int /*vertexB*/, float /*distance*/) {}
    void onReference(ReferenceOwner, int /*referenceFace*/, int /*incidentFace*/) {}
    void onClipped(const ClipInput&, const ClippedEdge&) {}
    // Clipping has cut off the deepest vertex: that one alone makes the point.
    void onSupport(ReferenceOwner, int /*referenceFace*/, int /*supportVertex*/) {}
    void onRegion(const CircleRegion&) {}
};

// Gives the SAT search's observer the owner of the faces.
template<class Observer>
struct FacesOf {
    static constexpr bool kRecords = Observer::kRecords;
    Observer& observer;
    ReferenceOwner owner;
    void onFace(const FaceSeparation& face) { observer.onFace(owner, face); }
};

} // namespace satbox
