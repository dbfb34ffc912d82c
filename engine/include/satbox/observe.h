#pragma once

#include <satbox/body_state.h>
#include <satbox/config.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace satbox {

// The stages of World::step, in the order of the soft step. The vertex-contact solver integrates positions
// before Solve.
enum class Stage : uint8_t {
    UpdatePairs,
    UpdateContacts,
    UpdateIslands,
    BuildGraph,
    PrepareConstraints,
    IntegrateVelocities,
    WarmStart,
    ApplyRestitution,
    Solve,
    IntegratePositions,
    Relax,
    StoreImpulses,
    Continuous,
    FinalizeBodies,
    UpdateSleep,
    Count
};
SATBOX_API const char* toString(Stage stage); // "update pairs" and so on, the headings of docs/step.md

using StageTimes = std::array<float, static_cast<size_t>(Stage::Count)>; // any unit

// Wall-clock times of one step; of a step that is divided into slices, their sums.
//
// The time of a stage that runs alone is measured, from the end of the previous stage to its own end, without
// the observer's time. Update pairs, update islands, continuous, finalize bodies and update sleep always run
// alone.
//
// Stages that run at the same time cannot be measured one by one: those of several groups, which threads
// solve in parallel, and those of several partitions of a group. Then the wall-clock time of all of them
// together is measured and divided into shares.
// - Several groups: in proportion to the time that each stage took, summed over the groups. If groups
//   fill their own rows or update their own contacts, this time is a share too: it is added to the measured
//   part of build graph or update contacts.
// - Several partitions of one group: in proportion to the times on the first thread.
// isShare() tells which stages have shares. `totalMs` is always measured. It also contains the time between
// stages, so it exceeds their sum.
struct StepProfile {
    StageTimes ms{}; // per stage, sum over the substeps
    float totalMs = 0.0f;
    uint32_t shares = 0; // bit 1 << stage: the time of the stage, or some of it, is a share

    float of(Stage stage) const { return ms[static_cast<size_t>(stage)]; }
    bool isShare(Stage stage) const { return (shares >> static_cast<unsigned>(stage) & 1u) != 0; }
};

// Sizes of a world, see World::counters().
struct WorldCounters {
    int bodies = 0;
    int awakeBodies = 0;
    int shapes = 0;
    int contacts = 0;           // pairs of overlapping fat boxes, awake and asleep
    int contactsWithPoints = 0; // awake and asleep, contacts of sensors too
    int contactPoints = 0;
    int sleepingIslands = 0;
    int colours = 0;          // of the constraint graph, used in the last step
    int overflowContacts = 0; // contacts without a colour in the last step, solved one by one
    int treeHeight = 0;
    size_t bytes = 0;        // memory of the world
    size_t contactBytes = 0; // of that: contacts and the set of pairs
    size_t arenaBytes = 0;   // of that: scratch memory of the last step
};

// What a world is made of, and a recorder of single contacts. Both are internal to satbox: satbox::lab uses
// them.
struct WorldState;
class ContactRecorder;

// Called after every stage of World::step. It has read-only access: the bits are the same with and without an
// observer.
class SATBOX_API StepObserver {
  public:
    virtual ~StepObserver() = default;

    // `substep` counts from 0 in the stages of a substep and is -1 elsewhere. Solvers without substeps count
    // their iterations in it. During substeps, the velocities and pose changes of awake bodies are in
    // `states` (satbox/body_state.h), not yet in `world`.
    virtual void afterStage(Stage stage, int substep, const WorldState& world,
                            std::span<const BodyState> states) = 0;

    // A recorder of every visit to a contact by the solver, or nullptr. With a recorder the whole step runs
    // on the calling thread.
    virtual ContactRecorder* contactRecorder() { return nullptr; }
};

} // namespace satbox
