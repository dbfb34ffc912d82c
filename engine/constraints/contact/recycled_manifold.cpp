#include "engine/constraints/contact/recycled_manifold.h"

#include "engine/collision/collide.h"
#include "engine/collision/collide_polygons.h"
#include "engine/collision/manifold.h"
#include "engine/core/isa.h"
#include "engine/geometry/shape.h"
#include <satbox/contacts.h>
#include <satbox/instruction_set.h>
#include <satbox/shapes.h>

#include <algorithm>
#include <cmath>

namespace satbox {

namespace {

float extentAboutOrigin(const BodyMotion& m) { return m.maxExtent + length(m.localCenter); }

bool isRound(const BodyShape& shape) { return kindOf(shape.shape) == ShapeKind::Circle; }

// ManifoldCache::extent: of the smaller body about its origin, m; negative if that is A. Reuses the value of
// a cache that was filled before (not 0).
float signedExtent(float before, const Contact& contact, const BodyStore& bodies)
{
    if (before != 0.0f) return before;
    const float a = extentAboutOrigin(bodies.motions[contact.bodyA]);
    const float b = extentAboutOrigin(bodies.motions[contact.bodyB]);
    return a < b ? -a : b;
}

// True if, since B was at `cached` in A's frame, the origin of the smaller body (`extent`, see ManifoldCache)
// has moved by at most `tolerance`, m, relative to the other body, and its rotation (sine) times its extent
// is at most `tolerance`. A point of it may then have moved by up to 2.41 times `tolerance`.
bool hasHardlyMoved(const Transform& cached, float extent, const Transform& pose, float tolerance)
{
    const float turned = cross(Vec2{cached.q.c, cached.q.s}, Vec2{pose.q.c, pose.q.s}); // sine
    if (std::fabs(turned) * std::fabs(extent) > tolerance) return false;
    const float cosine = cached.q.c * pose.q.c + cached.q.s * pose.q.s;
    if (cosine <= 0.0f) return false;
    // Motion of B's origin in A's frame, or of A's origin in B's frame.
    const Vec2 moved =
        extent < 0.0f ? pose.p - (cosine * cached.p + turned * perp(cached.p)) : pose.p - cached.p;
    return lengthSquared(moved) <= tolerance * tolerance;
}

} // namespace

// cacheManifold and cacheSeparation write in place: copying a struct just written member by member would
// stall (store-to-load forwarding fails).
void cacheManifold(Contact& contact, const Manifold& manifold, const Transform& pose, const BodyStore& bodies,
                   const ShapeStore& shapes)
{
    ManifoldCache& cache = contact.cache;
    const float extentBefore = cache.extent;
    cache = {};
    const bool isRecyclable = manifold.count > 0 && manifold.referenceOwner != ReferenceOwner::None &&
                              !contact.sensor && !isRound(shapes.at(contact.shapeA)) &&
                              !isRound(shapes.at(contact.shapeB));
    if (!isRecyclable) return;

    const bool faceOnA = manifold.referenceOwner == ReferenceOwner::A;
    cache.pose = pose;
    cache.extent = signedExtent(extentBefore, contact, bodies);
    cache.faceNormal = faceOnA ? manifold.normal : -invRotate(pose.q, manifold.normal);
    for (int i = 0; i < manifold.count; ++i) {
        const ManifoldPoint& p = manifold.points[static_cast<size_t>(i)];
        const Vec2 inB = invTransformPoint(pose, p.point);
        cache.points[i] = faceOnA ? inB : p.point;
        cache.offsets[i] = dot(cache.faceNormal, faceOnA ? p.point : inB) - p.separation;
    }
}

bool restoreManifoldCache(Contact& contact, const Transform& pose, CollisionRange range,
                          const BodyStore& bodies, const ShapeStore& shapes)
{
    const Manifold manifold =
        collide(shapes.at(contact.shapeA).shape, shapes.at(contact.shapeB).shape, pose, range);
    bool isSame = manifold.count == contact.count && manifold.referenceOwner == contact.referenceOwner;
    for (int i = 0; isSame && i < contact.count; ++i)
        isSame = manifold.points[static_cast<size_t>(i)].id == contact.points[i].id;
    if (isSame) cacheManifold(contact, manifold, pose, bodies, shapes);
    return isSame;
}

void cacheSeparation(Contact& contact, const Transform& pose, CollisionRange range, const BodyStore& bodies,
                     const ShapeStore& shapes)
{
    ManifoldCache& cache = contact.cache;
    const float extentBefore = cache.extent;
    cache = {};
    const auto* a = std::get_if<Polygon>(&shapes.at(contact.shapeA).shape);
    const auto* b = std::get_if<Polygon>(&shapes.at(contact.shapeB).shape);
    if (!a || !b || contact.sensor) return;
    // A point moves by at most the translation plus sqrt(2) * distance * sine of the turn, that is, by at
    // most 1 + sqrt(2) = 2.41 times the slack: the slack may be 0.414 of the gap.
    constexpr float kShare = 0.4f;     // of the gap
    constexpr float kRounding = 1e-4f; // length units
    const float slack =
        kShare * (greatestSeparation(*a, *b, pose) - range.speculative - kRounding * range.lengthUnit);
    if (!(slack > 0.0f)) return;
    cache.setSeparated(pose, slack);
    cache.extent = signedExtent(extentBefore, contact, bodies);
}

bool isStillSeparated(const Contact& contact, const BodyStore& bodies)
{
    const ManifoldCache& cache = contact.cache;
    if (contact.count > 0 || cache.separationSlack() <= 0.0f) return false;
    const Transform pose = poseInOther(bodies.motions[contact.bodyA], bodies.motions[contact.bodyB]);
    return hasHardlyMoved(cache.separatedPose(), cache.extent, pose, cache.separationSlack());
}

void refreshPoints(Contact& contact, const BodyMotion& mA, const BodyMotion& mB)
{
    const ManifoldCache& cache = contact.cache;
    const bool faceOnA = contact.referenceOwner == ReferenceOwner::A;
    const BodyMotion& face = faceOnA ? mA : mB;
    const BodyMotion& other = faceOnA ? mB : mA;
    const Vec2 outward = rotate(face.q, cache.faceNormal);
    const Vec2 toB = mB.center - mA.center;
    const Vec2 toOther = faceOnA ? toB : -toB;
    const Vec2 toCenter = rotate(face.q, face.localCenter);
    contact.normal = faceOnA ? outward : -outward;
    for (int i = 0; i < contact.count; ++i) {
        const Vec2 anchorOther = rotate(other.q, cache.points[i] - other.localCenter);
        const Vec2 anchorFace = anchorOther + toOther;
        ContactPoint& p = contact.points[i];
        p.anchorA = faceOnA ? anchorFace : anchorOther;
        p.anchorB = faceOnA ? anchorOther : anchorFace;
        p.separation = dot(outward, anchorFace + toCenter) - cache.offsets[i];
    }
}

const RecycleKernel* recycleKernelFor(int lanes)
{
    if (lanes == 1) return nullptr;
#if defined(__x86_64__) // the only target with AVX kernels
    return &widestKernel(lanes, wide4RecycleKernel(), avx2RecycleKernel(), avx512RecycleKernel());
#else
    return &wide4RecycleKernel();
#endif
}

uint32_t recycleManifolds(Contact* const* contacts, size_t count, const BodyStore& bodies, float tolerance,
                          const RecycleKernel* kernel)
{
    uint32_t recycled = 0;
    if (kernel) {
        Contact dummy;
        const auto step = static_cast<size_t>(kernel->lanes);
        for (size_t i = 0; i < count; i += step)
            recycled |= kernel->recycle(contacts + i, std::min(step, count - i), bodies.motions.data(),
                                        tolerance, dummy)
                        << i;
        return recycled;
    }
    for (size_t i = 0; i < count; ++i) {
        Contact& c = *contacts[i];
        const BodyMotion& mA = bodies.motions[c.bodyA];
        const BodyMotion& mB = bodies.motions[c.bodyB];
        const Transform pose = poseInOther(mA, mB);
        if (!c.cache.isSet() || !hasHardlyMoved(c.cache.pose, c.cache.extent, pose, tolerance)) continue;
        refreshPoints(c, mA, mB);
        recycled |= 1u << i;
    }
    return recycled;
}

} // namespace satbox
