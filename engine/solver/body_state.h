#pragma once

#include "engine/math/rotation.h"

namespace satbox {

// What a body is to the solver: one 32-byte row, so that a lane loads it at once. Row 0 stands for everything
// that never moves; awake body i of BodyStore::awake has row i + 1.
struct alignas(32) BodyState {
    Vec2 v{0.0f, 0.0f};   // m/s, of the centre of mass
    float w = 0.0f;       // rad/s
    float invMass = 0.0f; // 1/kg; here, since it comes along for nothing with the velocity
    Vec2 dp{0.0f, 0.0f};  // how far the centre of mass has moved since the step began, m
    Rot dq{};             // how far it has turned since the step began
};
static_assert(sizeof(BodyState) == 32);

} // namespace satbox
