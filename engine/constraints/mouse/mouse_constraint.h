#pragma once

#include "engine/constraints/contact/contact_recorder.h"
#include "engine/constraints/step_context.h"
#include "engine/model/body_store.h"
#include "engine/model/mouse_joint.h"
#include <satbox/body_state.h>

#include <cstdint>
#include <span>

namespace satbox {

// A mouse joint prepared for one step.
struct MouseConstraint {
    uint32_t joint = 0; // slot of the MouseJoint
    int32_t row = 0;
    float invMass = 0.0f;
    float invInertia = 0.0f;
    Vec2 anchor{0.0f, 0.0f}; // relative to the centre of mass when the step began, world axes
    Vec2 error{0.0f, 0.0f};  // anchor point minus target when the step began, m
    float m11 = 0.0f, m12 = 0.0f, m22 = 0.0f; // effective mass: the inverse of K, kg
    Softness softness;
    float maxImpulse = 0.0f;  // N s, per substep
    Vec2 impulse{0.0f, 0.0f}; // N s, accumulated
    Vec2 total{0.0f, 0.0f};   // N s, sum over the substeps

    // `row`: of the joint's body.
    static MouseConstraint prepare(const MouseJoint& joint, uint32_t slot, uint32_t row,
                                   const BodyStore& bodies, const StepContext& context);
    // `recorder`: receives every impulse, or nullptr.
    static void warmStart(std::span<const MouseConstraint> constraints, std::span<BodyState> states,
                          ContactRecorder* recorder);
    static void solve(std::span<MouseConstraint> constraints, std::span<BodyState> states,
                      ContactRecorder* recorder);
    void endSubstep() { total += impulse; }
    void store(MouseJoint& target, const StepContext& context) const
    {
        target.impulse = impulse;
        target.force = (1.0f / context.dt) * total;
    }
};

// The force limit is a multiple of the body's weight under standard gravity, so that it works in weightless
// worlds too.
MouseConstraint prepareMouse(const MouseJoint& joint, int32_t row, float invMass, float invInertia,
                             Vec2 anchor, Vec2 error, const StepContext& context);

} // namespace satbox
