#pragma once

#include "engine/collision/broad_phase.h"
#include "engine/core/internal_api.h"
#include "engine/model/constraint_edge.h"
#include "engine/model/contact_store.h"

#include <span>
#include <vector>

namespace satbox {

struct IslandStore {
    std::vector<SleepingIsland> asleep; // an island without bodies is a free slot
};

struct SleepSettings {
    bool enabled = true;
    float speed = 0.05f;     // m/s
    float time = 0.5f;       // s
    float dt = 1.0f / 60.0f; // s, of the last step
};

// max(speed of the centre of mass, speed of the farthest point from rotation alone), m/s.
SATBOX_INTERNAL_API float surfaceSpeed(const BodyMotion& motion);
// Speed that is compared with SleepSettings::speed, m/s: the larger of surfaceSpeed() and displacement per
// second in the last step. The latter covers position correction, which moves bodies without a velocity.
SATBOX_INTERNAL_API float sleepTestSpeed(const BodyMotion& motion, float dt);

// Why the sleep timer of a body is reset in every step.
enum class SleepBlocker : uint8_t {
    None,
    Forbidden, // BodyDef::sleepAllowed is false
    Driven,    // a moving kinematic body: its velocity is prescribed, so any speed counts
    Fast,      // sleepTestSpeed() above sleepSpeedOf()
};
// m/s, below which the body is at rest: its own limit, or that of the world.
inline float sleepSpeedOf(const Body& body, const SleepSettings& settings)
{
    return body.sleepSpeed > 0.0f ? body.sleepSpeed : settings.speed;
}
SATBOX_INTERNAL_API SleepBlocker sleepBlockerOf(const Body& body, const BodyMotion& motion,
                                                const SleepSettings& settings);

// Island of each awake body: label[i] belongs to bodies.awake[i] and is the lowest index of its island.
// Contacts with points, and joints, connect bodies that can be pushed; other bodies connect nothing. (Solver
// groups, see findGroups, are also connected by kinematic bodies.)
SATBOX_INTERNAL_API std::vector<uint32_t> labelAwakeIslands(const BodyStore& bodies,
                                                            std::span<const Contact> contacts,
                                                            std::span<const ConstraintEdge> joints);

// Decides whether an awake island falls asleep: it does when `time` reaches SleepSettings::time.
struct IslandSleepState {
    float time = 1e30f;                 // s, sleep timer of mostActiveBody; 0 if keptAwakeBy is set
    uint32_t mostActiveBody = kNoIndex; // slot of the body with the shortest timer; the lowest of several
    uint32_t keptAwakeBy = kNoIndex;    // slot of a moving kinematic body that touches it or is joined to it
};
// Indexed by label (see labelAwakeIslands); entries at indices that are no label have no body.
SATBOX_INTERNAL_API std::vector<IslandSleepState> computeIslandSleepStates(
    const BodyStore& bodies, std::span<const Contact> contacts, std::span<const ConstraintEdge> joints,
    std::span<const uint32_t> labels);

// Wakes one sleeping island: its bodies and contacts return, and the broad phase finds its other pairs again.
void wakeIsland(IslandStore& islands, int32_t island, BodyStore& bodies, const ShapeStore& shapes,
                ContactStore& contacts, BroadPhase& broadPhase);

// Wakes a body and its island, if it has one. Static, disabled and quarantined bodies never wake.
void wakeBody(IslandStore& islands, uint32_t slot, BodyStore& bodies, const ShapeStore& shapes,
              ContactStore& contacts, BroadPhase& broadPhase);

// Moves the contact of two shapes from a sleeping island back to the awake contacts, if it is stored there.
// That happens when one body (a box, a body seen by a sensor) sleeps while the other (a platform, the sensor)
// is awake again.
void restoreSleepingContact(IslandStore& islands, const BodyStore& bodies, const ShapeStore& shapes,
                            ContactStore& contacts, uint32_t shapeA, uint32_t shapeB);

// Wakes every sleeping body that touches, or is joined to, an awake dynamic body or a moving kinematic one.
// `allAwakeRevision`: BodyStore::revision at which all movable bodies were last found awake; updated.
void wakeTouched(IslandStore& islands, BodyStore& bodies, const ShapeStore& shapes, ContactStore& contacts,
                 std::span<const ConstraintEdge> joints, BroadPhase& broadPhase, uint64_t& allAwakeRevision);

// Advances the sleep timers and puts islands to sleep whose bodies have all rested long enough. Joints with
// ConstraintEdge::keepsAwake restart the timers of their bodies. Appends the slots of bodies that fell asleep
// to `slept`, in slot order.
void updateSleep(IslandStore& islands, BodyStore& bodies, const ShapeStore& shapes, ContactStore& contacts,
                 std::span<const ConstraintEdge> joints, const SleepSettings& settings,
                 std::vector<ContactChange>& changes, std::vector<uint32_t>* slept = nullptr);

} // namespace satbox
