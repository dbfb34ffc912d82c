#include "engine/constraints/joint/joint_equations.h"

#include "engine/constraints/joint/joint_rules.h"
#include "engine/model/gear_mesh.h"

#include <algorithm>
#include <cmath>

namespace satbox {
namespace {

using Role = JointPart::Role;

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
// PredictedRates::d alone.
Vec2 predictSeparation(const JointConstraint& c, const BodyState& a, const BodyState& b)
{
    const PredictedTurn turnA(a.w, c.h), turnB(b.w, c.h);
    return (b.v + turnB.rate(c.now.rB)) - (a.v + turnA.rate(c.now.rA));
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

float correctionSpeed(const JointConstraint& c, float error, float share = kJointErrorShare)
{
    return std::clamp(share * error / c.h, -c.pushSpeed, c.pushSpeed);
}

} // namespace

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

void updateRow(JointRow& row, const JointConstraint& c, const JointPose& pose)
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

void updateToPoses(JointConstraint& c, const BodyState& a, const BodyState& b)
{
    c.now = poseAt(c, a, b);
    for (JointRow& row : c.rows) updateRow(row, c, c.now);
    if (c.hasPin) updatePin(c, c.now);
}

float allowedSpeed(const JointConstraint& c, float gap, JointPass pass, float share)
{
    if (gap > 0.0f) return gap / c.h;
    return pass == JointPass::Push ? correctionSpeed(c, gap, share) : 0.0f;
}

float rowSpeed(const JointConstraint& c, const JointRow& row, const BodyState& a, const BodyState& b,
               JointPass pass)
{
    const bool isAngle = row.part.coordinate == JointCoordinate::Angle;
    if (pass != JointPass::Push || isAngle || !isPredictable(c, a, b)) return rowVelocity(row, a, b);
    const PredictedRates rates = predict(c, a, b);
    bool isShort = true;
    if (row.part.coordinate == JointCoordinate::Length || row.part.coordinate == JointCoordinate::Mesh)
        isShort = isShortMove(c.now.d, rates.d, c.h);
    if (row.part.coordinate == JointCoordinate::Rope)
        isShort =
            isShortMove(c.now.ropeA, rates.anchorA, c.h) && isShortMove(c.now.ropeB, rates.anchorB, c.h);
    return isShort ? predictedRate(row, c, rates) : rowVelocity(row, a, b);
}

RowRate rowRate(const JointConstraint& c, const JointRow& row, const BodyState& a, const BodyState& b,
                JointPass pass)
{
    if (row.part.role == Role::Motor) return {rowVelocity(row, a, b), -row.part.target};
    if (row.part.role == Role::Limit) {
        const float gap = row.side > 0.0f ? row.value - row.part.lower : row.part.upper - row.value;
        // All of the error at once: what a limit yielded comes back in the next substep.
        return {rowSpeed(c, row, a, b, pass), row.side * allowedSpeed(c, gap, pass, 1.0f)};
    }
    const float deviation = row.value - row.part.target;
    if (row.part.role == Role::Spring) return {rowVelocity(row, a, b), row.softness.biasRate * deviation};
    return {rowSpeed(c, row, a, b, pass), pass == JointPass::Push ? correctionSpeed(c, deviation) : 0.0f};
}
float rowError(const JointConstraint& c, const JointRow& row, const BodyState& a, const BodyState& b,
               JointPass pass)
{
    if (pass == JointPass::Correct && row.part.role != Role::Spring)
        return kPoseErrorShare * (row.value - row.part.target);
    const auto [rate, bias] = rowRate(c, row, a, b, pass);
    return rate + bias;
}

namespace {

Vec2 pinSpeed(const JointConstraint& c, const BodyState& a, const BodyState& b)
{
    return b.v + cross(b.w, c.now.rB) - a.v - cross(a.w, c.now.rA);
}
// pinRate() of a rigid pin that pushes.
PinRate pushRate(const JointConstraint& c, const BodyState& a, const BodyState& b)
{
    const float error = length(c.now.d), rate = c.isInNet ? c.netSoftness.biasRate : kJointErrorShare / c.h;
    const float share = std::min(rate, error > 0.0f ? c.pushSpeed / error : 0.0f);
    return {isPredictable(c, a, b) ? predictSeparation(c, a, b) : pinSpeed(c, a, b), share * c.now.d};
}

} // namespace

PinRate pinRate(const JointConstraint& c, const BodyState& a, const BodyState& b, JointPass pass)
{
    if (!c.isPinRigid) return {pinSpeed(c, a, b), c.pinSoftness.biasRate * c.now.d};
    if (pass == JointPass::Push) return pushRate(c, a, b);
    return {pinSpeed(c, a, b)};
}
Vec2 pinError(const JointConstraint& c, const BodyState& a, const BodyState& b, JointPass pass)
{
    if (pass == JointPass::Correct) return kPoseErrorShare * c.now.d;
    const auto [rate, bias] = pinRate(c, a, b, pass);
    return rate + bias;
}

} // namespace satbox
