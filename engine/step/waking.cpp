#include "engine/step/waking.h"
#include "engine/geometry/shape.h"
#include <satbox/shapes.h>

#include <algorithm>
#include <cmath>

namespace satbox {

void wake(WorldState& w, uint32_t slot)
{
    wakeBody(w.islands, slot, w.bodies, w.shapes, w.contacts, w.broadPhase);
}

void wakeAll(WorldState& w, std::vector<uint32_t>& slots)
{
    std::sort(slots.begin(), slots.end()); // the order of waking must not depend on the tree
    for (const uint32_t slot : slots) wake(w, slot);
}

void wakeWithNeighbours(WorldState& w, uint32_t slot)
{
    wake(w, slot);
    w.joints.forEach([&](uint32_t, const auto& joint) {
        if (isJointOf(joint, slot)) forEachBodyOf(joint, [&](uint32_t body) { wake(w, body); });
    });
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

namespace {

void addSleepersInBox(const WorldState& w, uint32_t s, std::vector<uint32_t>& sleepers)
{
    const BodyShape& shape = w.shapes.at(s);
    if (shape.proxy < 0) return;
    w.broadPhase.query(BroadPhase::Layer::Movable, w.shapes.boxes[s].fat, [&](uint32_t other) {
        const BodyShape& o = w.shapes.at(other);
        if (!w.bodies.slots.at(o.body).awake && w.bodies.canBePushed(o.body) &&
            shouldCollide(shape.def.filter, o.def.filter))
            sleepers.push_back(o.body);
        return true;
    });
}

} // namespace

void wakeOverlapping(WorldState& w, uint32_t slot)
{
    std::vector<uint32_t> sleepers;
    for (const uint32_t s : w.bodies.slots.at(slot).shapes) addSleepersInBox(w, s, sleepers);
    wakeAll(w, sleepers);
}

void wakeOverlappingShape(WorldState& w, uint32_t shape)
{
    std::vector<uint32_t> sleepers;
    addSleepersInBox(w, shape, sleepers);
    wakeAll(w, sleepers);
}

void wakeInReach(WorldState& world, const StepWorkspace& work, std::span<const uint32_t> bodies, float dt)
{
    if (work.allAwakeRevision == world.bodies.revision) return;
    std::vector<uint32_t> sleepers;
    for (const uint32_t slot : bodies) {
        const BodyMotion& m = world.bodies.motions[slot];
        const Vec2 motion = dt * (m.v + dt * (m.gravityScale * world.settings.gravity + m.invMass * m.force));
        const float turn = std::min(dt * std::fabs(m.w), 2.0f) * m.maxExtent;
        forEachShapeOf(world.bodies, slot, [&](uint32_t s) {
            const BodyShape& shape = world.shapes.at(s);
            if (shape.proxy < 0 || shape.def.sensor) return;
            const WorldBox& box = world.shapes.boxes[s].tight;
            const WorldBox path = expand(unite(box, {box.lower + motion, box.upper + motion}), turn);
            world.broadPhase.query(BroadPhase::Layer::Movable, path, [&](uint32_t other) {
                const BodyShape& o = world.shapes.at(other);
                if (!world.bodies.slots.at(o.body).awake && world.bodies.canBePushed(o.body) &&
                    !o.def.sensor && overlaps(path, world.shapes.boxes[other].tight) &&
                    canCollide(world.bodies, shape, o))
                    sleepers.push_back(o.body);
                return true;
            });
        });
    }
    wakeAll(world, sleepers);
}

} // namespace satbox
