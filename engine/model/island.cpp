#include "engine/model/island.h"

#include "engine/core/disjoint_sets.h"
#include "engine/geometry/shape.h"
#include <satbox/shapes.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace satbox {

namespace {

bool isMoving(const BodyMotion& m) { return m.v != Vec2{0.0f, 0.0f} || m.w != 0.0f; }

// Index of an awake body in BodyStore::awake.
size_t awakeIndex(const BodyStore& bodies, uint32_t slot)
{
    const auto it = std::lower_bound(bodies.awake.begin(), bodies.awake.end(), slot);
    return static_cast<size_t>(it - bodies.awake.begin());
}

int32_t findFreeSlot(IslandStore& islands)
{
    for (size_t i = 0; i < islands.asleep.size(); ++i)
        if (islands.asleep[i].bodies.empty()) return static_cast<int32_t>(i);
    islands.asleep.emplace_back();
    return static_cast<int32_t>(islands.asleep.size() - 1);
}

// fn(slot, slot) for both bodies of each constraint that connects two bodies now.
template<class Fn>
void forEachConnection(std::span<const Contact> contacts, std::span<const ConstraintEdge> joints, Fn&& fn)
{
    for (const Contact& c : contacts)
        if (needsSolving(c)) fn(c.bodyA, c.bodyB);
    for (const ConstraintEdge& joint : joints)
        if (joint.connectsBodies()) fn(joint.bodyA, joint.bodyB);
}

// Removes the contacts of bodies that just fell asleep from the awake list: those with points move to the
// island, the others are deleted. Also deletes contacts whose fat boxes no longer overlap, as the next
// contact update would. Otherwise a contact stored in another island would stay there:
// restoreSleepingContact() runs only for pairs that the broad phase reports.
void storeSleepingContacts(IslandStore& islands, const BodyStore& bodies, const ShapeStore& shapes,
                           ContactStore& contacts, std::vector<ContactChange>& changes)
{
    const auto islandOf = [&](uint32_t slot) { return bodies.slots.at(slot).sleepingIsland; };
    const auto isAsleep = [&](uint32_t slot) { return !bodies.slots.at(slot).awake; };

    removeContacts(contacts.awake, contacts.pairs, changes, [&](const Contact& c) {
        if (!isAsleep(c.bodyA) || !isAsleep(c.bodyB)) return false;
        return c.count == 0 || (islandOf(c.bodyA) < 0 && islandOf(c.bodyB) < 0) ||
               !overlaps(shapes.boxes[c.shapeA].fat, shapes.boxes[c.shapeB].fat);
    });
    std::erase_if(contacts.awake, [&](const Contact& c) {
        if (!isAsleep(c.bodyA) || !isAsleep(c.bodyB)) return false;
        const bool belongsToA =
            islandOf(c.bodyB) < 0 || (bodies.canBePushed(c.bodyA) && islandOf(c.bodyA) >= 0);
        const int32_t island = islandOf(belongsToA ? c.bodyA : c.bodyB);
        std::vector<Contact>& stored = islands.asleep[static_cast<size_t>(island)].contacts;
        stored.push_back(c);
        stored.back().colour = -1;
        return true;
    });
    ++contacts.revision;
}

} // namespace

float surfaceSpeed(const BodyMotion& m) { return std::max(length(m.v), std::fabs(m.w) * m.maxExtent); }

float sleepTestSpeed(const BodyMotion& m, float dt)
{
    return std::max(surfaceSpeed(m), length(m.moved) / dt);
}

SleepBlocker sleepBlockerOf(const Body& body, const BodyMotion& motion, const SleepSettings& settings)
{
    if (!body.sleepAllowed) return SleepBlocker::Forbidden;
    if (body.type == BodyType::Kinematic) return isMoving(motion) ? SleepBlocker::Driven : SleepBlocker::None;
    return sleepTestSpeed(motion, settings.dt) <= sleepSpeedOf(body, settings) ? SleepBlocker::None
                                                                               : SleepBlocker::Fast;
}

