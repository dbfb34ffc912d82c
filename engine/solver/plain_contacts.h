#pragma once

#include "engine/solver/solver_step.h"

namespace satbox {

// What the solvers share that go over contacts one after the other, as published engines do: R4 and R5
// (docs/references.md). No lanes, no threads, no warm starting: they are there to be watched and compared.

// One contact with the rows of its bodies. Row 0 stands for what nothing moves.
struct PlainContact {
    Contact* contact = nullptr;
    size_t index = 0; // in SolverStep::contacts
    BodyState* a = nullptr;
    BodyState* b = nullptr;
    float invInertiaA = 0.0f; // 1/(kg m^2)
    float invInertiaB = 0.0f;
};

// Updates contacts and gathers rows where that was put off; then the contacts that hold bodies apart (or,
// with `pairsToo`, all whose fat boxes overlap, sensors left out), by their shapes: an order that depends
// neither on where contacts lie nor on colours. Their impulses are zero then.
std::span<PlainContact> gatherPlainContacts(const SolverStep& step, bool pairsToo, FrameArena& arena);

// Velocity of B against A at a point, m/s. Anchors from the centres of mass.
inline Vec2 relativeVelocity(const PlainContact& c, Vec2 rA, Vec2 rB)
{
    return c.b->v + cross(c.b->w, rB) - c.a->v - cross(c.a->w, rA);
}

// 1 / effective mass along a unit direction, 1/kg: 1/mA + 1/mB + (rA x d)^2 / IA + (rB x d)^2 / IB.
inline float inverseMassAlong(const PlainContact& c, Vec2 rA, Vec2 rB, Vec2 direction)
{
    const float crossA = cross(rA, direction);
    const float crossB = cross(rB, direction);
    return c.a->invMass + c.b->invMass + c.invInertiaA * crossA * crossA + c.invInertiaB * crossB * crossB;
}

// v += J / m, w += r x J / I, on B; the opposite on A.
inline void applyImpulse(const PlainContact& c, Vec2 rA, Vec2 rB, Vec2 impulse)
{
    c.a->v -= c.a->invMass * impulse;
    c.a->w -= c.invInertiaA * cross(rA, impulse);
    c.b->v += c.b->invMass * impulse;
    c.b->w += c.invInertiaB * cross(rB, impulse);
}

// All rows: velocities by forces, positions by velocities, over `StepContext::h`.
void integratePlainVelocities(const SolverStep& step);
void integratePlainPositions(const SolverStep& step);

// Rows back into bodies; contacts that were pushed before they touched, or hit hard, are marked to be told.
void storePlainContacts(const SolverStep& step, std::span<const PlainContact> contacts);

} // namespace satbox
