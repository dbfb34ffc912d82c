#pragma once

#include "engine/core/task_executor.h"
#include "engine/dynamics/contact_update.h"
#include "engine/solver/integrate.h"
#include "engine/solver/step_profile.h"

namespace satbox {

// All that a solver works on during one step.
struct SolverStep {
    StepContext context;
    SolverBodies bodies;
    ConstraintGraph graph;
    std::span<Contact> contacts;
    std::span<const GraphEdge> edges;       // of the contacts
    const ShapeStore* shapes = nullptr;     // of the contacts
    std::span<uint8_t> eventFlags;          // by contact: 1 where storing impulses finds something to tell
    std::span<MouseConstraint> mouseJoints; // by row
    BodyStore* store = nullptr;             // where the rows come from, and go to when their group is solved
    bool gatherDeferred = false;            // rows are yet to be gathered, group by group
    std::span<uint8_t> fastRows;            // by row: 1 for a body that has moved far; once all is solved
    std::span<const uint32_t> far;          // slots of those, ascending; when they are stored
    ContactUpdate* update = nullptr;        // where the solved contacts are yet to be updated, group by group
    int lanes = 0;                          // how many contacts at a time at most, see kernelsFor
    float hitThreshold = 0.0f;              // m/s
    StageListener* listener = nullptr;
    ContactRecorder* recorder = nullptr; // eventFlags of every visit to a contact; without an executor then
    TaskExecutor* executor = nullptr;    // nullptr: this thread
};

} // namespace satbox
