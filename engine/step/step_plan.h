#pragma once

#include "engine/step/step_workspace.h"
#include <satbox/settings.h>

#include <cstdint>

namespace satbox {

// In which pieces work is done.
enum class Granularity : uint8_t {
    Whole,        // for all bodies and contacts, before the next stage begins
    PerGroup,     // by each group's thread just before it solves the group, which finds the data in its cache
    PerPartition, // for each group alone; in a group of several partitions, for each partition alone
};

// How the work of one step is divided. Decided once, when solving begins; the stages and solvers only follow
// it. The plan affects speed and what an observer sees, never the bits. Groups and partitions are explained
// in engine/step/schedule/README.md.
struct StepPlan {
    // One group has everything, and its row i + 1 belongs to the body BodyStore::awake[i] (build graph
    // asserts it). Otherwise islands form groups, and rows are in the order of the groups.
    bool singleGroup = true;
    // Stage `update contacts`, for the contacts in the graph. All other contacts are updated before the plan
    // is made.
    Granularity contactUpdate = Granularity::Whole;
    // In stage `build graph`: filling the rows of bodies.
    Granularity gathering = Granularity::Whole;
    // The stages from `prepare constraints` to `relax`, and storing the rows in the bodies. Whole: every
    // stage is complete for all bodies when it is reported.
    Granularity solving = Granularity::Whole;
};

// Whether the next step has one group. Observers see all bodies in one order, and searching groups again is
// not worth its time while nearly all bodies are one island.
bool needsSingleGroup(bool isObserved, const StepWorkspace& work);

// `contactUpdate`: what updateContacts() has returned. Preconditions: an observed step has a single
// group (needsSingleGroup); contactUpdate is Whole if the step is observed or the solver is a reference
// solver.
StepPlan makeStepPlan(SolverType solver, bool isObserved, bool singleGroup, Granularity contactUpdate);

} // namespace satbox
