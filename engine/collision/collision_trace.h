#pragma once

#include "engine/collision/classic_sat.h"
#include "engine/collision/collision_observer.h"
#include "engine/geometry/shape.h"

#include <optional>
#include <vector>

namespace satbox {

// What collide() did for one pair, step by step: its own code, run with an observer that writes down. All in
// the frame of A's body, m. Rounded shapes are cores here (a capsule two corners, a circle its centre) whose
// radii come off the separations at the end.

// A candidate axis: the outward normal of a face.
struct AxisTrial {
    ReferenceOwner owner = ReferenceOwner::A; // whose face
    int face = 0;
    int support = 0;           // of the other core: the vertex that reaches farthest against the face
    float separation = 0.0f;   // of the support point from the face; negative: behind it
    AxisProjection projection; // of both cores on the normal
    bool tried = true;         // false: an axis before it separated the shapes, so this one was not asked
    // Least overlap is the greatest separation: whether this is the axis that won, or that separates.
    bool won = false;
    bool separates = false; // by more than radii and speculative distance
};

// The incident edge against the side planes of the reference edge.
struct ClipTrial {
    ReferenceOwner owner = ReferenceOwner::A; // of the reference face
    int referenceFace = 0;
    int incidentFace = 0;
    ClipInput input;
    ClipSpan span;
    ClippedEdge clipped;
};

// Cores nearest at two corners; after clipping, where that cut one of them off.
struct CornerTrial {
    int vertexA = 0;
    int vertexB = 0;
    float distance = 0.0f;
};

// Clipping had cut off the deepest vertex.
struct SupportTrial {
    ReferenceOwner owner = ReferenceOwner::A; // of the reference face
    int referenceFace = 0;
    int vertex = 0; // of the other core
};

struct CollisionTrace {
    Polygon coreA, coreB; // with their radii; of one vertex for a circle, two for capsule and segment
    float speculativeDistance = 0.0f;
    std::vector<AxisTrial> axes;  // in the order tried; after them those that were not
    std::optional<size_t> winner; // of `axes`: greatest separation among those tried
    std::optional<CornerTrial> corners;
    std::vector<ClipTrial> clips; // two where the face that the bias prefers looked past the other shape
    std::optional<SupportTrial> support;
    // Of a circle against another core, whose face it is.
    std::optional<CircleRegion> region;
    ReferenceOwner regionOwner = ReferenceOwner::None;
    Manifold manifold; // what collide() returns

    size_t axesTried() const;
    // Whether the manifold's points are what clipping left.
    bool usesClip() const { return !clips.empty() && !support && !corners; }
    // How far the shapes are apart along an axis, m: the cores' separation without the radii.
    float separationOf(const AxisTrial& axis) const
    {
        return axis.separation - (coreA.radius + coreB.radius);
    }
};

// Arguments as of collide().
CollisionTrace traceCollision(const Shape& a, const Shape& b, const Transform& bInA, CollisionRange range);

} // namespace satbox
