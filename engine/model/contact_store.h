#pragma once

#include "engine/collision/manifold.h"
#include "engine/core/internal_api.h"
#include "engine/core/pair_set.h"
#include "engine/core/uncopied_pointer.h"
#include "engine/model/body_store.h"
#include <satbox/contact_callbacks.h>
#include <satbox/contacts.h>

#include <vector>

namespace satbox {

inline bool needsSolving(const Contact& contact) { return contact.count > 0 && !contact.sensor; }

struct ContactStore {
    std::vector<Contact> awake;                  // contacts with an awake body, in deterministic order
    PairSet pairs;                               // all pairs, awake and asleep
    UncopiedPointer<ContactCallbacks> callbacks; // not part of the value

    // Grows whenever contacts are removed or moved other than by an update: the constraint graph must then be
    // rebuilt from all contacts (GraphChanges).
    uint64_t revision = 0;
};

// The world settings that ContactUpdate uses.
struct ContactSettings {
    CollisionRange range{0.02f};
    float linearSlop = 0.005f; // m
    CombineRule frictionRule = CombineRule::GeometricMean;
    CombineRule restitutionRule = CombineRule::Maximum;
    bool overrideFriction = false;
    bool overrideRestitution = false;
    float frictionOverride = 0.0f;
    float restitutionOverride = 0.0f;
    float predictionTime = 0.0f; // s, lookahead of enlarged speculative margins; 0: none
    ContactCallbacks* callbacks = nullptr;
};

// Two shapes that began or ceased to touch in an update.
struct ContactChange {
    enum class Kind : uint8_t { Began, Ended } kind = Kind::Began;
    Contact contact; // a copy: an ended contact may be removed already
};

// Whether the contact is one of these two bodies (slots), in either order.
inline bool isBetween(const Contact& contact, uint32_t bodyA, uint32_t bodyB)
{
    return PairSet::key(contact.bodyA, contact.bodyB) == PairSet::key(bodyA, bodyB);
}

// False for pairs that can never push each other: they get no contact.
SATBOX_INTERNAL_API bool canCollide(const BodyStore& bodies, const BodyShape& a, const BodyShape& b);

// A contact of two shapes without points. Precondition: shapeA < shapeB.
SATBOX_INTERNAL_API Contact contactOf(const ShapeStore& shapes, uint32_t shapeA, uint32_t shapeB,
                                      const ContactSettings& settings);

// The same, and what the program's callbacks say.
SATBOX_INTERNAL_API bool canCollide(const BodyStore& bodies, const ShapeStore& shapes,
                                    ContactCallbacks* callbacks, uint32_t shapeA, uint32_t shapeB);

// Adds a contact of two shapes; the shape with the lower slot becomes A. Returns false if the contact exists
// already or canCollide() is false.
bool createContact(ContactStore& contacts, const BodyStore& bodies, const ShapeStore& shapes, uint32_t shapeA,
                   uint32_t shapeB, const ContactSettings& settings);

// Sets friction and restitution of a contact from its shapes' materials.
SATBOX_INTERNAL_API void mixMaterials(Contact& contact, const ShapeStore& shapes,
                                      const ContactSettings& settings);

// Sets the values that are valid.
void setMaterial(Contact& contact, const MixedMaterial& material);

// Removes the contacts for which isGone(contact) is true from the list and from the pair set; keeps the
// order. Appends the touching ones to `changes` as ended.
template<class IsGone>
void removeContacts(std::vector<Contact>& list, PairSet& pairs, std::vector<ContactChange>& changes,
                    IsGone&& isGone)
{
    std::erase_if(list, [&](const Contact& c) {
        if (!isGone(c)) return false;
        pairs.erase(PairSet::key(c.shapeA, c.shapeB));
        if (c.touching) changes.push_back({ContactChange::Kind::Ended, c});
        return true;
    });
}

} // namespace satbox
