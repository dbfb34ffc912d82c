#include "engine/dynamics/island.h"

#include <algorithm>
#include <numeric>

namespace satbox {

namespace {

uint32_t findRoot(std::vector<uint32_t>& parent, uint32_t i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]]; // path halving
        i = parent[i];
    }
    return i;
}

bool isMoving(const BodyMotion& m) { return m.v != Vec2{0.0f, 0.0f} || m.w != 0.0f; }

// Place of an awake body in BodyStore::awake.
size_t awakeIndex(const BodyStore& bodies, uint32_t slot)
{
    const auto it = std::lower_bound(bodies.awake.begin(), bodies.awake.end(), slot);
    return static_cast<size_t>(it - bodies.awake.begin());
}

int32_t freePlace(IslandStore& islands)
{
    for (size_t i = 0; i < islands.asleep.size(); ++i)
        if (islands.asleep[i].bodies.empty()) return static_cast<int32_t>(i);
    islands.asleep.emplace_back();
    return static_cast<int32_t>(islands.asleep.size() - 1);
}

// Contacts of bodies that just fell asleep leave the awake list: into their island when they carry something
// to remember, else out of the world.
void parkContacts(IslandStore& islands, const BodyStore& bodies, ContactStore& contacts,
                  std::vector<ContactChange>& changes)
{
    const auto islandOf = [&](uint32_t slot) { return bodies.slots.at(slot).sleepingIsland; };
    const auto atRest = [&](uint32_t slot) { return !bodies.slots.at(slot).awake; };

    removeContacts(contacts.awake, contacts.pairs, changes, [&](const Contact& c) {
        if (!atRest(c.bodyA) || !atRest(c.bodyB)) return false;
        return c.count == 0 || (islandOf(c.bodyA) < 0 && islandOf(c.bodyB) < 0);
    });
    std::erase_if(contacts.awake, [&](const Contact& c) {
        if (!atRest(c.bodyA) || !atRest(c.bodyB)) return false;
        const bool ofA = islandOf(c.bodyB) < 0 || (bodies.canMove(c.bodyA) && islandOf(c.bodyA) >= 0);
        const int32_t island = islandOf(ofA ? c.bodyA : c.bodyB);
        std::vector<Contact>& parked = islands.asleep[static_cast<size_t>(island)].contacts;
        parked.push_back(c);
        parked.back().colour = -1;
        return true;
    });
    contacts.rearranged = true;
}

} // namespace

float surfaceSpeed(const BodyMotion& m) { return std::max(length(m.v), std::fabs(m.w) * m.maxExtent); }

float restlessness(const BodyMotion& m, float dt) { return std::max(surfaceSpeed(m), length(m.moved) / dt); }

AwakeCause unrestOf(const Body& body, const BodyMotion& motion, const SleepSettings& settings)
{
    if (!body.sleepAllowed) return AwakeCause::Forbidden;
    if (body.type == BodyType::Kinematic) return isMoving(motion) ? AwakeCause::Driven : AwakeCause::None;
    return restlessness(motion, settings.dt) <= settings.speed ? AwakeCause::None : AwakeCause::Fast;
}

std::vector<uint32_t> labelAwakeIslands(const BodyStore& bodies, std::span<const Contact> contacts)
{
    std::vector<uint32_t> parent(bodies.awake.size());
    std::iota(parent.begin(), parent.end(), 0u);
    const auto indexOf = [&](uint32_t slot) { return static_cast<uint32_t>(awakeIndex(bodies, slot)); };
    for (const Contact& c : contacts) {
        if (!holdsApart(c) || !bodies.canMove(c.bodyA) || !bodies.canMove(c.bodyB)) continue;
        if (!bodies.slots.at(c.bodyA).awake || !bodies.slots.at(c.bodyB).awake) continue;
        const uint32_t a = findRoot(parent, indexOf(c.bodyA));
        const uint32_t b = findRoot(parent, indexOf(c.bodyB));
        if (a != b) parent[std::max(a, b)] = std::min(a, b);
    }
    for (uint32_t i = 0; i < parent.size(); ++i) parent[i] = findRoot(parent, i);
    return parent;
}

std::vector<IslandRest> restOfIslands(const BodyStore& bodies, std::span<const Contact> contacts,
                                      std::span<const uint32_t> labels)
{
    std::vector<IslandRest> rest(labels.size());
    for (size_t i = 0; i < labels.size(); ++i) {
        IslandRest& island = rest[labels[i]];
        const uint32_t slot = bodies.awake[i];
        const float time = bodies.slots.at(slot).sleepTime;
        if (time < island.time) island = {time, slot, IslandRest::kNobody};
    }
    const auto stirs = [&](uint32_t slot) { return !bodies.canMove(slot) && isMoving(bodies.motions[slot]); };
    const auto stir = [&](uint32_t by, uint32_t slot) {
        if (!stirs(by) || !bodies.slots.at(slot).awake) return;
        IslandRest& island = rest[labels[awakeIndex(bodies, slot)]];
        island.time = 0.0f;
        if (island.keptAwakeBy == IslandRest::kNobody) island.keptAwakeBy = by;
    };
    for (const Contact& c : contacts) {
        if (!holdsApart(c)) continue;
        stir(c.bodyA, c.bodyB);
        stir(c.bodyB, c.bodyA);
    }
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
            if (shapes.at(s).proxy >= 0) broadPhase.touch(shapes.at(s).proxy);
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
        if (shapes.at(s).proxy >= 0) broadPhase.touch(shapes.at(s).proxy);
}

