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

// All data of a world; copying it copies the world.
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

    // Data of the last step; World::operator== and hash() ignore it.
    FrameArena arena;
    FrameArena solverArena; // solver bodies and blocks: separate, so that they keep their addresses from step
                            // to step
    GraphCache graph;
    WorldEvents events;
    WorldEvents pendingEvents; // from edits since the last step
    StepProfile profile;
    int lanes = 0; // width of the wide kernels: 1, 4, 8 or 16; 0: the widest available. The bits are the same
    int regroupCountdown = 0;     // steps until groups are searched again; does not change results
    bool needsFiniteCheck = true; // an edit through mutableState() may have made some motion non-finite
    bool hasReachedContactLimit = false; // some overlapping shapes have no contact because of kMaxContacts
    int coloursUsed = 0;
    int overflowContacts = 0;
    VertexContactList vertexContacts;          // for SolverType::VertexContact
    std::vector<BroadPhase::Pair> pairScratch; // keeps its memory between steps
    std::vector<VertexVisit> visitScratch;
    std::vector<ContactChange> changeScratch;
};

} // namespace satbox
