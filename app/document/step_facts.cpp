#include "app/document/step_facts.h"

#include "engine/world/world_access.h"

#include <algorithm>
#include <limits>
#include <span>

namespace satbox::app {

namespace {

uint16_t counted(size_t count)
{
    return static_cast<uint16_t>(std::min<size_t>(count, std::numeric_limits<uint16_t>::max()));
}

// m, of the contact points at the start of the last step; 0 if none overlaps.
float deepestOverlap(const World& world, std::span<const Contact> contacts)
{
    const bool hasVertexContacts = world.settings().solver == SolverType::VertexContact;
    float deepest = 0.0f;
    for (const Contact& contact : contacts) {
        if (contact.sensor) continue;
        const std::span<const ContactPoint> points =
            hasVertexContacts ? WorldAccess::data(world).viewOf(contact).points
                              : std::span<const ContactPoint>(contact.points, contact.count);
        for (const ContactPoint& point : points) deepest = std::max(deepest, -point.separation);
    }
    return deepest;
}

} // namespace

uint32_t awakeBodyCount(const World& world)
{
    return static_cast<uint32_t>(stateOf(world).bodies.awake.size());
}

StepFacts StepFactsMeter::measure(const World& world, uint32_t awakeBefore)
{
    const WorldState& state = stateOf(world);
    const WorldEvents& events = world.events();
    StepFacts facts{.awakeBodies = awakeBodyCount(world),
                    .begins = counted(events.begins.size()),
                    .hits = counted(events.hits.size()),
                    .quarantines = counted(events.quarantines.size()),
                    .breaks = counted(events.brokenJoints.size())};
    facts.fellAsleep = facts.awakeBodies < awakeBefore && facts.quarantines == 0;
    if (!isKnown_ || bodyRevision_ != state.bodies.revision || contactRevision_ != state.contacts.revision) {
        deepestAsleep_ = 0.0f;
        for (const SleepingIsland& island : state.islands.asleep)
            deepestAsleep_ = std::max(deepestAsleep_, deepestOverlap(world, island.contacts));
        bodyRevision_ = state.bodies.revision;
        contactRevision_ = state.contacts.revision;
        isKnown_ = true;
    }
    facts.deepestOverlap = std::max(deepestAsleep_, deepestOverlap(world, state.contacts.awake));
    return facts;
}

} // namespace satbox::app
