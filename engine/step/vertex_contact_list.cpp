#include "engine/step/vertex_contact_list.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace satbox {

namespace {

Contact contactOf(const VertexVisit& visit, uint32_t age)
{
    Contact contact;
    contact.shapeA = visit.shapeA;
    contact.shapeB = visit.shapeB;
    contact.bodyA = visit.bodyA;
    contact.bodyB = visit.bodyB;
    contact.normal = visit.normal;
    contact.staticFriction = contact.dynamicFriction = visit.friction;
    contact.restitution = visit.restitution;
    contact.referenceOwner = visit.owner;
    contact.referenceFace = visit.face;
    contact.touching = true;
    contact.age = age;
    return contact;
}

} // namespace

void VertexContactList::beginAssign(std::span<VertexVisit> visits)
{
    const auto sortKey = [](const VertexVisit& v) { return std::tuple(keyOf(v), v.point.id.key, v.order); };
    std::sort(visits.begin(), visits.end(),
              [&](const VertexVisit& a, const VertexVisit& b) { return sortKey(a) < sortKey(b); });
    std::swap(entries_, oldEntries_);
    std::swap(points_, oldPoints_);
    entries_.clear();
    points_.clear();
}

void VertexContactList::carryOver(const Entry& entry)
{
    const auto first = oldPoints_.begin() + static_cast<std::ptrdiff_t>(entry.first);
    entries_.push_back({entry.contact, static_cast<uint32_t>(points_.size()), entry.count});
    points_.insert(points_.end(), first, first + static_cast<std::ptrdiff_t>(entry.count));
}

size_t VertexContactList::addVisits(std::span<const VertexVisit> visits, uint32_t steps)
{
    const uint64_t key = keyOf(visits[0]);
    const Entry* const old = findEntry(oldEntries_, key);
    const auto oldAgeOf = [&](FeatureId id) -> std::optional<uint32_t> {
        for (uint32_t i = 0; old && i < old->count; ++i)
            if (oldPoints_[old->first + i].id == id) return oldPoints_[old->first + i].age;
        return std::nullopt;
    };
    const auto first = static_cast<uint32_t>(points_.size());
    const VertexVisit* latest = &visits[0];
    bool sliding = false;
    size_t used = 0;
    for (; used < visits.size() && keyOf(visits[used]) == key; ++used) {
        const VertexVisit& visit = visits[used];
        if (visit.order > latest->order) latest = &visit;
        sliding |= visit.sliding;
        if (points_.size() == first || points_.back().id != visit.point.id) {
            points_.push_back(visit.point);
            if (const auto age = oldAgeOf(visit.point.id)) points_.back().age = *age + steps;
            continue;
        }
        ContactPoint& point = points_.back();
        const ContactPoint before = point;
        point = visit.point;
        point.normalVelocity = before.normalVelocity; // of the first visit
        point.totalImpulse += before.totalImpulse;
        point.age = before.age;
    }
    Contact contact = contactOf(*latest, old ? old->contact.age + steps : 0);
    contact.sliding = sliding;
    entries_.push_back({contact, first, static_cast<uint32_t>(points_.size()) - first});
    return used;
}

const VertexContactList::Entry* VertexContactList::findEntry(const std::vector<Entry>& entries, uint64_t key)
{
    const auto at = std::lower_bound(entries.begin(), entries.end(), key,
                                     [](const Entry& entry, uint64_t k) { return keyOf(entry.contact) < k; });
    return at != entries.end() && keyOf(at->contact) == key ? &*at : nullptr;
}

ContactView VertexContactList::find(uint32_t shapeA, uint32_t shapeB) const
{
    const Entry* const entry = findEntry(entries_, PairSet::key(shapeA, shapeB));
    return entry ? viewOf(*entry) : ContactView{};
}

void VertexContactList::clear()
{
    entries_.clear();
    points_.clear();
}

// Points of removed pairs stay in points_ until the next step.
void VertexContactList::removeShape(uint32_t shape)
{
    std::erase_if(entries_, [&](const Entry& entry) {
        return entry.contact.shapeA == shape || entry.contact.shapeB == shape;
    });
}

void VertexContactList::removeBodies(uint32_t bodyA, uint32_t bodyB)
{
    std::erase_if(entries_, [&](const Entry& entry) { return isBetween(entry.contact, bodyA, bodyB); });
}

size_t VertexContactList::bytes() const
{
    return (entries_.capacity() + oldEntries_.capacity()) * sizeof(Entry) +
           (points_.capacity() + oldPoints_.capacity()) * sizeof(ContactPoint);
}

} // namespace satbox
