#pragma once

#include "engine/core/internal_api.h"
#include "engine/model/contact_store.h"
#include <satbox/contacts.h>

#include <span>
#include <vector>

namespace satbox {

// Result of SolverType::VertexContact at one vertex in one substep.
struct VertexVisit {
    uint32_t shapeA = 0, shapeB = 0; // slots, shapeA < shapeB
    uint32_t bodyA = 0, bodyB = 0;   // slots
    uint32_t order = 0;              // index among the visits of one step
    Vec2 normal{0.0f, 0.0f};         // unit, from A to B, world axes
    float friction = 0.0f;
    float restitution = 0.0f;
    float surfaceSpeed = 0.0f;                   // m/s, see ContactSurface::speed
    ReferenceOwner owner = ReferenceOwner::None; // polygon whose edge gave the normal
    uint8_t face = 0;                            // index of that edge
    bool sliding = false;                        // with an impulse, friction at its limit
    Position at{};                               // of the vertex in that substep, m
    ContactPoint point{};                        // impulses of this visit only; normalVelocity before it
};

// The vertex contacts of the last step. The points of a pair are all vertices that were inside the other
// polygon in some substep. Depth and impulses are those of the last such substep; totalImpulse is the sum
// over the step. Anchors are set by setAnchors(): at the vertex after the step.
class SATBOX_INTERNAL_API VertexContactList {
  public:
    // Replaces the contacts by the sums of a step's visits, given in any order. Contacts that were not
    // visited remain unchanged if keep(contact) is true. `steps`: number of steps to add to the ages of
    // persisting points.
    template<class Keep>
    void assign(std::span<VertexVisit> visits, uint32_t steps, Keep&& keep);

    // Sets the anchors of all points. positionOf(contact, point): present position of the point, m, world.
    template<class PositionOf>
    void setAnchors(const BodyStore& bodies, PositionOf&& positionOf);

    void clear();
    void removeShape(uint32_t shape);                  // slot
    void removeBodies(uint32_t bodyA, uint32_t bodyB); // slots: the contacts between them

    // By shape slots, shapeA < shapeB. Returns a null view if no vertex was inside.
    ContactView find(uint32_t shapeA, uint32_t shapeB) const;
    // Calls fn(const ContactView&) in order of shape slots.
    template<class Fn>
    void forEach(Fn&& fn) const;
    size_t bytes() const;

  private:
    struct Entry {
        Contact contact;
        uint32_t first = 0, count = 0; // in points_
    };
    // Sort key.
    template<class Pair>
    static uint64_t keyOf(const Pair& pair)
    {
        return PairSet::key(pair.shapeA, pair.shapeB);
    }
    ContactView viewOf(const Entry& entry) const
    {
        return {&entry.contact, std::span(points_).subspan(entry.first, entry.count)};
    }
    // Sorts the visits by shapes, vertex and order; moves the contacts to the old lists.
    void beginAssign(std::span<VertexVisit> visits);
    void carryOver(const Entry& entry);
    // Adds a contact from the visits of the first pair in `visits`. Returns the number of these visits.
    size_t addVisits(std::span<const VertexVisit> visits, uint32_t steps);
    static const Entry* findEntry(const std::vector<Entry>& entries, uint64_t key);

    std::vector<Entry> entries_; // ascending by shapes
    std::vector<ContactPoint> points_;
    // Entries and points of the previous step, used by assign(). Members only so that their memory is reused.
    std::vector<Entry> oldEntries_;
    std::vector<ContactPoint> oldPoints_;
};

// ---------------------------------------------------------------------------------------------------------------------

template<class Keep>
void VertexContactList::assign(std::span<VertexVisit> visits, uint32_t steps, Keep&& keep)
{
    beginAssign(visits);
    size_t next = 0;
    for (const Entry& old : oldEntries_) {
        const uint64_t key = keyOf(old.contact);
        while (next < visits.size() && keyOf(visits[next]) < key)
            next += addVisits(visits.subspan(next), steps);
        const bool visited = next < visits.size() && keyOf(visits[next]) == key;
        if (!visited && keep(old.contact)) carryOver(old);
    }
    while (next < visits.size()) next += addVisits(visits.subspan(next), steps);
}

template<class PositionOf>
void VertexContactList::setAnchors(const BodyStore& bodies, PositionOf&& positionOf)
{
    for (const Entry& entry : entries_) {
        const Contact& contact = entry.contact;
        for (uint32_t i = entry.first; i < entry.first + entry.count; ++i) {
            const Position at = positionOf(contact, points_[i]);
            points_[i].anchorA = at - bodies.motions[contact.bodyA].center;
            points_[i].anchorB = at - bodies.motions[contact.bodyB].center;
        }
    }
}

template<class Fn>
void VertexContactList::forEach(Fn&& fn) const
{
    for (const Entry& entry : entries_) fn(viewOf(entry));
}

} // namespace satbox
