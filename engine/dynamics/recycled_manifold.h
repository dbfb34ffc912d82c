#pragma once

#include "engine/dynamics/contact_store.h"
#include "engine/dynamics/recycle_kernels.h"

namespace satbox {

// How far (m) two bodies may move, and how far their outlines may turn, against each other before their
// manifold is made anew, as a share of the slop. Until then only its points are placed again: exact for a
// corner on a face, and for a point where an edge was clipped it is wrong by no more than twice this along
// the edge.
inline constexpr float kKeepManifold = 0.25f;

// Gives a contact its basis from the manifold at `pose`, B in A's frame; none where the manifold cannot be
// kept: a round shape's contact turns about it, and where two corners meet the normal turns with them.
// A pure function of the shapes, the bodies' extents and the pose, so that a saved world keeps only the pose.
void setBasis(Contact& contact, const Manifold& manifold, const Transform& pose, const BodyStore& bodies,
              const ShapeStore& shapes);

// For a pair that is apart at `pose`: how far it may move until it may have points, without any look at its
// shapes. Nothing but time depends on it, so that a saved world does without. None where a shape is round or
// nearer than `range` reaches.
void setApart(Contact& contact, const Transform& pose, CollisionRange range, const BodyStore& bodies,
              const ShapeStore& shapes);
// Whether a pair without points still is so for that reason.
bool staysApart(const Contact& contact, const BodyStore& bodies);

// The points of a contact's basis at the bodies' present poses.
void placePoints(Contact& contact, const BodyMotion& mA, const BodyMotion& mB);

// How to do many at a time, up to `lanes` (see kernelsFor); nullptr for one by one.
const RecycleKernel* keepKernelFor(int lanes);

// Does so for those of `count` contacts, at most 16, whose bodies have moved against each other by no more
// than `tolerance`, m, anywhere on the smaller one since the basis was made: a bit for each. Any kernel gives
// the same bits.
uint32_t keepManifolds(Contact* const* contacts, size_t count, const BodyStore& bodies, float tolerance,
                       const RecycleKernel* kernel);

} // namespace satbox
