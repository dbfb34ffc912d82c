#pragma once

#include "engine/world/world.h"

#include <vector>

namespace satbox {

// What keeps an island awake; of several reasons the first of these.
enum class AwakeReason : uint8_t {
    Asleep,      // nothing does
    SleepingOff, // WorldSettings::sleeping is off: nothing ever falls asleep
    Held,        // a mouse joint holds `body`
    Forbidden,   // `body` is not allowed to sleep
    Driven,      // `body` is kinematic and moves
    Fast,        // `body`, the fastest, moves faster than WorldSettings::sleepSpeed
    Stirred,     // `body` is no part of it, cannot be pushed, moves and touches it
    Resting,     // all rest, `body` for the shortest time: WorldSettings::timeToSleep is not yet over
};

// An island as the last step left it, and why it is awake: by the functions with which a step decides that
// (dynamics/island.h).
struct IslandReport {
    std::vector<uint32_t> bodies; // slots, ascending; never empty
    int contacts = 0;             // with points, among its bodies and against what cannot be pushed
    AwakeReason reason = AwakeReason::Asleep;
    uint32_t body = 0;     // slot of the one that keeps it awake; without one its fastest
    float speed = 0.0f;    // m/s, of that body as sleeping measures it (restlessness)
    float restTime = 0.0f; // s that the island has rested: the least of its bodies'; 0 while stirred

    bool asleep() const { return reason == AwakeReason::Asleep; }
};

// Awake ones first, then those asleep; each kind by its lowest body.
std::vector<IslandReport> reportIslands(const World& world);

} // namespace satbox
