#pragma once

#include "engine/collision/broad_phase.h"
#include "engine/dynamics/contact_store.h"

#include <span>
#include <vector>

namespace satbox {

// Bodies that came to rest together, out of every hot array until something wakes them. It keeps the contacts
// with points among its bodies and against what cannot move; all other pairs are dropped when it falls asleep
// and found again when it wakes.
struct SleepingIsland {
    std::vector<uint32_t> bodies; // ascending
    std::vector<Contact> contacts;
};

struct IslandStore {
    std::vector<SleepingIsland> asleep; // one without bodies is a free place
    // BodyStore::revision at which all that can move was found awake; no part of a world's value.
    uint64_t allAwakeAt = ~uint64_t{0};
};

struct SleepSettings {
    bool enabled = true;
    float speed = 0.05f; // m/s
    float time = 0.5f;   // s
};

// Island of each awake body: label[i] belongs to bodies.awake[i] and is the least index of its island. Bodies
// are linked by contacts with points; bodies that cannot move link nothing.
std::vector<uint32_t> labelAwakeIslands(const BodyStore& bodies, std::span<const Contact> contacts);

// Wakes one sleeping island: its bodies and contacts return, its pairs are looked for anew.
void wakeIsland(IslandStore& islands, int32_t island, BodyStore& bodies, const ShapeStore& shapes,
                ContactStore& contacts, BroadPhase& broadPhase);

// Wakes a body: its whole island, or itself when it slept alone. Static and disabled bodies never wake.
void wakeBody(IslandStore& islands, uint32_t slot, BodyStore& bodies, const ShapeStore& shapes,
              ContactStore& contacts, BroadPhase& broadPhase);

// Brings the contact of two shapes back from a sleeping island when it lies in one: it may belong to the
// island of one body (a box, what a sensor saw) while the other (a platform, the sensor) is awake again.
void unparkContact(IslandStore& islands, const BodyStore& bodies, const ShapeStore& shapes,
                   ContactStore& contacts, uint32_t shapeA, uint32_t shapeB);

// Wakes every sleeping body that an awake, moving one touches.
void wakeTouched(IslandStore& islands, BodyStore& bodies, const ShapeStore& shapes, ContactStore& contacts,
                 BroadPhase& broadPhase);

// Lets time pass for bodies at rest, and puts islands to sleep all of whose bodies have rested long enough.
// `keepAwake` names bodies that a mouse holds.
void updateSleep(IslandStore& islands, BodyStore& bodies, ContactStore& contacts,
                 const SleepSettings& settings, float dt, std::span<const uint32_t> keepAwake,
                 std::vector<ContactChange>& changes);

} // namespace satbox
