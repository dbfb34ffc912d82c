#include "engine/dynamics/kept_manifold.h"

#include "engine/core/isa.h"

#include <algorithm>

namespace satbox {

namespace {

float extentAboutOrigin(const Body& body, const BodyMotion& m)
{
    return body.maxExtent + length(m.localCenter);
}

bool isRound(const BodyShape& shape) { return kindOf(shape.shape) == ShapeKind::Circle; }

// Whether the bodies have moved against each other by no more than `tolerance`, m, anywhere on the smaller
// one since the basis was made.
bool isKept(const ManifoldBasis& basis, const Transform& pose, float tolerance)
{
    if (!basis.isSet()) return false;
    const float turned = cross(Vec2{basis.pose.q.c, basis.pose.q.s}, Vec2{pose.q.c, pose.q.s}); // sine
    if (std::fabs(turned) * std::fabs(basis.extent) > tolerance) return false;
    if (basis.pose.q.c * pose.q.c + basis.pose.q.s * pose.q.s <= 0.0f) return false;
    Vec2 moved = pose.p - basis.pose.p;
    if (basis.extent < 0.0f) moved -= turned * perp(basis.pose.p); // at A's origin instead of B's
    return lengthSquared(moved) <= tolerance * tolerance;
}

} // namespace

ManifoldBasis makeBasis(const Contact& contact, const Manifold& manifold, const Transform& pose,
                        const BodyStore& bodies, const ShapeStore& shapes)
{
    ManifoldBasis basis;
    const bool kept = manifold.count > 0 && manifold.referenceOwner != ReferenceOwner::None &&
                      !contact.sensor && !isRound(shapes.at(contact.shapeA)) &&
                      !isRound(shapes.at(contact.shapeB));
    if (!kept) return basis;

    const float extentA = extentAboutOrigin(bodies.slots.at(contact.bodyA), bodies.motions[contact.bodyA]);
    const float extentB = extentAboutOrigin(bodies.slots.at(contact.bodyB), bodies.motions[contact.bodyB]);
    const bool faceOnA = manifold.referenceOwner == ReferenceOwner::A;
    basis.pose = pose;
    basis.extent = extentA < extentB ? -extentA : extentB;
    basis.faceNormal = faceOnA ? manifold.normal : -invRotate(pose.q, manifold.normal);
    for (int i = 0; i < manifold.count; ++i) {
        const ManifoldPoint& p = manifold.points[static_cast<size_t>(i)];
        const Vec2 inB = invTransformPoint(pose, p.point);
        basis.points[i] = faceOnA ? inB : p.point;
        basis.offsets[i] = dot(basis.faceNormal, faceOnA ? p.point : inB) - p.separation;
    }
    return basis;
}

void placePoints(Contact& contact, const BodyMotion& mA, const BodyMotion& mB)
{
    const ManifoldBasis& basis = contact.basis;
    const bool faceOnA = contact.referenceOwner == ReferenceOwner::A;
    const BodyMotion& face = faceOnA ? mA : mB;
    const BodyMotion& other = faceOnA ? mB : mA;
    const Vec2 outward = rotate(face.transform.q, basis.faceNormal);
    const Vec2 toOther = other.center - face.center;
    const Vec2 toCenter = face.center - face.transform.p;
    contact.normal = faceOnA ? outward : -outward;
    for (int i = 0; i < contact.count; ++i) {
        const Vec2 anchorOther = rotate(other.transform.q, basis.points[i] - other.localCenter);
        const Vec2 anchorFace = anchorOther + toOther;
        ContactPoint& p = contact.points[i];
        p.anchorA = faceOnA ? anchorFace : anchorOther;
        p.anchorB = faceOnA ? anchorOther : anchorFace;
        p.separation = dot(outward, anchorFace + toCenter) - basis.offsets[i];
    }
}

const KeepKernel* keepKernelFor(int lanes)
{
    if (lanes == 1) return nullptr;
#if defined(__x86_64__) // the only target for which there are files for these
    return &widest(lanes, wide4KeepKernel(), avx2KeepKernel(), avx512KeepKernel());
#else
    return &wide4KeepKernel();
#endif
}

uint32_t keepManifolds(Contact* contacts, size_t count, const BodyStore& bodies, float tolerance,
                       const KeepKernel* kernel)
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
        Contact& c = contacts[i];
        const BodyMotion& mA = bodies.motions[c.bodyA];
        const BodyMotion& mB = bodies.motions[c.bodyB];
        if (!isKept(c.basis, invMul(mA.transform, mB.transform), tolerance)) continue;
        placePoints(c, mA, mB);
        kept |= 1u << i;
    }
    return kept;
}

} // namespace satbox
