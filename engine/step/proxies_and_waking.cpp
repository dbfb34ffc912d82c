// Broad-phase proxies of shapes with their boxes, waking around edits, and quarantine.

#include "engine/step/stages.h"

#include "engine/math/position.h"
#include <satbox/math.h>
#include <satbox/validate.h>

#include <algorithm>

namespace satbox {

float fatMarginOf(const WorldSettings& settings, Vec2 extents)
{
    // With the full margin, small shapes would get twice as many pairs as can ever touch.
    constexpr float kShare = 0.25f; // of half the tight box's longer side
    const Tolerances tolerances = tolerancesOf(settings);
    return std::max(std::min(tolerances.fatMargin, kShare * std::max(extents.x, extents.y)),
                    tolerances.speculativeMargin);
}

ShapeBoxes newBoxes(const WorldState& world, uint32_t shapeSlot)
{
    const BodyShape& shape = world.shapes.at(shapeSlot);
    const PositionGrid grid = world.bodies.grid;
    const WorldBox tight = worldBox(shape.shape, world.bodies.motions[shape.body], grid);
    // Static shapes need no margin: the movable shape of the pair has one.
    const bool fixed = world.bodies.slots.at(shape.body).type == BodyType::Static;
    const float margin = fixed ? 0.0f : fatMarginOf(world.settings, extents(tight));
    return {tight,
            {grid.displaced(tight.lower, {-margin, -margin}), grid.displaced(tight.upper, {margin, margin})}};
}

void addProxy(WorldState& world, uint32_t shapeSlot)
{
    BodyShape& shape = world.shapes.at(shapeSlot);
    const Body& body = world.bodies.slots.at(shape.body);
    const ShapeBoxes boxes = newBoxes(world, shapeSlot);
    world.shapes.boxes[shapeSlot].tight = boxes.tight;
    if (shape.proxy >= 0 || !body.enabled || body.quarantined) return;
    const bool fixed = body.type == BodyType::Static;
    world.shapes.boxes[shapeSlot].fat = boxes.fat;
    shape.proxy = world.broadPhase.add(fixed ? BroadPhase::Layer::Fixed : BroadPhase::Layer::Movable,
                                       boxes.fat, shapeSlot);
}

void rebuildBoxes(WorldState& world, uint32_t bodySlot)
{
    forEachShapeOf(world.bodies, bodySlot, [&](uint32_t s) {
        const ShapeBoxes boxes = newBoxes(world, s);
        world.shapes.boxes[s].tight = boxes.tight;
        const int32_t proxy = world.shapes.at(s).proxy;
        if (proxy < 0 || boxes.fat == world.shapes.boxes[s].fat) return;
        world.shapes.boxes[s].fat = boxes.fat;
        world.broadPhase.enlarge(proxy, boxes.fat);
    });
}

void removeProxy(WorldState& world, StepReport& report, uint32_t shapeSlot, WorldEvents& events)
{
    BodyShape& shape = world.shapes.at(shapeSlot);
    if (shape.proxy < 0) return;
    world.broadPhase.remove(shape.proxy);
    shape.proxy = -1;

    std::vector<ContactChange> changes;
    const auto gone = [&](const Contact& c) { return c.shapeA == shapeSlot || c.shapeB == shapeSlot; };
    removeContacts(world.contacts.awake, world.contacts.pairs, changes, gone);
    ++world.contacts.revision;
    for (SleepingIsland& island : world.islands.asleep)
        removeContacts(island.contacts, world.contacts.pairs, changes, gone);
    report.vertexContacts.removeShape(shapeSlot);
    reportChanges(world, changes, events, Poses::Now);
}

void wakeWithNeighbours(WorldState& w, uint32_t slot)
{
    wake(w, slot);
    for (size_t i = 0; i < w.islands.asleep.size(); ++i) {
        const auto& contacts = w.islands.asleep[i].contacts;
        const bool touches = std::any_of(contacts.begin(), contacts.end(), [&](const Contact& c) {
            return c.bodyA == slot || c.bodyB == slot;
        });
        if (touches)
            wakeIsland(w.islands, static_cast<int32_t>(i), w.bodies, w.shapes, w.contacts, w.broadPhase);
    }
    // Awake contacts of the body: with a sleeper on an awake kinematic body, and with awake bodies, whose
    // rest times restart. The list grows during the loop, because waking an island appends its contacts.
    for (size_t i = 0; i < w.contacts.awake.size(); ++i) {
        const Contact& c = w.contacts.awake[i];
        if (c.count == 0 || (c.bodyA != slot && c.bodyB != slot)) continue;
        wake(w, c.bodyA == slot ? c.bodyB : c.bodyA);
    }
}

void wakeOverlapping(WorldState& w, uint32_t slot)
{
    std::vector<uint32_t> sleepers;
    for (const uint32_t s : w.bodies.slots.at(slot).shapes) {
        const BodyShape& shape = w.shapes.at(s);
        if (shape.proxy < 0) continue;
        w.broadPhase.query(BroadPhase::Layer::Movable, w.shapes.boxes[s].fat, [&](uint32_t other) {
            const BodyShape& o = w.shapes.at(other);
            if (!w.bodies.slots.at(o.body).awake && w.bodies.canMove(o.body) &&
                shouldCollide(shape.def.filter, o.def.filter))
                sleepers.push_back(o.body);
            return true;
        });
    }
    wakeAll(w, sleepers);
}

void wakeAll(WorldState& w, std::vector<uint32_t>& slots)
{
    std::sort(slots.begin(), slots.end()); // the order of waking must not depend on the tree
    for (const uint32_t slot : slots) wake(w, slot);
}

void quarantine(WorldState& world, StepReport& report, uint32_t slot, WorldEvents& events)
{
    Body& body = world.bodies.slots.at(slot);
    BodyMotion& m = world.bodies.motions[slot];
    const QuarantineReason reason = isFinite(m) ? QuarantineReason::LeftWorld : QuarantineReason::NotFinite;
    wakeWithNeighbours(world, slot);
    for (const uint32_t s : body.shapes) removeProxy(world, report, s, events);
    removeFromAwake(world.bodies, slot);
    body.quarantined = true;
    for (uint32_t i = 0; i < world.mouseJoints.slotCount(); ++i) {
        if (!world.mouseJoints.isLive(i) || world.mouseJoints.at(i).body != slot) continue;
        world.mouseJoints.at(i).impulse = {0.0f, 0.0f}; // may be non-finite like the body
        world.mouseJoints.at(i).force = {0.0f, 0.0f};
    }

    // Back to the pose at the start of the step, or to the origin if that is not finite either.
    const Position center = isFinite(m.center0()) ? m.center0() : Position{};
    m.center = center;
    m.moved = {0.0f, 0.0f};
    m.q = m.q0 = isFinite(m.q0) ? m.q0 : Rot{};
    m.v = {0.0f, 0.0f};
    m.w = 0.0f;
    m.force = {0.0f, 0.0f};
    m.torque = 0.0f;
    m.invMass = 0.0f;
    ++world.bodies.revision;
    m.invInertia = 0.0f;
    updateBoxes(world.bodies, world.shapes, slot);
    events.quarantines.push_back({world.bodies.slots.handleAt(slot), reason});
}

} // namespace satbox
