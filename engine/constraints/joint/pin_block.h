#pragma once

#include <cstdint>

namespace satbox {

// The most lanes of any kernels.
inline constexpr int kMaxPinLanes = 16;

// What pins are packed from, a lane each. A pin is a hinge without spring, limit and motor: a rigid pin and
// nothing else. Floats, not vectors, since the kernels may not share inline functions.
struct PinLanes {
    template<class T>
    using Lanes = T[kMaxPinLanes];

    Lanes<uint32_t> joint;                               // slot of the Joint
    Lanes<uint32_t> rowA, rowB;                          // of its bodies; 0: a body that sleeps or is static
    Lanes<float> invInertiaA, invInertiaB;               // 1/(kg m^2)
    Lanes<float> anchorAx, anchorAy, anchorBx, anchorBy; // m, from the centre of mass, in the body's axes
    Lanes<float> turnAc, turnAs, turnBc, turnBs;         // rotations of the bodies
    Lanes<float> frameAc, frameAs, frameBc, frameBs;     // of the joint's frames
    Lanes<float> centersX, centersY;                     // from A's centre of mass to B's, m
    Lanes<float> angle;                                  // rad, at the end of the last step
    Lanes<float> impulseX, impulseY;                     // N s, of the last substep, as in Joint
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
    float angle[Lanes];                           // rad, when the step began
    uint32_t joint[Lanes];                        // slot
};

// What a step changes of the pins of a block, an array each.
struct PinResults {
    const uint32_t* joint = nullptr;
    const float *impulseX = nullptr, *impulseY = nullptr, *forceX = nullptr, *forceY = nullptr;
    const float* angle = nullptr;
};

// In PinOrder::order: a lane without a pin.
inline constexpr uint32_t kNoPin = 0xffffffffu;

} // namespace satbox
