// Over 600 lines: the equations of joints, solving them one by one, and handing them to a tree or
// linkage share their functions.
#include "engine/constraints/joint/joint_constraint.h"

#include "engine/constraints/joint/joint_rules.h"
#include "engine/constraints/joint/joint_visit.h"
#include "engine/model/gear_mesh.h"
#include "engine/model/joint_frames.h"

#include <algorithm>
#include <cmath>

namespace satbox {

namespace {

using Role = JointPart::Role;

// The share of a joint's error that is removed when poses are corrected directly, which adds no velocity.
constexpr float kPoseErrorShare = 0.8f;

// How a body moves in a substep: by the rate of an anchor r that is exact for a rotation of atan(h w), as
// integrate() makes it. With d = h w and s = 1 / sqrt(1 + d^2), r becomes s (r + d perp(r)).
struct PredictedTurn {
    float w = 0.0f;
    float s = 1.0f;
    float curvature = 0.0f; // (1 - s) / h

    PredictedTurn(float spin, float h) : w(spin)
    {
        const float d = h * spin;
        const float root = std::sqrt(1.0f + d * d);
        s = 1.0f / root;
        curvature = d * spin / (root * (1.0f + root));
    }
    Vec2 rate(Vec2 r) const { return s * w * perp(r) - curvature * r; }
};
// The rate of the angle itself.
float predictedSpin(float spin, float h) { return angleOf(Rot{1.0f, h * spin}) / h; }

// What changes in a substep if the velocities stay as they are, per second.
struct PredictedRates {
    Vec2 d{0.0f, 0.0f};
    Vec2 axis{0.0f, 0.0f};
    Vec2 anchorA{0.0f, 0.0f}, anchorB{0.0f, 0.0f}; // velocities of the anchors
    float spinA = 0.0f, spinB = 0.0f;              // present ones, rad/s
};

PredictedRates predict(const JointConstraint& c, const BodyState& a, const BodyState& b)
{
    const PredictedTurn turnA(a.w, c.h), turnB(b.w, c.h);
    const Vec2 anchorA = a.v + turnA.rate(c.now.rA), anchorB = b.v + turnB.rate(c.now.rB);
    return {anchorB - anchorA, turnA.rate(c.now.axis), anchorA, anchorB, a.w, b.w};
}

// Growth of the length of `v` per second, if it changes by h * rate.
float lengthRate(Vec2 v, Vec2 rate, float h)
{
    const Vec2 end = v + h * rate;
    const float sum = length(v) + length(end);
    return sum > 0.0f ? dot(rate, v + end) / sum : length(rate);
}

// Growth of the translation per second.
float alongRate(const JointConstraint& c, const PredictedRates& rates)
{
    return dot(rates.axis, c.now.d) + dot(c.now.axis + c.h * rates.axis, rates.d);
}

// Growth of the error of a gear's teeth per second.
float meshRate(const JointRow& row, const JointConstraint& c, const PredictedRates& rates)
{
    const float spinA = predictedSpin(rates.spinA, c.h), spinB = predictedSpin(rates.spinB, c.h);
    if (c.gear.rack) return alongRate(c, rates) + rackRadius(c.gear) * (spinB - spinA);
    // Pitch radii, and how fast the line of centres turns.
    const float radiusA = row.leverA - cross(c.now.rA, row.directionA);
    const float radiusB = row.leverB - cross(c.now.rB, row.directionB);
    const Vec2 end = c.now.d + c.h * rates.d;
    const float swing = angleOf(Rot{dot(c.now.d, end), cross(c.now.d, end)}) / c.h;
    return radiusA * spinA + radiusB * spinB - (radiusA + radiusB) * swing;
}

// Whether predicted rates are better than those of the present directions.
bool isPredictable(const JointConstraint& c, const BodyState& a, const BodyState& b)
{
    return !c.isInNet && c.h * std::max(std::fabs(a.w), std::fabs(b.w)) < kMaxPredictedTurn;
}

// Whether a substep at this rate changes a distance by less than half.
bool isShortMove(Vec2 distance, Vec2 rate, float h) { return h * length(rate) < 0.5f * length(distance); }

// Precondition: the coordinate is not an angle, whose rate is exact as it is.
float predictedRate(const JointRow& row, const JointConstraint& c, const PredictedRates& rates)
{
    const JointPose& now = c.now;
    switch (row.part.coordinate) {
    case JointCoordinate::Along:
        return alongRate(c, rates);
    case JointCoordinate::Across:
        return dot(perp(rates.axis), now.d) + dot(perp(now.axis + c.h * rates.axis), rates.d);
    case JointCoordinate::Length:
        return lengthRate(now.d, rates.d, c.h);
    case JointCoordinate::Mesh:
        return meshRate(row, c, rates);
    case JointCoordinate::Angle:
    case JointCoordinate::Rope:
        break;
    }
    return lengthRate(now.ropeA, rates.anchorA, c.h) +
           row.part.ratio * lengthRate(now.ropeB, rates.anchorB, c.h);
}

Vec2 unitOr(Vec2 v, Vec2 fallback)
{
    const float size = length(v);
    return size > 0.0f ? (1.0f / size) * v : fallback;
}

JointPose poseAt(const JointConstraint& c, const BodyState& a, const BodyState& b)
{
    JointPose pose;
    pose.rA = rotate(a.dq, c.start.rA);
    pose.rB = rotate(b.dq, c.start.rB);
    pose.axis = rotate(a.dq, c.start.axis);
    const Vec2 moveA = a.dp + (pose.rA - c.start.rA), moveB = b.dp + (pose.rB - c.start.rB);
    pose.d = c.start.d + (moveB - moveA);
    pose.angle = c.usesAngle ? c.start.angle + (angleOf(b.dq) - angleOf(a.dq)) : c.start.angle;
    pose.ropeA = c.start.ropeA + moveA;
    pose.ropeB = c.start.ropeB + moveB;
    return pose;
}

// Directions, levers, effective mass and value at a pose.
void update(JointRow& row, const JointConstraint& c, const JointPose& pose)
{
    const auto along = [&](Vec2 direction) {
        row.directionA = -direction;
        row.directionB = direction;
        row.leverA = -cross(pose.d + pose.rA, direction);
        row.leverB = cross(pose.rB, direction);
        row.value = dot(direction, pose.d);
    };
    switch (row.part.coordinate) {
    case JointCoordinate::Along:
        along(pose.axis);
        break;
    case JointCoordinate::Across:
        along(perp(pose.axis));
        break;
    case JointCoordinate::Length:
        along(unitOr(pose.d, pose.axis));
        break;
    case JointCoordinate::Angle:
        row.directionA = row.directionB = {0.0f, 0.0f};
        row.leverA = -1.0f;
        row.leverB = 1.0f;
        row.value = pose.angle;
        break;
    case JointCoordinate::Rope: {
        const float ratio = row.part.ratio;
        row.directionA = unitOr(pose.ropeA, {0.0f, -1.0f});
        row.directionB = ratio * unitOr(pose.ropeB, {0.0f, -1.0f});
        row.leverA = cross(pose.rA, row.directionA);
        row.leverB = cross(pose.rB, row.directionB);
        row.value = length(pose.ropeA) + ratio * length(pose.ropeB);
        break;
    }
    case JointCoordinate::Mesh: {
        const GearMesh mesh = meshOf(c.gear, pose.d, pose.axis, pose.angle);
        row.directionA = -mesh.direction;
        row.directionB = mesh.direction;
        row.leverA = cross(pose.rA + mesh.pitchPoint, row.directionA);
        row.leverB = cross(pose.rB + mesh.pitchPoint - pose.d, row.directionB);
        row.value = mesh.error;
        break;
    }
    }
    const float k =
        c.invMassA * dot(row.directionA, row.directionA) + c.invInertiaA * row.leverA * row.leverA +
        c.invMassB * dot(row.directionB, row.directionB) + c.invInertiaB * row.leverB * row.leverB;
    row.mass = k > 0.0f ? 1.0f / k : 0.0f;
}

// K = (1/mA + 1/mB) I + (1/IA) [rA_y^2, -rA_x rA_y; ., rA_x^2] + the same for B.
void updatePin(JointConstraint& c, const JointPose& pose)
{
    const Vec2 rA = pose.rA, rB = pose.rB;
    const float mass = c.invMassA + c.invMassB;
    c.k11 = mass + c.invInertiaA * rA.y * rA.y + c.invInertiaB * rB.y * rB.y;
    c.k12 = -c.invInertiaA * rA.x * rA.y - c.invInertiaB * rB.x * rB.y;
    c.k22 = mass + c.invInertiaA * rA.x * rA.x + c.invInertiaB * rB.x * rB.x;
    const float det = c.k11 * c.k22 - c.k12 * c.k12;
    const float inverse = det > 0.0f ? 1.0f / det : 0.0f;
    c.m11 = inverse * c.k22;
    c.m12 = -inverse * c.k12;
    c.m22 = inverse * c.k11;
}

void update(JointConstraint& c, const BodyState& a, const BodyState& b)
{
    c.now = poseAt(c, a, b);
    for (JointRow& row : c.rows) update(row, c, c.now);
    if (c.hasPin) updatePin(c, c.now);
}

// Rows of bodies that nothing moves are shared between groups, and are not written.
void applyImpulse(const JointConstraint& c, const JointRow& row, BodyState& a, BodyState& b, float impulse)
{
    if (c.recorder)
        c.recorder->joined(c.joint, impulse * row.directionA, impulse * row.leverA, impulse * row.directionB,
                           impulse * row.leverB);
    if (c.invMassA > 0.0f) {
        a.v += c.invMassA * impulse * row.directionA;
        a.w += c.invInertiaA * impulse * row.leverA;
    }
    if (c.invMassB > 0.0f) {
        b.v += c.invMassB * impulse * row.directionB;
        b.w += c.invInertiaB * impulse * row.leverB;
    }
}

void applyPinImpulse(const JointConstraint& c, BodyState& a, BodyState& b, Vec2 impulse)
{
    if (c.recorder)
        c.recorder->joined(c.joint, -impulse, -cross(c.now.rA, impulse), impulse, cross(c.now.rB, impulse));
    if (c.invMassA > 0.0f) {
        a.v -= c.invMassA * impulse;
        a.w -= c.invInertiaA * cross(c.now.rA, impulse);
    }
    if (c.invMassB > 0.0f) {
        b.v += c.invMassB * impulse;
        b.w += c.invInertiaB * cross(c.now.rB, impulse);
    }
}

float velocityOf(const JointRow& row, const BodyState& a, const BodyState& b)
{
    return dot(row.directionA, a.v) + row.leverA * a.w + dot(row.directionB, b.v) + row.leverB * b.w;
}

float correctionSpeed(const JointConstraint& c, float error, float share = kJointErrorShare)
{
    return std::clamp(share * error / c.h, -c.pushSpeed, c.pushSpeed);
}

// Sets the accumulated impulse and applies the difference.
void setImpulse(const JointConstraint& c, JointRow& row, BodyState& a, BodyState& b, float impulse)
{
    applyImpulse(c, row, a, b, impulse - row.impulse);
    row.impulse = impulse;
}

// The speed at which a limit may be approached: at the end of the substep it is crossed only as far as it is
// now.
float allowedSpeed(const JointConstraint& c, float gap, JointPass pass, float share = kJointErrorShare)
{
    if (gap > 0.0f) return gap / c.h;
    return pass == JointPass::Push ? correctionSpeed(c, gap, share) : 0.0f;
}

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
    const float speed = velocityOf(row, a, b);
    const float limit = motorLimit(c, row, speed);
    const float wanted = row.impulse - row.mass * (speed - row.part.target);
    return {.rate = speed,
            .bias = -row.part.target,
            .wanted = wanted,
            .after = std::clamp(wanted, -limit, limit),
            .limit = limit};
}

float speedOf(const JointConstraint& c, const JointRow& row, const BodyState& a, const BodyState& b,
              JointPass pass)
{
    const bool isAngle = row.part.coordinate == JointCoordinate::Angle;
    if (pass != JointPass::Push || isAngle || !isPredictable(c, a, b)) return velocityOf(row, a, b);
    const PredictedRates rates = predict(c, a, b);
    bool isShort = true;
    if (row.part.coordinate == JointCoordinate::Length || row.part.coordinate == JointCoordinate::Mesh)
        isShort = isShortMove(c.now.d, rates.d, c.h);
    if (row.part.coordinate == JointCoordinate::Rope)
        isShort =
            isShortMove(c.now.ropeA, rates.anchorA, c.h) && isShortMove(c.now.ropeB, rates.anchorB, c.h);
    return isShort ? predictedRate(row, c, rates) : velocityOf(row, a, b);
}

// The impulse of a limit is positive at the lower one and negative at the upper one.
RowSolution solvedLimit(const JointConstraint& c, const JointRow& row, const BodyState& a, const BodyState& b,
                        JointPass pass)
{
    const float speed = speedOf(c, row, a, b, pass);
    const float rise = allowedSpeed(c, row.value - row.part.lower, pass);
    const float push = row.impulse - row.mass * (speed + rise);
    if (push > 0.0f) return {.rate = speed, .bias = rise, .wanted = push, .after = push};
    const float fall = allowedSpeed(c, row.part.upper - row.value, pass);
    const float pull = row.impulse - row.mass * (speed - fall);
    return {.rate = speed, .bias = -fall, .wanted = pull, .after = std::min(pull, 0.0f)};
}

// The speed that a row removes is the sum.
struct RowRate {
    float rate = 0.0f, bias = 0.0f;
};
// A limit that pushes, or a motor within its bounds, is a lock.
RowRate rowRate(const JointConstraint& c, const JointRow& row, const BodyState& a, const BodyState& b,
                JointPass pass)
{
    if (row.part.role == Role::Motor) return {velocityOf(row, a, b), -row.part.target};
    if (row.part.role == Role::Limit) {
        const float gap = row.side > 0.0f ? row.value - row.part.lower : row.part.upper - row.value;
        // All of the error at once: what a limit yielded comes back in the next substep.
        return {speedOf(c, row, a, b, pass), row.side * allowedSpeed(c, gap, pass, 1.0f)};
    }
    const float deviation = row.value - row.part.target;
    if (row.part.role == Role::Spring) return {velocityOf(row, a, b), row.softness.biasRate * deviation};
    return {speedOf(c, row, a, b, pass), pass == JointPass::Push ? correctionSpeed(c, deviation) : 0.0f};
}
// The same, or the part of its error that moving poses removes.
float rowError(const JointConstraint& c, const JointRow& row, const BodyState& a, const BodyState& b,
               JointPass pass)
{
    if (pass == JointPass::Correct && row.part.role != Role::Spring)
        return kPoseErrorShare * (row.value - row.part.target);
    const auto [rate, bias] = rowRate(c, row, a, b, pass);
    return rate + bias;
}

// Softness::impulseScale / massScale: the softness in units of the inverse effective mass.
double relativeSoftness(const Softness& s)
{
    return s.massScale > 0.0f ? static_cast<double>(s.impulseScale) / static_cast<double>(s.massScale) : 1e12;
}

// The same of a row in a tree.
double treeSoftness(const JointConstraint& c, const JointRow& row)
{
    if (row.part.role == Role::Spring) return relativeSoftness(row.softness);
    return row.part.role == Role::Limit && c.limitsYield ? kLimitSoftness : 0.0;
}

RowSolution solvedSoft(const JointConstraint& c, const JointRow& row, const Softness& s, const BodyState& a,
                       const BodyState& b)
{
    float bias = s.biasRate * (row.value - row.part.target);
    if (row.part.role == Role::Lock) bias = std::clamp(bias, -c.pushSpeed, c.pushSpeed);
    const float rate = velocityOf(row, a, b);
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

int indexOf(const JointConstraint& c, const JointRow& row) { return static_cast<int>(&row - c.rows.data()); }

JointVisit visitOf(const JointConstraint& c, const JointRow& row, JointVisit::Kind kind, JointPass pass)
{
    return {.joint = c.joint,
            .row = indexOf(c, row),
            .kind = kind,
            .pass = pass,
            .value = {row.value, 0.0f},
            .directionA = row.directionA,
            .directionB = row.directionB,
            .massXX = row.mass,
            .before = {row.impulse, 0.0f}};
}
JointVisit visitOfPin(const JointConstraint& c, JointVisit::Kind kind, JointPass pass)
{
    return {.joint = c.joint,
            .kind = kind,
            .pass = pass,
            .value = c.now.d,
            .massXX = c.m11,
            .massXY = c.m12,
            .massYY = c.m22,
            .before = c.pinImpulse};
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
// At the begin of a substep or of relaxing.
void reportBegin(const JointConstraint& c, const JointRow& row, JointPass pass, float before, float after)
{
    JointVisit visit = visitOf(c, row, JointVisit::Kind::Begin, pass);
    visit.before.x = before;
    visit.wanted.x = visit.after.x = after;
    c.recorder->visitedJoint(visit);
}
// See JointVisit::Kind::Leave.
void reportLeave(const JointConstraint& c, const JointRow& row, JointPass pass, float bounded)
{
    JointVisit visit = visitOf(c, row, JointVisit::Kind::Leave, pass);
    visit.wanted.x = row.impulse;
    visit.after.x = bounded;
    if (row.part.role == Role::Motor) visit.limit = std::fabs(bounded);
    c.recorder->visitedJoint(visit);
}
void reportPinBegin(const JointConstraint& c, JointPass pass, Vec2 before, Vec2 after)
{
    JointVisit visit = visitOfPin(c, JointVisit::Kind::Begin, pass);
    visit.before = before;
    visit.wanted = visit.after = after;
    c.recorder->visitedJoint(visit);
}

template<bool kRecorded>
void solveRow(const JointConstraint& c, JointRow& row, BodyState& a, BodyState& b, JointPass pass)
{
    if (row.part.role == Role::Spring && pass == JointPass::Relax) return;
    const RowSolution solution = solvedRow(c, row, a, b, pass);
    if constexpr (kRecorded) report(c, row, pass, solution);
    setImpulse(c, row, a, b, solution.after);
}

Softness pinSoftnessOf(const JointConstraint& c, JointPass pass)
{
    if (!c.isPinRigid) return c.pinSoftness;
    return c.isInNet && pass == JointPass::Push ? c.netSoftness : Softness{};
}

// The same of the pin.
struct PinRate {
    Vec2 rate{0.0f, 0.0f};
    Vec2 bias{-0.0f, -0.0f}; // adding it keeps the sign of zero
};
PinRate pinRate(const JointConstraint& c, const BodyState& a, const BodyState& b, JointPass pass)
{
    const Vec2 speed = b.v + cross(b.w, c.now.rB) - a.v - cross(a.w, c.now.rA);
    if (!c.isPinRigid) return {speed, c.pinSoftness.biasRate * c.now.d};
    if (pass != JointPass::Push) return {speed};
    const float error = length(c.now.d), rate = c.isInNet ? c.netSoftness.biasRate : kJointErrorShare / c.h;
    const float share = std::min(rate, error > 0.0f ? c.pushSpeed / error : 0.0f);
    return {isPredictable(c, a, b) ? predict(c, a, b).d : speed, share * c.now.d};
}
Vec2 pinError(const JointConstraint& c, const BodyState& a, const BodyState& b, JointPass pass)
{
    if (pass == JointPass::Correct) return kPoseErrorShare * c.now.d;
    const auto [rate, bias] = pinRate(c, a, b, pass);
    return rate + bias;
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
    update(c, a, b);
    for (JointRow& row : c.rows) {
        row.relax = -row.impulse;
        if (row.part.role == Role::Lock) setImpulse(c, row, a, b, row.impulse + row.relaxBefore);
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

// Of a limit that pushes with this impulse: 1 for the lower one, -1 for the upper one; 0: neither.
float sideOf(float impulse) { return impulse > 0.0f ? 1.0f : impulse < 0.0f ? -1.0f : 0.0f; }

BodyState& stateOf(std::span<BodyState> states, int32_t row) { return states[static_cast<size_t>(row)]; }

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
    c.invInertiaA = c.rowA != 0 ? a.invInertia : 0.0f;
    c.invInertiaB = c.rowB != 0 ? b.invInertia : 0.0f;

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
                                ContactRecorder* recorder)
{
    for (JointConstraint& c : constraints) {
        c.recorder = recorder;
        BodyState &a = stateOf(states, c.rowA), &b = stateOf(states, c.rowB);
        update(c, a, b);
        for (JointRow& row : c.rows) {
            // The impulse of a limit or motor has bounds that hold for its sum. That of a limit is not
            // warm-started: a joint that has just hit its limit would be thrown back.
            row.relaxBefore = row.relax;
            if (row.part.role == Role::Lock) row.impulse -= row.relax;
            row.relax = 0.0f;
            row.side = sideOf(row.impulse);
            if (row.part.role == Role::Limit) row.impulse = 0.0f;
            if (recorder) reportBegin(c, row, JointPass::Push, 0.0f, row.impulse);
            applyImpulse(c, row, a, b, row.impulse);
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

// Whether a row with bounds may be an equation of the tree or linkage. Other solvers than the soft step solve
// limits and motors one by one, as they were published.
bool mayEnterTree(const JointConstraint& c, const JointRow& row, JointPass pass)
{
    return c.isInTree && (pass == JointPass::Push || pass == JointPass::Relax) && row.exits < kMaxTreeExits &&
           row.mass > 0.0f && treeRowCount(c) < kMaxTreeRows;
}
bool isWithinBounds(const JointConstraint& c, const JointRow& row)
{
    return row.part.maxPower <= 0.0f && std::fabs(row.impulse) < c.h * row.part.maxForce;
}

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

void chooseTreeRows(JointConstraint& c, JointPass pass)
{
    if (!c.isInTree) return;
    c.limitsYield = pass == JointPass::Push;
    for (JointRow& row : c.rows) {
        row.isInTree = false;
        row.exits = 0;
    }
    const bool movesSprings = pass == JointPass::Push || pass == JointPass::Velocity;
    c.isPinInTree = c.hasPin && c.pinMaxImpulse <= 0.0f && (c.isPinRigid || movesSprings);
    const auto choose = [&](Role role) {
        for (JointRow& row : c.rows) {
            if (row.part.role != role) continue;
            row.isInTree = treeRowCount(c) < kMaxTreeRows && row.mass > 0.0f && row.part.maxForce <= 0.0f;
        }
    };
    choose(Role::Lock);
    if (movesSprings) choose(Role::Spring);
    // Those that were within their bounds at last.
    for (JointRow& row : c.rows) {
        if (pass == JointPass::Relax) row.side = sideOf(row.impulse);
        const bool wasActive = (row.part.role == Role::Limit && row.side != 0.0f) ||
                               (row.part.role == Role::Motor && isWithinBounds(c, row));
        if (wasActive) row.isInTree = mayEnterTree(c, row, pass);
    }
}

bool leaveTree(std::span<JointConstraint> constraints, std::span<BodyState> states, JointPass pass)
{
    bool any = false;
    for (JointConstraint& c : constraints) {
        for (JointRow& row : c.rows) {
            if (!row.isInTree) continue;
            float bounded = row.impulse;
            if (row.part.role == Role::Limit) bounded = row.side * std::max(row.side * row.impulse, 0.0f);
            if (row.part.role == Role::Motor) {
                const float limit = c.h * row.part.maxForce;
                bounded = std::clamp(row.impulse, -limit, limit);
            }
            if (bounded == row.impulse) continue;
            if (c.recorder) reportLeave(c, row, pass, bounded);
            setImpulse(c, row, stateOf(states, c.rowA), stateOf(states, c.rowB), bounded);
            row.isInTree = false;
            ++row.exits;
            any = true;
        }
    }
    return any;
}

void updateToPoses(JointConstraint& c, std::span<const BodyState> states)
{
    update(c, states[static_cast<size_t>(c.rowA)], states[static_cast<size_t>(c.rowB)]);
}

TreeRows treeRows(const JointConstraint& c, bool parentIsA)
{
    TreeRows result;
    size_t& count = result.count;
    const auto vector = [](Vec2 direction, float lever) {
        return std::array{static_cast<double>(direction.x), static_cast<double>(direction.y),
                          static_cast<double>(lever)};
    };
    const auto add = [&](Vec2 directionA, float leverA, Vec2 directionB, float leverB) {
        const auto ofA = vector(directionA, leverA), ofB = vector(directionB, leverB);
        result.parent[count] = parentIsA ? ofA : ofB;
        result.child[count++] = parentIsA ? ofB : ofA;
    };
    if (c.isPinInTree) {
        const Vec2 rA = c.now.rA, rB = c.now.rB;
        const double softness = c.isPinRigid ? 0.0 : relativeSoftness(c.pinSoftness);
        add({-1.0f, 0.0f}, rA.y, {1.0f, 0.0f}, -rB.y);
        add({0.0f, -1.0f}, -rA.x, {0.0f, 1.0f}, rB.x);
        result.softness.xx = softness * static_cast<double>(c.k11);
        result.softness.xy = softness * static_cast<double>(c.k12);
        result.softness.yy = softness * static_cast<double>(c.k22);
    }
    double* const diagonal[] = {&result.softness.xx, &result.softness.yy, &result.softness.zz};
    for (const JointRow& row : c.rows) {
        if (!row.isInTree) continue;
        *diagonal[count] = treeSoftness(c, row) / static_cast<double>(row.mass);
        add(row.directionA, row.leverA, row.directionB, row.leverB);
    }
    return result;
}

size_t treeRowCount(const JointConstraint& c)
{
    size_t count = c.isPinInTree ? 2 : 0;
    for (const JointRow& row : c.rows) count += row.isInTree ? 1 : 0;
    return count;
}

std::array<double, kMaxTreeRows> treeMasses(const JointConstraint& c)
{
    std::array<double, kMaxTreeRows> masses{};
    size_t count = 0;
    if (c.isPinInTree) {
        masses[count++] = 1.0 / static_cast<double>(c.k11);
        masses[count++] = 1.0 / static_cast<double>(c.k22);
    }
    for (const JointRow& row : c.rows)
        if (row.isInTree) masses[count++] = static_cast<double>(row.mass);
    return masses;
}

namespace {

// What treeErrors() adds up, of each equation.
void reportTreeRates(const JointConstraint& c, const BodyState& a, const BodyState& b, JointPass pass)
{
    if (c.isPinInTree) {
        JointVisit visit = visitOfPin(c, JointVisit::Kind::Tree, pass);
        const auto [rate, bias] = pinRate(c, a, b, pass);
        visit.rate = rate;
        visit.bias = bias;
        if (!c.isPinRigid) {
            visit.massScale = c.pinSoftness.massScale;
            visit.impulseScale = c.pinSoftness.impulseScale;
        }
        c.recorder->visitedJoint(visit);
    }
    for (const JointRow& row : c.rows) {
        if (!row.isInTree) continue;
        JointVisit visit = visitOf(c, row, JointVisit::Kind::Tree, pass);
        const auto [rate, bias] = rowRate(c, row, a, b, pass);
        visit.rate.x = rate;
        visit.bias.x = bias;
        if (row.part.role == Role::Spring) {
            visit.massScale = row.softness.massScale;
            visit.impulseScale = row.softness.impulseScale;
        }
        c.recorder->visitedJoint(visit);
    }
}

} // namespace

std::array<double, kMaxTreeRows> treeErrors(const JointConstraint& c, const SymmetricBlock& softness,
                                            std::span<const BodyState> states, JointPass pass)
{
    const BodyState& a = states[static_cast<size_t>(c.rowA)];
    const BodyState& b = states[static_cast<size_t>(c.rowB)];
    std::array<double, kMaxTreeRows> errors{};
    size_t count = 0;
    if (c.isPinInTree) {
        const Vec2 error = pinError(c, a, b, pass);
        const auto x = static_cast<double>(c.pinImpulse.x), y = static_cast<double>(c.pinImpulse.y);
        errors[0] = static_cast<double>(error.x) + (softness.xx * x + softness.xy * y);
        errors[1] = static_cast<double>(error.y) + (softness.xy * x + softness.yy * y);
        count = 2;
    }
    const double diagonal[] = {softness.xx, softness.yy, softness.zz};
    for (const JointRow& row : c.rows) {
        if (!row.isInTree) continue;
        errors[count] = static_cast<double>(rowError(c, row, a, b, pass)) +
                        diagonal[count] * static_cast<double>(row.impulse);
        ++count;
    }
    if (c.recorder && pass != JointPass::Correct) reportTreeRates(c, a, b, pass);
    return errors;
}

std::array<float, kMaxTreeRows> treeImpulses(const JointConstraint& c)
{
    std::array<float, kMaxTreeRows> impulses{};
    size_t count = 0;
    if (c.isPinInTree) {
        impulses = {c.pinImpulse.x, c.pinImpulse.y};
        count = 2;
    }
    for (const JointRow& row : c.rows)
        if (row.isInTree) impulses[count++] = row.impulse;
    return impulses;
}

std::array<float, kMaxTreeRows> passImpulses(const JointConstraint& c, JointPass pass)
{
    if (pass == JointPass::Correct) return {}; // it moves poses
    std::array<float, kMaxTreeRows> impulses = treeImpulses(c);
    if (pass != JointPass::Relax) return impulses;
    size_t count = 0;
    if (c.isPinInTree) {
        impulses[0] += c.pinRelax.x;
        impulses[1] += c.pinRelax.y;
        count = 2;
    }
    for (const JointRow& row : c.rows)
        if (row.isInTree) impulses[count++] += row.relax;
    return impulses;
}

void applyTreeImpulse(JointConstraint& c, std::span<BodyState> states,
                      const std::array<double, kMaxTreeRows>& impulse)
{
    BodyState &a = stateOf(states, c.rowA), &b = stateOf(states, c.rowB);
    size_t count = 0;
    if (c.isPinInTree) {
        const Vec2 pin{static_cast<float>(impulse[0]), static_cast<float>(impulse[1])};
        applyPinImpulse(c, a, b, pin);
        c.pinImpulse += pin;
        count = 2;
    }
    for (JointRow& row : c.rows)
        if (row.isInTree) setImpulse(c, row, a, b, row.impulse + static_cast<float>(impulse[count++]));
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
            update(row, c, poseAt(c, a, b));
            float error = 0.0f;
            if (row.part.role == Role::Lock) error = row.value - row.part.target;
            if (row.part.role == Role::Limit)
                error = row.value - std::clamp(row.value, row.part.lower, row.part.upper);
            if (error == 0.0f) continue;
            move([&](BodyState& dA, BodyState& dB) {
                applyImpulse(c, row, dA, dB, -kPoseErrorShare * row.mass * error);
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
    const std::array<BodyState, 1> atRest{};
    updateToPoses(c, atRest);
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
