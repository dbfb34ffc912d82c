#include "engine/world/stages.h"

#include "engine/core/parallel.h"
#include "engine/dynamics/contact_update.h"
#include "engine/dynamics/continuous.h"
#include "engine/world/step_observer.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace satbox {

StepContext makeStepContext(const WorldSettings& s, float dt)
{
    StepContext c;
    c.dt = dt;
    c.substeps = s.solver == SolverType::SoftStep ? s.substeps : 1;
    c.h = dt / static_cast<float>(c.substeps);
    c.invH = 1.0f / c.h;
    c.gravity = s.gravity;
    // A spring stiffer than a quarter of the substep rate cannot be integrated: its contacts would ring.
    // Where load makes it stiffer than that, it is the damping of ten times critical that keeps it calm.
    const float frequency = std::min(s.contactFrequency, 0.25f * c.invH);
    c.contact = {2.0f * kPi * frequency, 2.0f * s.contactDampingRatio, c.h * length(s.gravity),
                 s.contactStiffening};
    c.pushSpeed = s.pushSpeed;
    c.linearSlop = s.linearSlop;
    c.restitutionThreshold = s.restitutionThreshold;
    c.maxSpeed = s.maxSpeed;
    c.warmStarting = s.warmStarting;
    c.velocityIterations = s.velocityIterations;
    c.positionIterations = s.positionIterations;
    c.baumgarte = s.baumgarte;
    c.mouseFrequency = s.mouseFrequency;
    c.mouseDampingRatio = s.mouseDampingRatio;
    c.mouseForceLimit = s.mouseForceLimit;
    return c;
}

ContactSettings contactSettings(const WorldSettings& s)
{
    return {s.speculativeMargin, s.linearSlop,          s.frictionRule,     s.restitutionRule,
            s.overrideFriction,  s.overrideRestitution, s.frictionOverride, s.restitutionOverride};
}

void beginStep(WorldState& world)
{
    world.arena.reset();
    world.profile = {};
    world.events.clear();
    std::swap(world.events, world.pendingEvents);
    for (size_t i = 0; i < world.bodies.awake.size();) {
        const uint32_t slot = world.bodies.awake[i];
        if (isInWorld(world.bodies.motions[slot]))
            ++i;
        else
            quarantine(world, slot, world.events); // leaves the awake list
    }
}

void updatePairs(WorldState& world, TaskExecutor* executor)
{
    world.pairScratch.clear();
    world.broadPhase.findPairs(world.pairScratch, executor);
    const ContactSettings settings = contactSettings(world.settings);
    constexpr size_t kAhead = 12;
    for (size_t i = 0; i < world.pairScratch.size(); ++i) {
        if (i + kAhead < world.pairScratch.size()) {
            const BroadPhase::Pair& later = world.pairScratch[i + kAhead];
            world.contacts.pairs.prefetch(PairSet::key(later.a, later.b));
        }
        const BroadPhase::Pair& pair = world.pairScratch[i];
        // Pairs that sleep on both sides are looked for again when one of them wakes.
        const bool awake = world.bodies.slots.at(world.shapes.at(pair.a).body).awake ||
                           world.bodies.slots.at(world.shapes.at(pair.b).body).awake;
        if (awake && !createContact(world.contacts, world.bodies, world.shapes, pair.a, pair.b, settings))
            unparkContact(world.islands, world.bodies, world.shapes, world.contacts, pair.a, pair.b);
    }
}

void updateContacts(WorldState& world, uint32_t steps, WorldEvents& events, TaskExecutor* executor)
{
    world.changeScratch.clear();
    updateContacts(world.contacts, world.bodies, world.shapes, contactSettings(world.settings), steps,
                   world.lanes, world.arena, world.changeScratch, executor);
    reportChanges(world, world.changeScratch, events);
}

