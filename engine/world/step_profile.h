#pragma once

#include "engine/solver/step_profile.h"

namespace satbox {

struct WorldCounters {
    int bodies = 0;
    int awakeBodies = 0;
    int shapes = 0;
    int contacts = 0; // pairs of fat boxes, awake and asleep
    int touching = 0; // of those, with contact points
    int contactPoints = 0;
    int sleepingIslands = 0;
    int colours = 0;          // used in the last step
    int overflowContacts = 0; // solved one by one in the last step
    int treeHeight = 0;
    size_t bytes = 0;        // held by the world
    size_t contactBytes = 0; // of that, contacts and the set of pairs
    size_t arenaBytes = 0;   // and scratch memory used by the last step
};

} // namespace satbox
