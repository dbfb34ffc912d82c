#include "engine/world/stages.h"

#include <algorithm>

namespace satbox {

void addProxy(WorldState& world, uint32_t shapeSlot)
{
    BodyShape& shape = world.shapes.at(shapeSlot);
    const Body& body = world.bodies.slots.at(shape.body);
    if (shape.proxy >= 0 || !body.enabled || body.quarantined) return;
    const bool fixed = body.type == BodyType::Static;
    shape.box = computeAabb(shape.shape, world.bodies.motions[shape.body].transform);
    // What never moves needs no margin: the other side of a pair brings it.
    const float margin = fixed ? 0.0f : std::max(world.settings.fatMargin, world.settings.speculativeMargin);
    shape.fatBox = expand(shape.box, margin);
    shape.proxy = world.broadPhase.add(fixed ? BroadPhase::Layer::Fixed : BroadPhase::Layer::Movable,
                                       shape.fatBox, shapeSlot, shape.def.filter.category);
}

void removeProxy(WorldState& world, uint32_t shapeSlot)
{
    BodyShape& shape = world.shapes.at(shapeSlot);
    if (shape.proxy < 0) return;
    world.broadPhase.remove(shape.proxy);
    shape.proxy = -1;

    std::vector<ContactChange> changes;
    const auto gone = [&](const Contact& c) { return c.shapeA == shapeSlot || c.shapeB == shapeSlot; };
    removeContacts(world.contacts.awake, world.contacts.pairs, changes, gone);
    for (SleepingIsland& island : world.islands.asleep)
        removeContacts(island.contacts, world.contacts.pairs, changes, gone);
    reportChanges(world, changes, world.pendingEvents);
}

void quarantine(WorldState& world, uint32_t slot)
{
    Body& body = world.bodies.slots.at(slot);
    BodyMotion& m = world.bodies.motions[slot];
    for (const uint32_t s : body.shapes) removeProxy(world, s);
    removeFromAwake(world.bodies, slot);
    body.quarantined = true;

    // Back to where the last step began; to the origin if even that is lost.
    const Vec2 center = isFinite(m.center0) ? m.center0 : Vec2{0.0f, 0.0f};
    const Rot q = isFinite(m.q0) ? m.q0 : Rot{};
    m.v = {0.0f, 0.0f};
    m.w = 0.0f;
    m.force = {0.0f, 0.0f};
    m.torque = 0.0f;
    m.invMass = 0.0f;
    m.invInertia = 0.0f;
    placeCenter(m, center, q);
    updateBoxes(world.bodies, world.shapes, slot);
    world.events.quarantines.push_back({world.bodies.slots.handleAt(slot)});
}

} // namespace satbox
