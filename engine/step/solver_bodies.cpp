#include "engine/step/solver_bodies.h"

#include "engine/constraints/body_constants.h"
#include "engine/core/parallel.h"
#include "engine/step/continuous_collision.h"
#include <satbox/body_state.h>

#include <algorithm>
#include <cmath>

namespace satbox {

namespace {

constexpr size_t kRowGrain = 256; // rows per task

// How far each component of a contact's anchor may shift in a step, m: half the radius of gyration of the
// body. The solver keeps the effective mass of the unshifted anchors; within this limit it is wrong by a
// factor of at most 2. Without the limit, bodies that passed each other at high speed received impulses many
// times too large and left the world.
float maxAnchorShiftOf(const BodyMotion& m)
{
    constexpr float kShare = 0.5f;
    return m.invInertia > 0.0f ? kShare * std::sqrt(m.invMass / m.invInertia)
                               : BodyConstants::kUnlimitedShift;
}

void gatherRow(const SolverBodies& rows, size_t row, const BodyStore& bodies, uint32_t slot,
               const StepContext& context)
{
    const BodyMotion& m = bodies.motions[slot];
    BodyState& s = rows.states[row];
    s = BodyState{};
    s.v = m.v;
    s.w = m.w;
    s.invMass = m.invMass;

    BodyConstants& c = rows.constants[row];
    c = BodyConstants{};
    c.invInertia = m.invInertia;
    c.maxAnchorShift = maxAnchorShiftOf(m);
    if (m.invMass == 0.0f) return; // kinematic: no force acts on it
    c.dv = context.h * (m.gravityScale * context.gravity + m.invMass * m.force);
    c.dw = context.h * m.invInertia * m.torque;
    if (!m.damped && !m.locked) return;
    const Body& body = bodies.slots.at(slot);
    c.locks = (body.lockX ? BodyConstants::kLockX : 0.0f) + (body.lockY ? BodyConstants::kLockY : 0.0f);
    c.linearDampingFactor = 1.0f / (1.0f + context.h * body.linearDamping);
    c.angularDampingFactor = 1.0f / (1.0f + context.h * body.angularDamping);
}

// Applies the speed limits of the settings and of body definitions. The substeps apply limits too, but only
// before contacts change the velocities.
void limitSpeed(BodyMotion& m, float maxSpeed)
{
    const float speedSquared = lengthSquared(m.v);
    if (speedSquared > maxSpeed * maxSpeed) m.v = (maxSpeed / std::sqrt(speedSquared)) * m.v;
    if (m.w > kMaxSpin) m.w = kMaxSpin;
    if (m.w < -kMaxSpin) m.w = -kMaxSpin;
}

// Position correction moves bodies, too, and contacts have the last word about velocities.
void lockAxes(BodyState& s, float locks)
{
    if (locks == BodyConstants::kLockX || locks == BodyConstants::kLockBoth) s.v.x = s.dp.x = 0.0f;
    if (locks == BodyConstants::kLockY || locks == BodyConstants::kLockBoth) s.v.y = s.dp.y = 0.0f;
}

} // namespace

SolverBodies makeRows(const ConstraintGraph& graph, FrameArena& arena)
{
    const size_t count = graph.slotOf.size();
    const SolverBodies rows{arena.makeUninitialized<BodyState>(count),
                            arena.makeUninitialized<BodyConstants>(count)};
    rows.states[0] = BodyState{};
    rows.constants[0] = BodyConstants{};
    return rows;
}

void gatherBodies(const SolverBodies& rows, const ConstraintGraph& graph, size_t first, size_t last,
                  const BodyStore& bodies, const StepContext& context, TaskExecutor* executor)
{
    parallelFor(executor, last - first, kRowGrain, [&](size_t begin, size_t end) {
        for (size_t row = first + begin; row < first + end; ++row)
            gatherRow(rows, row, bodies, graph.slotOf[row], context);
    });
}

void scatterBodies(const SolverBodies& rows, const ConstraintGraph& graph, size_t first, size_t last,
                   BodyStore& bodies, std::span<uint8_t> fastRows, const StepContext& context,
                   TaskExecutor* executor)
{
    parallelFor(executor, last - first, kRowGrain, [&](size_t begin, size_t end) {
        for (size_t row = first + begin; row < first + end; ++row) {
            BodyMotion& m = bodies.motions[graph.slotOf[row]];
            BodyState& s = rows.states[row];
            if (m.locked) lockAxes(s, rows.constants[row].locks);
            m.v = s.v;
            m.w = s.w;
            // Contact impulses of the last substep may have exceeded the limits. A saved body must respect
            // them.
            limitSpeed(m, context.maxSpeed);
            fastRows[row] = m.invMass > 0.0f && needsContinuous(m, s.dp, s.dq);
            m.force = {0.0f, 0.0f};
            m.torque = 0.0f;
            const Position before = m.center;
            m.center = bodies.grid.displaced(before, s.dp);
            m.moved = m.center - before;
            m.q0 = m.q;
            m.q = normalize(mul(s.dq, m.q));
        }
    });
}

} // namespace satbox