std::vector<uint32_t> labelAwakeIslands(const BodyStore& bodies, std::span<const Contact> contacts,
                                        std::span<const ConstraintEdge> joints)
{
    std::vector<uint32_t> parent(bodies.awake.size());
    std::iota(parent.begin(), parent.end(), 0u);
    const auto parentOf = [&](uint32_t i) -> uint32_t& { return parent[i]; };
    const auto indexOf = [&](uint32_t slot) { return static_cast<uint32_t>(awakeIndex(bodies, slot)); };
    const auto connects = [&](uint32_t slot) {
        return bodies.canBePushed(slot) && bodies.slots.at(slot).awake;
    };
    forEachConnection(contacts, joints, [&](uint32_t a, uint32_t b) {
        if (connects(a) && connects(b)) uniteSets(indexOf(a), indexOf(b), parentOf);
    });
    for (uint32_t i = 0; i < parent.size(); ++i) parent[i] = findRoot(i, parentOf);
    return parent;
}

std::vector<IslandSleepState> computeIslandSleepStates(const BodyStore& bodies,
                                                       std::span<const Contact> contacts,
                                                       std::span<const ConstraintEdge> joints,
                                                       std::span<const uint32_t> labels)
{
    std::vector<IslandSleepState> rest(labels.size());
    for (size_t i = 0; i < labels.size(); ++i) {
        IslandSleepState& island = rest[labels[i]];
        const uint32_t slot = bodies.awake[i];
        const float time = bodies.slots.at(slot).sleepTime;
        if (time < island.time) island = {time, slot, kNoIndex};
    }
    const auto isMovingObstacle = [&](uint32_t slot) {
        return !bodies.canBePushed(slot) && isMoving(bodies.motions[slot]);
    };
    const auto keepAwakeBy = [&](uint32_t by, uint32_t slot) {
        if (!isMovingObstacle(by) || !bodies.slots.at(slot).awake) return;
        IslandSleepState& island = rest[labels[awakeIndex(bodies, slot)]];
        island.time = 0.0f;
        if (island.keptAwakeBy == kNoIndex) island.keptAwakeBy = by;
    };
    forEachConnection(contacts, joints, [&](uint32_t a, uint32_t b) {
        keepAwakeBy(a, b);
        keepAwakeBy(b, a);
    });
    return rest;
}

void wakeIsland(IslandStore& islands, int32_t island, BodyStore& bodies, const ShapeStore& shapes,
                ContactStore& contacts, BroadPhase& broadPhase)
{
    SleepingIsland& sleeping = islands.asleep[static_cast<size_t>(island)];
    for (const uint32_t slot : sleeping.bodies) {
        Body& body = bodies.slots.at(slot);
        body.sleepingIsland = -1;
        body.sleepTime = 0.0f;
        addToAwake(bodies, slot);
        for (const uint32_t s : body.shapes)
            if (shapes.at(s).proxy >= 0) broadPhase.markDirty(shapes.at(s).proxy);
    }
    contacts.awake.insert(contacts.awake.end(), sleeping.contacts.begin(), sleeping.contacts.end());
    sleeping = {};
}

void wakeBody(IslandStore& islands, uint32_t slot, BodyStore& bodies, const ShapeStore& shapes,
              ContactStore& contacts, BroadPhase& broadPhase)
{
    Body& body = bodies.slots.at(slot);
    if (body.type == BodyType::Static || !body.enabled || body.quarantined) return;
    body.sleepTime = 0.0f;
    if (body.awake) return;
    if (body.sleepingIsland >= 0) {
        wakeIsland(islands, body.sleepingIsland, bodies, shapes, contacts, broadPhase);
        return;
    }
    addToAwake(bodies, slot);
    for (const uint32_t s : body.shapes)
        if (shapes.at(s).proxy >= 0) broadPhase.markDirty(shapes.at(s).proxy);
}

void restoreSleepingContact(IslandStore& islands, const BodyStore& bodies, const ShapeStore& shapes,
                            ContactStore& contacts, uint32_t shapeA, uint32_t shapeB)
{
    if (shapeA > shapeB) std::swap(shapeA, shapeB);
    for (const uint32_t shape : {shapeA, shapeB}) {
        const int32_t island = bodies.slots.at(shapes.at(shape).body).sleepingIsland;
        if (island < 0) continue;
        std::vector<Contact>& stored = islands.asleep[static_cast<size_t>(island)].contacts;
        const auto found = std::find_if(stored.begin(), stored.end(), [&](const Contact& c) {
            return c.shapeA == shapeA && c.shapeB == shapeB;
        });
        if (found == stored.end()) continue;
        contacts.awake.push_back(*found);
        stored.erase(found);
        return;
    }
}

