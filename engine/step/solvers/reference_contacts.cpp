#include "engine/step/solvers/reference_contacts.h"

#include "engine/step/schedule/constraint_passes.h"

#include <algorithm>

namespace satbox {

BodyPair bodyPairOf(const SolverProblem& problem, uint32_t bodyA, uint32_t bodyB)
{
    const uint32_t rowA = problem.graph.rowOf[bodyA], rowB = problem.graph.rowOf[bodyB];
    return {&problem.bodies.states[rowA], &problem.bodies.states[rowB],
            problem.bodies.constants[rowA].invInertia, problem.bodies.constants[rowB].invInertia};
}

std::span<ReferenceContact> gatherReferenceContacts(const SolverStep& step, FrameArena& arena)
{
    const std::span<ReferenceContact> all = arena.make<ReferenceContact>(step.contacts.size());
    size_t count = 0;
    for (size_t i = 0; i < step.contacts.size(); ++i) {
        Contact& contact = step.contacts[i];
        if (!needsSolving(contact)) continue;
        const BodyPair bodies = bodyPairOf(step, contact.bodyA, contact.bodyB);
        if (bodies.a->invMass == 0.0f && bodies.b->invMass == 0.0f) continue;
        all[count++] = {bodies, &contact, i};
        for (int k = 0; k < contact.count; ++k) {
            ContactPoint& point = contact.points[k];
            point.normalImpulse = point.tangentImpulse = point.totalImpulse = 0.0f;
            point.normalVelocity =
                dot(relativeVelocity(bodies, point.anchorA, point.anchorB), contact.normal);
        }
        contact.sliding = false;
        contact.rollingImpulse = 0.0f;
    }
    const std::span<ReferenceContact> contacts = all.first(count);
    std::sort(contacts.begin(), contacts.end(), [](const ReferenceContact& x, const ReferenceContact& y) {
        return x.contact->shapeA != y.contact->shapeA ? x.contact->shapeA < y.contact->shapeA
                                                      : x.contact->shapeB < y.contact->shapeB;
    });
    return contacts;
}

void integrateReferenceVelocities(const SolverStep& step)
{
    kernelsFor(step.lanes)
        .integrateVelocities(&step.bodies.states[1], &step.bodies.constants[1], step.bodies.states.size() - 1,
                             kernelParams(step));
}

void integrateReferencePositions(const SolverStep& step)
{
    kernelsFor(step.lanes)
        .integratePositions(&step.bodies.states[1], &step.bodies.constants[1], step.bodies.states.size() - 1,
                            kernelParams(step));
}

void storeReferenceContacts(const SolverStep& step, std::span<const ReferenceContact> contacts)
{
    for (const ReferenceContact& c : contacts) {
        bool pushed = false, hit = false;
        for (int k = 0; k < c.contact->count; ++k) {
            const ContactPoint& point = c.contact->points[k];
            pushed |= point.totalImpulse > 0.0f;
            hit |= point.totalImpulse > 0.0f && point.normalVelocity < -step.hitThreshold;
        }
        if (hit || (pushed && !c.contact->touching)) step.eventFlags[c.index] = 1;
    }
    storeReferenceBodies(step);
}

void storeReferenceBodies(const SolverStep& step)
{
    scatterBodies(step.bodies, step.graph, 1, step.graph.slotOf.size(), *step.bodyStore, step.fastRows,
                  step.context, step.executor);
}

} // namespace satbox
