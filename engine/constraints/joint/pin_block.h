#pragma once

#include <cstdint>

namespace satbox {

// A hinge without spring, limit and motor: a rigid pin and nothing else. Floats, not vectors, since the
// kernels may not share inline functions.
struct Pin {
    uint32_t joint = 0;          // slot of the Joint
    uint32_t rowA = 0, rowB = 0; // solver rows of its bodies; 0: a body that is not awake
    // When the step began, see JointPose, m.
    float rAx = 0.0f, rAy = 0.0f, rBx = 0.0f, rBy = 0.0f, dx = 0.0f, dy = 0.0f;
    float invInertiaA = 0.0f, invInertiaB = 0.0f; // 1/(kg m^2)
    float impulseX = 0.0f, impulseY = 0.0f;       // N s, of the last substep, as in Joint
    float forceX = 0.0f, forceY = 0.0f;           // N s, on body B, sum over the substeps
    float angle = 0.0f;                           // rad, when the step began
};

// `Lanes` pins as a structure of arrays; no two of them share a movable body. Lanes without a pin use row 0,
// which has no mass.
template<int Lanes>
struct alignas(4 * Lanes) PinBlock {
    uint32_t bodyA[Lanes], bodyB[Lanes];          // byte offsets of the rows of BodyState
    float invInertiaA[Lanes], invInertiaB[Lanes]; // 1/(kg m^2)
    float startAx[Lanes], startAy[Lanes];         // anchors when the step began, see JointPose
    float startBx[Lanes], startBy[Lanes];         //
    float startDx[Lanes], startDy[Lanes];         //
    float rAx[Lanes], rAy[Lanes];                 // at the start of the substep, or at its end
    float rBx[Lanes], rBy[Lanes];                 //
    float dx[Lanes], dy[Lanes];                   //
    float m11[Lanes], m12[Lanes], m22[Lanes];     // effective mass, kg
    float impulseX[Lanes], impulseY[Lanes];       // N s, accumulated in the substep
    float forceX[Lanes], forceY[Lanes];           // N s, sum over the substeps
    uint32_t joint[Lanes];                        // slot
};

// In the order of pins (PinKernels::pack): a lane without a pin.
inline constexpr uint32_t kNoPin = 0xffffffffu;

} // namespace satbox
