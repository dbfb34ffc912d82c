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
    return {.body = body, .transform = m.transform, .center = m.center, .v = m.v, .w = m.w};
}

// The anchor, turned with its body since the step began.
Vec2 anchorNow(const World& before, const BodySample& sample, Vec2 anchor)
{
    const BodyMotion& m = before.state().bodies.motions[sample.body];
    return sample.center + rotate(sample.transform.q, invRotate(m.transform.q, anchor));
}

// What the points are given in this stage. R5 adds up over its iterations; R4 begins anew in each substep,
// and what its own points get is shared over those of the manifold, as the engine stores it.
void followImpulses(const StepRecord& record, const StepTick& tick, std::array<PointFacts, 2>& now)
{
    const bool isR4 = record.solver == SolverType::VertexContact;
    const bool isR5 = record.solver == SolverType::ManifoldImpulse;
    if (isR4 && tick.stage == Stage::IntegrateVelocities)
        for (PointFacts& f : now) f.normalImpulse = f.tangentImpulse = 0.0f;
    const auto count = static_cast<size_t>(record.contact->count);
    for (const PointRecord& visit : tick.visits) {
        if (visit.quantity == PointRecord::Quantity::Position) continue;
        float PointFacts::*const impulse = visit.quantity == PointRecord::Quantity::Normal
                                               ? &PointFacts::normalImpulse
                                               : &PointFacts::tangentImpulse;
        if (isR4) {
            for (size_t i = 0; i < count; ++i) now[i].*impulse += visit.after / static_cast<float>(count);
        } else if (isR5) {
            now[visit.point].*impulse += visit.after;
        } else {
            now[visit.point].*impulse = visit.after;
        }
    }
}

std::vector<std::array<PointFacts, 2>> gatherFacts(const StepAnalysis& a)
{
    std::vector<std::array<PointFacts, 2>> all;
    const Contact& contact = *a.record.contact;
    const bool warm = a.record.context.warmStarting && (a.record.solver == SolverType::SoftStep ||
                                                        a.record.solver == SolverType::SequentialImpulse);
    std::array<PointFacts, 2> now{};
    for (size_t i = 0; i < 2 && warm; ++i) {
        now[i].normalImpulse = contact.points[i].normalImpulse;
        now[i].tangentImpulse = contact.points[i].tangentImpulse;
    }
    for (const StepTick& tick : a.record.ticks) {
        const BodySample bodyA = sampleOf(a.before, tick, contact.bodyA);
        const BodySample bodyB = sampleOf(a.before, tick, contact.bodyB);
        for (int i = 0; i < contact.count; ++i) {
            const ContactPoint& point = contact.points[i];
            PointFacts& f = now[static_cast<size_t>(i)];
            const Vec2 onA = anchorNow(a.before, bodyA, point.anchorA);
            const Vec2 onB = anchorNow(a.before, bodyB, point.anchorB);
            const Vec2 speed = bodyB.velocityAt(onB) - bodyA.velocityAt(onB);
            f.normalSpeed = dot(speed, contact.normal);
            f.tangentSpeed = dot(speed, perp(contact.normal));
            f.separation = point.separation + dot(onB - onA, contact.normal);
        }
        followImpulses(a.record, tick, now);
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
    constexpr float kMost = 1000.0f;
    return std::clamp(roundedDown(kMovePx * pixel / std::max(farthest, 1e-9f)), 1.0f, kMost);
}

Transform StepAnalysis::ghost(const BodySample& sample, float enlargement) const
{
    const BodyMotion& m = before.state().bodies.motions[sample.body];
    constexpr float kMostTurn = 0.5f; // rad, drawn
    const float turn = angleOf(invMul(m.transform.q, sample.transform.q));
    Transform pose;
    pose.q = mul(makeRot(std::clamp(enlargement * turn, -kMostTurn, kMostTurn)), m.transform.q);
    const Vec2 center = m.center + enlargement * (sample.center - m.center);
    pose.p = center - rotate(pose.q, m.localCenter);
    return pose;
}

Vec2 StepAnalysis::pointOnB(size_t tick, int point, float enlargement) const
{
    const uint32_t body = record.contact->bodyB;
    const BodyMotion& m = before.state().bodies.motions[body];
    const Vec2 local = m.localCenter + invRotate(m.transform.q, record.contact->points[point].anchorB);
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
