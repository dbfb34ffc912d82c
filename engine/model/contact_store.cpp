#include "engine/model/contact_store.h"

#include "engine/model/mixed_material.h"

#include <cmath>
#include <utility>

namespace satbox {

bool canCollide(const BodyStore& bodies, const BodyShape& a, const BodyShape& b)
{
    if (a.body == b.body) return false;
    if (bodies.apart.size() > 0 && bodies.apart.contains(PairSet::key(a.body, b.body))) return false;
    if (!bodies.canBePushed(a.body) && !bodies.canBePushed(b.body)) return false;
    if (kindOf(a.shape) == ShapeKind::Segment && kindOf(b.shape) == ShapeKind::Segment) return false;
    if (a.def.sensor && b.def.sensor) return false;
    return shouldCollide(a.def.filter, b.def.filter);
}

bool canCollide(const BodyStore& bodies, const ShapeStore& shapes, ContactCallbacks* callbacks,
                uint32_t shapeA, uint32_t shapeB)
{
    if (!canCollide(bodies, shapes.at(shapeA), shapes.at(shapeB))) return false;
    return !callbacks || callbacks->shouldCollide(shapes.handleAt(shapeA), shapes.handleAt(shapeB));
}

namespace {

void setIfValid(float& value, float wanted)
{
    if (std::isfinite(wanted) && wanted >= 0.0f) value = wanted;
}

} // namespace

void setMaterial(Contact& contact, const MixedMaterial& material)
{
    setIfValid(contact.staticFriction, material.staticFriction);
    setIfValid(contact.dynamicFriction, material.dynamicFriction);
    setIfValid(contact.restitution, material.restitution);
}

void mixMaterials(Contact& contact, const ShapeStore& shapes, const ContactSettings& settings)
{
    const Material& a = shapes.at(contact.shapeA).def.material;
    const Material& b = shapes.at(contact.shapeB).def.material;
    const MixedMaterial usual = mixedMaterial(a, b, settings);
    contact.staticFriction = usual.staticFriction;
    contact.dynamicFriction = usual.dynamicFriction;
    contact.restitution = usual.restitution;
    if (a.rollingResistance == 0.0f && b.rollingResistance == 0.0f) contact.rollingImpulse = 0.0f;
    if (!settings.callbacks) return;
    setMaterial(contact, settings.callbacks->mix(shapes.handleAt(contact.shapeA),
                                                 shapes.handleAt(contact.shapeB), usual));
}

namespace {

// With the friction and restitution of no material yet.
Contact unmixedContact(const ShapeStore& shapes, uint32_t shapeA, uint32_t shapeB)
{
    const BodyShape& a = shapes.at(shapeA);
    const BodyShape& b = shapes.at(shapeB);
    Contact contact;
    contact.shapeA = shapeA;
    contact.shapeB = shapeB;
    contact.bodyA = a.body;
    contact.bodyB = b.body;
    contact.sensor = a.def.sensor || b.def.sensor;
    return contact;
}

} // namespace

Contact contactOf(const ShapeStore& shapes, uint32_t shapeA, uint32_t shapeB, const ContactSettings& settings)
{
    Contact contact = unmixedContact(shapes, shapeA, shapeB);
    mixMaterials(contact, shapes, settings);
    return contact;
}

bool createContact(ContactStore& contacts, const BodyStore& bodies, const ShapeStore& shapes, uint32_t shapeA,
                   uint32_t shapeB, const ContactSettings& settings)
{
    if (shapeA > shapeB) std::swap(shapeA, shapeB);
    const uint64_t key = PairSet::key(shapeA, shapeB);
    if (settings.callbacks && contacts.pairs.contains(key)) return false; // no need to ask again
    if (!canCollide(bodies, shapes, settings.callbacks, shapeA, shapeB)) return false;
    if (!contacts.pairs.insert(key)) return false;
    // Callbacks, which mixing may call, never see a pair without its contact.
    contacts.awake.push_back(unmixedContact(shapes, shapeA, shapeB));
    mixMaterials(contacts.awake.back(), shapes, settings);
    return true;
}

} // namespace satbox
