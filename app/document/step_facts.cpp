#include "app/document/step_facts.h"

#include "engine/world/world_access.h"

#include <algorithm>
#include <limits>

namespace satbox::app {

namespace {

uint16_t counted(size_t count)
{
    return static_cast<uint16_t>(std::min<size_t>(count, std::numeric_limits<uint16_t>::max()));
}

} // namespace

uint32_t awakeBodyCount(const World& world)
{
    return static_cast<uint32_t>(stateOf(world).bodies.awake.size());
}

StepFacts stepFactsOf(const World& world, uint32_t awakeBefore)
{
    const WorldEvents& events = world.events();
    StepFacts facts{.awakeBodies = awakeBodyCount(world),
                    .begins = counted(events.begins.size()),
                    .hits = counted(events.hits.size()),
                    .quarantines = counted(events.quarantines.size())};
    facts.fellAsleep = facts.awakeBodies < awakeBefore && facts.quarantines == 0;
    world.forEachContactView([&](const ContactView& contact) {
        if (contact.contact->sensor) return;
        for (const ContactPoint& point : contact.points)
            facts.deepestOverlap = std::max(facts.deepestOverlap, -point.separation);
    });
    return facts;
}

} // namespace satbox::app
