// The vertex-contact solver (R4 in docs/references.md). Each substep is a complete small step: it
// integrates velocities and positions and finds the pairs whose boxes overlap. Every vertex inside another
// polygon is a contact point. As soon as a point is found, its bodies are moved apart by a share of the depth
// and get one impulse.

#include "engine/step/solvers/vertex_contact_step.h"

#include "engine/collision/vertex_contacts.h"
#include "engine/geometry/shape.h"
#include "engine/math/position.h"
#include "engine/step/solvers/reference_contacts.h"
#include "engine/step/solvers/vertex_pairs.h"
#include "engine/step/stage.h"
#include "engine/step/step_settings.h"
#include "engine/step/vertex_contact_list.h"
#include "engine/step/waking.h"
#include <satbox/contacts.h>
#include <satbox/limits.h>
#include <satbox/math.h>
#include <satbox/observe.h>
#include <satbox/shapes.h>

#include <algorithm>

namespace satbox {

namespace {

// Restitution and friction as the published engine combines them: products, whatever the world's rules are.
struct MaterialProduct {
    float restitution = 0.0f;
    float friction = 0.0f;
};
MaterialProduct multiplyMaterials(const WorldSettings& settings, const Material& a, const Material& b)
{
    return {settings.overrideRestitution ? settings.restitutionOverride : a.restitution * b.restitution,
            settings.overrideFriction ? settings.frictionOverride : a.dynamicFriction * b.dynamicFriction};
}

// Moves the bodies apart by `way` in total: each by half, or the only movable body by all of it.
void pushApart(const BodyPair& c, Vec2 way)
{
    const bool both = c.a->invMass > 0.0f && c.b->invMass > 0.0f;
    const float share = both ? 0.5f : 1.0f;
    if (c.a->invMass > 0.0f) c.a->dp -= share * way;
    if (c.b->invMass > 0.0f) c.b->dp += share * way;
}

// One impulse: jn = max(-(1 + e) vr . n / kn, 0), friction jt = clamp(-vr . t / kt, -u jn, u jn). The
// published code uses n in kt, too, which is an error; this code uses t.
void resolve(const BodyPair& c, Vec2 rA, Vec2 rB, VertexVisit& visit, PointRecord record,
             ContactRecorder* recorder)
{
    const Vec2 n = visit.normal, t = perp(n);
    const Vec2 vr = relativeVelocity(c, rA, rB);
    const float vn = dot(vr, n), vt = dot(vr, t);
    const float kn = inverseMassAlong(c, rA, rB, n), kt = inverseMassAlong(c, rA, rB, t);
    const float wanted = -(1.0f + visit.restitution) * vn / kn;
    const float jn = std::max(wanted, 0.0f);
    const float limit = visit.friction * jn;
    const float held = -(vt + visit.surfaceSpeed) / kt;
    const float jt = std::clamp(held, -limit, limit);
    applyImpulse(c, rA, rB, jn * n + jt * t);
    visit.sliding = jn > 0.0f && jt != held;
    visit.point.normalImpulse = visit.point.totalImpulse = jn;
    visit.point.tangentImpulse = jt;
    if (!recorder) return;

    const Vec2 left = relativeVelocity(c, rA, rB);
    record.anchorA = rA;
    record.anchorB = rB;
    record.normal = n;
    record.speed = vn;
    record.bias = visit.restitution * vn;
    record.mass = 1.0f / kn;
    record.wanted = wanted;
    record.after = jn;
    record.speedAfter = vn + kn * jn; // without the effect of friction, which acts at the same time
    recorder->visited(nullptr, record);
    record.quantity = PointRecord::Quantity::Tangent;
    record.speed = vt;
    record.bias = visit.surfaceSpeed;
    record.mass = 1.0f / kt;
    record.limit = limit;
    record.wanted = held;
    record.after = jt;
    record.speedAfter = dot(left, t);
    recorder->visited(nullptr, record);
}

VertexContacts findVertexContacts(const WorldState& world, uint32_t shapeA, uint32_t shapeB,
                                  const WorldTransform& poseA, const WorldTransform& poseB)
{
    return satbox::findVertexContacts(world.shapes.at(shapeA).shape, world.shapes.at(shapeB).shape,
                                      invMul(poseA, poseB), world.settings.lengthUnit);
}

// The data that all visits to the vertices of a pair share.
VertexVisit makeVisit(const WorldState& world, uint32_t shapeA, uint32_t shapeB, Rot rotationA,
                      const VertexContacts& found)
{
    const BodyShape& a = world.shapes.at(shapeA);
    const BodyShape& b = world.shapes.at(shapeB);
    const MaterialProduct material = multiplyMaterials(world.settings, a.def.material, b.def.material);
    return {.shapeA = shapeA,
            .shapeB = shapeB,
            .bodyA = a.body,
            .bodyB = b.body,
            .normal = rotate(rotationA, found.normal),
            .friction = material.friction,
            .restitution = material.restitution,
            .surfaceSpeed = a.def.material.surfaceSpeed + b.def.material.surfaceSpeed,
            .owner = found.owner,
            .face = static_cast<uint8_t>(found.face)};
}

class VertexSolver {
  public:
    VertexSolver(WorldState& world, StepReport& report, StepWorkspace& work, const SolverStep& step)
        : world_(world), report_(report), work_(work), step_(step),
          poses_(work.solverArena.makeUninitialized<WorldTransform>(world.bodies.motions.size()))
    {
        work.visitScratch.clear();
        size_t shapes = 0;
        for (size_t slot = 0; slot < poses_.size(); ++slot)
            poses_[slot] = WorldTransform{originOnGrid(world.bodies, static_cast<uint32_t>(slot)),
                                          world.bodies.motions[slot].q};
        forEachCandidate([&](uint32_t, uint32_t) { ++shapes; });
        candidates_ = work.solverArena.make<PairCandidate>(shapes);
        size_t next = 0;
        forEachCandidate([&](uint32_t slot, uint32_t shape) {
            candidates_[next++] = {shape, slot, world.shapes.boxes[shape].tight};
        });
    }

