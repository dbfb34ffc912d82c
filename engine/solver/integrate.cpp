#include "engine/solver/integrate.h"

#include <algorithm>

namespace satbox {

namespace {

constexpr float kMaxSpin = 1e4f; // rad/s, what a definition of a body may have too

} // namespace

SolverBodies gatherBodies(const BodyStore& bodies, const StepContext& context, FrameArena& arena)
{
    SolverBodies rows;
    const size_t count = bodies.awake.size();
    rows.states = arena.make<BodyState>(count + 1);
    rows.changes = arena.make<VelocityChange>(count + 1);
    rows.masses = arena.make<RowMass>(count + 1);
    rows.rowOf = arena.make<uint32_t>(bodies.slots.slotCount());
    rows.states[0] = BodyState{};
    rows.changes[0] = VelocityChange{};

    for (size_t i = 0; i < count; ++i) {
        const uint32_t slot = bodies.awake[i];
        const Body& body = bodies.slots.at(slot);
        const BodyMotion& m = bodies.motions[slot];
        rows.rowOf[slot] = static_cast<uint32_t>(i + 1);

        BodyState& s = rows.states[i + 1];
        s = BodyState{};
        s.v = m.v;
        s.w = m.w;
        rows.masses[i + 1] = {m.invMass, m.invInertia};

        VelocityChange& c = rows.changes[i + 1];
        c = VelocityChange{};
        if (body.type == BodyType::Kinematic) continue;
        c.dv = context.h * (body.gravityScale * context.gravity + m.invMass * m.force);
        c.dw = context.h * m.invInertia * m.torque;
        c.linearKeep = 1.0f / (1.0f + context.h * body.linearDamping);
        c.angularKeep = 1.0f / (1.0f + context.h * body.angularDamping);
    }
    return rows;
}

void integrateVelocities(const SolverBodies& rows, const StepContext& context)
{
    // Faster than this a body would leave its broad-phase box, and lengths would overflow. Turning is limited
    // to a quarter turn a substep, since poses are integrated along the tangent.
    const float maxSpeedSquared = context.maxSpeed * context.maxSpeed;
    const float maxSpin = std::min(0.5f * kPi * context.invH, kMaxSpin);
    for (size_t i = 1; i < rows.states.size(); ++i) {
        BodyState& s = rows.states[i];
        const VelocityChange& c = rows.changes[i];
        Vec2 v = c.linearKeep * (s.v + c.dv);
        float w = c.angularKeep * (s.w + c.dw);
        const float speedSquared = lengthSquared(v);
        if (speedSquared > maxSpeedSquared) v = (context.maxSpeed / std::sqrt(speedSquared)) * v;
        if (w > maxSpin) w = maxSpin;
        if (w < -maxSpin) w = -maxSpin;
        s.v = v;
        s.w = w;
    }
}

void integratePositions(const SolverBodies& rows, const StepContext& context)
{
    for (size_t i = 1; i < rows.states.size(); ++i) {
        BodyState& s = rows.states[i];
        s.dp += context.h * s.v;
        s.dq = integrate(s.dq, context.h * s.w);
    }
}

void scatterBodies(const SolverBodies& rows, BodyStore& bodies)
{
    for (size_t i = 1; i < rows.states.size(); ++i) {
        const BodyState& s = rows.states[i];
        BodyMotion& m = bodies.motions[bodies.awake[i - 1]];
        m.v = s.v;
        m.w = s.w;
        m.force = {0.0f, 0.0f};
        m.torque = 0.0f;
        m.center0 = m.center;
        m.q0 = m.transform.q;
        placeCenter(m, m.center + s.dp, normalize(mul(s.dq, m.transform.q)));
    }
}

} // namespace satbox
