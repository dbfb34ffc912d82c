#pragma once

#include "engine/core/pair_set.h"
#include "engine/dynamics/body_store.h"
#include "engine/dynamics/contact.h"

#include <vector>

namespace satbox {

// Which bodies a contact holds apart, or did in the last step, as the last update found: none where there is
// nothing to solve; and its colour. What the constraint graph goes by, without a look at the contacts.
struct GraphEdge {
    static constexpr uint32_t kNone = ~0u;
    uint32_t bodyA = kNone, bodyB = kNone; // slots
    int32_t colour = -1;                   // Contact::colour

    bool any() const { return bodyA != kNone; }
    friend bool operator==(const GraphEdge&, const GraphEdge&) = default;
};
// Whether a contact has something to solve.
inline bool holdsApart(const Contact& contact) { return contact.count > 0 && !contact.sensor; }
inline GraphEdge graphEdgeOf(const Contact& contact)
{
    if (!holdsApart(contact) && contact.colour < 0) return {};
    return {contact.bodyA, contact.bodyB, contact.colour};
}

struct ContactStore {
    std::vector<Contact> awake; // those that a step looks at: one of the bodies is awake; deterministic order
    PairSet pairs;              // all pairs, awake and asleep

    // No part of a world's value: what an update tells the constraint graph, which goes on from there. A
    // contact that ends keeps its colour until the next update, so that no graph changes by it meanwhile.
    std::vector<GraphEdge> edges;        // of the awake contacts, in step with them from each update on
    std::vector<GraphEdge> graphRemoves; // of contacts that have given back their colour, as they were
    std::vector<uint32_t> graphAdds;     // those that hold bodies apart and have no colour yet, ascending
    bool edgesDirty = true;              // ends, or contacts' places, since the graph was built
    bool removalsPending = true; // some contact has ended, so that the next update will change the ends
    // Contacts were removed other than by an update, or nobody used what the last one told: all contacts are
    // to be looked at.
    bool rearranged = true;
};

// What contact update needs of the settings.
struct ContactSettings {
    CollisionRange range{0.02f};
    float linearSlop = 0.005f; // m
    CombineRule frictionRule = CombineRule::GeometricMean;
    CombineRule restitutionRule = CombineRule::Maximum;
    bool overrideFriction = false;
    bool overrideRestitution = false;
    float frictionOverride = 0.0f;
    float restitutionOverride = 0.0f;
    float ahead = 0.0f; // s, contacts that bounce are made as far ahead as bodies come within this
};

// Which shapes began or ceased to touch in this update, in contact order.
struct ContactChange {
    enum class Kind : uint8_t { Began, Ended } kind = Kind::Began;
    Contact contact; // as it was then: an ended one may be gone already
};

// Pairs that can never push each other make no contact.
bool mayCollide(const BodyStore& bodies, const BodyShape& a, const BodyShape& b);

// Enters a new contact for two shapes, unless their filters, bodies or kinds forbid it or it exists. The
// shape with the lower slot becomes A. False
// when no contact was made.
bool createContact(ContactStore& contacts, const BodyStore& bodies, const ShapeStore& shapes, uint32_t shapeA,
                   uint32_t shapeB, const ContactSettings& settings);

// Friction and restitution of one contact from its shapes' materials.
void mixMaterials(Contact& contact, const ShapeStore& shapes, const ContactSettings& settings);

// Removes the contacts for which `gone` is true from the list and from the set of pairs; keeps order.
// Touching ones go to `changes` as ended.
template<class Gone>
void removeContacts(std::vector<Contact>& list, PairSet& pairs, std::vector<ContactChange>& changes,
                    Gone&& gone)
{
    std::erase_if(list, [&](const Contact& c) {
        if (!gone(c)) return false;
        pairs.erase(PairSet::key(c.shapeA, c.shapeB));
        if (c.touching) changes.push_back({ContactChange::Kind::Ended, c});
        return true;
    });
}

} // namespace satbox
