#pragma once

#include <satbox/body_state.h>
#include <satbox/math.h>

#include <cstddef>

namespace satbox {

// Values of a body that are the same in all substeps of a step. The kernels load each half as one 16-byte
// row.
struct alignas(32) BodyConstants {
    // maxAnchorShift of a body that cannot rotate, m.
    static constexpr float kUnlimitedShift = 1e6f;
    // Values of `locks`: along which axes of the world the centre of mass does not move.
    static constexpr float kLockX = 1.0f, kLockY = 2.0f, kLockBoth = 3.0f;

    Vec2 dv{0.0f, 0.0f};              // added to the velocity by each substep: h (g + f/m), m/s
    float dw = 0.0f;                  // h torque / I, rad/s
    float locks = 0.0f;               // one of the three above, or 0: no axis is locked
    float linearDampingFactor = 1.0f; // 1 / (1 + h damping): implicit, so strong damping never overshoots
    float angularDampingFactor = 1.0f;
    float invInertia = 0.0f;                // 1/(kg m^2)
    float maxAnchorShift = kUnlimitedShift; // m, see maxAnchorShiftOf()
};
static_assert(sizeof(BodyConstants) == 32 && offsetof(BodyConstants, linearDampingFactor) == 16);

} // namespace satbox
