#include "engine/step/stages.h"

#include "engine/core/assert.h"
#include "engine/core/nonzero_bytes.h"
#include "engine/core/parallel.h"
#include "engine/model/settings.h"
#include "engine/step/contact_update.h"
#include <satbox/limits.h>
#include <satbox/observe.h>
#include <satbox/settings.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace satbox {

namespace {

ContactSpring::Ramp makeRamp(float low, float high, float from, float to)
{
    return {.low = low, .high = high, .begin = from, .slope = 1.0f / (to - from)};
}

ContactSpring contactSpring(const WorldSettings& s, float h)
{
    // Tuned by experiment, see docs/step.md, "solve".
    constexpr float kDeepStiffening = 2.0f;           // factor on (limit - 1) where overlap is deep
    constexpr float kShallow = 0.005f, kDeep = 0.02f; // length units
    constexpr float kLight = 10.0f, kHeavy = 60.0f;   // loads
    constexpr float kHeavyDampingRatio = 10.0f;

    // Contact frequency scales with 1 / sqrt(L): the time in which a body falls by its own size scales with
    // sqrt(L).
    const float frequency = s.contactFrequency / std::sqrt(s.lengthUnit);
    const float omega = std::min(2.0f * kPi * frequency, std::sqrt(kMaxContactStiffness) / h);
    const float turn = h * omega;
    const float limit = std::min(s.contactStiffening, std::max(kMaxContactStiffness / (turn * turn), 1.0f));
    const float weight = h * length(s.gravity);
    const float heavy = std::max(s.contactDampingRatio, kHeavyDampingRatio);
    const float light =
        weight > 0.0f && s.warmStarting ? s.contactDampingRatio : heavy; // heavy: loads are unknown
    return {.omega = omega,
            .weight = weight,
            .damping = makeRamp(2.0f * light, 2.0f * heavy, kLight, kHeavy),
            .stiffeningLimit = makeRamp(limit, 1.0f + kDeepStiffening * (limit - 1.0f),
                                        kShallow * s.lengthUnit, kDeep * s.lengthUnit)};
}

// Parameters of position correction. Sequential impulses correct all overlap beyond the slop. The soft step
// corrects deep overlap only, at the push speed at most.
PositionCorrection positionCorrection(const WorldSettings& s, const StepContext& c)
{
    constexpr float kAny = 1e18f;
    constexpr float kMaxCorrection = 0.2f; // length units per pass, so that deep overlap does not explode
    if (s.solver == SolverType::SequentialImpulse)
        return {.deep = -kAny,
                .slow = kAny,
                .allowed = c.linearSlop,
                .share = s.baumgarte,
                .most = kMaxCorrection * s.lengthUnit};
    constexpr float kFrom = 0.025f, kTo = 0.02f; // length units
    constexpr float kSlow = 0.4f;                // speed units
    constexpr float kShare = 0.3f;
    return {.deep = kFrom * s.lengthUnit,
            .slow = kSlow * c.speedUnit,
            .allowed = kTo * s.lengthUnit,
            .share = kShare,
            .most = c.h * c.pushSpeed};
}

} // namespace

StepContext makeStepContext(const WorldSettings& s, float dt)
{
    const Tolerances tolerances = tolerancesOf(s);
    StepContext c;
    c.dt = dt;
    c.substeps = hasSubsteps(s.solver) ? s.substeps : 1;
    c.h = dt / static_cast<float>(c.substeps);
    c.invH = 1.0f / c.h;
    c.gravity = s.gravity;
    c.contact = contactSpring(s, c.h);
    c.lengthUnit = s.lengthUnit;
    c.speedUnit = std::sqrt(s.lengthUnit);
    c.pushSpeed = tolerances.pushSpeed;
    c.linearSlop = tolerances.linearSlop;
    c.restitutionThreshold = tolerances.restitutionThreshold;
    c.inelasticSpeed = c.speedUnit;
    c.maxSpeed = s.maxSpeed;
    c.warmStarting = s.warmStarting;
    c.velocityIterations = s.velocityIterations;
    c.positionIterations = s.positionIterations;
    c.correction = positionCorrection(s, c);
    c.projection = s.projection;
    c.pushOut = s.pushOut;
    c.mouseFrequency = s.mouseFrequency;
    c.mouseDampingRatio = s.mouseDampingRatio;
    c.mouseForceLimit = s.mouseForceLimit;
    return c;
}

