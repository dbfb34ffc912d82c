#pragma once

#include <satbox/math.h>

#include <cstddef>

namespace satbox {

// Solver state of a body, a row of 32 bytes. SIMD kernels load each 16-byte half separately: velocity with
// inverse mass, and pose change. Row 0, with no mass, stands for every body that is not awake: static,
// sleeping, disabled and frozen ones.
struct alignas(32) BodyState {
    Vec2 v{0.0f, 0.0f};   // m/s, of the centre of mass
    float w = 0.0f;       // rad/s
    float invMass = 0.0f; // 1/kg; here because it is loaded with the velocity at no cost
    Vec2 dp{0.0f, 0.0f};  // displacement of the centre of mass since the step began, m
    Rot dq{};             // rotation since the step began
};
static_assert(sizeof(BodyState) == 32);

} // namespace satbox
