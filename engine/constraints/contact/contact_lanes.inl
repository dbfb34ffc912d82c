// Shared by all passes over kLanes contacts: block fields in registers, relative motion, impulses. Included
// by contact_kernels.inl.

#include "engine/constraints/body_lanes.inl"
#include "engine/constraints/contact/contact_kernels.h"

namespace satbox {
namespace {

// True if the passes report to a recorder; otherwise the reporting code is not compiled.
#ifdef SATBOX_RECORDED
constexpr bool kRecorded = true;
#else
constexpr bool kRecorded = false;
#endif

using Block = ContactBlock<kLanes>;
using Extra = ContactBlockExtra<kLanes>;
using Surface = ContactBlockSurface<kLanes>;

// Velocities and inverse masses of the two bodies of each lane. Impulses change the velocities.
struct BodyPairVelocities {
    FloatW vAx, vAy, wA, mA, vBx, vBy, wB, mB;
};

[[gnu::always_inline]] inline BodyPairVelocities loadVelocities(const Block& b, const BodyState* states)
{
    const FloatW4 ofA = gather(states, b.bodyA, 0);
    const FloatW4 ofB = gather(states, b.bodyB, 0);
    return {ofA.x, ofA.y, ofA.z, ofA.w, ofB.x, ofB.y, ofB.z, ofB.w};
}
[[gnu::always_inline]] inline void storeBothBodies(bool bothMovable, const Block& b, BodyState* states,
                                                   int half, FloatW mA, FloatW mB, const FloatW4& ofA,
                                                   const FloatW4& ofB)
{
    if (bothMovable) {
        scatter(states, b.bodyA, half, ofA);
        scatter(states, b.bodyB, half, ofB);
    } else {
        scatterMovable(mA, states, b.bodyA, half, ofA);
        scatterMovable(mB, states, b.bodyB, half, ofB);
    }
}
[[gnu::always_inline]] inline void storeVelocities(bool bothMovable, const Block& b, BodyState* states,
                                                   const BodyPairVelocities& v)
{
    storeBothBodies(bothMovable, b, states, 0, v.mA, v.mB, {v.vAx, v.vAy, v.wA, v.mA},
                    {v.vBx, v.vBy, v.wB, v.mB});
}

// Constant fields of a block, loaded once for both points.
struct BlockConstants {
    FloatW iA, iB, nx, ny;
};
[[gnu::always_inline]] inline BlockConstants loadConstants(const Block& b)
{
    return {load(b.invInertiaA), load(b.invInertiaB), load(b.nx), load(b.ny)};
}

struct Anchors {
    FloatW ax, ay, bx, by;
};
[[gnu::always_inline]] inline Anchors loadAnchors(const Block& b, int n)
{
    const FloatW x = load(b.points[n].rx), y = load(b.points[n].ry);
    return {x, y, x - load(b.centerOffsetX), y - load(b.centerOffsetY)};
}

// Adds the impulse P = (px, py) to B and takes it from A.
[[gnu::always_inline]] inline void applyImpulse(BodyPairVelocities& v, const BlockConstants& k,
                                                const Anchors& r, FloatW px, FloatW py)
{
    v.vAx -= v.mA * px;
    v.vAy -= v.mA * py;
    v.wA -= k.iA * (r.ax * py - r.ay * px);
    v.vBx += v.mB * px;
    v.vBy += v.mB * py;
    v.wB += k.iB * (r.bx * py - r.by * px);
}

// Velocity of B's point relative to A's: vB + wB x rB - vA - wA x rA.
[[gnu::always_inline]] inline void relativeVelocity(const BodyPairVelocities& v, const Anchors& r,
                                                    FloatW& dvx, FloatW& dvy)
{
    dvx = (v.vBx - v.wB * r.by) - (v.vAx - v.wA * r.ay);
    dvy = (v.vBy + v.wB * r.bx) - (v.vAy + v.wA * r.ax);
}

// Pose changes since the step began. separation() rotates the anchors with the bodies and keeps the normal.
struct PoseChanges {
    FloatW dx, dy; // displacement of B's centre minus that of A's
    FloatW cA, sA, cB, sB;
};
[[gnu::always_inline]] inline PoseChanges loadPoseChanges(const Block& b, const BodyState* states)
{
    const FloatW4 ofA = gather(states, b.bodyA, 1);
    const FloatW4 ofB = gather(states, b.bodyB, 1);
    return {ofB.x - ofA.x, ofB.y - ofA.y, ofA.z, ofA.w, ofB.z, ofB.w};
}
[[gnu::always_inline]] inline FloatW separation(const PoseChanges& q, const Anchors& r,
                                                const BlockConstants& k, FloatW adjustedSeparation)
{
    const FloatW px = q.dx + ((q.cB * r.bx - q.sB * r.by) - (q.cA * r.ax - q.sA * r.ay));
    const FloatW py = q.dy + ((q.sB * r.bx + q.cB * r.by) - (q.sA * r.ax + q.cA * r.ay));
    return (px * k.nx + py * k.ny) + adjustedSeparation;
}

// The anchors of A and B coincided when the step began; since then the bodies have moved. An impulse must
// still act at one common point. That point stays fixed on the body whose vertex or rim touches; the anchor
// of the other body is shifted to it. Impulses at two points would create spin: an off-centre hit of boxes
// conserved its angular momentum only to 0.4 % instead of to rounding. With a point half way between, a disc
// would roll 4 % too slowly.
struct AnchorShift {
    FloatW ax, ay, bx, by; // added to anchors of A, subtracted from anchors of B
};
[[gnu::always_inline]] inline AnchorShift anchorShiftOf(const Block& b, FloatW x, FloatW y)
{
    const FloatW zero = FloatW{};
    const auto ofA = load(b.signedMaxShift) > zero;
    return {ofA ? x : zero, ofA ? y : zero, ofA ? zero : x, ofA ? zero : y};
}
[[gnu::always_inline]] inline AnchorShift loadAnchorShift(const Block& b)
{
    return anchorShiftOf(b, load(b.shiftX), load(b.shiftY));
}
// Shifts the anchors to the current poses. The shift is stored for the passes until the bodies move again:
// reading the poses in every pass took a sixteenth of the step.
[[gnu::always_inline]] inline AnchorShift moveAnchors(Block& b, const PoseChanges& q)
{
    const FloatW signedMaxShift = load(b.signedMaxShift);
    const FloatW reach = maximum(signedMaxShift, -signedMaxShift);
    const FloatW x = maximum(minimum(q.dx, reach), -reach), y = maximum(minimum(q.dy, reach), -reach);
    store(b.shiftX, x);
    store(b.shiftY, y);
    return anchorShiftOf(b, x, y);
}
// Rotates the normals of discs as they pass each other. With a fixed normal, impulses through both centres
// act on two different lines: discs that met off centre at 20 m/s lost 1.6 % of their angular momentum. Also
// sets the anchor on A and the separation for the current poses, so that the passes treat discs like other
// shapes.
[[gnu::always_inline]] inline void rotateDiscNormals(Block& b, Extra& extra, const PoseChanges& q)
{
    const auto turning = load(b.signedMaxShift) == splat(kRotatingNormal);
    if (!any(turning)) return;
    const FloatW centersX = load(b.centerOffsetX) + q.dx, centersY = load(b.centerOffsetY) + q.dy;
    const FloatW distance = squareRoot(centersX * centersX + centersY * centersY);
    const auto turns = turning & (distance > FloatW{}); // concentric discs keep their normal
    const FloatW divisor = turns ? distance : splat(1.0f);
    const BlockConstants old = loadConstants(b);
    const BlockConstants k{old.iA, old.iB, turns ? centersX / divisor : old.nx,
                           turns ? centersY / divisor : old.ny};
    PointLanes<kLanes>& p = b.points[0];
    const FloatW fromA = load(b.points[1].rx) + splat(0.5f) * distance; // half way between the rims
    store(p.rx, turning ? fromA * k.nx : load(p.rx));
    store(p.ry, turning ? fromA * k.ny : load(p.ry));
    const FloatW moved = separation(q, loadAnchors(b, 0), k, FloatW{});
    store(extra.adjustedSeparation[0],
          turning ? (distance + load(b.points[1].ry)) - moved : load(extra.adjustedSeparation[0]));
    store(b.nx, k.nx);
    store(b.ny, k.ny);
}
[[gnu::always_inline]] inline Anchors applyShift(const Anchors& r, const AnchorShift& shift)
{
    return {r.ax + shift.ax, r.ay + shift.ay, r.bx - shift.bx, r.by - shift.by};
}

} // namespace
} // namespace satbox