ContactSettings contactSettings(const WorldSettings& s)
{
    // The vertex-contact solver has no slop. Its touching contacts end at the gap of the default slop.
    const float slop = s.solver == SolverType::VertexContact ? WorldSettings{}.linearSlop : s.linearSlop;
    return {collisionRangeOf(s), slop * s.lengthUnit,   s.frictionRule,
            s.restitutionRule,   s.overrideFriction,    s.overrideRestitution,
            s.frictionOverride,  s.restitutionOverride, 0.0f};
}

void clearReports(StepReport& report)
{
    report.profile = {};
    report.events.clear();
    std::swap(report.events, report.pendingEvents);
}

SavedForces saveForces(const WorldState& world)
{
    SavedForces saved;
    for (const uint32_t slot : world.bodies.awake) {
        const BodyMotion& m = world.bodies.motions[slot];
        if (m.force != Vec2{0.0f, 0.0f} || m.torque != 0.0f) saved.push_back({slot, m.force, m.torque});
    }
    return saved;
}

void reapplyForces(WorldState& world, std::span<const SavedForce> forces)
{
    for (const SavedForce& saved : forces) {
        if (world.bodies.slots.at(saved.body).quarantined) continue;
        wake(world, saved.body);
        world.bodies.motions[saved.body].force = saved.force;
        world.bodies.motions[saved.body].torque = saved.torque;
    }
}

void beginStep(WorldState& world, StepReport& report, StepWorkspace& work, TaskExecutor* executor)
{
    work.arena.reset();
    work.solverArena.reset();
    if (world.settings.solver != SolverType::VertexContact) report.vertexContacts.clear();
    if (!std::exchange(work.needsFiniteCheck, false)) return; // finalizeBodies checks what steps move
    constexpr size_t kRun = 1024;
    const std::vector<uint32_t>& awake = world.bodies.awake;
    const auto isLost = [&](size_t i) { return !isInWorld(world.bodies.motions[awake[i]]); };
    for (const uint32_t slot : parallelSelect(executor, awake, kRun, work.arena, isLost))
        quarantine(world, report, slot, report.events);
}

namespace {

// Creates the contacts of new pairs, one after the other in the given order: at the contact limit, that order
// alone decides which pairs get none.
class ContactCreator {
  public:
    explicit ContactCreator(WorldState& world) : world_(world), settings_(contactSettings(world.settings)) {}

    // False if the world is at the contact limit: the pair must be tried again in the next step.
    bool tryCreate(const BroadPhase::Pair& pair)
    {
        const BodyShape& a = world_.shapes.at(pair.a);
        const BodyShape& b = world_.shapes.at(pair.b);
        // Pairs of two sleepers are found again when one of them wakes.
        if (!world_.bodies.slots.at(a.body).awake && !world_.bodies.slots.at(b.body).awake) return true;
        ContactStore& contacts = world_.contacts;
        if (contacts.pairs.size() >= kMaxContacts && canCollide(world_.bodies, a, b) &&
            !contacts.pairs.contains(PairSet::key(pair.a, pair.b)))
            return false;
        if (!createContact(contacts, world_.bodies, world_.shapes, pair.a, pair.b, settings_))
            restoreSleepingContact(world_.islands, world_.bodies, world_.shapes, contacts, pair.a, pair.b);
        return true;
    }

    // Prefetch what tryCreate() reads: first the shapes, then, once these are cached, their bodies. Forced
    // inline: g++ drops a call that does nothing but prefetch.
    [[gnu::always_inline]] void prefetchShapes(const BroadPhase::Pair& pair) const
    {
        world_.contacts.pairs.prefetch(PairSet::key(pair.a, pair.b));
        for (const uint32_t slot : {pair.a, pair.b}) {
            const BodyShape& shape = world_.shapes.at(slot);
            __builtin_prefetch(&shape.body);
            __builtin_prefetch(&shape.def.filter);
        }
    }
    [[gnu::always_inline]] void prefetchBodies(const BroadPhase::Pair& pair) const
    {
        for (const uint32_t slot : {pair.a, pair.b})
            __builtin_prefetch(&world_.bodies.slots.at(world_.shapes.at(slot).body).awake);
    }

  private:
    WorldState& world_;
    ContactSettings settings_;
};

// Fallback if the list of pairs would be too long: finds pairs shape by shape. After a failed pair, all pairs
// are searched again in the next step.
void updatePairsByShape(WorldState& world, StepReport& report, StepWorkspace& work, ContactCreator& creator)
{
    for (uint32_t shape = 0; shape < world.shapes.slotCount(); ++shape) {
        if (!world.shapes.isLive(shape) || world.shapes.at(shape).proxy < 0) continue;
        work.pairScratch.clear();
        world.broadPhase.findPairsFrom(world.shapes.at(shape).proxy, work.pairScratch);
        for (const BroadPhase::Pair& pair : work.pairScratch) {
            if (creator.tryCreate(pair)) continue;
            world.broadPhase.markPendingDirty();
            report.hasReachedContactLimit = true;
            return;
        }
    }
    world.broadPhase.clearPending();
}

} // namespace

