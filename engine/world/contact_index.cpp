#include "engine/world/contact_index.h"

#include <numeric>

namespace satbox {

namespace {

template<class Fn>
void forEachContact(const WorldState& world, Fn&& fn)
{
    for (const Contact& c : world.contacts.awake) fn(c);
    for (const SleepingIsland& island : world.islands.asleep)
        for (const Contact& c : island.contacts) fn(c);
}

} // namespace

std::span<const Contact* const> ContactIndex::of(const WorldState& world, uint32_t body)
{
    const std::lock_guard lock(mutex_);
    if (!isCurrent_ || isChanging_) make(world);
    return std::span(contacts_).subspan(first_[body], first_[body + 1] - first_[body]);
}

// Counting sort by body.
void ContactIndex::make(const WorldState& world)
{
    first_.assign(world.bodies.motions.size() + 1, 0);
    forEachContact(world, [&](const Contact& c) {
        ++first_[c.bodyA + 1];
        ++first_[c.bodyB + 1];
    });
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    contacts_.resize(first_.back());
    std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
    forEachContact(world, [&](const Contact& c) {
        contacts_[next[c.bodyA]++] = &c;
        contacts_[next[c.bodyB]++] = &c;
    });
    isCurrent_ = true;
}

} // namespace satbox
