#pragma once

#include "engine/collision/broad_phase.h"
#include "engine/core/frame_arena.h"
#include "engine/core/pair_set.h"
#include "engine/core/slot_map.h"
#include "engine/dynamics/body.h"
#include "engine/dynamics/contact.h"
#include "engine/solver/constraint_graph.h"
#include "engine/solver/mouse_joint.h"
#include "engine/world/events.h"
#include "engine/world/settings.h"
#include "engine/world/step_profile.h"

#include <vector>

namespace satbox {

struct BodyStore {
    SlotMap<Body, BodyTag> slots;
    std::vector<BodyMotion> motions; // same slots
    std::vector<uint32_t> awake;     // slots of awake dynamic and kinematic bodies
};

struct ContactStore {
    std::vector<Contact> awake; // those that a step looks at, in a deterministic order
    PairSet pairs;              // all pairs, awake and asleep
};

// Bodies that came to rest together, out of every hot array until something wakes them.
struct SleepingIsland {
    std::vector<uint32_t> bodies;
    std::vector<Contact> contacts;
};

struct IslandStore {
    std::vector<SleepingIsland> asleep; // an empty one is a free place
};

// All that a world is, by value.
struct WorldState {
    WorldSettings settings;
    BodyStore bodies;
    SlotMap<BodyShape, ShapeTag> shapes;
    BroadPhase broadPhase;
    ContactStore contacts;
    IslandStore islands;
    SlotMap<MouseJoint, MouseJointTag> mouseJoints;
    double time = 0.0; // s
    uint64_t stepCount = 0;

    // Of the last step, not part of the value that == and hash see.
    ConstraintGraph graph;
    FrameArena arena;
    WorldEvents events;
    WorldEvents pendingEvents; // made by edits since the last step
    StepProfile profile;
};

} // namespace satbox