namespace {

// Whether the joint's body takes part in this step.
bool isPulled(const WorldState& world, const SolverStep& solver, const MouseJoint& joint)
{
    return solver.graph.rowOf[joint.body] != 0 && world.bodies.canMove(joint.body);
}

// A fat box reaches ahead by the way that its body will go in this many steps, and no further than so many
// of the largest margins: what moves leaves it less often, and each time costs more than the few pairs that
// it finds too many. (2,000 boxes falling into a container: a fifth of the step; a tumbler: a tenth.)
constexpr float kStepsAhead = 3.0f;
constexpr float kMostAhead = 4.0f;

Aabb stretched(Aabb box, Vec2 ahead, float most)
{
    ahead = {std::clamp(ahead.x, -most, most), std::clamp(ahead.y, -most, most)};
    box.lower += minimum(ahead, Vec2{0.0f, 0.0f});
    box.upper += maximum(ahead, Vec2{0.0f, 0.0f});
    return box;
}

// Tight boxes at the present pose; shapes that have left their fat boxes get new ones. Whether there was one
// that did: placeBoxes has to follow then.
bool refreshBoxes(WorldState& world, uint32_t slot)
{
    bool left = false;
    const float reach = world.settings.speculativeMargin;
    updateBoxes(world.bodies, world.shapes, slot);
    for (const uint32_t s : world.bodies.slots.at(slot).shapes) {
        BodyShape& shape = world.shapes.at(s);
        if (shape.proxy < 0 || contains(shape.fatBox, expand(shape.box, reach))) continue;
        const float margin = fatMarginOf(world.settings, shape.box);
        shape.fatBox = stretched(expand(shape.box, margin),
                                 kStepsAhead / world.settings.stepRate * world.bodies.motions[slot].v,
                                 kMostAhead * world.settings.fatMargin);
        left = true;
    }
    return left;
}

// Tells the broad phase of new fat boxes; settle() has to follow.
void placeBoxes(WorldState& world, uint32_t slot)
{
    for (const uint32_t s : world.bodies.slots.at(slot).shapes) {
        const BodyShape& shape = world.shapes.at(s);
        if (shape.proxy >= 0 && shape.fatBox != world.broadPhase.box(shape.proxy))
            world.broadPhase.place(shape.proxy, shape.fatBox);
    }
}

void gatherMice(WorldState& world, SolverStep& solver)
{
    for (SolverGroup& group : solver.graph.groups) group.mice = {};
    if (world.mouseJoints.size() == 0) return;
    solver.mice = world.arena.make<MouseConstraint>(world.mouseJoints.size());
    size_t next = 0;
    for (uint32_t i = 0; i < world.mouseJoints.slotCount(); ++i) {
        if (!world.mouseJoints.isLive(i)) continue;
        const MouseJoint& joint = world.mouseJoints.at(i);
        const BodyMotion& m = world.bodies.motions[joint.body];
        if (!isPulled(world, solver, joint)) continue;
        const uint32_t row = solver.graph.rowOf[joint.body];
        const Vec2 anchor = rotate(m.transform.q, joint.localAnchor - m.localCenter);
        MouseConstraint& mouse = solver.mice[next++];
        mouse = prepareMouse(joint, static_cast<int32_t>(row), m.invMass, m.invInertia, anchor,
                             m.center + anchor - joint.target, solver.context);
        mouse.joint = i;
    }
    solver.mice = solver.mice.first(next);
    const auto row = [](const MouseConstraint& mouse) { return static_cast<size_t>(mouse.row); };
    std::sort(solver.mice.begin(), solver.mice.end(),
              [&](const MouseConstraint& a, const MouseConstraint& b) {
                  return row(a) != row(b) ? row(a) < row(b) : a.joint < b.joint;
              });
    auto first = solver.mice.begin();
    for (SolverGroup& group : solver.graph.groups) {
        const auto last = std::find_if(first, solver.mice.end(), [&](const MouseConstraint& mouse) {
            return row(mouse) >= group.lastRow;
        });
        group.mice = {first, last};
        first = last;
    }
}

// Where nearly all bodies are one island, groups are looked for again only after so many steps.
constexpr int kTogetherSteps = 15;

} // namespace

