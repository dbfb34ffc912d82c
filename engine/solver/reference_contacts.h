#pragma once

#include "engine/solver/body_pair.h"
#include "engine/solver/solver_step.h"

namespace satbox {

// What the published solvers share (R4 and R5, docs/references.md), which go over contacts one after the
// other. No lanes, no threads, no warm starting: they are there to be watched and compared.

BodyPair bodyPairOf(const SolverStep& step, uint32_t bodyA, uint32_t bodyB); // slots

// A contact of the clipped manifold, as R5 solves it.
struct ReferenceContact : BodyPair {
    Contact* contact = nullptr;
    size_t index = 0; // in SolverStep::contacts
};

// The contacts that hold bodies apart, by their shapes: an order that depends neither on where contacts are
// stored nor on colours. Their impulses are zero then.
std::span<ReferenceContact> gatherReferenceContacts(const SolverStep& step, FrameArena& arena);

// All rows: velocities by forces, positions by velocities, over `StepContext::h`.
void integratePlainVelocities(const SolverStep& step);
void integratePlainPositions(const SolverStep& step);

// Rows back into bodies.
void storePlainBodies(const SolverStep& step);
// That, and marks the contacts that make an event: pushed before they touched, or hit hard.
void storePlainContacts(const SolverStep& step, std::span<const ReferenceContact> contacts);

} // namespace satbox
