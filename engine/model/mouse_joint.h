#pragma once

#include "engine/model/constraint_edge.h"
#include <satbox/body.h>
#include <satbox/ids.h>
#include <satbox/math.h>

#include <cstdint>
#include <tuple>

namespace satbox {

// A spring from a point of a dynamic body to a target in the world, like a hand that holds the body. The
// static members are what JointStore asks of every kind of joint.
struct MouseJoint {
    uint32_t body = 0;            // slot
    Vec2 localAnchor{0.0f, 0.0f}; // relative to the body's origin, body frame, m
    Position target{};
    Vec2 impulse{0.0f, 0.0f}; // N s, of the last substep
    Vec2 force{0.0f, 0.0f};   // N, mean over the last step

    using Tag = MouseJointTag;
    static constexpr const char* kName = "mouse joint"; // in messages
    static constexpr const char* kFileKey = "mouseJoints";
    static constexpr bool kHasDefinition = false; // saved in snapshots only
    static constexpr const char* kExpectedBody = "a dynamic body";
    static constexpr bool holds(BodyType type) { return type == BodyType::Dynamic; }
    // Saved in this order: its bodies, the fields that == and hash cover, and what only describes the last
    // step.
    static constexpr auto bodies() { return std::tuple{&MouseJoint::body}; }
    static constexpr auto stateFields()
    {
        return std::tuple{&MouseJoint::localAnchor, &MouseJoint::target, &MouseJoint::impulse};
    }
    static constexpr auto reportFields() { return std::tuple{&MouseJoint::force}; }

    ConstraintEdge edge(uint32_t slot) const
    {
        return {.bodyA = body, .index = slot, .kind = ConstraintKind::Mouse, .keepsAwake = true};
    }
    void clearImpulses() { impulse = force = {0.0f, 0.0f}; }
    void scaleImpulses(float factor) { impulse *= factor; }
};

} // namespace satbox