void updatePairs(WorldState& world, StepReport& report, StepWorkspace& work, TaskExecutor* executor)
{
    constexpr size_t kMaxPairs = 2 * kMaxContacts; // 32 MB
    ContactCreator creator(world);
    report.hasReachedContactLimit = false;
    work.pairScratch.clear();
    if (!world.broadPhase.findPairs(work.pairScratch, executor, kMaxPairs)) {
        updatePairsByShape(world, report, work, creator);
        return;
    }
    const std::vector<BroadPhase::Pair>& pairs = work.pairScratch;
    constexpr size_t kAhead = 12;
    for (size_t i = 0; i < pairs.size(); ++i) {
        if (i + kAhead < pairs.size()) creator.prefetchShapes(pairs[i + kAhead]);
        if (i + kAhead / 2 < pairs.size()) creator.prefetchBodies(pairs[i + kAhead / 2]);
        const BroadPhase::Pair& pair = pairs[i];
        if (creator.tryCreate(pair)) continue;
        world.broadPhase.markDirty(world.shapes.at(pair.a).proxy); // the next step finds the pair again
        report.hasReachedContactLimit = true;
    }
}

ContactUpdate makeContactUpdate(WorldState& world, StepWorkspace& work, uint32_t steps, float dt)
{
    ContactSettings settings = contactSettings(world.settings);
    if (!isReferenceSolver(world.settings.solver)) settings.predictionTime = dt;
    return {world.contacts, work.graphChanges, world.bodies, world.shapes, settings,
            steps,          work.lanes,        work.arena};
}

namespace {

// With an observer, everything is solved as one group, so that every stage is complete when it is reported.
bool wantsSingleGroup(const StepWorkspace& work, bool observed)
{
    return observed || work.regroupCountdown > 0;
}

} // namespace

void updateContacts(WorldState& world, StepReport& report, StepWorkspace& work, ContactUpdate& update,
                    SolverStep& solver, bool observed)
{
    update.predictMotions(solver.executor);
    // If the graph stays valid, contacts in the graph can be deferred: each group's thread updates them just
    // before it solves them, while they are in its cache.
    const bool canDefer = !isReferenceSolver(world.settings.solver) && !update.hasChanged() &&
                          work.graph.graph.groups.size() > 1 &&
                          work.allAwakeRevision == world.bodies.revision &&
                          isGraphValid(work.graph, world.contacts, work.graphChanges, world.bodies,
                                       wantsSingleGroup(work, observed));
    if (canDefer) {
        update.update(work.graph.graph.unsolved, solver.executor);
        if (!update.hasChanged()) {
            solver.update = &update;
            return;
        }
        update.update(work.graph.graph.order, solver.executor);
    } else {
        update.updateAll(solver.executor);
    }
    finishContacts(world, work, update, report.events, Poses::Now, solver.executor);
}

void updateIslands(WorldState& world, StepWorkspace& work, float dt)
{
    wakeTouched(world.islands, world.bodies, world.shapes, world.contacts, world.broadPhase,
                work.allAwakeRevision);
    if (world.settings.solver == SolverType::VertexContact) wakeInReach(world, work, world.bodies.awake, dt);
    if (!hasContinuousCollision(world.settings)) return;
    // Sleepers take no part in continuous collision: a fast kinematic body would pass through them.
    std::vector<uint32_t> driven;
    for (const uint32_t slot : world.bodies.kinematic) {
        const BodyMotion& m = world.bodies.motions[slot];
        if (world.bodies.slots.at(slot).awake && dt * surfaceSpeed(m) > 0.25f * m.minExtent)
            driven.push_back(slot);
    }
    wakeInReach(world, work, driven, dt);
}

void finishContacts(WorldState& world, StepWorkspace& work, ContactUpdate& update, WorldEvents& events,
                    Poses poses, TaskExecutor* executor)
{
    work.changeScratch.clear();
    update.finish(work.changeScratch, executor);
    reportChanges(world, work.changeScratch, events, poses);
}

