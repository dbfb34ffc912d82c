#pragma once

#include <cstdint>

namespace satbox {

// One contact point of each of `Lanes` contacts.
template<int Lanes>
struct PointLanes {
    float rx[Lanes], ry[Lanes];  // anchor relative to A's centre of mass when the step began, m
    float separation[Lanes];     // m; solveRigid() updates it
    float normalMass[Lanes];     // effective mass along the normal, kg; 0 if the contact has no such point
    float tangentMass[Lanes];    // effective mass along the tangent, kg
    float normalImpulse[Lanes];  // N s, accumulated in the current substep
    float tangentImpulse[Lanes]; // N s
};

// Value of ContactBlock::signedMaxShift that marks two discs, each centred on its body's centre of mass.
// Their normal rotates with the line between the centres, and the anchors of B shift without limit. Such a
// contact has one point. The anchor of its second point stores radii instead, m: rx is half the difference of
// the radii of A and B, ry is minus their sum.
inline constexpr float kRotatingNormal = -1e9f;

// `Lanes` contacts as a structure of arrays; no two of them share a movable body. The solver streams through
// these blocks twelve times per step: 112 bytes per contact. `Lanes` is 1, 4, 8 or 16. Lanes without a
// contact use row 0, which has no mass. Plain float arrays, so that code compiled for any instruction set can
// fill them.
template<int Lanes>
struct alignas(4 * Lanes) ContactBlock {
    uint32_t bodyA[Lanes], bodyB[Lanes];          // byte offsets of the rows of BodyState
    float invInertiaA[Lanes], invInertiaB[Lanes]; // 1/(kg m^2); inverse masses are loaded with the rows
    float nx[Lanes], ny[Lanes];                   // normal from A to B; the tangent is perp(n) = (-ny, nx)
    float centerOffsetX[Lanes], centerOffsetY[Lanes]; // from A's centre of mass to B's when the step began,
                                                      // m; B's anchor is A's minus this
    float signedMaxShift[Lanes]; // limit of the anchor shift, m: positive if anchors of A shift, negative if
                                 // anchors of B do; kRotatingNormal: discs
    float shiftX[Lanes], shiftY[Lanes]; // current anchor shift, m
    float friction[Lanes];              // Coulomb coefficient of this step, static or dynamic
    float biasRate[Lanes];              // Softness; negative for contacts with restitution
    float impulseScale[Lanes];          // Softness; massScale is 1 minus this
    PointLanes<Lanes> points[2];
};

// Data that warmStart and solve do not read; all by point.
template<int Lanes>
struct alignas(4 * Lanes) ContactBlockExtra {
    float approach[2][Lanes];           // normal velocity when the step began, m/s
    float totalImpulse[2][Lanes];       // normal impulse summed over substeps, N s
    float adjustedSeparation[2][Lanes]; // separation minus (rB - rA).n when the step began, m
};

// Surface speed and rolling resistance of contacts; no blocks have it unless some shape of the world has
// either.
template<int Lanes>
struct alignas(4 * Lanes) ContactBlockSurface {
    float speed[Lanes]; // m/s, sum of the surface speeds: friction drives the tangent speed to minus this
    float rollingRadius[Lanes];  // m, limit of the rolling impulse per normal impulse
    float rollingMass[Lanes];    // kg m^2, effective inertia of the relative rotation
    float rollingImpulse[Lanes]; // N m s, on B, accumulated in the current substep
};

} // namespace satbox
