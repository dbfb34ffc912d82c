#pragma once

#include "engine/collision/broad_phase.h"
#include "engine/model/island.h"
#include "engine/model/joint_store.h"
#include <satbox/settings.h>

namespace satbox {

// The value of a world: all that later steps depend on, what == and hash cover and a scene file stores. Plain
// data with default copies.
struct WorldState {
    WorldSettings settings;
    BodyStore bodies;
    ShapeStore shapes;
    BroadPhase broadPhase;
    ContactStore contacts;
    IslandStore islands;
    JointStore joints;
    double time = 0.0; // s
    uint64_t stepCount = 0;
};

} // namespace satbox
