#pragma once

#include "engine/constraints/contact/contact_surface.h"
#include "engine/step/solver_bodies.h"
#include "engine/step/stage.h"
#include "engine/step/step_plan.h"
#include <satbox/executor.h>
#include <satbox/observe.h>

namespace satbox {

// What is solved.
struct SolverProblem {
    SolverBodies bodies; // rows; filled before the solver runs if StepPlan::gathering is Whole
    ConstraintGraph graph;
    std::span<Contact> contacts;
    std::span<const GraphEdge> edges; // by contact
    // By contact; empty if no shape of the world has a surface speed or rolling resistance.
    std::span<const ContactSurface> surfaces;
    JointConstraints joints;            // prepared for the reference solvers; groups have their own
    const ShapeStore* shapes = nullptr; // shapes of the contacts
    BodyStore* bodyStore = nullptr;     // source of the rows, and their target when solving is done
};

// How it is solved.
struct SolverMode {
    StepContext context;
    StepPlan plan;
    int lanes = 0; // maximum number of lanes, see kernelsFor
    StageListener* listener = nullptr;
    // Receives every visit to a contact. Precondition: executor is nullptr.
    ContactRecorder* recorder = nullptr;
    TaskExecutor* executor = nullptr; // nullptr: the calling thread
};

// What solvers find, besides the new impulses of the contacts and the new motions of the bodies.
struct SolverResults {
    // By contact: set to 1 while impulses are stored, if the contact causes an event.
    std::span<uint8_t> eventFlags;
    float hitThreshold = 0.0f; // m/s: faster approaches cause hit events
    // By row, set when rows are stored in the bodies: 1 for a body that moved far in this step
    // (needsContinuous). Row 0 is 0.
    std::span<uint8_t> fastRows;
};

// Everything that a solver works on during one step. The three structs are base classes, so that code writes
// `step.graph` instead of `step.problem.graph`, and functions that need only one of them can take it alone.
struct SolverStep : SolverProblem, SolverMode, SolverResults {};

} // namespace satbox
