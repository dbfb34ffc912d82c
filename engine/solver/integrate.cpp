#include "engine/solver/integrate.h"

#include "engine/core/parallel.h"

namespace satbox {

namespace {

constexpr float kMaxSpin = 1e4f; // rad/s, what a definition of a body may have too
constexpr size_t kGrain = 1024;  // rows that a thread takes at once

void gatherRow(const SolverBodies& rows, size_t row, const Body& body, const BodyMotion& m,
               const StepContext& context)
{
    BodyState& s = rows.states[row];
    s = BodyState{};
    s.v = m.v;
    s.w = m.w;
    s.invMass = m.invMass;
    rows.invInertias[row] = m.invInertia;

    VelocityChange& c = rows.changes[row];
    c = VelocityChange{};
    if (body.type == BodyType::Kinematic) return;
    c.dv = context.h * (body.gravityScale * context.gravity + m.invMass * m.force);
    c.dw = context.h * m.invInertia * m.torque;
    c.linearKeep = 1.0f / (1.0f + context.h * body.linearDamping);
    c.angularKeep = 1.0f / (1.0f + context.h * body.angularDamping);
}

// No faster than this: a body would leave its broad-phase box, and lengths would overflow.
void limitSpeed(Vec2& v, float& w, float maxSpeed, float maxSpin)
{
    const float speedSquared = lengthSquared(v);
    if (speedSquared > maxSpeed * maxSpeed) v = (maxSpeed / std::sqrt(speedSquared)) * v;
    if (w > maxSpin) w = maxSpin;
    if (w < -maxSpin) w = -maxSpin;
}

} // namespace

SolverBodies gatherBodies(const BodyStore& bodies, const ConstraintGraph& graph, const StepContext& context,
                          FrameArena& arena, TaskExecutor* executor)
{
    const size_t count = graph.slotOf.size();
    const SolverBodies rows{arena.makeUninitialized<BodyState>(count),
                            arena.makeUninitialized<VelocityChange>(count),
                            arena.makeUninitialized<float>(count)};
    forEachRange(executor, count, kGrain, [&](size_t begin, size_t end) {
        for (size_t row = begin; row < end; ++row) {
            const uint32_t slot = graph.slotOf[row];
            if (slot != kNoSlot) {
                gatherRow(rows, row, bodies.slots.at(slot), bodies.motions[slot], context);
                continue;
            }
            rows.states[row] = BodyState{};
            rows.changes[row] = VelocityChange{};
            rows.invInertias[row] = 0.0f;
        }
    });
    return rows;
}

void integrateVelocities(const SolverBodies& rows, const SolverGroup& group, const StepContext& context,
                         TaskExecutor* executor)
{
    // Turning is limited to a quarter turn a substep, since poses are integrated along the tangent.
    const float maxSpin = std::min(0.5f * kPi * context.invH, kMaxSpin);
    forEachRange(executor, group.lastRow - group.firstRow, kGrain, [&](size_t begin, size_t end) {
        for (size_t i = group.firstRow + begin; i < group.firstRow + end; ++i) {
            BodyState& s = rows.states[i];
            const VelocityChange& c = rows.changes[i];
            Vec2 v = c.linearKeep * (s.v + c.dv);
            float w = c.angularKeep * (s.w + c.dw);
            limitSpeed(v, w, context.maxSpeed, maxSpin);
            s.v = v;
            s.w = w;
        }
    });
}

void integratePositions(const SolverBodies& rows, const SolverGroup& group, const StepContext& context,
                        TaskExecutor* executor)
{
    forEachRange(executor, group.lastRow - group.firstRow, kGrain, [&](size_t begin, size_t end) {
        for (size_t i = group.firstRow + begin; i < group.firstRow + end; ++i) {
            BodyState& s = rows.states[i];
            s.dp += context.h * s.v;
            s.dq = integrate(s.dq, context.h * s.w);
        }
    });
}

void scatterBodies(const SolverBodies& rows, const ConstraintGraph& graph, const StepContext& context,
                   BodyStore& bodies, TaskExecutor* executor)
{
    forEachRange(executor, graph.slotOf.size(), kGrain, [&](size_t begin, size_t end) {
        for (size_t row = begin; row < end; ++row) {
            if (graph.slotOf[row] == kNoSlot) continue;
            const BodyState& s = rows.states[row];
            BodyMotion& m = bodies.motions[graph.slotOf[row]];
            m.v = s.v;
            m.w = s.w;
            limitSpeed(m.v, m.w, context.maxSpeed,
                       kMaxSpin); // what contacts made of it, so that it can be saved
            m.force = {0.0f, 0.0f};
            m.torque = 0.0f;
            m.center0 = m.center;
            m.q0 = m.transform.q;
            placeCenter(m, m.center + s.dp, normalize(mul(s.dq, m.transform.q)));
        }
    });
}

} // namespace satbox
