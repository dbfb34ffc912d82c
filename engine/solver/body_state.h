#pragma once

#include "engine/math/rotation.h"

#include <cstddef>

namespace satbox {

// What a body is to the solver: one 32-byte row, so that a lane loads it at once. Row 0 stands for everything
// that never moves; who has which, ConstraintGraph says.
struct alignas(32) BodyState {
    Vec2 v{0.0f, 0.0f};   // m/s, of the centre of mass
    float w = 0.0f;       // rad/s
    float invMass = 0.0f; // 1/kg; here, since it comes along for nothing with the velocity
    Vec2 dp{0.0f, 0.0f};  // how far the centre of mass has moved since the step began, m
    Rot dq{};             // how far it has turned since the step began
};
static_assert(sizeof(BodyState) == 32);

// Values of a body that are the same in all substeps of a step. The kernels load each half as one 16-byte
// row.
struct alignas(32) BodyConstants {
    // anchorReach of a body that never turns, m.
    static constexpr float kNoReach = 1e6f;

    Vec2 dv{0.0f, 0.0f};     // added to the velocity by each substep: h (g + f/m), m/s
    float dw = 0.0f;         // h torque / I, rad/s
    float reserved = 0.0f;   // keeps the rest in the upper half
    float linearKeep = 1.0f; // 1 / (1 + h damping): implicit, so that strong damping never overshoots
    float angularKeep = 1.0f;
    float invInertia = 0.0f;      // 1/(kg m^2)
    float anchorReach = kNoReach; // m, see anchorReachOf()
};
static_assert(sizeof(BodyConstants) == 32 && offsetof(BodyConstants, linearKeep) == 16);

} // namespace satbox
