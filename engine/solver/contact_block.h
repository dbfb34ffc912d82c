#pragma once

#include <cstdint>

namespace satbox {

// One contact point of W contacts.
template<int W>
struct PointLanes {
    float rAx[W], rAy[W], rBx[W], rBy[W]; // anchors from the centres of mass when the step began, m
    float adjusted[W];    // separation less (rB - rA).n: adding the anchors' present difference gives it anew
    float normalMass[W];  // effective mass along the normal, kg; 0 where there is no point
    float tangentMass[W]; // along the tangent, kg
    float normalImpulse[W];  // N s, accumulated in the present substep
    float tangentImpulse[W]; // N s
    float totalImpulse[W];   // N s, summed over substeps
};

// W contacts that share no body that can move, as structure of arrays: what the solver streams through,
// twelve times a step. W is 1, 4 or 8; lanes without a contact have a row of their own and zero masses.
// Plain floats, so that code compiled for any instruction set may fill it.
template<int W>
struct alignas(4 * W) ContactBlock {
    uint32_t bodyA[W], bodyB[W];    // where their rows of BodyState begin, bytes
    float invMassA[W], invMassB[W]; // 1/kg
    float invInertiaA[W], invInertiaB[W];
    float nx[W], ny[W]; // normal from A to B; the tangent is perp(n) = (-ny, nx)
    float followA[W],
        followB[W];    // share of the relative motion that an anchor follows: 1 and 0, 0 and 1, or none
    float friction[W]; // Coulomb coefficient that holds in this step
    float biasRate[W], massScale[W], impulseScale[W]; // Softness
    PointLanes<W> points[2];
};

// What only bouncing and storing look at.
template<int W>
struct alignas(4 * W) ContactBlockExtra {
    float restitution[W];
    float approach[2][W]; // normal velocity when the step began, m/s
};

} // namespace satbox
