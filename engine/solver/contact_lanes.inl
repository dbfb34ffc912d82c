// What all passes over W contacts share: their fields in registers, relative motion, impulses. Included by
// contact_kernels.inl.

#include "engine/solver/body_lanes.inl"
#include "engine/solver/contact_kernels.h"

namespace satbox {
namespace {

// Whether passes tell a recorder what they do. Where not, nothing of it is compiled.
#ifdef SATBOX_RECORDED
constexpr bool kRecorded = true;
#else
constexpr bool kRecorded = false;
#endif

using Block = ContactBlock<W>;
using Extra = ContactBlockExtra<W>;

// Velocities of both bodies of each lane, with the impulses that change them, and their inverse masses.
struct Pair {
    F vAx, vAy, wA, mA, vBx, vBy, wB, mB;
};

[[gnu::always_inline]] inline Pair loadVelocities(const Block& b, const BodyState* states)
{
    const Fields a = gather(states, b.bodyA, 0);
    const Fields o = gather(states, b.bodyB, 0);
    return {a.x, a.y, a.z, a.w, o.x, o.y, o.z, o.w};
}
[[gnu::always_inline]] inline void storeBoth(bool allMove, const Block& b, BodyState* states, int half, F mA,
                                             F mB, const Fields& a, const Fields& o)
{
    if (allMove) {
        scatter(states, b.bodyA, half, a);
        scatter(states, b.bodyB, half, o);
    } else {
        scatterWhere(mA, states, b.bodyA, half, a);
        scatterWhere(mB, states, b.bodyB, half, o);
    }
}
[[gnu::always_inline]] inline void storeVelocities(bool allMove, const Block& b, BodyState* states,
                                                   const Pair& v)
{
    storeBoth(allMove, b, states, 0, v.mA, v.mB, {v.vAx, v.vAy, v.wA, v.mA}, {v.vBx, v.vBy, v.wB, v.mB});
}

// The constant part of a block, loaded once for both its points.
struct Lanes {
    F iA, iB, nx, ny;
};
[[gnu::always_inline]] inline Lanes loadLanes(const Block& b)
{
    return {load(b.invInertiaA), load(b.invInertiaB), load(b.nx), load(b.ny)};
}

struct Anchors {
    F ax, ay, bx, by;
};
[[gnu::always_inline]] inline Anchors loadAnchors(const Block& b, int n)
{
    const F x = load(b.points[n].rx), y = load(b.points[n].ry);
    return {x, y, x - load(b.gapX), y - load(b.gapY)};
}

// Adds the impulse P = (px, py) to B and takes it from A.
[[gnu::always_inline]] inline void applyImpulse(Pair& v, const Lanes& k, const Anchors& r, F px, F py)
{
    v.vAx -= v.mA * px;
    v.vAy -= v.mA * py;
    v.wA -= k.iA * (r.ax * py - r.ay * px);
    v.vBx += v.mB * px;
    v.vBy += v.mB * py;
    v.wB += k.iB * (r.bx * py - r.by * px);
}

// Velocity of B's point as seen from A's: vB + wB x rB - vA - wA x rA.
[[gnu::always_inline]] inline void relativeVelocity(const Pair& v, const Anchors& r, F& dvx, F& dvy)
{
    dvx = (v.vBx - v.wB * r.by) - (v.vAx - v.wA * r.ay);
    dvy = (v.vBy + v.wB * r.bx) - (v.vAy + v.wA * r.ax);
}

// Pose changes since the step began, and the separation that they make: the anchors turn with the bodies, the
// normal stays.
struct Poses {
    F dx, dy; // centre of B less centre of A
    F cA, sA, cB, sB;
};
[[gnu::always_inline]] inline Poses loadPoses(const Block& b, const BodyState* states)
{
    const Fields a = gather(states, b.bodyA, 1);
    const Fields o = gather(states, b.bodyB, 1);
    return {o.x - a.x, o.y - a.y, a.z, a.w, o.z, o.w};
}
[[gnu::always_inline]] inline F separation(const Poses& q, const Anchors& r, const Lanes& k, F adjusted)
{
    const F px = q.dx + ((q.cB * r.bx - q.sB * r.by) - (q.cA * r.ax - q.sA * r.ay));
    const F py = q.dy + ((q.sB * r.bx + q.cB * r.by) - (q.sA * r.ax + q.cA * r.ay));
    return (px * k.nx + py * k.ny) + adjusted;
}

// The anchors met in one point when the step began; since then the bodies have moved. Impulses act in one
// point all the same, the one that stays on the body whose vertex or rim it is: were they to act at two
// places, they would give spin from nowhere (an off-centre hit of boxes kept its angular momentum to 0.4 %
// only, instead of to rounding); were the point to stay half way, a disc would roll 4 % too slowly.
struct Shift {
    F ax, ay, bx, by; // of A's anchors, and against that of B's
};
[[gnu::always_inline]] inline Shift shiftOf(const Block& b, F x, F y)
{
    const F zero = F{};
    const auto ofA = load(b.follow) > zero;
    return {ofA ? x : zero, ofA ? y : zero, ofA ? zero : x, ofA ? zero : y};
}
[[gnu::always_inline]] inline Shift loadShift(const Block& b)
{
    return shiftOf(b, load(b.shiftX), load(b.shiftY));
}
// Moves the anchors to where the bodies are now, and keeps it for the passes until the bodies move again:
// reading the poses in each took a sixteenth of the step.
[[gnu::always_inline]] inline Shift moveAnchors(Block& b, const Poses& q)
{
    const F follow = load(b.follow);
    const F reach = maximum(follow, -follow);
    const F x = maximum(minimum(q.dx, reach), -reach), y = maximum(minimum(q.dy, reach), -reach);
    store(b.shiftX, x);
    store(b.shiftY, y);
    return shiftOf(b, x, y);
}
// The normal between discs turns as they pass each other. Along a fixed one, impulses through both centres
// act on two lines: discs that met off centre at 20 m/s lost 1.6 % of their angular momentum. The anchor on A
// and the separation are set for the present poses, so that every pass may take them for what they are of
// other shapes.
[[gnu::always_inline]] inline void turnNormals(Block& b, Extra& extra, const Poses& q)
{
    const auto turning = load(b.follow) == splat(kTurningNormal);
    if (!any(turning)) return;
    const F apartX = load(b.gapX) + q.dx, apartY = load(b.gapY) + q.dy;
    const F distance = squareRoot(apartX * apartX + apartY * apartY);
    const auto turns = turning & (distance > F{}); // concentric discs keep their normal
    const F divisor = turns ? distance : splat(1.0f);
    const Lanes old = loadLanes(b);
    const Lanes k{old.iA, old.iB, turns ? apartX / divisor : old.nx, turns ? apartY / divisor : old.ny};
    PointLanes<W>& p = b.points[0];
    const F fromA = load(b.points[1].rx) + splat(0.5f) * distance; // half way between the rims
    store(p.rx, turning ? fromA * k.nx : load(p.rx));
    store(p.ry, turning ? fromA * k.ny : load(p.ry));
    const F moved = separation(q, loadAnchors(b, 0), k, F{});
    store(extra.adjusted[0], turning ? (distance + load(b.points[1].ry)) - moved : load(extra.adjusted[0]));
    store(b.nx, k.nx);
    store(b.ny, k.ny);
}
[[gnu::always_inline]] inline Anchors meet(const Anchors& r, const Shift& shift)
{
    return {r.ax + shift.ax, r.ay + shift.ay, r.bx - shift.bx, r.by - shift.by};
}

} // namespace
} // namespace satbox
