#include "app/lenses/step/step_analysis.h"

#include "app/document/step_seconds.h"
#include "app/document/wall_clock.h"
#include "app/gfx/round_number.h"
#include "app/text/names.h"
#include "app/view/contact_facts.h"
#include "engine/world/world_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

// State of a body after a stage. Bodies without a sample did not move.
BodySample sampleOf(const World& before, const StepTick& tick, uint32_t body)
{
    if (const BodySample* found = tick.find(body)) return *found;
    const BodyMotion& m = stateOf(before).bodies.motions[body];
    return {.body = body, .transform = m.transform(), .center = m.center, .v = m.v, .w = m.w};
}

// World position of an anchor that moves with its body, after a stage.
Position anchorNow(const World& before, const BodySample& sample, Vec2 anchor)
{
    const BodyMotion& m = stateOf(before).bodies.motions[sample.body];
    return sample.center + rotate(sample.transform.q, invRotate(m.q, anchor));
}

// Updates the accumulated impulses by the visits of one stage. The reference solvers apply separate impulses,
// which are summed here: manifold impulses over the whole step, vertex contacts from 0 in each substep. For
// the others, a visit already has the accumulated impulse.
void updateImpulses(const StepRecord& record, const StepTick& tick, std::vector<PointState>& now)
{
    if (record.solver == SolverType::VertexContact && tick.stage == Stage::IntegrateVelocities)
        for (PointState& f : now) f.normalImpulse = f.tangentImpulse = 0.0f;
    for (const PointRecord& visit : tick.visits) {
        if (visit.quantity == PointRecord::Quantity::Position || visit.point >= now.size()) continue;
        float PointState::*const impulse = visit.quantity == PointRecord::Quantity::Normal
                                               ? &PointState::normalImpulse
                                               : &PointState::tangentImpulse;
        if (isReferenceSolver(record.solver))
            now[visit.point].*impulse += visit.after;
        else
            now[visit.point].*impulse = visit.after;
    }
}

std::vector<std::vector<PointState>> computePointStates(const StepAnalysis& a)
{
    std::vector<std::vector<PointState>> all;
    const StepRecord& record = a.record;
    const Contact& contact = *record.contact;
    std::vector<PointState> now(record.points.size());
    for (size_t i = 0; i < now.size() && record.context.warmStarting && !isReferenceSolver(record.solver);
         ++i) {
        now[i].normalImpulse = record.points[i].normalImpulse;
        now[i].tangentImpulse = record.points[i].tangentImpulse;
    }
    for (const StepTick& tick : record.ticks) {
        const BodySample bodyA = sampleOf(a.before, tick, contact.bodyA);
        const BodySample bodyB = sampleOf(a.before, tick, contact.bodyB);
        for (size_t i = 0; i < now.size(); ++i) {
            const ContactPoint& point = record.points[i];
            PointState& f = now[i];
            const Position onA = anchorNow(a.before, bodyA, point.anchorA);
            const Position onB = anchorNow(a.before, bodyB, point.anchorB);
            const Vec2 speed = bodyB.velocityAt(onB) - bodyA.velocityAt(onB);
            f.normalSpeed = dot(speed, contact.normal);
            f.tangentSpeed = dot(speed, perp(contact.normal));
            f.separation = point.separation + dot(onB - onA, contact.normal);
        }
        updateImpulses(record, tick, now);
        all.push_back(now);
    }
    return all;
}

} // namespace

float StepAnalysis::velocityArrowScale(float pixel) const
{
    constexpr float kArrowPx = 80.0f; // length of the longest arrow
    const float exact = kArrowPx * pixel / std::max(maxRelativeSpeed, 1e-6f);
    return static_cast<float>(roundDownTo125(static_cast<double>(exact)).value());
}

float StepAnalysis::motionScale(float pixel) const
{
    constexpr float kMovePx = 40.0f; // length of the longest motion
    constexpr float kMaxFactor = 1000.0f;
    const float exact = kMovePx * pixel / std::max(maxDisplacement, 1e-9f);
    return std::clamp(static_cast<float>(roundDownTo125(static_cast<double>(exact)).value()), 1.0f,
                      kMaxFactor);
}

WorldTransform StepAnalysis::ghostPose(const BodySample& sample, float motionScale) const
{
    const BodyMotion& m = stateOf(before).bodies.motions[sample.body];
    constexpr float kMaxTurn = 0.5f; // rad, as drawn
    const float turn = angleOf(invMul(m.q, sample.transform.q));
    WorldTransform pose;
    pose.q = mul(makeRot(std::clamp(motionScale * turn, -kMaxTurn, kMaxTurn)), m.q);
    const Position center = m.center + motionScale * (sample.center - m.center);
    pose.p = center - rotate(pose.q, m.localCenter);
    return pose;
}

