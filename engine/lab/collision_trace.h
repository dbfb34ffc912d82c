#pragma once

#include "engine/collision/collision_observer.h"
#include "engine/collision/manifold.h"
#include "engine/lab/classic_sat.h"
#include <satbox/contacts.h>
#include <satbox/shapes.h>

#include <optional>
#include <vector>

namespace satbox {

// The steps of collide() for two shapes, recorded by an observer of the same code. All positions are in the
// frame of A's body, m. Rounded shapes are represented by their cores (a capsule's two ends, a circle's
// centre); separations are those of the cores, without the radii.

// A candidate axis: the outward normal of a face.
struct CandidateAxis {
    ReferenceOwner owner = ReferenceOwner::A; // of the face
    int face = 0;
    int support = 0;           // vertex of the other core farthest against the face's normal
    float separation = 0.0f;   // of the support point from the face; negative: behind it
    AxisProjection projection; // of both cores on the normal
    bool tried = true;         // false: an earlier axis separated the shapes, so this one was not tested
    bool won = false;          // greatest separation (least overlap) of the tried axes
    bool separates = false;    // by more than the radii and the speculative distance
};

// Clipping of the incident edge to the side planes of the reference edge.
struct ClipStep {
    ReferenceOwner owner = ReferenceOwner::A; // of the reference face
    int referenceFace = 0;
    int incidentFace = 0;
    ClipInput input;
    ClipSpan span;
    ClippedEdge clipped;
};

// The cores are nearest at two corners. Follows clipping if that removed one of them.
struct CornerStep {
    int vertexA = 0;
    int vertexB = 0;
    float distance = 0.0f;
};

// Clipping removed the deepest vertex; that vertex alone is the contact point.
struct SupportStep {
    ReferenceOwner owner = ReferenceOwner::A; // of the reference face
    int referenceFace = 0;
    int vertex = 0; // of the other core
};

struct CollisionTrace {
    Polygon coreA, coreB; // with their radii; of one vertex for a circle, two for capsule and segment
    float speculativeDistance = 0.0f;
    std::vector<CandidateAxis> axes; // in the order tried, then the untried ones
    std::optional<size_t> winner;    // in `axes`: greatest separation of the tried ones
    std::optional<CornerStep> corners;
    std::vector<ClipStep>
        clips; // two if clipping to the face preferred by the bias removed the deepest vertex
    std::optional<SupportStep> support;
    // Of a circle against another core, which owns the face.
    std::optional<CircleRegion> region;
    ReferenceOwner regionOwner = ReferenceOwner::None;
    std::optional<ChainEffect> chain; // one of the shapes is a piece of a chain that changed the result
    Manifold manifold;                // what collide() returns

    size_t axesTried() const;
    // True if the manifold's points are the clipped ends.
    bool usesClip() const { return !clips.empty() && !support && !corners; }
    // Separation of the shapes along an axis, m: that of the cores less the radii.
    float separationOf(const CandidateAxis& axis) const
    {
        return axis.separation - (coreA.radius + coreB.radius);
    }
};

// Arguments as of collide().
CollisionTrace traceCollision(const Shape& a, const Shape& b, const Transform& bInA, CollisionRange range);

} // namespace satbox
