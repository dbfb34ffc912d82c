#pragma once

#include "engine/collision/manifold.h"
#include "engine/constraints/contact/recycle_kernels.h"
#include "engine/core/internal_api.h"
#include "engine/model/contact_store.h"
#include <satbox/contacts.h>

namespace satbox {

// Fraction of the slop: limit of the relative motion up to which a manifold is recycled, that is, its normal
// and points are recomputed from cached local coordinates. The translation, and the rotation times the
// smaller body's extent, are each compared with it. Recycling is exact for a corner on a face. A point where
// an edge was clipped is wrong by at most twice this distance along the edge.
inline constexpr float kRecycleTolerance = 0.25f;

// Fills a contact's cache from the manifold at `pose` (B in A's frame). Leaves it unset if the manifold
// cannot be recycled: the contact point of a circle moves as it rolls, and the normal between two corners
// turns with them. A pure function of the shapes, the bodies' extents and the pose, so that a snapshot stores
// only the pose.
SATBOX_INTERNAL_API void cacheManifold(Contact& contact, const Manifold& manifold, const Transform& pose,
                                       const BodyStore& bodies, const ShapeStore& shapes);
// Fills the cache of a contact that was restored, from the pose at which its manifold was made. Returns false
// and leaves it unset if the shapes have other points at that pose.
SATBOX_INTERNAL_API bool restoreManifoldCache(Contact& contact, const Transform& pose, CollisionRange range,
                                              const BodyStore& bodies, const ShapeStore& shapes);

// For a pair that is separated at `pose`: stores the slack, see ManifoldCache::setSeparated, so that its
// shapes need not be tested until they have moved that far. Affects only speed, so a snapshot omits it. Left
// unset for sensors, for shapes other than polygons, and within the speculative distance of `range`.
void cacheSeparation(Contact& contact, const Transform& pose, CollisionRange range, const BodyStore& bodies,
                     const ShapeStore& shapes);
// True if a pair without points cannot have any yet according to its cache.
bool isStillSeparated(const Contact& contact, const BodyStore& bodies);

// Recomputes normal, anchors and separations from the contact's cache at the bodies' present poses.
void refreshPoints(Contact& contact, const BodyMotion& mA, const BodyMotion& mB);

// The SIMD kernel for up to `lanes` contacts at once (see kernelsFor); nullptr: one by one.
const RecycleKernel* recycleKernelFor(int lanes);

// Refreshes the points of each of `count` contacts (at most 16) whose bodies have hardly moved relative to
// each other since the cache was filled: the smaller body's origin by at most `tolerance`, m, and its
// rotation (sine) times its extent by at most `tolerance`. A point of it may then have moved by up to 2.41
// times `tolerance`. Returns the bits of these contacts (bit i: contacts[i]). All kernels give the same
// results.
uint32_t recycleManifolds(Contact* const* contacts, size_t count, const BodyStore& bodies, float tolerance,
                          const RecycleKernel* kernel);

} // namespace satbox
