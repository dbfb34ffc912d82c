#pragma once

#include "engine/solver/solver_step.h"

namespace satbox {

// What the published solvers share (R4 and R5, docs/references.md), which go over contacts one after the
// other. No lanes, no threads, no warm starting: they are there to be watched and compared.

// The rows of a contact's bodies. Row 0 stands for everything that nothing moves.
struct BodyPair {
    BodyState* a = nullptr;
    BodyState* b = nullptr;
    float invInertiaA = 0.0f; // 1/(kg m^2)
    float invInertiaB = 0.0f;
};
BodyPair bodyPairOf(const SolverStep& step, uint32_t bodyA, uint32_t bodyB); // slots

// A contact of the clipped manifold, as R5 solves it.
struct PlainContact : BodyPair {
    Contact* contact = nullptr;
    size_t index = 0; // in SolverStep::contacts
};

// The contacts that hold bodies apart, by their shapes: an order that depends neither on where contacts are
// stored nor on colours. Their impulses are zero then.
std::span<PlainContact> gatherPlainContacts(const SolverStep& step, FrameArena& arena);

// Velocity of B against A at a point, m/s. Anchors from the centres of mass.
inline Vec2 relativeVelocity(const BodyPair& c, Vec2 rA, Vec2 rB)
{
    return c.b->v + cross(c.b->w, rB) - c.a->v - cross(c.a->w, rA);
}

// 1 / effective mass along a unit direction, 1/kg: 1/mA + 1/mB + (rA x d)^2 / IA + (rB x d)^2 / IB.
inline float inverseMassAlong(const BodyPair& c, Vec2 rA, Vec2 rB, Vec2 direction)
{
    const float crossA = cross(rA, direction);
    const float crossB = cross(rB, direction);
    return c.a->invMass + c.b->invMass + c.invInertiaA * crossA * crossA + c.invInertiaB * crossB * crossB;
}

// v += J / m, w += r x J / I, on B; the opposite on A.
inline void applyImpulse(const BodyPair& c, Vec2 rA, Vec2 rB, Vec2 impulse)
{
    c.a->v -= c.a->invMass * impulse;
    c.a->w -= c.invInertiaA * cross(rA, impulse);
    c.b->v += c.b->invMass * impulse;
    c.b->w += c.invInertiaB * cross(rB, impulse);
}

// All rows: velocities by forces, positions by velocities, over `StepContext::h`.
void integratePlainVelocities(const SolverStep& step);
void integratePlainPositions(const SolverStep& step);

// Rows back into bodies.
void storePlainBodies(const SolverStep& step);
// That, and marks the contacts that make an event: pushed before they touched, or hit hard.
void storePlainContacts(const SolverStep& step, std::span<const PlainContact> contacts);

} // namespace satbox
