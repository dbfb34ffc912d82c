#pragma once

#include "engine/step/contact_update.h"
#include "engine/step/integrate.h"
#include "engine/step/stage.h"
#include <satbox/executor.h>
#include <satbox/observe.h>

namespace satbox {

// Everything that a solver works on during one step.
//
// Some work is deferred to solveGroups(), so that each group's thread finds the data in its cache:
// - gatherDeferred: the bodies of a group are gathered into their rows just before the group is solved.
// - update: the contacts of a group are updated next. The caller publishes the changes after the solver.
// - fastRows: filled when the bodies of a group are stored. The caller then collects fastBodies from it.
struct SolverStep {
    StepContext context;
    SolverBodies bodies; // rows; filled before the solver runs, unless gatherDeferred
    ConstraintGraph graph;
    std::span<Contact> contacts;
    std::span<const GraphEdge> edges;   // by contact
    const ShapeStore* shapes = nullptr; // shapes of the contacts
    // By contact: set to 1 while impulses are stored, if the contact causes an event.
    std::span<uint8_t> eventFlags;
    std::span<MouseConstraint> mouseJoints; // sorted by row
    BodyStore* store = nullptr;             // source of the rows, and their target when the group is solved
    bool gatherDeferred = false;            // true: rows are gathered group by group
    std::span<uint8_t> fastRows; // by row: 1 for a body that moved far in this step (needsContinuous)
    std::span<const uint32_t> fastBodies; // slots of these bodies, ascending; set when the solver is done
    // Updates the solved contacts, group by group; nullptr if they are updated already.
    ContactUpdate* update = nullptr;
    int lanes = 0;             // maximum number of lanes, see kernelsFor
    float hitThreshold = 0.0f; // m/s: faster approaches cause hit events
    StageListener* listener = nullptr;
    // Receives every visit to a contact. Precondition: executor is nullptr.
    ContactRecorder* recorder = nullptr;
    TaskExecutor* executor = nullptr; // nullptr: the calling thread
};

} // namespace satbox
