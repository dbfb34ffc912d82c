// R4 (docs/references.md): in each iteration, which is a step of its own, bodies fall and move, contacts are
// found anew from the vertices that lie inside another polygon, pairs are pushed out by a share of the depth
// at once, and each contact point gets one impulse.

#include "engine/collision/vertex_contacts.h"
#include "engine/solver/plain_contacts.h"
#include "engine/world/stages.h"

#include <algorithm>

namespace satbox {

namespace {

// Restitution and friction as R4 combines them: products, whatever the world's rules are.
struct Combined {
    float restitution = 0.0f;
    float friction = 0.0f;
};
Combined combined(const WorldSettings& settings, const Material& a, const Material& b)
{
    return {settings.overrideRestitution ? settings.restitutionOverride : a.restitution * b.restitution,
            settings.overrideFriction ? settings.frictionOverride : a.dynamicFriction * b.dynamicFriction};
}

// A body's centre and pose as they are in this iteration.
struct Place {
    Vec2 center{0.0f, 0.0f};
    Transform pose;
};
Place placeOf(const BodyMotion& motion, const BodyState& state)
{
    Place place;
    place.center = motion.center + state.dp;
    place.pose.q = normalize(mul(state.dq, motion.transform.q));
    place.pose.p = place.center - rotate(place.pose.q, motion.localCenter);
    return place;
}

// Half each, or all of it the one that can be moved.
void movePair(const PlainContact& c, Vec2 way)
{
    const bool both = c.a->invMass > 0.0f && c.b->invMass > 0.0f;
    const float share = both ? 0.5f : 1.0f;
    if (c.a->invMass > 0.0f) c.a->dp -= share * way;
    if (c.b->invMass > 0.0f) c.b->dp += share * way;
}

// One impulse: jn = max(-(1 + e) vr . n / kn, 0), friction jt = clamp(-vr . t / kt, -u jn, u jn). The
// published code has n in kt as well, a slip; here it is t.
struct Impulse {
    float normal = 0.0f;
    float tangent = 0.0f;
};
Impulse resolve(const PlainContact& c, Vec2 rA, Vec2 rB, Vec2 n, const Combined& material, PointRecord record,
                ContactRecorder* recorder)
{
    const Vec2 t = perp(n);
    const Vec2 vr = relativeVelocity(c, rA, rB);
    const float vn = dot(vr, n), vt = dot(vr, t);
    const float kn = inverseMassAlong(c, rA, rB, n), kt = inverseMassAlong(c, rA, rB, t);
    Impulse j;
    const float wanted = -(1.0f + material.restitution) * vn / kn;
    j.normal = std::max(wanted, 0.0f);
    const float limit = material.friction * j.normal;
    const float held = -vt / kt;
    j.tangent = std::clamp(held, -limit, limit);
    applyImpulse(c, rA, rB, j.normal * n + j.tangent * t);
    if (!recorder) return j;

    const Vec2 left = relativeVelocity(c, rA, rB);
    record.anchorA = rA;
    record.speed = vn;
    record.bias = material.restitution * vn;
    record.mass = 1.0f / kn;
    record.wanted = wanted;
    record.after = j.normal;
    record.speedAfter = vn + kn * j.normal; // both act at once: without what friction does to it
    recorder->visited(nullptr, record);
    record.quantity = PointRecord::Quantity::Tangent;
    record.speed = vt;
    record.bias = 0.0f;
    record.mass = 1.0f / kt;
    record.limit = limit;
    record.wanted = held;
    record.after = j.tangent;
    record.speedAfter = dot(left, t);
    recorder->visited(nullptr, record);
    return j;
}

// The engine's manifold has other points than R4: what acted on the pair is shown shared over them.
void record(Contact& contact, const Impulse& sum, const Impulse& last)
{
    const float share = contact.count > 0 ? 1.0f / static_cast<float>(contact.count) : 0.0f;
    for (int i = 0; i < contact.count; ++i) {
        ContactPoint& point = contact.points[i];
        point.normalImpulse = share * last.normal;
        point.tangentImpulse = share * last.tangent;
        point.totalImpulse = share * sum.normal;
    }
}

} // namespace

void solveVertexContacts(WorldState& world, const SolverStep& step)
{
    const StepContext& context = step.context;
    StageListener& listener = *step.listener;
    const std::span<PlainContact> pairs = gatherPlainContacts(step, true, world.solverArena);
    const std::span<Impulse> sums = world.solverArena.make<Impulse>(pairs.size());
    const std::span<Impulse> lasts = world.solverArena.make<Impulse>(pairs.size());
    listener.done(Stage::PrepareConstraints);
    for (int i = 0; i < context.substeps; ++i) {
        integratePlainVelocities(step);
        solveMouse(step.mice, step.bodies.states);
        for (MouseConstraint& mouse : step.mice) mouse.total += mouse.impulse;
        listener.done(Stage::IntegrateVelocities, i);
        integratePlainPositions(step);
        listener.done(Stage::IntegratePositions, i);
        for (size_t k = 0; k < pairs.size(); ++k) {
            const PlainContact& c = pairs[k];
            const BodyShape& shapeA = world.shapes.at(c.contact->shapeA);
            const BodyShape& shapeB = world.shapes.at(c.contact->shapeB);
            const Place a = placeOf(world.bodies.motions[c.contact->bodyA], *c.a);
            const Place b = placeOf(world.bodies.motions[c.contact->bodyB], *c.b);
            const VertexContacts found =
                findVertexContacts(shapeA.shape, shapeB.shape, invMul(a.pose, b.pose));
            lasts[k] = {};
            if (found.depth <= 0.0f) continue;
            const Vec2 n = rotate(a.pose.q, found.normal);
            movePair(c, context.pushOut * found.depth * n);
            if (step.recorder)
                step.recorder->visited(nullptr,
                                       {.contact = static_cast<uint32_t>(c.index),
                                        .quantity = PointRecord::Quantity::Position,
                                        .anchorA = transformPoint(a.pose, found.points[0].point) - a.center,
                                        .separation = -found.depth,
                                        .bias = -context.pushOut * found.depth});
            const Combined material = combined(world.settings, shapeA.def.material, shapeB.def.material);
            for (int p = 0; p < found.count; ++p) {
                const Vec2 at = transformPoint(a.pose, found.points[static_cast<size_t>(p)].point);
                const Impulse j = resolve(c, at - a.center, at - b.center, n, material,
                                          {.contact = static_cast<uint32_t>(c.index),
                                           .point = static_cast<uint8_t>(p),
                                           .separation = (context.pushOut - 1.0f) * found.depth},
                                          step.recorder);
                lasts[k].normal += j.normal;
                lasts[k].tangent += j.tangent;
                sums[k].normal += j.normal;
            }
        }
        listener.done(Stage::Solve, i);
    }
    for (size_t k = 0; k < pairs.size(); ++k) record(*pairs[k].contact, sums[k], lasts[k]);
    storePlainContacts(step, pairs);
}

} // namespace satbox
