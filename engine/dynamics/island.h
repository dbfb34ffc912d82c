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
    float speed = 0.05f;     // m/s
    float time = 0.5f;       // s
    float dt = 1.0f / 60.0f; // s, of the last step
};

// Fastest that any point of the body moves, m/s.
float surfaceSpeed(const BodyMotion& motion);
// What sleeping measures bodies by, m/s: that, or how fast the last step moved the body, which what is pushed
// apart by poses shows only so.
float restlessness(const BodyMotion& motion, float dt);

// Why a body does not rest: the time of its rest starts anew in every step.
enum class AwakeCause : uint8_t {
    None,
    Forbidden, // the body's own setting
    Driven,    // kinematic, and it moves: not pushed but told, so any speed counts
    Fast,      // restlessness above SleepSettings::speed
};
AwakeCause unrestOf(const Body& body, const BodyMotion& motion, const SleepSettings& settings);

// Island of each awake body: label[i] belongs to bodies.awake[i] and is the least index of its island. Bodies
// are graphAdds by contacts with points; bodies that cannot move link nothing.
std::vector<uint32_t> labelAwakeIslands(const BodyStore& bodies, std::span<const Contact> contacts);

// What decides whether an awake island falls asleep: it does when `time` reaches SleepSettings::time.
struct IslandRest {
    static constexpr uint32_t kNobody = ~uint32_t{0};
    float time = 1e30f;                // s that the mostActiveBody of its bodies has rested; 0 when stirred
    uint32_t mostActiveBody = kNobody; // slot of that body; the lowest of several
    uint32_t keptAwakeBy = kNobody;    // slot of what touches it and moves though it cannot be pushed
};
// By label, as labelAwakeIslands gives them; places that are no label have no body.
std::vector<IslandRest> restOfIslands(const BodyStore& bodies, std::span<const Contact> contacts,
                                      std::span<const uint32_t> labels);

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
                 const SleepSettings& settings, std::span<const uint32_t> keepAwake,
                 std::vector<ContactChange>& changes);

} // namespace satbox
