#pragma once

#include "engine/solver/constraint_passes.h"

namespace satbox {

// Solves one group for the whole step, between preparing its constraints and storing their impulses.
using GroupSolver = void (*)(const StepContext& context, const SolverGroup& group, ConstraintPasses& passes);

// Prepares, solves and stores all groups: large ones one after the other, each on all threads; then the small
// ones, each on one thread. A small group's blocks take the memory of the one before, so that they never
// leave the cache. A single group tells the step's listener of each stage but storing, which goes on after
// it; of several it learns what share of the time each stage took.
void solveGroups(const SolverStep& step, GroupSolver solver, FrameArena& arena);

// Sub-stepping with soft contacts and relaxing ("soft step"; Catto, Solver2D 2024; small steps after Macklin
// et al. 2019). Per substep: three passes over contacts (warm start, solve, relax), two over bodies;
// restitution once at the end.
void solveSoftStep(const StepContext& context, const SolverGroup& group, ConstraintPasses& passes);

// Sequential impulses (Catto, GDC 2005/2006): velocity iterations from warm-started impulses, one
// integration, then position iterations with Baumgarte's factor. 1 + velocityIterations + positionIterations
// passes over contacts, two over bodies. How it differs from its sibling: overlap is corrected in positions,
// not by a spring, so more iterations are what makes stacks stiff.
void solveSequentialImpulse(const StepContext& context, const SolverGroup& group, ConstraintPasses& passes);

// R5 (docs/references.md): impulses from clipped manifolds, shared over their points and iterated without
// memory, then linear projection. All contacts in one order, on one thread: velocityIterations + 1 passes
// over contacts, two over bodies. How it differs from its siblings: nothing is accumulated or warm-started,
// so an impulse that was too large is never taken back, and stacks sink and shake.
void solveManifoldImpulse(const SolverStep& step, FrameArena& arena);

} // namespace satbox
