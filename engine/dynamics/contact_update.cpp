#include "engine/dynamics/contact_update.h"

#include "engine/collision/collide.h"

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

// The kept points at the present poses.
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

// New points; one whose feature id was there before keeps its impulses and its age.
void takeManifold(Contact& contact, const Manifold& manifold, uint32_t steps)
{
    ContactPoint points[2];
    for (int i = 0; i < manifold.count; ++i) {
        const ManifoldPoint& from = manifold.points[static_cast<size_t>(i)];
        points[i].separation = from.separation;
        points[i].id = from.id;
        for (int j = 0; j < contact.count; ++j) {
            const ContactPoint& old = contact.points[j];
            if (old.id != from.id) continue;
            points[i].normalImpulse = old.normalImpulse;
            points[i].tangentImpulse = old.tangentImpulse;
            points[i].age = old.age + steps;
            break;
        }
    }
    contact.count = manifold.count;
    contact.points[0] = points[0];
    contact.points[1] = points[1];
    contact.referenceOwner = manifold.referenceOwner;
    contact.referenceFace = manifold.referenceFace;
    contact.incidentFace = manifold.incidentFace;
}

// Normal and anchors in world axes straight from the manifold, where there is no basis.
void placeManifold(Contact& contact, const Manifold& manifold, const BodyMotion& mA, const BodyMotion& mB)
{
    const Vec2 offset = mB.center - mA.center;
    contact.normal = rotate(mA.transform.q, manifold.normal);
    for (int i = 0; i < contact.count; ++i) {
        ContactPoint& p = contact.points[i];
        p.anchorA = rotate(mA.transform.q, manifold.points[static_cast<size_t>(i)].point - mA.localCenter);
        p.anchorB = p.anchorA - offset;
    }
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

void updateContacts(ContactStore& contacts, const BodyStore& bodies, const ShapeStore& shapes,
                    std::span<const uint8_t> news, const ContactSettings& settings, uint32_t steps,
                    std::vector<ContactChange>& changes)
{
    removeContacts(contacts.awake, contacts.pairs, changes, [&](const Contact& c) {
        return (news[c.shapeA] | news[c.shapeB]) != 0 &&
               !overlaps(shapes.at(c.shapeA).fatBox, shapes.at(c.shapeB).fatBox);
    });

    const float tolerance = kKeepManifold * settings.linearSlop;
    for (Contact& contact : contacts.awake) {
        const BodyMotion& mA = bodies.motions[contact.bodyA];
        const BodyMotion& mB = bodies.motions[contact.bodyB];
        const Transform pose = invMul(mA.transform, mB.transform);
        if (isKept(contact.basis, pose, tolerance)) {
            for (int i = 0; i < contact.count; ++i) contact.points[i].age += steps;
            placePoints(contact, mA, mB);
        } else {
            const float margin = contact.sensor ? 0.0f : settings.speculativeMargin;
            const Manifold manifold =
                collide(shapes.at(contact.shapeA).shape, shapes.at(contact.shapeB).shape, pose, margin);
            takeManifold(contact, manifold, steps);
            contact.basis = makeBasis(contact, manifold, pose, bodies, shapes);
            if (contact.basis.isSet())
                placePoints(contact, mA, mB);
            else
                placeManifold(contact, manifold, mA, mB);
        }

        // Touching begins at contact and ends only beyond the slop, so that a resting pair does not flicker.
        float least = 1e30f;
        for (int i = 0; i < contact.count; ++i) least = std::min(least, contact.points[i].separation);
        const bool touches = least <= (contact.touching ? settings.linearSlop : 0.0f);
        if (touches != contact.touching) {
            contact.touching = touches;
            contact.age = 0;
            changes.push_back({touches ? ContactChange::Kind::Began : ContactChange::Kind::Ended, contact});
        } else if (touches) {
            contact.age += steps;
        }
    }
}

} // namespace satbox
