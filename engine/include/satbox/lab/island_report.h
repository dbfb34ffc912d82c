#pragma once

#include <satbox/config.h>
#include <satbox/world.h>

#include <vector>

namespace satbox {

// Why an island is awake. If several reasons apply, the first in this order.
enum class AwakeReason : uint8_t {
    Asleep,        // the island is not awake
    SleepingOff,   // WorldSettings::sleeping is off: no body ever falls asleep
    HeldByMouse,   // a mouse joint holds `body`
    Forbidden,     // `body` is not allowed to sleep
    Driven,        // `body` is kinematic and moves
    Fast,          // `body`, the fastest, is faster than its sleep speed
    MovingContact, // it touches `body`, which moves but has infinite mass, such as a moving platform
    Resting,       // all bodies rest, `body` for the shortest time, which is below WorldSettings::timeToSleep
};

// An island after the last step, and why it is awake. The reason comes from the functions that the step
// itself uses (model/island.h).
struct IslandReport {
    std::vector<uint32_t> bodies; // slots, ascending; never empty
    int contacts = 0;             // with points, no sensors: among its bodies and with unmovable ones
    AwakeReason reason = AwakeReason::Asleep;
    uint32_t body = 0;     // slot of the body that the reason names; Asleep: the lowest slot
    float speed = 0.0f;    // m/s, of that body: of its surface for MovingContact and Resting, 0 for
                           // Asleep, else as the sleep test measures it
    float limit = 0.0f;    // m/s, Fast: the sleep speed of that body or of the world
    float restTime = 0.0f; // s of rest, minimum over its bodies; 0 for MovingContact

    bool asleep() const { return reason == AwakeReason::Asleep; }
};

// Awake islands first, then sleeping ones; each kind in order of their lowest body slots.
SATBOX_API std::vector<IslandReport> reportIslands(const World& world);

} // namespace satbox
