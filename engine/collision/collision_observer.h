#pragma once

#include "engine/collision/clip.h"
#include "engine/collision/sat.h"

namespace satbox {

// The Voronoi region of a circle's centre at a polygon's face: nearest to the first corner, to the second
// corner or to the face between them, or inside the polygon.
enum class VoronoiRegion : uint8_t { Inside, FirstCorner, Face, SecondCorner };

// A circle's centre c and the face v1 v2 from which its separation is greatest.
struct CircleRegion {
    int face = 0;
    VoronoiRegion region = VoronoiRegion::Face;
    float alongFirst = 0.0f;  // dot(c - v1, v2 - v1), m^2; <= 0 beyond the first corner
    float alongSecond = 0.0f; // dot(c - v2, v1 - v2), m^2; <= 0 beyond the second corner
};

// What a piece of a chain does to the contact that a segment with two sides and free ends would have
// (collide_chain.h).
enum class ChainEffect : uint8_t {
    Behind,  // no contact: the other shape is on the left
    Skipped, // no contact: the neighbouring piece owns it
    Snapped, // the normal is that of the piece
    Limited, // the normal is that of another face of the other shape
};

// Callbacks of a collision test, in the order of the calls, in the frame of the test's first shape. The test
// is a template over its observer; this observer does nothing and costs nothing.
struct NoCollisionObserver {
    static constexpr bool kRecords = false;
    // A is a circle: in all later callbacks the shapes are exchanged, and the frame is that of B.
    void onSwapped() {}
    void onFace(ReferenceOwner, const FaceSeparation&) {}
    // The cores are nearest at two corners, `distance` m apart; the normal is the line between them. Called
    // instead of clipping, or after clipping removed one of the corners.
    void onCorners(int /*vertexA*/, int /*vertexB*/, float /*distance*/) {}
    void onReference(ReferenceOwner, int /*referenceFace*/, int /*incidentFace*/) {}
    void onClipped(const ClipInput&, const ClippedEdge&) {}
    // Clipping removed the deepest vertex; that vertex alone is the contact point.
    void onSupport(ReferenceOwner, int /*referenceFace*/, int /*supportVertex*/) {}
    void onRegion(const CircleRegion&) {}
    // One of the shapes is a piece of a chain: replaces the corners, clipping and support point reported
    // before.
    void onChain(ChainEffect) {}
};

// Adapts a collision observer to the SAT search: adds the owner of the faces.
template<class Observer>
struct FaceObserver {
    static constexpr bool kRecords = Observer::kRecords;
    Observer& observer;
    ReferenceOwner owner;
    void onFace(const FaceSeparation& face) { observer.onFace(owner, face); }
};

} // namespace satbox
