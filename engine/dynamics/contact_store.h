#pragma once

#include "engine/core/pair_set.h"
#include "engine/dynamics/body_store.h"
#include "engine/dynamics/contact.h"

#include <vector>

namespace satbox {

// Edge of the constraint graph: colour and bodies of a contact, as of the last update. The graph reads edges
// instead of contacts. A contact without bodies here is not in the graph: it needs no solving now and needed
// none in the last step.
struct GraphEdge {
    uint32_t bodyA = kNoIndex, bodyB = kNoIndex; // slots
    int32_t colour = -1;                         // Contact::colour

    bool any() const { return bodyA != kNoIndex; }
    friend bool operator==(const GraphEdge&, const GraphEdge&) = default;
};
inline bool needsSolving(const Contact& contact) { return contact.count > 0 && !contact.sensor; }
inline GraphEdge graphEdgeOf(const Contact& contact)
{
    if (!needsSolving(contact) && contact.colour < 0) return {};
    return {contact.bodyA, contact.bodyB, contact.colour};
}

struct ContactStore {
    std::vector<Contact> awake; // contacts with an awake body, in deterministic order
    PairSet pairs;              // all pairs, awake and asleep

    // Not part of a world's value: the changes of the last update, from which the constraint graph is updated
    // incrementally. A contact that ends keeps its colour until the next update, so that the graph does not
    // change before that.
    std::vector<GraphEdge> edges;        // by index in `awake`; in sync with it after each update
    std::vector<GraphEdge> graphRemoves; // former edges of contacts that have lost their colour
    std::vector<uint32_t> graphAdds;     // contacts that need solving and have no colour yet, ascending
    bool edgesDirty = true;              // edges or contact indices changed since the graph was built
    bool removalsPending = true;         // some contact has ended: the next update will remove its edge
    // Contacts were removed outside an update, or the lists of the last update were not consumed: the graph
    // must be rebuilt from all contacts.
    bool needsFullRebuild = true;
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
};

// Two shapes that began or ceased to touch in an update.
struct ContactChange {
    enum class Kind : uint8_t { Began, Ended } kind = Kind::Began;
    Contact contact; // a copy: an ended contact may be removed already
};

// False for pairs that can never push each other: they get no contact.
bool canCollide(const BodyStore& bodies, const BodyShape& a, const BodyShape& b);

// Adds a contact of two shapes; the shape with the lower slot becomes A. Returns false if the contact exists
// already or canCollide() is false.
bool createContact(ContactStore& contacts, const BodyStore& bodies, const ShapeStore& shapes, uint32_t shapeA,
                   uint32_t shapeB, const ContactSettings& settings);

// Sets friction and restitution of a contact from its shapes' materials.
void mixMaterials(Contact& contact, const ShapeStore& shapes, const ContactSettings& settings);

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