void gatherSolver(WorldState& world, SolverStep& solver, bool observed)
{
    // Who looks on sees all bodies after each stage, in one order: then there is one group.
    const bool together = observed || world.togetherSteps > 0;
    updateGraph(world.graph, world.contacts, world.bodies, together, world.arena);
    solver.graph = world.graph.graph;
    if (world.togetherSteps > 0)
        --world.togetherSteps;
    else if (!observed && isOneIsland(solver.graph))
        world.togetherSteps = kTogetherSteps;
    world.coloursUsed = solver.graph.coloursUsed;
    world.overflowContacts = solver.graph.overflowContacts;
    solver.bodies = gatherBodies(world.bodies, solver.graph, solver.context, world.arena, solver.executor);
    solver.contacts = world.contacts.awake;
    solver.told = world.arena.make<uint8_t>(world.contacts.awake.size());
    solver.lanes = world.lanes;
    solver.hitThreshold = world.settings.hitThreshold;
    gatherMice(world, solver);
}

void storeSolver(WorldState& world, SolverStep& solver)
{
    scatterBodies(solver.bodies, solver.graph, solver.context, world.bodies, solver.executor);

    for (uint32_t i = 0; i < world.mouseJoints.slotCount(); ++i) {
        if (!world.mouseJoints.isLive(i)) continue;
        world.mouseJoints.at(i).impulse = {0.0f, 0.0f};
        world.mouseJoints.at(i).force = {0.0f, 0.0f};
    }
    for (const MouseConstraint& mouse : solver.mice) {
        MouseJoint& joint = world.mouseJoints.at(mouse.joint);
        joint.impulse = mouse.impulse;
        joint.force = (1.0f / solver.context.dt) * mouse.total;
    }

    reportPushes(world, solver.told);
}

void reportPushes(WorldState& world, std::span<const uint8_t> told)
{
    world.changeScratch.clear();
    for (size_t index = 0; index < told.size(); ++index) {
        if (told[index] == 0) continue;
        Contact& c = world.contacts.awake[index];
        bool pushed = false;
        const ContactPoint* hardest = nullptr;
        for (int i = 0; i < c.count; ++i) {
            const ContactPoint& p = c.points[i];
            if (p.totalImpulse <= 0.0f) continue;
            pushed = true;
            if (p.normalVelocity < -world.settings.hitThreshold &&
                (!hardest || p.normalVelocity < hardest->normalVelocity))
                hardest = &p;
        }
        // Who bounces off ahead of contact has touched all the same.
        if (pushed && !c.touching) {
            c.touching = true;
            c.age = 0;
            world.changeScratch.push_back({ContactChange::Kind::Began, c});
        }
        if (hardest)
            world.events.hits.push_back({world.shapes.handleAt(c.shapeA), world.shapes.handleAt(c.shapeB),
                                         world.bodies.slots.handleAt(c.bodyA),
                                         world.bodies.slots.handleAt(c.bodyB),
                                         world.bodies.motions[c.bodyA].center0 + hardest->anchorA, c.normal,
                                         -hardest->normalVelocity});
    }
    reportChanges(world, world.changeScratch, world.events);
}

void stopFastBodies(WorldState& world, float dt)
{
    if (!world.settings.continuous) return;
    // Bullets last: the others have their final places and boxes then.
    std::vector<uint32_t> fast = findFastBodies(world.bodies, dt);
    const auto isBullet = [&](uint32_t slot) { return world.bodies.slots.at(slot).bullet; };
    std::vector<uint32_t> bullets;
    std::copy_if(fast.begin(), fast.end(), std::back_inserter(bullets), isBullet);
    std::erase_if(fast, isBullet);
    const float target = world.settings.linearSlop;
    stopAtImpacts(fast, world.bodies, world.shapes, world.broadPhase, target);
    if (bullets.empty()) return;
    for (const uint32_t slot : world.bodies.awake)
        if (isInWorld(world.bodies.motions[slot]) &&
            !std::binary_search(bullets.begin(), bullets.end(), slot) && refreshBoxes(world, slot))
            placeBoxes(world, slot);
    world.broadPhase.settle();
    stopAtImpacts(bullets, world.bodies, world.shapes, world.broadPhase, target);
}

