#pragma once

#include "engine/constraints/joint/joint_constraint.h"
#include "engine/constraints/joint/joint_rules.h"

// The equations of a prepared joint, its rows and its pin: their directions and effective masses at a pose,
// the speeds that solving removes, and what impulses change.
namespace satbox {

// The share of a joint's error that is removed when poses are corrected directly, which adds no velocity.
inline constexpr float kPoseErrorShare = 0.8f;

JointPose poseAt(const JointConstraint& c, const BodyState& a, const BodyState& b);
// Directions, levers, effective mass and value at a pose.
void updateRow(JointRow& row, const JointConstraint& c, const JointPose& pose);
// The matrix K of the pin, and its inverse.
void updatePin(JointConstraint& c, const JointPose& pose);
// All of these, at the present poses.
void updateToPoses(JointConstraint& c, const BodyState& a, const BodyState& b);

inline BodyState& stateOf(std::span<BodyState> states, int32_t row)
{
    return states[static_cast<size_t>(row)];
}

// Rows of bodies that nothing moves are shared between groups, and are not written.
inline void applyRowImpulse(const JointConstraint& c, const JointRow& row, BodyState& a, BodyState& b,
                            float impulse)
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

inline void applyPinImpulse(const JointConstraint& c, BodyState& a, BodyState& b, Vec2 impulse)
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

inline float rowVelocity(const JointRow& row, const BodyState& a, const BodyState& b)
{
    return dot(row.directionA, a.v) + row.leverA * a.w + dot(row.directionB, b.v) + row.leverB * b.w;
}

// Sets the accumulated impulse and applies the difference.
inline void setRowImpulse(const JointConstraint& c, JointRow& row, BodyState& a, BodyState& b, float impulse)
{
    applyRowImpulse(c, row, a, b, impulse - row.impulse);
    row.impulse = impulse;
}

// Of a limit that pushes with this impulse: 1 for the lower one, -1 for the upper one; 0: neither.
inline float sideOf(float impulse) { return impulse > 0.0f ? 1.0f : impulse < 0.0f ? -1.0f : 0.0f; }

// The speed at which a limit may be approached: at the end of the substep it is crossed only as far as it is
// now.
float allowedSpeed(const JointConstraint& c, float gap, JointPass pass, float share = kJointErrorShare);
// rowVelocity(), or while joints push, the rate at which the row's value will change in this substep.
float rowSpeed(const JointConstraint& c, const JointRow& row, const BodyState& a, const BodyState& b,
               JointPass pass);

// The speed that a row removes is the sum.
struct RowRate {
    float rate = 0.0f, bias = 0.0f;
};
// A limit that pushes, or a motor within its bounds, is a lock.
RowRate rowRate(const JointConstraint& c, const JointRow& row, const BodyState& a, const BodyState& b,
                JointPass pass);
// The same, or the part of its error that moving poses removes.
float rowError(const JointConstraint& c, const JointRow& row, const BodyState& a, const BodyState& b,
               JointPass pass);

// The same of the pin.
struct PinRate {
    Vec2 rate{0.0f, 0.0f};
    Vec2 bias{-0.0f, -0.0f}; // adding it keeps the sign of zero
};
PinRate pinRate(const JointConstraint& c, const BodyState& a, const BodyState& b, JointPass pass);
Vec2 pinError(const JointConstraint& c, const BodyState& a, const BodyState& b, JointPass pass);

} // namespace satbox