namespace {

// True if the joint's body takes part in this step.
bool isActive(const WorldState& world, const SolverStep& solver, const MouseJoint& joint)
{
    return solver.graph.rowOf[joint.body] != 0 && world.bodies.canMove(joint.body);
}

void prepareMouseJoints(const WorldState& world, StepWorkspace& work, SolverStep& solver)
{
    for (SolverGroup& group : solver.graph.groups) group.mouseJoints = {};
    if (world.mouseJoints.size() == 0) return;
    solver.mouseJoints = work.arena.make<MouseConstraint>(world.mouseJoints.size());
    size_t next = 0;
    for (uint32_t i = 0; i < world.mouseJoints.slotCount(); ++i) {
        if (!world.mouseJoints.isLive(i)) continue;
        const MouseJoint& joint = world.mouseJoints.at(i);
        const BodyMotion& m = world.bodies.motions[joint.body];
        if (!isActive(world, solver, joint)) continue;
        const uint32_t row = solver.graph.rowOf[joint.body];
        const Vec2 anchor = rotate(m.q, joint.localAnchor - m.localCenter);
        MouseConstraint& mouse = solver.mouseJoints[next++];
        mouse = prepareMouse(joint, static_cast<int32_t>(row), m.invMass, m.invInertia, anchor,
                             (m.center - joint.target) + anchor, solver.context);
        mouse.joint = i;
    }
    solver.mouseJoints = solver.mouseJoints.first(next);
    const auto row = [](const MouseConstraint& mouse) { return static_cast<size_t>(mouse.row); };
    std::sort(solver.mouseJoints.begin(), solver.mouseJoints.end(),
              [&](const MouseConstraint& a, const MouseConstraint& b) {
                  return row(a) != row(b) ? row(a) < row(b) : a.joint < b.joint;
              });
    auto first = solver.mouseJoints.begin();
    for (SolverGroup& group : solver.graph.groups) {
        const auto last = std::find_if(first, solver.mouseJoints.end(), [&](const MouseConstraint& mouse) {
            return row(mouse) >= group.lastRow;
        });
        group.mouseJoints = {first, last};
        first = last;
    }
}

// If nearly all bodies are one island, groups are searched again only after this many steps.
constexpr int kRegroupInterval = 15;

} // namespace

void gatherSolver(WorldState& world, StepReport& report, StepWorkspace& work, SolverStep& solver,
                  bool observed)
{
    updateGraph(work.graph, world.contacts, work.graphChanges, world.bodies, wantsSingleGroup(work, observed),
                work.arena, solver.executor);
    solver.graph = work.graph.graph;
    if (work.regroupCountdown > 0)
        --work.regroupCountdown;
    else if (!observed && hasDominantGroup(solver.graph))
        work.regroupCountdown = kRegroupInterval;
    report.coloursUsed = solver.graph.coloursUsed;
    report.overflowContacts = solver.graph.overflowContacts;
    solver.bodies = makeRows(solver.graph, work.solverArena);
    solver.store = &world.bodies;
    solver.fastRows = work.arena.makeUninitialized<uint8_t>(solver.graph.slotOf.size());
    solver.fastRows[0] = 0; // no body
    // Gathered later by each group's thread, unless an observer needs them now or there are no groups.
    solver.gatherDeferred = !observed && !isReferenceSolver(world.settings.solver);
    if (!solver.gatherDeferred)
        gatherBodies(solver.bodies, solver.graph, 1, solver.graph.slotOf.size(), world.bodies, solver.context,
                     solver.executor);
    solver.contacts = world.contacts.awake;
    solver.edges = work.graphChanges.edges;
    solver.shapes = &world.shapes;
    solver.eventFlags = work.arena.make<uint8_t>(world.contacts.awake.size());
    solver.lanes = work.lanes;
    solver.hitThreshold = tolerancesOf(world.settings).hitThreshold;
    prepareMouseJoints(world, work, solver);
}

void storeSolver(WorldState& world, StepReport& report, StepWorkspace& work, SolverStep& solver)
{
    if (solver.update) { // now all contacts are updated
        // Contacts in the graph keep their colour for the whole step, so none can be removed here.
        SATBOX_ASSERT(!solver.update->hasChanged(), "deferred contact updates must not remove contacts");
        finishContacts(world, work, *solver.update, report.events, Poses::BeforeStep, solver.executor);
    }
    const std::span<uint32_t> slots = work.arena.makeUninitialized<uint32_t>(solver.fastRows.size());
    size_t count = 0;
    forEachNonZero(solver.fastRows, [&](size_t row) { slots[count++] = solver.graph.slotOf[row]; });
    std::sort(slots.begin(), slots.begin() + static_cast<std::ptrdiff_t>(count)); // rows are in group order
    solver.fastBodies = slots.first(count);

    for (uint32_t i = 0; i < world.mouseJoints.slotCount(); ++i) {
        if (!world.mouseJoints.isLive(i)) continue;
        world.mouseJoints.at(i).impulse = {0.0f, 0.0f};
        world.mouseJoints.at(i).force = {0.0f, 0.0f};
    }
    for (const MouseConstraint& mouse : solver.mouseJoints) {
        MouseJoint& joint = world.mouseJoints.at(mouse.joint);
        joint.impulse = mouse.impulse;
        joint.force = (1.0f / solver.context.dt) * mouse.total;
    }

    if (world.settings.solver == SolverType::VertexContact)
        storeVertexContacts(world, report, work);
    else
        reportPushes(world, report, work, solver.eventFlags);
}

