#pragma once

#include "engine/constraints/body_pair.h"
#include "engine/step/solver_step.h"

namespace satbox {

// Shared by the reference solvers (vertex-contact and manifold-impulse solver, docs/references.md), which
// visit contacts one by one, without SIMD lanes, threads or warm starting of contacts. They serve for
// observation and comparison.

BodyPair bodyPairOf(const SolverProblem& problem, uint32_t bodyA, uint32_t bodyB); // slots

// A contact of the clipped manifold in the manifold-impulse solver.
struct ReferenceContact : BodyPair {
    Contact* contact = nullptr;
    size_t index = 0; // in SolverProblem::contacts
};

// The contacts that hold bodies apart, sorted by their shapes: this order depends neither on where contacts
// are stored nor on colours. Resets their impulses to 0.
std::span<ReferenceContact> gatherReferenceContacts(const SolverStep& step, FrameArena& arena);

// All rows, over `StepContext::h`: velocities from forces, positions from velocities.
void integrateReferenceVelocities(const SolverStep& step);
void integrateReferencePositions(const SolverStep& step);

// Stores the rows in the bodies.
void storeReferenceBodies(const SolverStep& step);
// The same, and flags the contacts that cause an event: pushed before they touched, or hit hard.
void storeReferenceContacts(const SolverStep& step, std::span<const ReferenceContact> contacts);

} // namespace satbox
