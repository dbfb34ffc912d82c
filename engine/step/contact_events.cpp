#include "engine/step/contact_events.h"

#include "engine/core/nonzero_bytes.h"
#include <satbox/settings.h>

namespace satbox {

void reportChanges(const WorldState& world, const std::vector<ContactChange>& changes, WorldEvents& events,
                   Poses poses)
{
    for (const ContactChange& change : changes) {
        const Contact& c = change.contact;
        const ShapeId a = world.shapes.handleAt(c.shapeA);
        const ShapeId b = world.shapes.handleAt(c.shapeB);
        const bool began = change.kind == ContactChange::Kind::Began;
        const ShapeDef &ofA = world.shapes.at(c.shapeA).def, &ofB = world.shapes.at(c.shapeB).def;
        if (c.sensor) {
            if (!ofA.sensorEvents || !ofB.sensorEvents) continue;
            const bool sensorIsA = ofA.sensor;
            events.sensors.push_back({sensorIsA ? a : b, sensorIsA ? b : a, began});
            continue;
        }
        if (!ofA.contactEvents && !ofB.contactEvents) continue;
        const BodyId bodyA = world.bodies.slots.handleAt(c.bodyA);
        const BodyId bodyB = world.bodies.slots.handleAt(c.bodyB);
        if (began) {
            const BodyMotion& m = world.bodies.motions[c.bodyA];
            const Position point = (poses == Poses::Now ? m.center : m.center0()) + c.points[0].anchorA;
            events.begins.push_back({a, b, bodyA, bodyB, point, c.normal});
        } else {
            events.ends.push_back({a, b, bodyA, bodyB});
        }
    }
}

namespace {

bool reportsHits(const WorldState& world, const Contact& c)
{
    return world.shapes.at(c.shapeA).def.hitEvents || world.shapes.at(c.shapeB).def.hitEvents;
}

} // namespace

void reportPushes(WorldState& world, std::span<const uint8_t> eventFlags, std::vector<ContactChange>& scratch,
                  WorldEvents& events)
{
    scratch.clear();
    const float hitThreshold = tolerancesOf(world.settings).hitThreshold;
    forEachNonZero(eventFlags, [&](size_t index) {
        Contact& c = world.contacts.awake[index];
        bool pushed = false;
        const ContactPoint* hardest = nullptr;
        for (int i = 0; i < c.count; ++i) {
            const ContactPoint& p = c.points[i];
            if (p.totalImpulse <= 0.0f) continue;
            pushed = true;
            if (p.normalVelocity < -hitThreshold && (!hardest || p.normalVelocity < hardest->normalVelocity))
                hardest = &p;
        }
        // A body that bounced off within the speculative margin counts as having touched.
        if (pushed && !c.touching) {
            c.touching = true;
            c.age = 0;
            scratch.push_back({ContactChange::Kind::Began, c});
        }
        if (hardest && reportsHits(world, c))
            events.hits.push_back({world.shapes.handleAt(c.shapeA), world.shapes.handleAt(c.shapeB),
                                   world.bodies.slots.handleAt(c.bodyA), world.bodies.slots.handleAt(c.bodyB),
                                   world.bodies.motions[c.bodyA].center0() + hardest->anchorA, c.normal,
                                   -hardest->normalVelocity});
    });
    reportChanges(world, scratch, events, Poses::BeforeStep);
}

} // namespace satbox
