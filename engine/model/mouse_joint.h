#pragma once

#include <satbox/math.h>

#include <cstdint>

namespace satbox {

// A spring from a point of a dynamic body to a target in the world, like a hand that holds the body.
struct MouseJoint {
    uint32_t body = 0;            // slot
    Vec2 localAnchor{0.0f, 0.0f}; // relative to the body's origin, body frame, m
    Position target{};
    Vec2 impulse{0.0f, 0.0f}; // N s, of the last substep
    Vec2 force{0.0f, 0.0f};   // N, mean over the last step
};

} // namespace satbox
