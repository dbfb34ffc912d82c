#include "app/lenses/joint/joint_analysis.h"

#include "app/document/step_seconds.h"
#include "app/document/wall_clock.h"
#include "app/text/joint_text.h"
#include "app/text/names.h"

#include <cmath>

namespace satbox::app {

namespace {

// A pass ends where an equation is visited again.
std::vector<JointStage> stagesOf(const JointRecord& record)
{
    std::vector<JointStage> stages;
    for (size_t s = 0; s < record.substeps.size(); ++s) {
        const std::vector<JointVisit>& visits = record.substeps[s].visits;
        bool isFirst = true;
        for (size_t v = 0; v < visits.size(); ++v) {
            const JointVisit& visit = visits[v];
            const bool begins = visit.kind == JointVisit::Kind::Begin;
            const auto isAgain = [&] {
                if (visit.kind == JointVisit::Kind::Leave) return false; // ends the visit to its row
                const JointStage& last = stages.back();
                for (size_t i = last.firstVisit; i < v; ++i)
                    if (visits[i].row == visit.row) return true;
                return false;
            };
            if (isFirst || begins != (stages.back().number == 0) || visit.pass != stages.back().pass ||
                isAgain()) {
                const bool continues =
                    !isFirst && !begins && stages.back().number > 0 && stages.back().pass == visit.pass;
                stages.push_back({.substep = s,
                                  .pass = visit.pass,
                                  .number = begins      ? 0
                                            : continues ? stages.back().number + 1
                                                        : 1,
                                  .firstVisit = v,
                                  .endVisit = v});
                isFirst = false;
            }
            stages.back().endVisit = v + 1;
        }
    }
    return stages;
}

} // namespace

size_t JointAnalysis::shownStage(std::optional<size_t> wanted) const
{
    if (wanted) return std::min(*wanted, stages.size() - 1);
    size_t shown = 0;
    for (size_t i = 0; i < stages.size(); ++i)
        if (stages[i].number > 0 && stages[i].pass != JointPass::Relax) shown = i;
    return shown;
}

Vec2 JointAnalysis::impulseAfter(size_t stage) const
{
    const JointStage& shown = stages[stage];
    std::vector<Vec2> impulses(record.equations.size(), Vec2{0.0f, 0.0f});
    for (size_t v = 0; v < shown.endVisit; ++v) {
        const JointVisit& visit = substepOf(shown).visits[v];
        for (size_t i = 0; i < record.equations.size(); ++i)
            if (record.equations[i].row == visit.row)
                impulses[i] = visit.row == kPinRow ? visit.after : visit.after.x * visit.directionB;
    }
    Vec2 sum{0.0f, 0.0f};
    for (const Vec2& impulse : impulses) sum += impulse;
    return sum;
}

float JointAnalysis::turnAfter(size_t stage) const
{
    const JointStage& shown = stages[stage];
    float sum = 0.0f;
    for (const JointEquation& equation : record.equations) {
        if (!equation.isAngle()) continue;
        float impulse = 0.0f;
        for (size_t v = 0; v < shown.endVisit; ++v)
            if (substepOf(shown).visits[v].row == equation.row) impulse = substepOf(shown).visits[v].after.x;
        sum += impulse;
    }
    return sum;
}

JointAnalysis analyseJoint(const World& before, JointId joint, bool isLast)
{
    const double begun = secondsNow();
    JointAnalysis a;
    a.before = before;
    a.isLast = isLast;
    a.number = before.stepCount() + 1;
    a.joint = joint;
    a.def = before.jointDef(joint);
    a.name = describeJoint(before, joint);
    a.nameA = describeBody(before, a.def.bodyA);
    a.nameB = describeBody(before, a.def.bodyB);
    a.bodyA = a.def.bodyA.index;
    a.bodyB = a.def.bodyB.index;
    World copy = before;
    a.record = recordJoint(copy, stepSeconds(before), joint.index);
    a.stages = stagesOf(a.record);
    a.milliseconds = static_cast<float>(1e3 * (secondsNow() - begun));
    return a;
}

JointId hardestJoint(const World& world)
{
    JointId hardest;
    float force = 0.0f, torque = 0.0f;
    for (const JointId id : world.joints()) {
        const JointView view = world.jointView(id);
        const float ofForce = length(view.force), ofTorque = std::fabs(view.torque);
        if (ofForce < force || (ofForce == force && ofTorque <= torque)) continue;
        hardest = id;
        force = ofForce;
        torque = ofTorque;
    }
    return hardest;
}

} // namespace satbox::app
