#pragma once

#include "engine/solver/contact_packing.h"
#include "engine/solver/integrate.h"
#include "engine/solver/mouse_joint.h"
#include "engine/solver/step_profile.h"

namespace satbox {

// All that a solver works on during one step: bodies gathered, constraints prepared.
struct SolverStep {
    StepContext context;
    SolverBodies bodies;
    ConstraintGraph graph;
    std::span<MouseConstraint> mice;
    StageListener* listener = nullptr;
};

// Sub-stepping with soft contacts and relaxing ("soft step"; Catto, Solver2D 2024; small steps after Macklin
// et al. 2019). Per substep: three passes over contacts (warm start, solve, relax), two over bodies;
// restitution once at the end.
void solveSoftStep(SolverStep& step);

// Sequential impulses (Catto, GDC 2005/2006): velocity iterations from warm-started impulses, one
// integration, then position iterations with Baumgarte's factor. 1 + velocityIterations + positionIterations
// passes over contacts, two over bodies. How it differs from its sibling: overlap is corrected in positions,
// not by a spring, so more iterations are what makes stacks stiff.
void solveSequentialImpulse(SolverStep& step);

} // namespace satbox
