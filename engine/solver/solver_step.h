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
    std::span<const ContactEnds> ends;   // of the contacts
    std::span<uint8_t> told;             // by contact: 1 where storing impulses finds something to tell
    std::span<MouseConstraint> mice;     // by row
    std::span<const uint32_t> far;       // slots of bodies that have moved far, ascending; once all is solved
    const BodyStore* toGather = nullptr; // where the bodies' rows are yet to be gathered, group by group
    ContactUpdate* update = nullptr;     // where the solved contacts are yet to be updated, group by group
    int lanes = 0;                       // how many contacts at a time at most, see kernelsFor
    float hitThreshold = 0.0f;           // m/s
    StageListener* listener = nullptr;
    TaskExecutor* executor = nullptr; // nullptr: this thread
};

} // namespace satbox
