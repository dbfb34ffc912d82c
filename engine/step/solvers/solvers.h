#pragma once

#include "engine/step/contact_update.h"
#include "engine/step/schedule/constraint_passes.h"

namespace satbox {

// Solves one group for the whole step, between preparing its constraints and storing their impulses.
using GroupSolver = void (*)(const StepContext& context, ConstraintPasses& passes);

// Prepares, solves and stores all groups: first the large ones, one after the other, each on all threads;
// then the small ones, each on one thread. The small groups of a thread share the memory of their blocks,
// which therefore stays in the cache. With a single group the step's listener is notified of each stage
// except storing, which the caller reports. With several groups it is notified once, with the share of the
// time that each stage took. `contacts`: the update of this step; groups update their contacts if the plan
// says PerGroup.
void solveGroups(const SolverStep& step, ContactUpdate& contacts, GroupSolver solver, FrameArena& arena);

// Sub-stepping with soft contacts and relaxing ("soft step"; Catto, Solver2D 2024; small steps after Macklin
// et al. 2019). Per substep: three passes over contacts (warm start, solve, relax), two over bodies, and
// impacts after the warm start; a position correction if packing found deep overlap.
void solveSoftStep(const StepContext& context, ConstraintPasses& passes);

// Sequential impulses (Catto, GDC 2005/2006): velocity iterations from warm-started impulses, one
// integration, then position iterations with Baumgarte's factor. 1 + velocityIterations + positionIterations
// passes over contacts, two over bodies. Unlike the soft step, it corrects overlap in positions, not by a
// spring, so stacks become stiffer with more iterations.
void solveSequentialImpulse(const StepContext& context, ConstraintPasses& passes);

// The manifold-impulse solver (docs/references.md): impulses from clipped manifolds, shared over their points
// and iterated without accumulation, then linear projection. All contacts in one order, on one thread:
// velocityIterations + 1 passes over contacts, two over bodies. Like the vertex-contact solver it neither
// accumulates nor warm-starts contact impulses, so an impulse that was too large is never taken back, and
// stacks sink and shake.
void solveManifoldImpulse(const SolverStep& step, FrameArena& arena);

} // namespace satbox