void wakeTouched(IslandStore& islands, BodyStore& bodies, const ShapeStore& shapes, ContactStore& contacts,
                 std::span<const ConstraintEdge> joints, BroadPhase& broadPhase, uint64_t& allAwakeRevision)
{
    // Usually all movable bodies are awake; then no contact needs a test. Disabled bodies never wake and have
    // no contacts, so they do not count.
    if (allAwakeRevision == bodies.revision) return;
    const auto canBePushed = [&](uint32_t slot) { return bodies.canBePushed(slot); };
    const auto movable = std::count_if(bodies.motions.begin(), bodies.motions.end(),
                                       [](const BodyMotion& m) { return m.invMass > 0.0f; }) -
                         std::count_if(bodies.disabled.begin(), bodies.disabled.end(), canBePushed);
    const auto awake = std::count_if(bodies.awake.begin(), bodies.awake.end(), canBePushed);
    if (movable == awake) {
        allAwakeRevision = bodies.revision;
        return;
    }

    const auto sleeps = [&](uint32_t slot) {
        return !bodies.slots.at(slot).awake && bodies.canBePushed(slot);
    };
    const auto disturbs = [&](uint32_t slot) {
        return bodies.slots.at(slot).awake && (bodies.canBePushed(slot) || isMoving(bodies.motions[slot]));
    };
    const auto wakeIfDisturbed = [&](uint32_t a, uint32_t b) {
        if (sleeps(a) && disturbs(b))
            wakeBody(islands, a, bodies, shapes, contacts, broadPhase);
        else if (sleeps(b) && disturbs(a))
            wakeBody(islands, b, bodies, shapes, contacts, broadPhase);
    };
    // Bodies that were joined while they slept are islands of their own, so what wakes may wake more.
    for (size_t before = bodies.awake.size() + 1; before != bodies.awake.size();) {
        before = bodies.awake.size();
        for (const ConstraintEdge& joint : joints)
            if (joint.connectsBodies()) wakeIfDisturbed(joint.bodyA, joint.bodyB);
        // The list grows while islands wake. The contacts that they bring back are visited too, but connect
        // only awake bodies.
        for (size_t i = 0; i < contacts.awake.size(); ++i) {
            const Contact& c = contacts.awake[i];
            if (needsSolving(c)) wakeIfDisturbed(c.bodyA, c.bodyB);
        }
    }
}

void updateSleep(IslandStore& islands, BodyStore& bodies, const ShapeStore& shapes, ContactStore& contacts,
                 std::span<const ConstraintEdge> joints, const SleepSettings& settings,
                 std::vector<ContactChange>& changes, std::vector<uint32_t>* slept)
{
    if (!settings.enabled) return;

    bool anyReady = false;
    for (const uint32_t slot : bodies.awake) {
        Body& body = bodies.slots.at(slot);
        const BodyMotion& m = bodies.motions[slot];
        body.sleepTime =
            sleepBlockerOf(body, m, settings) == SleepBlocker::None ? body.sleepTime + settings.dt : 0.0f;
    }
    for (const ConstraintEdge& joint : joints) {
        if (!joint.keepsAwake) continue;
        bodies.slots.at(joint.bodyA).sleepTime = 0.0f;
        if (joint.connectsBodies()) bodies.slots.at(joint.bodyB).sleepTime = 0.0f;
    }
    for (const uint32_t slot : bodies.awake) anyReady |= bodies.slots.at(slot).sleepTime >= settings.time;
    if (!anyReady) return;

    const std::vector<uint32_t> label = labelAwakeIslands(bodies, contacts.awake, joints);
    const std::vector<IslandSleepState> rest =
        computeIslandSleepStates(bodies, contacts.awake, joints, label);
    std::vector<int32_t> islandOfLabel(label.size(), -1);
    bool anySlept = false;
    for (size_t i = 0; i < label.size(); ++i) {
        const uint32_t root = label[i];
        if (rest[root].time < settings.time) continue;
        if (islandOfLabel[root] < 0) {
            islandOfLabel[root] = findFreeSlot(islands);
        }
        const uint32_t slot = bodies.awake[i];
        islands.asleep[static_cast<size_t>(islandOfLabel[root])].bodies.push_back(slot);
        Body& body = bodies.slots.at(slot);
        body.awake = false;
        body.sleepingIsland = islandOfLabel[root];
        bodies.motions[slot].v = {0.0f, 0.0f};
        bodies.motions[slot].w = 0.0f;
        if (slept) slept->push_back(slot);
        anySlept = true;
    }
    if (!anySlept) return;
    storeSleepingContacts(islands, bodies, shapes, contacts, changes);
    compactAwake(bodies);
}

} // namespace satbox
