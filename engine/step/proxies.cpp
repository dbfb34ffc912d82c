#include "engine/step/proxies.h"

#include "engine/math/position.h"
#include "engine/step/contact_events.h"
#include <satbox/math.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace satbox {

namespace {

// By how much a body of this velocity moves the boxes of its shapes in a step of 1 / stepRate, with the
// speculative margin. Rotation and forces are not included. updateBoxesAfterStep() has the same rule.
Aabb reachAhead(const WorldSettings& settings, Vec2 velocity)
{
    const float margin = tolerancesOf(settings).speculativeMargin;
    const float speed = length(velocity);
    const float limit = speed > settings.maxSpeed ? settings.maxSpeed / speed : 1.0f; // as the step limits it
    const Vec2 step = (limit / settings.stepRate) * velocity;
    Aabb reach{{-margin, -margin}, {margin, margin}};
    if (std::max(std::fabs(step.x), std::fabs(step.y)) > margin) {
        reach.lower += minimum(step, {0.0f, 0.0f});
        reach.upper += maximum(step, {0.0f, 0.0f});
    }
    return reach;
}

ShapeBoxes newBoxes(const WorldState& world, uint32_t shapeSlot)
{
    const BodyShape& shape = world.shapes.at(shapeSlot);
    const PositionGrid grid = world.bodies.grid;
    const WorldBox tight = worldBox(shape.shape, world.bodies.motions[shape.body], grid);
    // Static shapes need no margin: the movable shape of the pair has one.
    if (world.bodies.slots.at(shape.body).type == BodyType::Static) return {tight, tight};
    const float margin = fatMarginOf(world.settings, extents(tight));
    const Aabb ahead = reachAhead(world.settings, world.bodies.motions[shape.body].v);
    const Vec2 lower = minimum(ahead.lower, {-margin, -margin}),
               upper = maximum(ahead.upper, {margin, margin});
    return {tight, {grid.displaced(tight.lower, lower), grid.displaced(tight.upper, upper)}};
}

template<class Predicate>
void removeContactsIf(WorldState& world, WorldEvents& events, Predicate&& gone)
{
    std::vector<ContactChange> changes;
    removeContacts(world.contacts.awake, world.contacts.pairs, changes, gone);
    ++world.contacts.revision;
    for (SleepingIsland& island : world.islands.asleep)
        removeContacts(island.contacts, world.contacts.pairs, changes, gone);
    reportChanges(world, changes, events, Poses::Now);
}

} // namespace

float fatMarginOf(const WorldSettings& settings, Vec2 extents)
{
    // With the full margin, small shapes would get twice as many pairs as can ever touch.
    constexpr float kShare = 0.25f; // of half the tight box's longer side
    const Tolerances tolerances = tolerancesOf(settings);
    return std::max(std::min(tolerances.fatMargin, kShare * std::max(extents.x, extents.y)),
                    tolerances.speculativeMargin);
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
                                       boxes.fat, shapeSlot, shape.def.filter);
}

void removeContactsBetween(WorldState& world, StepReport& report, uint32_t bodyA, uint32_t bodyB,
                           WorldEvents& events)
{
    removeContactsIf(world, events, [&](const Contact& c) { return isBetween(c, bodyA, bodyB); });
    report.vertexContacts.removeBodies(bodyA, bodyB);
}

void removeProxy(WorldState& world, StepReport& report, uint32_t shapeSlot, WorldEvents& events)
{
    BodyShape& shape = world.shapes.at(shapeSlot);
    if (shape.proxy < 0) return;
    world.broadPhase.remove(shape.proxy);
    shape.proxy = -1;
    removeContactsOf(world, report, shapeSlot, events);
}

void removeContactsOf(WorldState& world, StepReport& report, uint32_t shapeSlot, WorldEvents& events)
{
    removeContactsIf(world, events,
                     [&](const Contact& c) { return c.shapeA == shapeSlot || c.shapeB == shapeSlot; });
    report.vertexContacts.removeShape(shapeSlot);
}

void renewProxies(WorldState& world, uint32_t bodySlot)
{
    forEachShapeOf(world.bodies, bodySlot, [&](uint32_t s) {
        const WorldBox before = world.shapes.boxes[s].fat;
        world.shapes.boxes[s] = newBoxes(world, s);
        const WorldBox& fat = world.shapes.boxes[s].fat;
        int32_t& proxy = world.shapes.at(s).proxy;
        if (overlaps(before, fat)) {
            world.broadPhase.moveAndRefit(proxy, fat);
            world.broadPhase.markDirty(proxy);
        } else {
            world.broadPhase.remove(proxy);
            proxy = world.broadPhase.add(BroadPhase::Layer::Movable, fat, s, world.shapes.at(s).def.filter);
        }
    });
}

void reachAtVelocity(WorldState& world, uint32_t bodySlot)
{
    const PositionGrid grid = world.bodies.grid;
    const Aabb ahead = reachAhead(world.settings, world.bodies.motions[bodySlot].v);
    bool reaches = true;
    forEachShapeOf(world.bodies, bodySlot, [&](uint32_t s) {
        const ShapeBoxes& boxes = world.shapes.boxes[s];
        reaches &= contains(boxes.fat, WorldBox{grid.displaced(boxes.tight.lower, ahead.lower),
                                                grid.displaced(boxes.tight.upper, ahead.upper)});
    });
    // A world that has not been stepped is saved without boxes, so they must be those that addProxy() makes.
    if (!reaches || world.stepCount == 0) rebuildBoxes(world, bodySlot);
}

void rebuildBoxes(WorldState& world, uint32_t bodySlot)
{
    forEachShapeOf(world.bodies, bodySlot, [&](uint32_t s) {
        const ShapeBoxes boxes = newBoxes(world, s);
        world.shapes.boxes[s].tight = boxes.tight;
        const int32_t proxy = world.shapes.at(s).proxy;
        if (proxy < 0 || boxes.fat == world.shapes.boxes[s].fat) return;
        world.shapes.boxes[s].fat = boxes.fat;
        world.broadPhase.moveAndRefit(proxy, boxes.fat);
    });
}

} // namespace satbox
