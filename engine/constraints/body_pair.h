#pragma once

#include <satbox/body_state.h>

namespace satbox {

// Solver rows of a contact's two bodies, for code that visits contacts one by one. Row 0, with no mass,
// stands for every body that is not awake: static, sleeping, disabled and frozen ones.
struct BodyPair {
    BodyState* a = nullptr;
    BodyState* b = nullptr;
    float invInertiaA = 0.0f; // 1/(kg m^2)
    float invInertiaB = 0.0f;
};

// Velocity of B's contact point relative to A's, m/s. Anchors are relative to the centres of mass.
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

} // namespace satbox