namespace {

// A body, the list of its shapes and the first of them lie in three places, which refreshBoxes() waits for:
// asked for some bodies ahead, each when the one before has come. A quarter of finalizing 22,000
// boxes. Inlined by force: g++ drops a call that does nothing but ask.
[[gnu::always_inline]] inline void prefetchBoxes(const WorldState& world, size_t awake)
{
    const std::vector<uint32_t>& slots = world.bodies.awake;
    constexpr size_t kAhead = 4;
    if (awake + 2 * kAhead >= slots.size()) return;
    __builtin_prefetch(&world.bodies.slots.at(slots[awake + 2 * kAhead]).shapes);
    const std::vector<uint32_t>& shapes = world.bodies.slots.at(slots[awake + kAhead]).shapes;
    if (shapes.empty()) return;
    const BodyShape& shape = world.shapes.at(shapes.front());
    const char* geometry = reinterpret_cast<const char*>(&shape.shape);
    __builtin_prefetch(geometry);
    __builtin_prefetch(geometry + 64);
    __builtin_prefetch(&shape.box);
}

} // namespace

void finalizeBodies(WorldState& world, WorldEvents& events, TaskExecutor* executor)
{
    // What each body needs for itself in runs; what the world needs to be told afterwards, in order.
    constexpr size_t kRun = 256;
    const size_t count = world.bodies.awake.size();
    const std::span<uint32_t> noted = world.arena.makeUninitialized<uint32_t>(count);
    const std::span<uint32_t> notedOfRun = world.arena.makeUninitialized<uint32_t>((count + kRun - 1) / kRun);
    forEachRange(executor, count, kRun, [&](size_t first, size_t last) {
        uint32_t n = 0;
        for (size_t i = first; i < last; ++i) {
            const uint32_t slot = world.bodies.awake[i];
            prefetchBoxes(world, i);
            if (!isInWorld(world.bodies.motions[slot]) || refreshBoxes(world, slot))
                noted[first + n++] = slot;
        }
        notedOfRun[first / kRun] = n;
    });
    for (size_t run = 0; run < notedOfRun.size(); ++run) {
        for (const uint32_t slot : noted.subspan(run * kRun, notedOfRun[run])) {
            if (isInWorld(world.bodies.motions[slot]))
                placeBoxes(world, slot);
            else
                quarantine(world, slot, events);
        }
    }
    world.broadPhase.settle();
}

void putToSleep(WorldState& world, float dt)
{
    std::vector<uint32_t> held;
    for (uint32_t i = 0; i < world.mouseJoints.slotCount(); ++i)
        if (world.mouseJoints.isLive(i)) held.push_back(world.mouseJoints.at(i).body);
    world.changeScratch.clear();
    updateSleep(world.islands, world.bodies, world.contacts,
                {world.settings.sleeping, world.settings.sleepSpeed, world.settings.timeToSleep}, dt, held,
                world.changeScratch);
    reportChanges(world, world.changeScratch, world.events);
}

void reportChanges(const WorldState& world, const std::vector<ContactChange>& changes, WorldEvents& events)
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
            const Vec2 point = world.bodies.motions[c.bodyA].center + c.points[0].anchorA;
            events.begins.push_back({a, b, bodyA, bodyB, point, c.normal});
        } else {
            events.ends.push_back({a, b, bodyA, bodyB});
        }
    }
}

StageClock::StageClock(WorldState& world, StepObserver* observer, const SolverStep& solver)
    : world_(world), observer_(observer), solver_(solver), start_(Clock::now()), last_(start_)
{}

void StageClock::done(Stage stage, int substep)
{
    const Clock::time_point now = Clock::now();
    world_.profile.ms[static_cast<size_t>(stage)] +=
        std::chrono::duration<float, std::milli>(now - last_).count();
    // Without the row of idle lanes, which no body has.
    const std::span<const BodyState> rows = solver_.bodies.states;
    if (observer_)
        observer_->afterStage(stage, substep, world_, rows.first(rows.empty() ? 0 : rows.size() - 1));
    last_ = observer_ ? Clock::now() : now;
}

void StageClock::doneTogether(const std::array<float, static_cast<size_t>(Stage::Count)>& shares)
{
    const Clock::time_point now = Clock::now();
    const float passed = std::chrono::duration<float, std::milli>(now - last_).count();
    const float all = std::accumulate(shares.begin(), shares.end(), 0.0f);
    for (size_t i = 0; i < shares.size() && all > 0.0f; ++i)
        world_.profile.ms[i] += passed * (shares[i] / all);
    last_ = now;
}

void StageClock::finish()
{
    world_.profile.totalMs = std::chrono::duration<float, std::milli>(Clock::now() - start_).count();
}

} // namespace satbox
