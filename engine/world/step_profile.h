#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace satbox {

// The stages of World::step, in order.
enum class Stage : uint8_t {
    UpdatePairs,
    UpdateContacts,
    UpdateIslands,
    BuildGraph,
    PrepareConstraints,
    IntegrateVelocities,
    WarmStart,
    Solve,
    IntegratePositions,
    Relax,
    ApplyRestitution,
    StoreImpulses,
    FinalizeBodies,
    Continuous,
    UpdateSleep,
    Count
};
const char* toString(Stage stage); // "update pairs" and so on, as docs/step.md heads them

struct StepProfile {
    std::array<float, static_cast<size_t>(Stage::Count)> ms{}; // per stage, substeps summed
    float totalMs = 0.0f;
    float of(Stage stage) const { return ms[static_cast<size_t>(stage)]; }
};

struct WorldCounters {
    int bodies = 0;
    int awakeBodies = 0;
    int shapes = 0;
    int contacts = 0;         // pairs of fat boxes, awake and asleep
    int touching = 0;         // of those, with contact points
    int contactPoints = 0;
    int sleepingIslands = 0;
    int colours = 0;          // used in the last step
    int overflowContacts = 0; // solved one by one in the last step
    int treeHeight = 0;
    size_t bytes = 0;         // held by the world
    size_t arenaBytes = 0;    // scratch memory used by the last step
};

} // namespace satbox
