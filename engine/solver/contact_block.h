#pragma once

#include <cstdint>

namespace satbox {

// One contact point of W contacts.
template<int W>
struct PointLanes {
    float rx[W], ry[W];      // anchor from A's centre of mass when the step began, m
    float separation[W];     // m; relax() updates it
    float normalMass[W];     // effective mass along the normal, kg; 0 where there is no point
    float tangentMass[W];    // along the tangent, kg
    float normalImpulse[W];  // N s, accumulated in the present substep
    float tangentImpulse[W]; // N s
};

// ContactBlock::follow of two discs about their centres of mass: anchors of B follow to any distance, and the
// normal turns with the line between the centres. Such a contact has one point. The second one's anchor holds
// half the difference of the radii of A and B, and their sum negative, m.
inline constexpr float kTurningNormal = -1e9f;

// W contacts that share no body that can move, as structure of arrays: what the solver streams through,
// twelve times a step: 112 bytes a contact. W is 1, 4, 8 or 16; lanes without a contact have row 0,
// which has no mass. Plain floats, so that code compiled for any instruction set may fill it.
template<int W>
struct alignas(4 * W) ContactBlock {
    uint32_t bodyA[W], bodyB[W];          // where their rows of BodyState begin, bytes
    float invInertiaA[W], invInertiaB[W]; // 1/(kg m^2); inverse masses come with the rows
    float nx[W], ny[W];                   // normal from A to B; the tangent is perp(n) = (-ny, nx)
    float gapX[W],
        gapY[W];     // from A's centre of mass to B's when the step began, m: anchors of B are that much less
    float follow[W]; // how far, m, anchors follow the bodies' relative motion: those of A, negative those of
                     // B; kTurningNormal: the normal turns
    float shiftX[W], shiftY[W]; // and how far they have, m
    float friction[W];          // Coulomb coefficient that holds in this step
    float biasRate[W];          // Softness; negative of contacts that bounce
    float impulseScale[W];      // Softness; massScale is 1 less this
    PointLanes<W> points[2];
};

// What warm start and solve do not look at.
template<int W>
struct alignas(4 * W) ContactBlockExtra {
    float approach[2][W];     // of each point: normal velocity when the step began, m/s
    float totalImpulse[2][W]; // of each point: N s along the normal, summed over substeps
    float adjusted[2][W];     // of each point: separation minus (rB - rA).n when the step began, m
};

} // namespace satbox