void unparkContact(IslandStore& islands, const BodyStore& bodies, const ShapeStore& shapes,
                   ContactStore& contacts, uint32_t shapeA, uint32_t shapeB)
{
    if (shapeA > shapeB) std::swap(shapeA, shapeB);
    for (const uint32_t shape : {shapeA, shapeB}) {
        const int32_t island = bodies.slots.at(shapes.at(shape).body).sleepingIsland;
        if (island < 0) continue;
        std::vector<Contact>& parked = islands.asleep[static_cast<size_t>(island)].contacts;
        const auto found = std::find_if(parked.begin(), parked.end(), [&](const Contact& c) {
            return c.shapeA == shapeA && c.shapeB == shapeB;
        });
        if (found == parked.end()) continue;
        contacts.awake.push_back(*found);
        parked.erase(found);
        return;
    }
}

void wakeTouched(IslandStore& islands, BodyStore& bodies, const ShapeStore& shapes, ContactStore& contacts,
                 BroadPhase& broadPhase)
{
    // Where all that can move is awake, as in most scenes most of the time, no contact needs to be looked at.
    if (islands.allAwakeAt == bodies.revision) return;
    const auto movable = std::count_if(bodies.motions.begin(), bodies.motions.end(),
                                       [](const BodyMotion& m) { return m.invMass > 0.0f; });
    const auto awake = std::count_if(bodies.awake.begin(), bodies.awake.end(),
                                     [&](uint32_t slot) { return bodies.canMove(slot); });
    if (movable == awake) {
        islands.allAwakeAt = bodies.revision;
        return;
    }

    const auto sleeps = [&](uint32_t slot) { return !bodies.slots.at(slot).awake && bodies.canMove(slot); };
    const auto disturbs = [&](uint32_t slot) {
        return bodies.slots.at(slot).awake && (bodies.canMove(slot) || isMoving(bodies.motions[slot]));
    };
    // The list grows while islands wake; what comes back is awake on both sides already.
    for (size_t i = 0; i < contacts.awake.size(); ++i) {
        const Contact& c = contacts.awake[i];
        if (!holdsApart(c)) continue;
        const uint32_t a = c.bodyA;
        const uint32_t b = c.bodyB;
        if (sleeps(a) && disturbs(b))
            wakeBody(islands, a, bodies, shapes, contacts, broadPhase);
        else if (sleeps(b) && disturbs(a))
            wakeBody(islands, b, bodies, shapes, contacts, broadPhase);
    }
}

void updateSleep(IslandStore& islands, BodyStore& bodies, ContactStore& contacts,
                 const SleepSettings& settings, std::span<const uint32_t> keepAwake,
                 std::vector<ContactChange>& changes)
{
    if (!settings.enabled) return;

    bool anyTired = false;
    for (const uint32_t slot : bodies.awake) {
        Body& body = bodies.slots.at(slot);
        const BodyMotion& m = bodies.motions[slot];
        body.sleepTime =
            unrestOf(body, m, settings) == AwakeCause::None ? body.sleepTime + settings.dt : 0.0f;
    }
    for (const uint32_t slot : keepAwake) bodies.slots.at(slot).sleepTime = 0.0f;
    for (const uint32_t slot : bodies.awake) anyTired |= bodies.slots.at(slot).sleepTime >= settings.time;
    if (!anyTired) return;

    // An island sleeps when the mostActiveBody of its bodies has rested long enough, and no moving kinematic
    // body touches it.
    const std::vector<uint32_t> label = labelAwakeIslands(bodies, contacts.awake);
    const std::vector<IslandRest> rest = restOfIslands(bodies, contacts.awake, label);
    std::vector<int32_t> placeOf(label.size(), -1);
    bool anySlept = false;
    for (size_t i = 0; i < label.size(); ++i) {
        const uint32_t root = label[i];
        if (rest[root].time < settings.time) continue;
        if (placeOf[root] < 0) {
            placeOf[root] = freePlace(islands);
        }
        const uint32_t slot = bodies.awake[i];
        islands.asleep[static_cast<size_t>(placeOf[root])].bodies.push_back(slot);
        Body& body = bodies.slots.at(slot);
        body.awake = false;
        body.sleepingIsland = placeOf[root];
        bodies.motions[slot].v = {0.0f, 0.0f};
        bodies.motions[slot].w = 0.0f;
        anySlept = true;
    }
    if (!anySlept) return;
    parkContacts(islands, bodies, contacts, changes);
    compactAwake(bodies);
}

} // namespace satbox
