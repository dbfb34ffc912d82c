#pragma once

#include "engine/collision/broad_phase.h"
#include "engine/core/frame_arena.h"
#include "engine/core/slot_map.h"
#include "engine/dynamics/island.h"
#include "engine/dynamics/vertex_contact_list.h"
#include "engine/solver/constraint_graph.h"
#include "engine/solver/mouse_joint.h"
#include "engine/world/events.h"
#include "engine/world/settings.h"
#include "engine/world/step_profile.h"

#include <vector>

namespace satbox {

// All that a world is, by value.
struct WorldState {
    WorldSettings settings;
    BodyStore bodies;
    ShapeStore shapes;
    BroadPhase broadPhase;
    ContactStore contacts;
    IslandStore islands;
    SlotMap<MouseJoint, MouseJointTag> mouseJoints;
    double time = 0.0; // s
    uint64_t stepCount = 0;

    // Of the last step, not part of the value that == and hash see.
    FrameArena arena;
    FrameArena solverArena; // rows and blocks: apart, so that they lie where they lay in the step before
    GraphCache graph;
    WorldEvents events;
    WorldEvents pendingEvents; // made by edits since the last step
    StepProfile profile;
    int lanes =
        0; // of the contact solver: 0 takes what the processor offers; 1, 4, 8 and 16 force (same bits)
    int regroupCountdown = 0;     // for which no groups are looked for; saves time and changes no result
    bool needsFiniteCheck = true; // forces, impulses or a writer of this may have made some motion non-finite
    bool lacksContacts = false;   // shapes overlap without a contact, which would be one beyond kMaxContacts
    int coloursUsed = 0;
    int overflowContacts = 0;
    VertexContactList vertexContacts;          // of SolverType::VertexContact
    std::vector<BroadPhase::Pair> pairScratch; // keeps its memory between steps
    std::vector<VertexVisit> visitScratch;
    std::vector<ContactChange> changeScratch;
};

} // namespace satbox