    // Rotates by the exact angle h w, as published.
    void integratePositions()
    {
        for (BodyState& s : step_.bodies.states.subspan(1)) {
            s.dp += step_.context.h * s.v;
            s.dq = normalize(mul(makeRot(step_.context.h * s.w), s.dq));
        }
    }

    // Finds and solves all pairs at the current poses. Push-out moves bodies, but the positions of vertices
    // are updated only in the next substep.
    void solve()
    {
        for (const uint32_t slot : world_.bodies.awake) poses_[slot] = poseNow(slot);
        for (PairCandidate& c : candidates_)
            c.box = world_.bodies.grid.boxAt(poses_[c.body].p, computeAabb(world_.shapes.at(c.shape).shape,
                                                                           {{0.0f, 0.0f}, poses_[c.body].q}));
        work_.pairScratch.clear();
        const size_t leftOut =
            findOverlappingPairs(candidates_, world_.bodies, world_.shapes, world_.broadPhase,
                                 world_.contacts.callbacks.pointer, work_.pairScratch, kMaxPairs);
        if (leftOut > 0) report_.hasReachedContactLimit = true;
        const PairSet& known = world_.contacts.pairs;
        // Every solved pair gets a contact at the end of the step.
        const bool isFull = known.size() + work_.pairScratch.size() > kMaxContacts;
        for (const BroadPhase::Pair& pair : work_.pairScratch) {
            if (!isFull || known.contains(PairSet::key(pair.a, pair.b)))
                solve(pair);
            else
                report_.hasReachedContactLimit = true;
        }
    }

  private:
    // Limits memory: the visits of all substeps are stored until the step ends, at least two visits of 136
    // B per pair and substep.
    static constexpr size_t kMaxPairs = kMaxContacts / 8;