void reportPushes(WorldState& world, StepReport& report, StepWorkspace& work,
                  std::span<const uint8_t> eventFlags)
{
    work.changeScratch.clear();
    const float hitThreshold = tolerancesOf(world.settings).hitThreshold;
    forEachNonZero(eventFlags, [&](size_t index) {
        Contact& c = world.contacts.awake[index];
        bool pushed = false;
        const ContactPoint* hardest = nullptr;
        for (int i = 0; i < c.count; ++i) {
            const ContactPoint& p = c.points[i];
            if (p.totalImpulse <= 0.0f) continue;
            pushed = true;
            if (p.normalVelocity < -hitThreshold && (!hardest || p.normalVelocity < hardest->normalVelocity))
                hardest = &p;
        }
        // A body that bounced off within the speculative margin counts as having touched.
        if (pushed && !c.touching) {
            c.touching = true;
            c.age = 0;
            work.changeScratch.push_back({ContactChange::Kind::Began, c});
        }
        if (hardest)
            report.events.hits.push_back({world.shapes.handleAt(c.shapeA), world.shapes.handleAt(c.shapeB),
                                          world.bodies.slots.handleAt(c.bodyA),
                                          world.bodies.slots.handleAt(c.bodyB),
                                          world.bodies.motions[c.bodyA].center0() + hardest->anchorA,
                                          c.normal, -hardest->normalVelocity});
    });
    reportChanges(world, work.changeScratch, report.events, Poses::BeforeStep);
}

SleepSettings sleepSettings(const WorldSettings& settings, float dt)
{
    return {settings.sleeping, tolerancesOf(settings).sleepSpeed, settings.timeToSleep, dt};
}

std::vector<uint32_t> mouseHeldBodies(const WorldState& world)
{
    std::vector<uint32_t> held;
    for (uint32_t i = 0; i < world.mouseJoints.slotCount(); ++i)
        if (world.mouseJoints.isLive(i)) held.push_back(world.mouseJoints.at(i).body);
    return held;
}

void putToSleep(WorldState& world, StepReport& report, StepWorkspace& work, float dt)
{
    work.changeScratch.clear();
    updateSleep(world.islands, world.bodies, world.contacts, sleepSettings(world.settings, dt),
                mouseHeldBodies(world), work.changeScratch);
    reportChanges(world, work.changeScratch, report.events, Poses::Now);
}

void reportChanges(const WorldState& world, const std::vector<ContactChange>& changes, WorldEvents& events,
                   Poses poses)
{
    for (const ContactChange& change : changes) {
        const Contact& c = change.contact;
        const ShapeId a = world.shapes.handleAt(c.shapeA);
        const ShapeId b = world.shapes.handleAt(c.shapeB);
        const bool began = change.kind == ContactChange::Kind::Began;
        if (c.sensor) {
            const bool sensorIsA = world.shapes.at(c.shapeA).def.sensor;
            events.sensors.push_back({sensorIsA ? a : b, sensorIsA ? b : a, began});
            continue;
        }
        const BodyId bodyA = world.bodies.slots.handleAt(c.bodyA);
        const BodyId bodyB = world.bodies.slots.handleAt(c.bodyB);
        if (began) {
            const BodyMotion& m = world.bodies.motions[c.bodyA];
            const Position point = (poses == Poses::Now ? m.center : m.center0()) + c.points[0].anchorA;
            events.begins.push_back({a, b, bodyA, bodyB, point, c.normal});
        } else {
            events.ends.push_back({a, b, bodyA, bodyB});
        }
    }
}

StageClock::StageClock(const WorldState& world, StepReport& report, StepObserver* observer,
                       const SolverStep& solver)
    : StageTimer(report.profile.ms), world_(world), report_(report), observer_(observer), solver_(solver),
      start_(last())
{}

void StageClock::done(Stage stage, int substep)
{
    StageTimer::done(stage, substep);
    if (!observer_) return;
    observer_->afterStage(stage, substep, world_, solver_.bodies.states);
    skipTo(now());
}

void StageClock::finish() { report_.profile.totalMs += inMs(now() - start_); }

} // namespace satbox
