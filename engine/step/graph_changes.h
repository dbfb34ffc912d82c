#pragma once

#include "engine/model/contact_store.h"

#include <cstdint>
#include <vector>

namespace satbox {

// Edge of the constraint graph: colour and bodies of a contact, as of the last update. The graph reads edges
// instead of contacts. A contact without bodies here is not in the graph: it needs no solving now and needed
// none in the last step.
struct GraphEdge {
    uint32_t bodyA = kNoIndex, bodyB = kNoIndex; // slots
    int32_t colour = -1;                         // Contact::colour

    bool isInGraph() const { return bodyA != kNoIndex; }
    friend bool operator==(const GraphEdge&, const GraphEdge&) = default;
};
inline GraphEdge graphEdgeOf(const Contact& contact)
{
    if (!needsSolving(contact) && contact.colour < 0) return {};
    return {contact.bodyA, contact.bodyB, contact.colour};
}

// The edges of the constraint graph and their changes in the last contact update, from which the graph is
// updated incrementally. Not part of a world's value: it can be recomputed from the contacts. A
// default-constructed GraphChanges makes the next step rebuild the graph. A contact that ends keeps its
// colour until the next update, so that the graph does not change before that.
struct GraphChanges {
    std::vector<GraphEdge> edges;   // by index in ContactStore::awake; in sync with it after each update
    std::vector<GraphEdge> removes; // former edges of contacts that have lost their colour
    std::vector<uint32_t> adds;     // contacts that need solving and have no colour yet, ascending
    // Edges that got another colour, which their contacts get once the graph is built.
    std::vector<uint32_t> recoloured;
    bool edgesDirty = true;        // edges or contact indices changed since the graph was built
    bool removalsPending = true;   // some contact has ended: the next update will remove its edge
    bool isIncomplete = true;      // the lists lack changes, for example those of an update before the last
    uint64_t contactsRevision = 0; // ContactStore::revision that the lists are about

    // True if the graph must be rebuilt from all contacts.
    bool needsFullRebuild(const ContactStore& contacts) const
    {
        return isIncomplete || contactsRevision != contacts.revision;
    }
    // Call once a graph has been built from all contacts and changes.
    void consume(const ContactStore& contacts)
    {
        isIncomplete = false;
        contactsRevision = contacts.revision;
        removes.clear();
        adds.clear();
    }
};

} // namespace satbox