    // Calls fn(body, shape) for the shapes of awake bodies.
    template<class Fn>
    void forEachCandidate(Fn&& fn) const
    {
        for (const uint32_t slot : world_.bodies.awake) {
            forEachShapeOf(world_.bodies, slot, [&](uint32_t shape) {
                if (world_.shapes.at(shape).proxy >= 0) fn(slot, shape);
            });
        }
    }

    Position centerOf(uint32_t slot, const BodyState& state) const
    {
        return world_.bodies.grid.displaced(world_.bodies.motions[slot].center, state.dp);
    }
    WorldTransform poseNow(uint32_t slot) const
    {
        const BodyMotion& motion = world_.bodies.motions[slot];
        const BodyState& state = step_.bodies.states[step_.graph.rowOf[slot]];
        const Rot q = normalize(mul(state.dq, motion.q));
        return {world_.bodies.grid.displaced(centerOf(slot, state), -rotate(q, motion.localCenter)), q};
    }

    void solve(const BroadPhase::Pair& pair)
    {
        const uint32_t bodyA = world_.shapes.at(pair.a).body, bodyB = world_.shapes.at(pair.b).body;
        const VertexContacts found = findVertexContacts(world_, pair.a, pair.b, poses_[bodyA], poses_[bodyB]);
        if (found.count == 0) return;
        VertexVisit visit = makeVisit(world_, pair.a, pair.b, poses_[bodyA].q, found);
        const BodyPair bodies = bodyPairOf(step_, bodyA, bodyB);
        BodyState startA = *bodies.a, startB = *bodies.b; // before any of the vertices is resolved
        for (int i = 0; i < found.count; ++i) {
            const VertexContact& vertex = found.points[static_cast<size_t>(i)];
            const Position at =
                world_.bodies.grid.displaced(poses_[bodyA].p, rotate(poses_[bodyA].q, vertex.point));
            const Vec2 rA = at - centerOf(bodyA, *bodies.a);
            const Vec2 rB = at - centerOf(bodyB, *bodies.b);
            const float push = step_.context.pushOut * found.depth;
            pushApart(bodies, push * visit.normal);
            visit.order = static_cast<uint32_t>(work_.visitScratch.size());
            visit.at = at;
            visit.point = {.anchorA = rA, .anchorB = rB, .separation = -found.depth, .id = vertex.id};
            visit.point.normalVelocity = dot(relativeVelocity({&startA, &startB}, rA, rB), visit.normal);
            PointRecord record{.shapeA = pair.a,
                               .shapeB = pair.b,
                               .point = static_cast<uint8_t>(i),
                               .id = vertex.id,
                               .quantity = PointRecord::Quantity::Position,
                               .anchorA = rA,
                               .anchorB = rB,
                               .separation = -found.depth,
                               .bias = -push};
            if (step_.recorder) step_.recorder->visited(nullptr, record);
            record.quantity = PointRecord::Quantity::Normal;
            resolve(bodies, rA, rB, visit, record, step_.recorder);
            work_.visitScratch.push_back(visit);
        }
    }

    WorldState& world_;
    StepReport& report_;
    StepWorkspace& work_;
    const SolverStep& step_;
    std::span<WorldTransform> poses_; // by body slot, of the current substep
    std::span<PairCandidate> candidates_;
};

// This solver does not use the points of manifolds, so they have no impulses.
void clearManifoldImpulses(std::span<Contact> contacts)
{
    for (Contact& contact : contacts) {
        contact.sliding = false;
        for (ContactPoint& point : contact.points)
            point.normalImpulse = point.tangentImpulse = point.totalImpulse = point.normalVelocity = 0.0f;
    }
}

// Finds awake contacts by their shapes.
class ContactsByPair {
  public:
    ContactsByPair(WorldState& world, StepWorkspace& work)
        : world_(world), entries_(work.arena.make<Entry>(world.contacts.awake.size()))
    {
        for (size_t i = 0; i < entries_.size(); ++i) {
            const Contact& c = world.contacts.awake[i];
            entries_[i] = {PairSet::key(c.shapeA, c.shapeB), i};
        }
        std::sort(entries_.begin(), entries_.end(),
                  [](const Entry& a, const Entry& b) { return a.key < b.key; });
    }

