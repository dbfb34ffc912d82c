#include "app/view/step_analysis.h"

#include "app/view/contact_facts.h"
#include "app/view/round_number.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace satbox::app {

namespace {

// Of a body that moves, after a stage; of others where they are.
BodySample sampleOf(const World& before, const StepTick& tick, uint32_t body)
{
    if (const BodySample* found = tick.find(body)) return *found;
    const BodyMotion& m = before.state().bodies.motions[body];
    return {.body = body, .transform = m.transform(), .center = m.center, .v = m.v, .w = m.w};
}

// The anchor, turned with its body since the step began.
Position anchorNow(const World& before, const BodySample& sample, Vec2 anchor)
{
    const BodyMotion& m = before.state().bodies.motions[sample.body];
    return sample.center + rotate(sample.transform.q, invRotate(m.q, anchor));
}

// What the points are given in this stage. Manifold impulses add up over iterations, those of vertices start
// from 0 in each substep.
void followImpulses(const StepRecord& record, const StepTick& tick, std::vector<PointFacts>& now)
{
    if (record.solver == SolverType::VertexContact && tick.stage == Stage::IntegrateVelocities)
        for (PointFacts& f : now) f.normalImpulse = f.tangentImpulse = 0.0f;
    for (const PointRecord& visit : tick.visits) {
        if (visit.quantity == PointRecord::Quantity::Position || visit.point >= now.size()) continue;
        float PointFacts::*const impulse = visit.quantity == PointRecord::Quantity::Normal
                                               ? &PointFacts::normalImpulse
                                               : &PointFacts::tangentImpulse;
        if (isPublished(record.solver))
            now[visit.point].*impulse += visit.after;
        else
            now[visit.point].*impulse = visit.after;
    }
}

std::vector<std::vector<PointFacts>> gatherFacts(const StepAnalysis& a)
{
    std::vector<std::vector<PointFacts>> all;
    const StepRecord& record = a.record;
    const Contact& contact = *record.contact;
    std::vector<PointFacts> now(record.points.size());
    for (size_t i = 0; i < now.size() && record.context.warmStarting && !isPublished(record.solver); ++i) {
        now[i].normalImpulse = record.points[i].normalImpulse;
        now[i].tangentImpulse = record.points[i].tangentImpulse;
    }
    for (const StepTick& tick : record.ticks) {
        const BodySample bodyA = sampleOf(a.before, tick, contact.bodyA);
        const BodySample bodyB = sampleOf(a.before, tick, contact.bodyB);
        for (size_t i = 0; i < now.size(); ++i) {
            const ContactPoint& point = record.points[i];
            PointFacts& f = now[i];
            const Position onA = anchorNow(a.before, bodyA, point.anchorA);
            const Position onB = anchorNow(a.before, bodyB, point.anchorB);
            const Vec2 speed = bodyB.velocityAt(onB) - bodyA.velocityAt(onB);
            f.normalSpeed = dot(speed, contact.normal);
            f.tangentSpeed = dot(speed, perp(contact.normal));
            f.separation = point.separation + dot(onB - onA, contact.normal);
        }
        followImpulses(record, tick, now);
        all.push_back(now);
    }
    return all;
}

} // namespace

float StepAnalysis::velocityLength(float pixel) const
{
    constexpr float kArrowPx = 80.0f; // the longest
    return roundedDown(kArrowPx * pixel / std::max(fastest, 1e-6f));
}

float StepAnalysis::enlargement(float pixel) const
{
    constexpr float kMovePx = 40.0f; // the farthest
    constexpr float kMaxFactor = 1000.0f;
    return std::clamp(roundedDown(kMovePx * pixel / std::max(farthest, 1e-9f)), 1.0f, kMaxFactor);
}

WorldTransform StepAnalysis::ghost(const BodySample& sample, float enlargement) const
{
    const BodyMotion& m = before.state().bodies.motions[sample.body];
    constexpr float kMaxTurn = 0.5f; // rad, drawn
    const float turn = angleOf(invMul(m.q, sample.transform.q));
    WorldTransform pose;
    pose.q = mul(makeRot(std::clamp(enlargement * turn, -kMaxTurn, kMaxTurn)), m.q);
    const Position center = m.center + enlargement * (sample.center - m.center);
    pose.p = center - rotate(pose.q, m.localCenter);
    return pose;
}

Position StepAnalysis::pointOnB(size_t tick, int point, float enlargement) const
{
    const uint32_t body = record.contact->bodyB;
    const BodyMotion& m = before.state().bodies.motions[body];
    const Vec2 local = m.localCenter + invRotate(m.q, record.points[static_cast<size_t>(point)].anchorB);
    return transformPoint(ghost(sampleOf(before, record.ticks[tick], body), enlargement), local);
}

StepAnalysis analyseStep(const World& before, const ContactKey& contact, bool isLast)
{
    const auto begun = std::chrono::steady_clock::now();
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
    a.record =
        recordStep(copy, 1.0f / before.settings().stepRate, contact.shapeA.index, contact.shapeB.index);
    if (a.solved()) {
        a.facts = gatherFacts(a);
        for (const auto& tick : a.facts)
            for (const PointFacts& f : tick)
                a.fastest = std::max({a.fastest, std::fabs(f.normalSpeed), std::fabs(f.tangentSpeed)});
        for (const StepTick& tick : a.record.ticks)
            for (const uint32_t body : {a.bodyA, a.bodyB})
                a.farthest = std::max(a.farthest, length(sampleOf(before, tick, body).center -
                                                         before.state().bodies.motions[body].center));
    }
    const std::chrono::duration<float, std::milli> took = std::chrono::steady_clock::now() - begun;
    a.milliseconds = took.count();
    return a;
}

void addEnergy(StepAnalysis& analysis)
{
    const auto begun = std::chrono::steady_clock::now();
    World copy = analysis.before;
    analysis.energy = stepWithLedger(copy, 1.0f / copy.settings().stepRate);
    const std::chrono::duration<float, std::milli> took = std::chrono::steady_clock::now() - begun;
    analysis.milliseconds += took.count();
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

const char* shortName(Stage stage)
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
    const bool cut = hasSubsteps(record.solver);
    const bool repeats = cut || tick.stage == Stage::Solve || tick.stage == Stage::Relax;
    const bool once = record.solver == SolverType::ManifoldImpulse && tick.stage == Stage::Relax;
    if (tick.substep < 0 || !repeats || once) return shortName(tick.stage);
    return fmt::format("{}, {} {}", shortName(tick.stage), cut ? "substep" : "iteration", tick.substep + 1);
}

} // namespace satbox::app
