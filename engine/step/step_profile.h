#pragma once

#include "engine/step/stage.h"

namespace satbox {

struct WorldCounters {
    int bodies = 0;
    int awakeBodies = 0;
    int shapes = 0;
    int contacts = 0; // pairs of overlapping fat boxes, awake and asleep
    int touching = 0; // contacts that have points
    int contactPoints = 0;
    int sleepingIslands = 0;
    int colours = 0;          // of the constraint graph, used in the last step
    int overflowContacts = 0; // contacts without a colour in the last step, solved one by one
    int treeHeight = 0;
    size_t bytes = 0;        // memory of the world
    size_t contactBytes = 0; // of that: contacts and the set of pairs
    size_t arenaBytes = 0;   // of that: scratch memory of the last step
};

} // namespace satbox
