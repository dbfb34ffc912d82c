#include "engine/constraints/joint/joint_constraint.h"

#include "engine/constraints/joint/joint_equations.h"
#include "engine/constraints/joint/joint_reports.h"
#include "engine/constraints/joint/joint_tree_rows.h"
#include "engine/model/joint_frames.h"

#include <algorithm>
#include <cmath>

namespace satbox {

namespace {

using Role = JointPart::Role;

float motorLimit(const JointConstraint& c, const JointRow& row, float speed)
{
    const float limit = c.h * row.part.maxForce, power = c.h * row.part.maxPower;
    return power > 0.0f && std::fabs(speed) * limit > power ? power / std::fabs(speed) : limit;
}

// How the impulse of a row was found, see JointVisit.
struct RowSolution {
    float rate = 0.0f, bias = 0.0f;
    float wanted = 0.0f, after = 0.0f;
    Softness softness{};
    float limit = 0.0f;
};

RowSolution solvedMotor(const JointConstraint& c, const JointRow& row, const BodyState& a, const BodyState& b)
{
    const float speed = rowVelocity(row, a, b);
    const float limit = motorLimit(c, row, speed);
    const float wanted = row.impulse - row.mass * (speed - row.part.target);
    return {.rate = speed,
            .bias = -row.part.target,
            .wanted = wanted,
            .after = std::clamp(wanted, -limit, limit),
            .limit = limit};
}

// The impulse of a limit is positive at the lower one and negative at the upper one.
RowSolution solvedLimit(const JointConstraint& c, const JointRow& row, const BodyState& a, const BodyState& b,
                        JointPass pass)
{
    const float speed = rowSpeed(c, row, a, b, pass);
    const float rise = allowedSpeed(c, row.value - row.part.lower, pass);
    const float push = row.impulse - row.mass * (speed + rise);
    if (push > 0.0f) return {.rate = speed, .bias = rise, .wanted = push, .after = push};
    const float fall = allowedSpeed(c, row.part.upper - row.value, pass);
    const float pull = row.impulse - row.mass * (speed - fall);
    return {.rate = speed, .bias = -fall, .wanted = pull, .after = std::min(pull, 0.0f)};
}

RowSolution solvedSoft(const JointConstraint& c, const JointRow& row, const Softness& s, const BodyState& a,
                       const BodyState& b)
{
    float bias = s.biasRate * (row.value - row.part.target);
    if (row.part.role == Role::Lock) bias = std::clamp(bias, -c.pushSpeed, c.pushSpeed);
    const float rate = rowVelocity(row, a, b);
    const float wanted = row.impulse - s.massScale * row.mass * (rate + bias) - s.impulseScale * row.impulse;
    const float limit = c.h * row.part.maxForce;
    return {.rate = rate,
            .bias = bias,
            .wanted = wanted,
            .after = limit > 0.0f ? std::clamp(wanted, -limit, limit) : wanted,
            .softness = s,
            .limit = limit};
}

RowSolution solvedRow(const JointConstraint& c, const JointRow& row, const BodyState& a, const BodyState& b,
                      JointPass pass)
{
    if (row.part.role == Role::Motor) return solvedMotor(c, row, a, b);
    if (row.part.role == Role::Spring) return solvedSoft(c, row, row.softness, a, b);
    if (row.part.role == Role::Limit) return solvedLimit(c, row, a, b, pass);
    if (c.isInNet && pass == JointPass::Push) return solvedSoft(c, row, c.netSoftness, a, b);
    const auto [rate, bias] = rowRate(c, row, a, b, pass);
    const float wanted = row.impulse - row.mass * (rate + bias);
    return {.rate = rate, .bias = bias, .wanted = wanted, .after = wanted};
}

void report(const JointConstraint& c, const JointRow& row, JointPass pass, const RowSolution& solution)
{
    JointVisit visit = visitOf(c, row, JointVisit::Kind::Alone, pass);
    visit.rate.x = solution.rate;
    visit.bias.x = solution.bias;
    visit.massScale = solution.softness.massScale;
    visit.impulseScale = solution.softness.impulseScale;
    visit.limit = solution.limit;
    visit.wanted.x = solution.wanted;
    visit.after.x = solution.after;
    c.recorder->visitedJoint(visit);
}
template<bool kRecorded>
void solveRow(const JointConstraint& c, JointRow& row, BodyState& a, BodyState& b, JointPass pass)
{
    if (row.part.role == Role::Spring && pass == JointPass::Relax) return;
    const RowSolution solution = solvedRow(c, row, a, b, pass);
    if constexpr (kRecorded) report(c, row, pass, solution);
    setRowImpulse(c, row, a, b, solution.after);
}

Softness pinSoftnessOf(const JointConstraint& c, JointPass pass)
{
    if (!c.isPinRigid) return c.pinSoftness;
    return c.isInNet && pass == JointPass::Push ? c.netSoftness : Softness{};
}

template<bool kRecorded>
void solvePin(JointConstraint& c, BodyState& a, BodyState& b, JointPass pass)
{
    if (!c.isPinRigid && pass == JointPass::Relax) return;
    const auto [rate, bias] = pinRate(c, a, b, pass);
    const Vec2 speed = rate + bias;
    const auto [biasRate, massScale, impulseScale] = pinSoftnessOf(c, pass);
    const Vec2 push{c.m11 * speed.x + c.m12 * speed.y, c.m12 * speed.x + c.m22 * speed.y};
    const Vec2 wanted = c.pinImpulse - massScale * push - impulseScale * c.pinImpulse;
    Vec2 impulse = wanted;
    if (c.pinMaxImpulse > 0.0f) {
        const float size = length(impulse);
        if (size > c.pinMaxImpulse) impulse = (c.pinMaxImpulse / size) * impulse;
    }
    if constexpr (kRecorded) {
        JointVisit visit = visitOfPin(c, JointVisit::Kind::Alone, pass);
        visit.rate = rate;
        visit.bias = bias;
        visit.massScale = massScale;
        visit.impulseScale = impulseScale;
        visit.limit = c.pinMaxImpulse;
        visit.wanted = wanted;
        visit.after = impulse;
        c.recorder->visitedJoint(visit);
    }
    applyPinImpulse(c, a, b, impulse - c.pinImpulse);
    c.pinImpulse = impulse;
}

// The directions at the end of the substep, and the impulse that relaxing added in the last one.
void beginRelaxing(JointConstraint& c, BodyState& a, BodyState& b)
{
    updateToPoses(c, a, b);
    for (JointRow& row : c.rows) {
        row.relax = -row.impulse;
        if (row.part.role == Role::Lock) setRowImpulse(c, row, a, b, row.impulse + row.relaxBefore);
        if (c.recorder) reportBegin(c, row, JointPass::Relax, -row.relax, row.impulse);
    }
    if (!c.hasPin) return;
    c.pinRelax = -c.pinImpulse;
    if (c.isPinRigid) {
        applyPinImpulse(c, a, b, c.pinRelaxBefore);
        c.pinImpulse += c.pinRelaxBefore;
    }
    if (c.recorder) reportPinBegin(c, JointPass::Relax, -c.pinRelax, c.pinImpulse);
}

} // namespace

JointConstraint JointConstraint::prepare(const Joint& joint, uint32_t slot, std::array<uint32_t, 2> bodyRows,
                                         std::span<JointRow> rows, const BodyStore& bodies,
                                         const StepContext& context)
{
    const BodyMotion& a = bodies.motions[joint.bodyA];
    const BodyMotion& b = bodies.motions[joint.bodyB];
    JointConstraint c;
    c.joint = slot;
    c.rowA = static_cast<int32_t>(bodyRows[0]);
    c.rowB = static_cast<int32_t>(bodyRows[1]);
    // Bodies without a row are as if they had no inverse mass.
    c.invMassA = c.rowA != 0 ? a.invMass : 0.0f;
    c.invMassB = c.rowB != 0 ? b.invMass : 0.0f;
    c.invInertiaA = c.invMassA > 0.0f ? a.invInertia : 0.0f;
    c.invInertiaB = c.invMassB > 0.0f ? b.invInertia : 0.0f;

    const JointFrames frames = framesOf(joint, bodies);
    c.start.rA = frames.rA;
    c.start.rB = frames.rB;
    c.start.d = frames.d;
    c.start.axis = frames.axis;
    c.start.angle = frames.angle;
    if (const auto* pulley = std::get_if<PulleyJoint>(&joint.def->kind)) {
        c.start.ropeA = (a.center - Position(pulley->groundA)) + c.start.rA;
        c.start.ropeB = (b.center - Position(pulley->groundB)) + c.start.rB;
    }
    if (const auto* gear = std::get_if<GearJoint>(&joint.def->kind)) {
        c.gear = *gear;
        // Without its full turns, whose number would cost precision.
        c.start.angle -= 2.0f * kPi * std::floor(c.start.angle / (2.0f * kPi) + 0.5f);
    }

    const JointParts parts = partsOf(joint.def->kind);
    const bool warm = context.warmStarting;
    c.h = context.h;
    c.pushSpeed = context.pushSpeed;
    c.linearTolerance = kJointTolerance * context.speedUnit;
    c.angularTolerance = kJointTolerance / context.speedUnit;
    c.hasPin = parts.hasPin;
    c.isPinRigid = parts.pinFrequency <= 0.0f;
    c.pinSoftness = makeSoftness(parts.pinFrequency, parts.pinDampingRatio, context.h);
    c.pinMaxImpulse = context.h * parts.pinMaxForce;
    c.pinImpulse = warm ? joint.pinImpulse : Vec2{0.0f, 0.0f};
    c.pinRelax = warm ? joint.pinRelax : Vec2{0.0f, 0.0f};
    c.rows = rows;
    for (size_t i = 0; i < rows.size(); ++i) {
        JointRow& row = rows[i];
        row = {};
        row.part = parts.rows[i];
        row.softness = makeSoftness(row.part.frequency, row.part.dampingRatio, context.h);
        row.impulse = warm ? joint.impulses[i] : 0.0f;
        row.relax = warm ? joint.relax[i] : 0.0f;
        c.usesAngle |=
            row.part.coordinate == JointCoordinate::Angle || row.part.coordinate == JointCoordinate::Mesh;
    }
    return c;
}

void JointConstraint::warmStart(std::span<JointConstraint> constraints, std::span<BodyState> states,
                                ContactRecorder* recorder, bool haveChanged)
{
    for (JointConstraint& c : constraints) {
        c.recorder = recorder;
        BodyState &a = stateOf(states, c.rowA), &b = stateOf(states, c.rowB);
        if (haveChanged) updateToPoses(c, a, b);
        for (JointRow& row : c.rows) {
            // The impulse of a limit or motor has bounds that hold for its sum. That of a limit is not
            // warm-started: a joint that has just hit its limit would be thrown back.
            row.relaxBefore = row.relax;
            if (row.part.role == Role::Lock) row.impulse -= row.relax;
            row.relax = 0.0f;
            row.side = sideOf(row.impulse);
            if (row.part.role == Role::Limit) row.impulse = 0.0f;
            if (recorder) reportBegin(c, row, JointPass::Push, 0.0f, row.impulse);
            applyRowImpulse(c, row, a, b, row.impulse);
        }
        c.pinRelaxBefore = c.pinRelax;
        c.pinImpulse -= c.pinRelax;
        c.pinRelax = {0.0f, 0.0f};
        if (!c.hasPin) continue;
        if (recorder) reportPinBegin(c, JointPass::Push, {0.0f, 0.0f}, c.pinImpulse);
        applyPinImpulse(c, a, b, c.pinImpulse);
    }
}

namespace {

// Solves a row by itself, unless it is a limit that enters the tree instead.
template<bool kRecorded>
void solveAlone(const JointConstraint& c, JointRow& row, BodyState& a, BodyState& b, JointPass pass,
                bool isFirst, JointChanges& changes)
{
    const bool isAngle = row.part.coordinate == JointCoordinate::Angle;
    const float tolerance = row.mass * (isAngle ? c.angularTolerance : c.linearTolerance);
    const bool mayEnter = mayEnterTree(c, row, pass);
    if (mayEnter && row.part.role == Role::Limit) {
        if (isFirst) return; // the velocities are not yet those of the tree
        RowSolution solution = solvedLimit(c, row, a, b, pass);
        if (std::fabs(solution.after - row.impulse) > tolerance) {
            row.side = sideOf(solution.after);
            row.isInTree = changes.treeRows = true;
            return;
        }
        solution.after = row.impulse;
        if constexpr (kRecorded) report(c, row, pass, solution);
        return;
    }
    const float before = row.impulse;
    solveRow<kRecorded>(c, row, a, b, pass);
    changes.impulses |= std::fabs(row.impulse - before) > tolerance;
    if (mayEnter && row.part.role == Role::Motor && isWithinBounds(c, row))
        row.isInTree = changes.treeRows = true;
}

template<bool kRecorded>
JointChanges solveAll(std::span<JointConstraint> constraints, std::span<BodyState> states, JointPass pass,
                      ContactRecorder* recorder, bool isFirst)
{
    JointChanges changes;
    for (JointConstraint& c : constraints) {
        BodyState &a = stateOf(states, c.rowA), &b = stateOf(states, c.rowB);
        c.recorder = recorder;
        for (JointRow& row : c.rows)
            if (!row.isInTree) solveAlone<kRecorded>(c, row, a, b, pass, isFirst, changes);
        if (!c.hasPin || c.isPinInTree) continue;
        const Vec2 before = c.pinImpulse;
        solvePin<kRecorded>(c, a, b, pass);
        changes.impulses |= length(c.pinImpulse - before) * std::max(c.k11, c.k22) > c.linearTolerance;
    }
    return changes;
}

} // namespace

JointChanges JointConstraint::solve(std::span<JointConstraint> constraints, std::span<BodyState> states,
                                    JointPass pass, ContactRecorder* recorder, bool isFirst)
{
    return recorder ? solveAll<true>(constraints, states, pass, recorder, isFirst)
                    : solveAll<false>(constraints, states, pass, nullptr, isFirst);
}

void JointConstraint::beginRelaxing(std::span<JointConstraint> constraints, std::span<BodyState> states,
                                    ContactRecorder* recorder)
{
    for (JointConstraint& c : constraints) {
        c.recorder = recorder;
        satbox::beginRelaxing(c, stateOf(states, c.rowA), stateOf(states, c.rowB));
    }
}

void JointConstraint::endRelaxing(std::span<JointConstraint> constraints)
{
    for (JointConstraint& c : constraints) {
        // A net has one impulse for both, which is warm-started as it is.
        for (JointRow& row : c.rows) row.relax = c.isInNet ? 0.0f : row.relax + row.impulse;
        c.pinRelax = c.isInNet ? Vec2{0.0f, 0.0f} : c.pinRelax + c.pinImpulse;
        c.endSubstep();
    }
}

void JointConstraint::addStiffness(std::span<const BodyState> states, std::span<JointBody> bodies,
                                   int32_t firstRow) const
{
    Vec2 impulse = pinImpulse; // on body B
    // What acts elsewhere does not turn the body towards its anchor.
    for (const JointRow& row : rows)
        if (const JointCoordinate of = row.part.coordinate;
            of != JointCoordinate::Rope && of != JointCoordinate::Mesh)
            impulse += row.impulse * row.directionB;
    const auto add = [&](int32_t bodyRow, float invMass, Vec2 anchor, Vec2 push) {
        if (invMass <= 0.0f) return;
        const Rot turn = states[static_cast<size_t>(bodyRow)].dq;
        bodies[static_cast<size_t>(bodyRow - firstRow)].stiffness +=
            std::max(dot(rotate(turn, anchor), push), 0.0f);
    };
    add(rowA, invMassA, start.rA, -impulse);
    add(rowB, invMassB, start.rB, impulse);
}

void JointConstraint::correct(std::span<const JointConstraint> constraints, std::span<BodyState> states)
{
    for (const JointConstraint& prepared : constraints) {
        JointConstraint c = prepared;
        c.recorder = nullptr; // these are no impulses
        BodyState &a = stateOf(states, c.rowA), &b = stateOf(states, c.rowB);
        const auto move = [&](auto&& apply) { // by velocities that act for one second
            BodyState changeA, changeB;
            apply(changeA, changeB);
            if (c.invMassA > 0.0f) {
                a.dp += changeA.v;
                a.dq = integrate(a.dq, changeA.w);
            }
            if (c.invMassB > 0.0f) {
                b.dp += changeB.v;
                b.dq = integrate(b.dq, changeB.w);
            }
        };
        for (const JointRow& preparedRow : c.rows) {
            JointRow row = preparedRow;
            if (row.isInTree) continue;
            updateRow(row, c, poseAt(c, a, b));
            float error = 0.0f;
            if (row.part.role == Role::Lock) error = row.value - row.part.target;
            if (row.part.role == Role::Limit)
                error = row.value - std::clamp(row.value, row.part.lower, row.part.upper);
            if (error == 0.0f) continue;
            move([&](BodyState& dA, BodyState& dB) {
                applyRowImpulse(c, row, dA, dB, -kPoseErrorShare * row.mass * error);
            });
        }
        if (!c.hasPin || !c.isPinRigid || c.isPinInTree) continue;
        c.now = poseAt(c, a, b);
        updatePin(c, c.now);
        const Vec2 error = kPoseErrorShare * c.now.d;
        move([&](BodyState& dA, BodyState& dB) {
            applyPinImpulse(c, dA, dB,
                            {-(c.m11 * error.x + c.m12 * error.y), -(c.m12 * error.x + c.m22 * error.y)});
        });
    }
}

void JointConstraint::endSubstep()
{
    for (const JointRow& one : rows) {
        force += one.impulse * one.directionB;
        torque += one.impulse * (one.leverB - cross(now.rB, one.directionB)); // about the anchor
    }
    if (hasPin) force += pinImpulse;
}

MeasuredJoint JointConstraint::measure(const Joint& joint, uint32_t slot, const BodyStore& bodies,
                                       const StepContext& context)
{
    std::array<JointRow, kMaxJointRows> rows;
    JointConstraint c = prepare(joint, slot, {0, 0}, std::span(rows).first(joint.rowCount), bodies, context);
    const BodyState atRest;
    updateToPoses(c, atRest, atRest);
    MeasuredJoint measured{c.now.d, {}};
    for (size_t i = 0; i < rows.size(); ++i) measured.values[i] = rows[i].value;
    return measured;
}

void JointConstraint::store(Joint& target, const StepContext& context) const
{
    target.pinImpulse = pinImpulse;
    target.pinRelax = pinRelax;
    target.impulses = target.relax = {};
    for (size_t i = 0; i < rows.size(); ++i) {
        target.impulses[i] = rows[i].impulse;
        target.relax[i] = rows[i].relax;
    }
    target.angle = now.angle;
    target.force = (1.0f / context.dt) * force;
    target.torque = (1.0f / context.dt) * torque;
}

} // namespace satbox
