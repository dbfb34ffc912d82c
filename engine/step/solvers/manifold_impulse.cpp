// The manifold-impulse solver (docs/references.md): impulses from clipped manifolds, iterated, then linear
// projection.

#include "engine/step/solvers/reference_contacts.h"
#include "engine/step/solvers/solvers.h"
#include "engine/step/stage.h"
#include <satbox/observe.h>

#include <algorithm>
#include <cmath>

namespace satbox {

namespace {

// This solver has no speculative contacts: separated points do not count.
int overlappingPoints(const Contact& contact)
{
    int count = 0;
    for (int i = 0; i < contact.count; ++i) count += contact.points[i].separation <= 0.0f;
    return count;
}

// Applies one impulse per point, from the current velocities, shared over the points:
//   j = -(1 + e) (vr . n) / (1/mA + 1/mB + (rA x n)^2 / IA + (rB x n)^2 / IB)
// then friction along the tangent: it sticks within the limit of the static coefficient, else slides with the
// dynamic one.
// With a surface speed, friction drives the tangent speed to minus that. Published was neither this nor
// rolling resistance; the latter does not act here.
void resolve(const ReferenceContact& c, float surfaceSpeed, ContactRecorder* recorder)
{
    Contact& contact = *c.contact;
    const int points = overlappingPoints(contact);
    const float share = points > 0 ? 1.0f / static_cast<float>(points) : 0.0f;
    const Vec2 n = contact.normal;
    const Vec2 t = perp(n);
    contact.sliding = false;
    for (int i = 0; i < contact.count; ++i) {
        ContactPoint& point = contact.points[i];
        if (point.separation > 0.0f) continue;
        const Vec2 rA = point.anchorA, rB = point.anchorB;
        const float vn = dot(relativeVelocity(c, rA, rB), n);
        if (vn > 0.0f) continue; // separating
        const float kn = inverseMassAlong(c, rA, rB, n), kt = inverseMassAlong(c, rA, rB, t);
        const float j = -(1.0f + contact.restitution) * vn / kn * share;
        applyImpulse(c, rA, rB, j * n);
        PointRecord record{.shapeA = contact.shapeA,
                           .shapeB = contact.shapeB,
                           .point = static_cast<uint8_t>(i),
                           .anchorA = rA,
                           .anchorB = rB,
                           .normal = n,
                           .separation = point.separation,
                           .speed = vn,
                           .bias = contact.restitution * vn,
                           .mass = 1.0f / kn,
                           .massScale = share};
        point.normalImpulse += j;
        point.totalImpulse += j;
        record.wanted = record.after = j;
        if (recorder) {
            record.speedAfter = dot(relativeVelocity(c, rA, rB), n);
            recorder->visited(nullptr, record);
        }

        const float vt = dot(relativeVelocity(c, rA, rB), t);
        const float stickImpulse = -(vt + surfaceSpeed) / kt * share;
        float jt = stickImpulse;
        if (std::fabs(jt) > contact.staticFriction * j) {
            jt = std::copysign(contact.dynamicFriction * j, jt);
            contact.sliding = true;
        }
        applyImpulse(c, rA, rB, jt * t);
        if (recorder) {
            record.quantity = PointRecord::Quantity::Tangent;
            record.speed = vt;
            record.bias = surfaceSpeed;
            record.mass = 1.0f / kt;
            record.limit = contact.staticFriction * j;
            record.wanted = stickImpulse;
            record.after = jt;
            record.speedAfter = dot(relativeVelocity(c, rA, rB), t);
            recorder->visited(nullptr, record);
        }
        point.tangentImpulse += jt;
    }
}

float surfaceSpeedOf(const SolverStep& step, const ReferenceContact& c)
{
    return step.surfaces.empty() ? 0.0f : step.surfaces[c.index].speed;
}

// Moves the bodies apart by a share of the depth beyond the slop, each by its inverse mass.
void project(const ReferenceContact& c, const StepContext& context, ContactRecorder* recorder)
{
    float least = 0.0f; // separation
    for (int i = 0; i < c.contact->count; ++i) least = std::min(least, c.contact->points[i].separation);
    const float beyond = std::max(-least - context.linearSlop, 0.0f);
    const Vec2 shift = beyond * context.projection / (c.a->invMass + c.b->invMass) * c.contact->normal;
    c.a->dp -= c.a->invMass * shift;
    c.b->dp += c.b->invMass * shift;
    if (!recorder || c.contact->count == 0) return;
    recorder->visited(nullptr, {.shapeA = c.contact->shapeA,
                                .shapeB = c.contact->shapeB,
                                .quantity = PointRecord::Quantity::Position,
                                .anchorA = c.contact->points[0].anchorA,
                                .separation = least,
                                .bias = -beyond * context.projection});
}

} // namespace

void solveManifoldImpulse(const SolverStep& step, FrameArena& arena)
{
    const StepContext& context = step.context;
    StageListener& listener = *step.listener;
    const std::span<ReferenceContact> contacts = gatherReferenceContacts(step, arena);
    listener.done(Stage::PrepareConstraints);
    integrateReferenceVelocities(step);
    listener.done(Stage::IntegrateVelocities, 0);
    warmStartJoints(step.joints, step.bodies.states, true, step.recorder);
    for (int i = 0; i < context.velocityIterations; ++i) {
        solveJoints(step.joints, step.bodies.states, JointPass::Velocity, step.recorder);
        for (const ReferenceContact& c : contacts) resolve(c, surfaceSpeedOf(step, c), step.recorder);
        listener.done(Stage::Solve, i);
    }
    endJointSubstep(step.joints);
    integrateReferencePositions(step);
    listener.done(Stage::IntegratePositions, 0);
    correctJoints(step.joints, step.bodies.states);
    for (const ReferenceContact& c : contacts) project(c, context, step.recorder);
    listener.done(Stage::Relax, 0);
    storeReferenceContacts(step, contacts);
}

} // namespace satbox