Position StepAnalysis::pointOnB(size_t tick, int point, float motionScale) const
{
    const uint32_t body = record.contact->bodyB;
    const BodyMotion& m = stateOf(before).bodies.motions[body];
    const Vec2 local = m.localCenter + invRotate(m.q, record.points[static_cast<size_t>(point)].anchorB);
    return transformPoint(ghostPose(sampleOf(before, record.ticks[tick], body), motionScale), local);
}

const Contact* hardestContact(const World& world)
{
    const Contact* hardest = nullptr;
    float most = 0.0f;
    bool mostAwake = false;
    world.forEachContactView([&](const ContactView& view) {
        const Contact& contact = *view.contact;
        float sum = 0.0f;
        for (const ContactPoint& point : view.points) sum += point.totalImpulse;
        const auto isAwake = [&](uint32_t body) { return stateOf(world).bodies.slots.at(body).awake; };
        const bool awake = isAwake(contact.bodyA) || isAwake(contact.bodyB);
        if (sum <= 0.0f || awake < mostAwake || (awake == mostAwake && sum <= most)) return;
        most = sum;
        mostAwake = awake;
        hardest = &contact;
    });
    return hardest;
}

StepAnalysis analyseStep(const World& before, const ContactKey& contact, bool isLast)
{
    const double begun = secondsNow();
    StepAnalysis a;
    a.before = before;
    a.isLast = isLast;
    a.number = before.stepCount() + 1;
    a.contact = contact;
    a.nameA = nameOfShape(before, contact.shapeA);
    a.nameB = nameOfShape(before, contact.shapeB);
    a.bodyA = before.shape(contact.shapeA).body;
    a.bodyB = before.shape(contact.shapeB).body;
    World copy = before;
    a.record = recordStep(copy, stepSeconds(before), contact.shapeA.index, contact.shapeB.index);
    if (a.solved()) {
        a.pointStates = computePointStates(a);
        for (const auto& tick : a.pointStates)
            for (const PointState& f : tick)
                a.maxRelativeSpeed =
                    std::max({a.maxRelativeSpeed, std::fabs(f.normalSpeed), std::fabs(f.tangentSpeed)});
        for (const StepTick& tick : a.record.ticks)
            for (const uint32_t body : {a.bodyA, a.bodyB})
                a.maxDisplacement =
                    std::max(a.maxDisplacement, length(sampleOf(before, tick, body).center -
                                                       stateOf(before).bodies.motions[body].center));
    }
    a.milliseconds = static_cast<float>(1e3 * (secondsNow() - begun));
    return a;
}

void addEnergyLedger(StepAnalysis& analysis)
{
    const double begun = secondsNow();
    World copy = analysis.before;
    analysis.energy = stepWithLedger(copy, stepSeconds(copy));
    analysis.milliseconds += static_cast<float>(1e3 * (secondsNow() - begun));
}

const IslandEnergy* islandEnergy(const StepAnalysis& analysis)
{
    if (!analysis.energy) return nullptr;
    for (const IslandEnergy& island : analysis.energy->islands)
        for (const uint32_t body : {analysis.bodyA, analysis.bodyB})
            if (std::binary_search(island.bodies.begin(), island.bodies.end(), body)) return &island;
    return nullptr;
}

std::string pointName(const StepRecord& record, size_t point)
{
    return record.hasVertices ? vertexName(record.points[point].id) : fmt::format("point {}", point + 1);
}

const char* stageName(Stage stage)
{
    switch (stage) {
    case Stage::PrepareConstraints:
        return "start";
    case Stage::IntegrateVelocities:
        return "velocities";
    case Stage::IntegratePositions:
        return "positions";
    case Stage::ApplyRestitution:
        return "restitution";
    default:
        return toString(stage);
    }
}

std::string tickName(const StepRecord& record, const StepTick& tick)
{
    const bool substeps = hasSubsteps(record.solver);
    const bool repeats = substeps || tick.stage == Stage::Solve || tick.stage == Stage::Relax;
    const bool once = record.solver == SolverType::ManifoldImpulse && tick.stage == Stage::Relax;
    if (tick.substep < 0 || !repeats || once) return stageName(tick.stage);
    return fmt::format("{}, {} {}", stageName(tick.stage), substeps ? "substep" : "iteration",
                       tick.substep + 1);
}

} // namespace satbox::app
