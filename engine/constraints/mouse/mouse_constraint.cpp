#include "engine/constraints/mouse/mouse_constraint.h"

namespace satbox {

namespace {

void applyImpulse(const MouseConstraint& c, BodyState& s, Vec2 impulse, ContactRecorder* recorder)
{
    if (recorder) recorder->pulled(c.joint, c.anchor, impulse);
    s.v += c.invMass * impulse;
    s.w += c.invInertia * cross(c.anchor, impulse);
}

} // namespace

MouseConstraint prepareMouse(const MouseJoint& joint, int32_t row, float invMass, float invInertia,
                             Vec2 anchor, Vec2 error, const StepContext& context)
{
    MouseConstraint c;
    c.row = row;
    c.invMass = invMass;
    c.invInertia = invInertia;
    c.anchor = anchor;
    c.error = error;
    c.softness = makeSoftness(context.mouseFrequency, context.mouseDampingRatio, context.h);
    constexpr float kStandardGravity = 9.81f; // m/s^2
    c.maxImpulse = context.h * context.mouseForceLimit * kStandardGravity / invMass;
    c.impulse = context.warmStarting ? joint.impulse : Vec2{0.0f, 0.0f};

    // K = (1/m) I + (1/I) [r_y^2, -r_x r_y; -r_x r_y, r_x^2]; the effective mass is its inverse.
    const float k11 = invMass + invInertia * anchor.y * anchor.y;
    const float k12 = -invInertia * anchor.x * anchor.y;
    const float k22 = invMass + invInertia * anchor.x * anchor.x;
    const float det = k11 * k22 - k12 * k12;
    if (det > 0.0f) {
        c.m11 = k22 / det;
        c.m12 = -k12 / det;
        c.m22 = k11 / det;
    }
    return c;
}

MouseConstraint MouseConstraint::prepare(const MouseJoint& joint, uint32_t slot, uint32_t row,
                                         const BodyStore& bodies, const StepContext& context)
{
    const BodyMotion& m = bodies.motions[joint.body];
    const Vec2 anchor = rotate(m.q, joint.localAnchor - m.localCenter);
    MouseConstraint c = prepareMouse(joint, static_cast<int32_t>(row), m.invMass, m.invInertia, anchor,
                                     (m.center - joint.target) + anchor, context);
    c.joint = slot;
    return c;
}

void MouseConstraint::warmStart(std::span<const MouseConstraint> constraints, std::span<BodyState> states,
                                ContactRecorder* recorder)
{
    for (const MouseConstraint& c : constraints)
        applyImpulse(c, states[static_cast<size_t>(c.row)], c.impulse, recorder);
}

void MouseConstraint::solve(std::span<MouseConstraint> constraints, std::span<BodyState> states,
                            ContactRecorder* recorder)
{
    for (MouseConstraint& c : constraints) {
        BodyState& s = states[static_cast<size_t>(c.row)];
        const Vec2 error = c.error + s.dp + (rotate(s.dq, c.anchor) - c.anchor);
        const Vec2 velocity = s.v + cross(s.w, c.anchor) + c.softness.biasRate * error;
        const Vec2 push{c.m11 * velocity.x + c.m12 * velocity.y, c.m12 * velocity.x + c.m22 * velocity.y};

        const Vec2 old = c.impulse;
        Vec2 now = old - c.softness.massScale * push - c.softness.impulseScale * old;
        const float size = length(now);
        if (size > c.maxImpulse) now = (c.maxImpulse / size) * now;
        c.impulse = now;
        applyImpulse(c, s, now - old, recorder);
    }
}

} // namespace satbox
