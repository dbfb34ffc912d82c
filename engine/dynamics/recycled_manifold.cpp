#include "engine/dynamics/recycled_manifold.h"

#include "engine/collision/collide_polygons.h"
#include "engine/core/isa.h"

#include <algorithm>

namespace satbox {

namespace {

float extentAboutOrigin(const BodyMotion& m) { return m.maxExtent + length(m.localCenter); }

bool isRound(const BodyShape& shape) { return kindOf(shape.shape) == ShapeKind::Circle; }

// Of the smaller body about its origin, m; negative where that is A. The same as for the basis before, if it
// had one (not 0).
float signedExtent(float before, const Contact& contact, const BodyStore& bodies)
{
    if (before != 0.0f) return before;
    const float a = extentAboutOrigin(bodies.motions[contact.bodyA]);
    const float b = extentAboutOrigin(bodies.motions[contact.bodyB]);
    return a < b ? -a : b;
}

// Whether the bodies have moved against each other by no more than `tolerance`, m, anywhere on the smaller
// one (`extent`, see ManifoldCache) since B was at `made` in A's frame.
bool hasHardlyMoved(const Transform& made, float extent, const Transform& pose, float tolerance)
{
    const float turned = cross(Vec2{made.q.c, made.q.s}, Vec2{pose.q.c, pose.q.s}); // sine
    if (std::fabs(turned) * std::fabs(extent) > tolerance) return false;
    const float cosine = made.q.c * pose.q.c + made.q.s * pose.q.s;
    if (cosine <= 0.0f) return false;
    // Of B's origin as seen from A, or of A's as seen from B.
    const Vec2 moved = extent < 0.0f ? pose.p - (cosine * made.p + turned * perp(made.p)) : pose.p - made.p;
    return lengthSquared(moved) <= tolerance * tolerance;
}

} // namespace

// Both write in place: to copy what has just been written in smaller pieces, a processor waits.
void setBasis(Contact& contact, const Manifold& manifold, const Transform& pose, const BodyStore& bodies,
              const ShapeStore& shapes)
{
    ManifoldCache& basis = contact.basis;
    const float extentBefore = basis.extent;
    basis = {};
    const bool kept = manifold.count > 0 && manifold.referenceOwner != ReferenceOwner::None &&
                      !contact.sensor && !isRound(shapes.at(contact.shapeA)) &&
                      !isRound(shapes.at(contact.shapeB));
    if (!kept) return;

    const bool faceOnA = manifold.referenceOwner == ReferenceOwner::A;
    basis.pose = pose;
    basis.extent = signedExtent(extentBefore, contact, bodies);
    basis.faceNormal = faceOnA ? manifold.normal : -invRotate(pose.q, manifold.normal);
    for (int i = 0; i < manifold.count; ++i) {
        const ManifoldPoint& p = manifold.points[static_cast<size_t>(i)];
        const Vec2 inB = invTransformPoint(pose, p.point);
        basis.points[i] = faceOnA ? inB : p.point;
        basis.offsets[i] = dot(basis.faceNormal, faceOnA ? p.point : inB) - p.separation;
    }
}

void setApart(Contact& contact, const Transform& pose, CollisionRange range, const BodyStore& bodies,
              const ShapeStore& shapes)
{
    ManifoldCache& basis = contact.basis;
    const float extentBefore = basis.extent;
    basis = {};
    const auto* a = std::get_if<Polygon>(&shapes.at(contact.shapeA).shape);
    const auto* b = std::get_if<Polygon>(&shapes.at(contact.shapeB).shape);
    if (!a || !b || contact.sensor) return;
    // A point goes as far as its body moves, and up to sqrt(2) times as far as the sine of the turn says.
    constexpr float kShare = 0.4f;
    constexpr float kRounding = 1e-4f; // length units
    const float reach =
        kShare * (greatestSeparation(*a, *b, pose) - range.speculative - kRounding * range.lengthUnit);
    if (!(reach > 0.0f)) return;
    basis.setApart(pose, reach);
    basis.extent = signedExtent(extentBefore, contact, bodies);
}

bool staysApart(const Contact& contact, const BodyStore& bodies)
{
    const ManifoldCache& basis = contact.basis;
    if (contact.count > 0 || basis.apartReach() <= 0.0f) return false;
    const Transform pose = poseInOther(bodies.motions[contact.bodyA], bodies.motions[contact.bodyB]);
    return hasHardlyMoved(basis.apartPose(), basis.extent, pose, basis.apartReach());
}

void placePoints(Contact& contact, const BodyMotion& mA, const BodyMotion& mB)
{
    const ManifoldCache& basis = contact.basis;
    const bool faceOnA = contact.referenceOwner == ReferenceOwner::A;
    const BodyMotion& face = faceOnA ? mA : mB;
    const BodyMotion& other = faceOnA ? mB : mA;
    const Vec2 outward = rotate(face.q, basis.faceNormal);
    const Vec2 toB = mB.center - mA.center;
    const Vec2 toOther = faceOnA ? toB : -toB;
    const Vec2 toCenter = rotate(face.q, face.localCenter);
    contact.normal = faceOnA ? outward : -outward;
    for (int i = 0; i < contact.count; ++i) {
        const Vec2 anchorOther = rotate(other.q, basis.points[i] - other.localCenter);
        const Vec2 anchorFace = anchorOther + toOther;
        ContactPoint& p = contact.points[i];
        p.anchorA = faceOnA ? anchorFace : anchorOther;
        p.anchorB = faceOnA ? anchorOther : anchorFace;
        p.separation = dot(outward, anchorFace + toCenter) - basis.offsets[i];
    }
}

const RecycleKernel* keepKernelFor(int lanes)
{
    if (lanes == 1) return nullptr;
#if defined(__x86_64__) // the only target for which there are files for these
    return &widest(lanes, wide4KeepKernel(), avx2KeepKernel(), avx512KeepKernel());
#else
    return &wide4KeepKernel();
#endif
}

uint32_t keepManifolds(Contact* const* contacts, size_t count, const BodyStore& bodies, float tolerance,
                       const RecycleKernel* kernel)
{
    uint32_t kept = 0;
    if (kernel) {
        Contact unused;
        const auto step = static_cast<size_t>(kernel->lanes);
        for (size_t i = 0; i < count; i += step)
            kept |= kernel->keep(contacts + i, std::min(step, count - i), bodies.motions.data(), tolerance,
                                 unused)
                    << i;
        return kept;
    }
    for (size_t i = 0; i < count; ++i) {
        Contact& c = *contacts[i];
        const BodyMotion& mA = bodies.motions[c.bodyA];
        const BodyMotion& mB = bodies.motions[c.bodyB];
        const Transform pose = poseInOther(mA, mB);
        if (!c.basis.isSet() || !hasHardlyMoved(c.basis.pose, c.basis.extent, pose, tolerance)) continue;
        placePoints(c, mA, mB);
        kept |= 1u << i;
    }
    return kept;
}

} // namespace satbox
