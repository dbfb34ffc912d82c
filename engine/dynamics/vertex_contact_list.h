#pragma once

#include "engine/dynamics/contact_store.h"

#include <span>
#include <vector>

namespace satbox {

// A contact together with the points that its world's solver works on: the two of its clipped manifold, or
// the vertices that SolverType::VertexContact found. Valid until the world changes.
struct ContactView {
    const Contact* contact = nullptr; // nullptr: there is none
    std::span<const ContactPoint> points{};

    explicit operator bool() const { return contact != nullptr; }
};

// What SolverType::VertexContact did at one vertex in one iteration.
struct VertexVisit {
    uint32_t shapeA = 0, shapeB = 0; // slots, A's the lower one
    uint32_t bodyA = 0, bodyB = 0;   // slots
    uint32_t order = 0;              // among the visits of one step
    Vec2 normal{0.0f, 0.0f};         // unit, from A to B, world axes
    float friction = 0.0f;
    float restitution = 0.0f;
    ReferenceOwner owner = ReferenceOwner::None; // whose edge gave the normal
    uint8_t face = 0;                            // that edge
    bool sliding = false;                        // pushed, and friction reached its limit
    Position at{};                               // the vertex then
    ContactPoint point{};                        // impulses of this visit alone; normalVelocity before it
};

// The vertex contacts of the last step. A pair's points are all vertices that were inside the other polygon
// in some iteration: depth and impulses of the last such iteration, `totalImpulse` of the whole step. Anchors
// are where place() puts them: at the vertex after the step.
class VertexContactList {
  public:
    // Replaces the contacts by what a step's visits (in any order) add up to. Contacts for which
    // keep(contact) is true and that were not visited stay as they are. `steps`: by how much ages of
    // persisting points grow.
    template<class Keep>
    void assign(std::span<VertexVisit> visits, uint32_t steps, Keep&& keep);

    // Puts the anchors of all points where place(contact, point) says that the point is now, m, world.
    template<class Place>
    void place(const BodyStore& bodies, Place&& place);

    void clear();
    void removeShape(uint32_t shape); // slot

    // Of two shapes (slots, a < b); without a contact where no vertex was inside.
    ContactView find(uint32_t shapeA, uint32_t shapeB) const;
    // fn(const ContactView&), by shapes.
    template<class Fn>
    void forEach(Fn&& fn) const;
    size_t bytes() const;

  private:
    struct Entry {
        Contact contact;
        uint32_t first = 0, count = 0; // in points_
    };
    // Ascending by shapes.
    template<class Pair>
    static uint64_t keyOf(const Pair& pair)
    {
        return PairSet::key(pair.shapeA, pair.shapeB);
    }
    ContactView viewOf(const Entry& entry) const
    {
        return {&entry.contact, std::span(points_).subspan(entry.first, entry.count)};
    }
    // Sorts visits by shapes, vertex and order; exchanges the contacts for empty lists.
    void begin(std::span<VertexVisit> visits);
    void addOld(const Entry& entry);
    size_t addVisits(std::span<const VertexVisit> visits,
                     uint32_t steps); // of the first pair; how many they are
    static const Entry* findIn(const std::vector<Entry>& entries, uint64_t key);

    std::vector<Entry> entries_; // by shapes, ascending
    std::vector<ContactPoint> points_;
    // Those of the step before, while new ones are assigned; kept for their memory.
    std::vector<Entry> oldEntries_;
    std::vector<ContactPoint> oldPoints_;
};

// ---------------------------------------------------------------------------------------------------------------------

template<class Keep>
void VertexContactList::assign(std::span<VertexVisit> visits, uint32_t steps, Keep&& keep)
{
    begin(visits);
    size_t next = 0;
    for (const Entry& old : oldEntries_) {
        const uint64_t key = keyOf(old.contact);
        while (next < visits.size() && keyOf(visits[next]) < key)
            next += addVisits(visits.subspan(next), steps);
        const bool visited = next < visits.size() && keyOf(visits[next]) == key;
        if (!visited && keep(old.contact)) addOld(old);
    }
    while (next < visits.size()) next += addVisits(visits.subspan(next), steps);
}

template<class Place>
void VertexContactList::place(const BodyStore& bodies, Place&& place)
{
    for (const Entry& entry : entries_) {
        const Contact& contact = entry.contact;
        for (uint32_t i = entry.first; i < entry.first + entry.count; ++i) {
            const Position at = place(contact, points_[i]);
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