    // Creates the contact if the broad phase did not find the pair when the step began.
    Contact& findOrCreate(uint32_t shapeA, uint32_t shapeB)
    {
        ContactStore& contacts = world_.contacts;
        const uint64_t key = PairSet::key(shapeA, shapeB);
        const auto at = std::lower_bound(entries_.begin(), entries_.end(), key,
                                         [](const Entry& entry, uint64_t k) { return entry.key < k; });
        if (at != entries_.end() && at->key == key) return contacts.awake[at->index];
        // The pair has been solved, so callbacks are not asked again whether it may collide.
        if (!createContact(contacts, world_.bodies, world_.shapes, shapeA, shapeB,
                           contactSettings(world_.settings)))
            restoreSleepingContact(world_.islands, world_.bodies, world_.shapes, contacts, shapeA, shapeB);
        return contacts.awake.back();
    }

  private:
    struct Entry {
        uint64_t key = 0;
        size_t index = 0;
    };
    WorldState& world_;
    std::span<Entry> entries_; // sorted by key
};

// Moves contact points with their bodies: vertices to their current positions, other points to the middle
// between their anchors on both bodies.
void moveVerticesToBodies(const WorldState& world, StepReport& report)
{
    const std::vector<BodyMotion>& motions = world.bodies.motions;
    report.vertexContacts.setAnchors(world.bodies, [&](const Contact& c, const ContactPoint& point) {
        const Shape& shapeA = world.shapes.at(c.shapeA).shape;
        const Shape& shapeB = world.shapes.at(c.shapeB).shape;
        const BodyMotion& a = motions[c.bodyA];
        const BodyMotion& b = motions[c.bodyB];
        if (!hasVertexContacts(shapeA, shapeB))
            return a.center + 0.5f * (point.anchorA + ((b.center - a.center) + point.anchorB));
        const bool ofA = isVertexOfA(point.id);
        const auto& polygon = std::get<Polygon>(ofA ? shapeA : shapeB);
        return transformPoint((ofA ? a : b).transform(),
                              polygon.vertices[static_cast<size_t>(vertexOf(point.id))]);
    });
}

// Reports the begin and hit events of a pair's visits in this step: begin with point and normal of the
// earliest visit, hit with those of the fastest one.
void reportPair(const WorldState& world, StepReport& report, Contact& contact,
                std::span<const VertexVisit> visits)
{
    const ShapeId shapeA = world.shapes.handleAt(contact.shapeA);
    const ShapeId shapeB = world.shapes.handleAt(contact.shapeB);
    const BodyId bodyA = world.bodies.slots.handleAt(contact.bodyA);
    const BodyId bodyB = world.bodies.slots.handleAt(contact.bodyB);
    if (!contact.touching) {
        contact.touching = true;
        contact.age = 0;
        const VertexVisit& earliest =
            *std::min_element(visits.begin(), visits.end(),
                              [](const VertexVisit& a, const VertexVisit& b) { return a.order < b.order; });
        report.events.begins.push_back({shapeA, shapeB, bodyA, bodyB, earliest.at, earliest.normal});
    }
    const float hitThreshold = tolerancesOf(world.settings).hitThreshold;
    const VertexVisit* hardest = nullptr;
    for (const VertexVisit& visit : visits) {
        const float speed = visit.point.normalVelocity;
        if (visit.point.normalImpulse > 0.0f && speed < -hitThreshold &&
            (!hardest || speed < hardest->point.normalVelocity))
            hardest = &visit;
    }
    if (hardest)
        report.events.hits.push_back(
            {shapeA, shapeB, bodyA, bodyB, hardest->at, hardest->normal, -hardest->point.normalVelocity});
}

bool sleeps(const WorldState& world, const Contact& contact)
{
    return !world.bodies.slots.at(contact.bodyA).awake && !world.bodies.slots.at(contact.bodyB).awake;
}

} // namespace

void solveVertexContacts(WorldState& world, StepReport& report, StepWorkspace& work, const SolverStep& step)
{
    StageListener& listener = *step.listener;
    clearManifoldImpulses(step.contacts);
    VertexSolver solver(world, report, work, step);
    listener.done(Stage::PrepareConstraints);
    for (int i = 0; i < step.context.substeps; ++i) {
        integrateReferenceVelocities(step);
        warmStartJoints(step.joints, step.bodies.states, true, step.recorder);
        solveJoints(step.joints, step.bodies.states, JointPass::Velocity, step.recorder);
        endJointSubstep(step.joints);
        listener.done(Stage::IntegrateVelocities, i);
        solver.integratePositions();
        correctJoints(step.joints, step.bodies.states);
        listener.done(Stage::IntegratePositions, i);
        solver.solve();
        listener.done(Stage::Solve, i);
    }
    storeReferenceBodies(step);
}

void storeVertexContacts(WorldState& world, StepReport& report, StepWorkspace& work)
{
    std::vector<VertexVisit>& visits = work.visitScratch;
    report.vertexContacts.assign(visits, 1, [&](const Contact& c) { return sleeps(world, c); }); // sorts them
    moveVerticesToBodies(world, report);
    ContactsByPair contacts(world, work);
    std::vector<uint32_t> hitSleepers; // were immovable in this step; wake for the next one
    for (auto first = visits.begin(); first != visits.end();) {
        const auto last = std::find_if(first, visits.end(), [&](const VertexVisit& v) {
            return v.shapeA != first->shapeA || v.shapeB != first->shapeB;
        });
        reportPair(world, report, contacts.findOrCreate(first->shapeA, first->shapeB),
                   {&*first, static_cast<size_t>(last - first)});
        for (const uint32_t slot : {first->bodyA, first->bodyB})
            if (world.bodies.canBePushed(slot) && !world.bodies.slots.at(slot).awake)
                hitSleepers.push_back(slot);
        first = last;
    }
    visits.clear();
    wakeAll(world, hitSleepers);
}

void refreshVertexContacts(const WorldState& world, StepReport& report, StepWorkspace& work)
{
    std::vector<VertexVisit>& visits = work.visitScratch;
    visits.clear();
    const auto refresh = [&](const Contact& contact) {
        if (contact.sensor) return;
        const BodyMotion& a = world.bodies.motions[contact.bodyA];
        const BodyMotion& b = world.bodies.motions[contact.bodyB];
        const VertexContacts found =
            findVertexContacts(world, contact.shapeA, contact.shapeB, a.transform(), b.transform());
        const ContactView before = report.vertexContacts.find(contact.shapeA, contact.shapeB);
        VertexVisit visit = makeVisit(world, contact.shapeA, contact.shapeB, a.q, found);
        for (const VertexContact& vertex : std::span(found.points).first(static_cast<size_t>(found.count))) {
            visit.order = static_cast<uint32_t>(visits.size());
            visit.point = {};
            visit.sliding = before.contact && before.contact->sliding;
            for (const ContactPoint& old : before.points)
                if (old.id == vertex.id) visit.point = old;
            visit.at = transformPoint(a.transform(), vertex.point);
            visit.point.anchorA = visit.at - a.center;
            visit.point.anchorB = visit.at - b.center;
            visit.point.separation = -found.depth;
            visit.point.id = vertex.id;
            visits.push_back(visit);
        }
    };
    for (const Contact& contact : world.contacts.awake) refresh(contact);
    for (const SleepingIsland& island : world.islands.asleep)
        for (const Contact& contact : island.contacts) refresh(contact);
    report.vertexContacts.assign(visits, 0, [](const Contact&) { return false; });
    visits.clear();
}

} // namespace satbox
