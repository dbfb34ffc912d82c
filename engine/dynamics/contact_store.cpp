#include "engine/dynamics/contact_store.h"

#include "engine/collision/collide.h"

#include <algorithm>
#include <utility>

namespace satbox {

namespace {

// Pairs that can never push each other make no contact.
bool mayCollide(const BodyStore& bodies, const BodyShape& a, const BodyShape& b)
{
    if (a.body == b.body) return false;
    if (!bodies.canMove(a.body) && !bodies.canMove(b.body)) return false;
    if (kindOf(a.shape) == ShapeKind::Segment && kindOf(b.shape) == ShapeKind::Segment) return false;
    if (a.def.sensor && b.def.sensor) return false;
    return shouldCollide(a.def.filter, b.def.filter);
}

// New points in world axes; a point whose feature id was there before keeps its impulses and grows older.
void setManifold(Contact& contact, const Manifold& manifold, const BodyMotion& mA, const BodyMotion& mB,
                 uint32_t steps)
{
    const Contact& old = contact;
    ContactPoint points[2];
    const Vec2 offset = mB.center - mA.center;
    for (int i = 0; i < manifold.count; ++i) {
        const ManifoldPoint& from = manifold.points[static_cast<size_t>(i)];
        ContactPoint& p = points[i];
        p.anchorA = rotate(mA.transform.q, from.point - mA.localCenter);
        p.anchorB = p.anchorA - offset;
        p.separation = from.separation;
        p.id = from.id;
        for (int j = 0; j < old.count; ++j) {
            if (old.points[j].id != from.id) continue;
            p.normalImpulse = old.points[j].normalImpulse;
            p.tangentImpulse = old.points[j].tangentImpulse;
            p.age = old.points[j].age + steps;
            break;
        }
    }
    contact.normal = rotate(mA.transform.q, manifold.normal);
    contact.count = manifold.count;
    contact.points[0] = points[0];
    contact.points[1] = points[1];
    contact.referenceOwner = manifold.referenceOwner;
    contact.referenceFace = manifold.referenceFace;
    contact.incidentFace = manifold.incidentFace;
}

} // namespace

void mixMaterials(Contact& contact, const ShapeStore& shapes, const ContactSettings& settings)
{
    const Material& a = shapes.at(contact.shapeA).def.material;
    const Material& b = shapes.at(contact.shapeB).def.material;
    if (settings.overrideFriction) {
        contact.staticFriction = contact.dynamicFriction = settings.frictionOverride;
    } else {
        contact.staticFriction = combine(settings.frictionRule, a.staticFriction, b.staticFriction);
        contact.dynamicFriction = combine(settings.frictionRule, a.dynamicFriction, b.dynamicFriction);
    }
    contact.restitution = settings.overrideRestitution
                              ? settings.restitutionOverride
                              : combine(settings.restitutionRule, a.restitution, b.restitution);
}

bool createContact(ContactStore& contacts, const BodyStore& bodies, const ShapeStore& shapes, uint32_t shapeA,
                   uint32_t shapeB, const ContactSettings& settings)
{
    if (shapeA > shapeB) std::swap(shapeA, shapeB);
    const BodyShape& a = shapes.at(shapeA);
    const BodyShape& b = shapes.at(shapeB);
    if (!mayCollide(bodies, a, b)) return false;
    if (!contacts.pairs.insert(PairSet::key(shapeA, shapeB))) return false;

    Contact contact;
    contact.shapeA = shapeA;
    contact.shapeB = shapeB;
    contact.bodyA = a.body;
    contact.bodyB = b.body;
    contact.sensor = a.def.sensor || b.def.sensor;
    mixMaterials(contact, shapes, settings);
    contacts.awake.push_back(contact);
    return true;
}

void updateContacts(ContactStore& contacts, const BodyStore& bodies, const ShapeStore& shapes,
                    const ContactSettings& settings, uint32_t steps, std::vector<ContactChange>& changes)
{
    removeContacts(contacts.awake, contacts.pairs, changes, [&](const Contact& c) {
        return !overlaps(shapes.at(c.shapeA).fatBox, shapes.at(c.shapeB).fatBox);
    });

    for (Contact& contact : contacts.awake) {
        const BodyShape& a = shapes.at(contact.shapeA);
        const BodyShape& b = shapes.at(contact.shapeB);
        const BodyMotion& mA = bodies.motions[contact.bodyA];
        const BodyMotion& mB = bodies.motions[contact.bodyB];

        const float margin = contact.sensor ? 0.0f : settings.speculativeMargin;
        const Manifold manifold = collide(a.shape, b.shape, invMul(mA.transform, mB.transform), margin);
        setManifold(contact, manifold, mA, mB, steps);

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
