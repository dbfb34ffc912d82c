// The contact passes for W lanes, included by contact_kernels_*.cpp with SATBOX_LANES defined. Everything is
// in an unnamed namespace: each including file is compiled for another instruction set and must not share
// code with the others.

#include "engine/solver/body_lanes.inl"
#include "engine/solver/contact_kernels.h"

namespace satbox {
namespace {

using Block = ContactBlock<W>;
using Extra = ContactBlockExtra<W>;

// Velocities of both bodies of each lane, with the impulses that change them.
struct Pair {
    F vAx, vAy, wA, vBx, vBy, wB;
};

inline Pair loadVelocities(const Block& b, const BodyState* states)
{
    const Fields a = gather(states, b.rowA, 0);
    const Fields o = gather(states, b.rowB, 0);
    return {a.x, a.y, a.z, o.x, o.y, o.z};
}
inline void storeVelocities(const Block& b, BodyState* states, const Pair& v)
{
    scatter(states, b.rowA, 0, {v.vAx, v.vAy, v.wA, F{}});
    scatter(states, b.rowB, 0, {v.vBx, v.vBy, v.wB, F{}});
}

// The constant part of a block, loaded once for both its points.
struct Lanes {
    F mA, mB, iA, iB, nx, ny;
};
inline Lanes loadLanes(const Block& b)
{
    return {load(b.invMassA),    load(b.invMassB), load(b.invInertiaA),
            load(b.invInertiaB), load(b.nx),       load(b.ny)};
}

struct Anchors {
    F ax, ay, bx, by;
};
inline Anchors loadAnchors(const PointLanes<W>& p)
{
    return {load(p.rAx), load(p.rAy), load(p.rBx), load(p.rBy)};
}

// Adds the impulse P = (px, py) to B and takes it from A.
inline void applyImpulse(Pair& v, const Lanes& k, const Anchors& r, F px, F py)
{
    v.vAx -= k.mA * px;
    v.vAy -= k.mA * py;
    v.wA -= k.iA * (r.ax * py - r.ay * px);
    v.vBx += k.mB * px;
    v.vBy += k.mB * py;
    v.wB += k.iB * (r.bx * py - r.by * px);
}

// Velocity of B's point as seen from A's: vB + wB x rB - vA - wA x rA.
inline void relativeVelocity(const Pair& v, const Anchors& r, F& dvx, F& dvy)
{
    dvx = (v.vBx - v.wB * r.by) - (v.vAx - v.wA * r.ay);
    dvy = (v.vBy + v.wB * r.bx) - (v.vAy + v.wA * r.ax);
}

// Pose changes since the step began, and the separation that they make: the anchors turn with the bodies, the
// normal stays.
struct Poses {
    F dx, dy; // centre of B less centre of A
    F cA, sA, cB, sB;
    F shiftAx, shiftAy, shiftBx, shiftBy; // how far the anchors have to go to meet again
};
inline Poses loadPoses(const Block& b, const BodyState* states)
{
    const Fields a = gather(states, b.rowA, 1);
    const Fields o = gather(states, b.rowB, 1);
    const F dx = o.x - a.x, dy = o.y - a.y;
    const F followA = load(b.followA), followB = load(b.followB);
    return {dx, dy, a.z, a.w, o.z, o.w, followA * dx, followA * dy, followB * dx, followB * dy};
}
inline F separation(const Poses& q, const Anchors& r, const Lanes& k, F adjusted)
{
    const F px = q.dx + ((q.cB * r.bx - q.sB * r.by) - (q.cA * r.ax - q.sA * r.ay));
    const F py = q.dy + ((q.sB * r.bx + q.cB * r.by) - (q.sA * r.ax + q.cA * r.ay));
    return (px * k.nx + py * k.ny) + adjusted;
}

// The anchors met in one point when the step began; since then the bodies have moved. Impulses act in one
// point all the same, the one that stays on the body whose vertex or rim it is: were they to act at two
// places, they would give spin from nowhere (an off-centre hit of boxes kept its angular momentum to 0.4 %
// only, instead of to rounding); were the point to stay half way, a disc would roll 4 % too slowly.
inline Anchors meet(const Anchors& r, const Poses& q)
{
    return {r.ax + q.shiftAx, r.ay + q.shiftAy, r.bx - q.shiftBx, r.by - q.shiftBy};
}

// Effective mass along a direction through the anchors: 1 / (sum of 1/m + (r x d)^2 / I); 0 where nothing can
// move, and where there is no point.
inline F effectiveMass(const Lanes& k, F rnA, F rnB, F present)
{
    const F sum = (k.mA + k.mB) + (k.iA * rnA * rnA + k.iB * rnB * rnB);
    const F zero = F{};
    const F one = splat(1.0f);
    const F inverse = one / (sum > zero ? sum : one);
    return present > zero && sum > zero ? inverse : zero;
}

inline F squareRoot(F v)
{
    F root = v;
    for (int lane = 0; lane < W; ++lane) root[lane] = __builtin_sqrtf(v[lane]);
    return root;
}

// A point's impulse in units of what the weight of its effective mass needs in a substep; 1 where there is
// none.
inline F loadOf(const PointLanes<W>& p, const KernelParams& params)
{
    const F zero = F{};
    const F weight = load(p.normalMass) * params.contact.weight;
    return weight > zero ? load(p.normalImpulse) / (weight > zero ? weight : splat(1.0f)) : splat(1.0f);
}

// The spring of each contact as the three numbers of Softness, stiffer by the load that it carried in the last
// step. With the pair's own stiffness alone a pyramid of 100 rows sank .73 m and a heap of boxes sixty deep
// overlapped by .2 m; three times stiffer under load they sink .25 m and overlap by .07 m.
inline void prepareSoftness(Block& b, const Lanes& k, const KernelParams& params)
{
    const F zero = F{};
    const F one = splat(1.0f);
    const ContactSpring& spring = params.contact;
    const F carried = maximum(loadOf(b.points[0], params), loadOf(b.points[1], params));
    const F stiffening = maximum(minimum(carried, splat(spring.maxStiffening)), one);
    const auto fixed = (k.mA == zero) | (k.mB == zero);
    const F omega = (fixed ? splat(2.0f * spring.omega) : splat(spring.omega)) * squareRoot(stiffening);
    const F a1 = splat(spring.damping) + params.h * omega;
    const F a2 = params.h * omega * a1;
    const F a3 = one / (one + a2);
    store(b.biasRate, a1 > zero ? omega / (a1 > zero ? a1 : one) : zero);
    store(b.massScale, a2 * a3);
    store(b.impulseScale, a3);
}

void prepare(void* blocks, void* extras, size_t count, const BodyState* states, const KernelParams& params)
{
    auto* block = static_cast<Block*>(blocks);
    auto* extra = static_cast<Extra*>(extras);
    const F zero = F{};
    const F one = splat(1.0f);
    for (size_t i = 0; i < count; ++i) {
        Block& b = block[i];
        const Lanes k = loadLanes(b);
        const Pair v = loadVelocities(b, states);

        // Which anchor follows the bodies' relative motion during the step: that of the body whose face is
        // touched, not of the one whose vertex or rim touches it. Against what does not move it is always the
        // other's. Between two discs neither follows: each is pushed through its own centre, so that without
        // friction they never begin to spin and a gas keeps its energy (with anchors half way it lost 35 % of
        // it in 1,000 steps).
        const F faceOnA = load(b.followA), faceOnB = load(b.followB);
        const auto fixedA = k.mA == zero, fixedB = k.mB == zero;
        store(b.followA, fixedA ? one : fixedB ? zero : faceOnA);
        store(b.followB, fixedA ? zero : fixedB ? one : faceOnB);

        for (int n = 0; n < 2; ++n) {
            PointLanes<W>& p = b.points[n];
            const Anchors r = loadAnchors(p);
            const F present = load(p.normalMass);
            store(p.normalMass, effectiveMass(k, r.ax * k.ny - r.ay * k.nx, r.bx * k.ny - r.by * k.nx, present));
            store(p.tangentMass, effectiveMass(k, r.ax * k.nx + r.ay * k.ny, r.bx * k.nx + r.by * k.ny, present));
            store(p.adjusted, load(p.adjusted) - ((r.bx - r.ax) * k.nx + (r.by - r.ay) * k.ny));
            store(p.totalImpulse, zero);
            F dvx, dvy;
            relativeVelocity(v, r, dvx, dvy);
            store(extra[i].approach[n], dvx * k.nx + dvy * k.ny);
        }
        prepareSoftness(b, k, params);
    }
}

void warmStart(const void* blocks, size_t count, BodyState* states)
{
    const auto* block = static_cast<const Block*>(blocks);
    for (size_t i = 0; i < count; ++i) {
        const Block& b = block[i];
        const Lanes k = loadLanes(b);
        const Poses q = loadPoses(b, states);
        Pair v = loadVelocities(b, states);
        for (const PointLanes<W>& p : b.points) {
            const F jn = load(p.normalImpulse), jt = load(p.tangentImpulse);
            applyImpulse(v, k, meet(loadAnchors(p), q), jn * k.nx - jt * k.ny, jn * k.ny + jt * k.nx);
        }
        storeVelocities(b, states, v);
    }
}

// Pushes along the normals. `Soft`: overlap is pushed apart by the spring; else only approach is stopped.
template<bool Soft>
inline void solveNormals(Block& b, const Lanes& k, Pair& v, const Poses& q, const KernelParams& params)
{
    const F zero = F{};
    for (PointLanes<W>& p : b.points) {
        const Anchors start = loadAnchors(p);
        const F s = separation(q, start, k, load(p.adjusted));
        const Anchors r = meet(start, q);

        // Apart: leave just enough speed to close the gap in this substep. Overlapping: the spring.
        const F gapBias = s * params.invH;
        F bias = s > zero ? gapBias : zero;
        F massScale = splat(1.0f);
        F impulseScale = zero;
        if constexpr (Soft) {
            const F push = maximum(load(b.biasRate) * s, splat(-params.pushSpeed));
            bias = s > zero ? gapBias : push;
            massScale = s > zero ? massScale : load(b.massScale);
            impulseScale = s > zero ? impulseScale : load(b.impulseScale);
        }

        F dvx, dvy;
        relativeVelocity(v, r, dvx, dvy);
        const F vn = dvx * k.nx + dvy * k.ny;
        const F old = load(p.normalImpulse);
        const F wanted = old - (load(p.normalMass) * massScale * (vn + bias) + impulseScale * old);
        const F now = maximum(wanted, zero);
        store(p.normalImpulse, now);
        const F j = now - old;
        applyImpulse(v, k, r, j * k.nx, j * k.ny);
    }
}

inline void solveFriction(Block& b, const Lanes& k, Pair& v, const Poses& q)
{
    const F mu = load(b.friction);
    for (PointLanes<W>& p : b.points) {
        const Anchors r = meet(loadAnchors(p), q);
        F dvx, dvy;
        relativeVelocity(v, r, dvx, dvy);
        const F vt = dvy * k.nx - dvx * k.ny;
        const F old = load(p.tangentImpulse);
        const F limit = mu * load(p.normalImpulse);
        const F now = maximum(minimum(old - load(p.tangentMass) * vt, limit), -limit);
        store(p.tangentImpulse, now);
        const F j = now - old;
        applyImpulse(v, k, r, -(j * k.ny), j * k.nx);
    }
}

void solve(void* blocks, size_t count, BodyState* states, const KernelParams& params)
{
    auto* block = static_cast<Block*>(blocks);
    for (size_t i = 0; i < count; ++i) {
        Block& b = block[i];
        const Lanes k = loadLanes(b);
        Pair v = loadVelocities(b, states);
        solveNormals<true>(b, k, v, loadPoses(b, states), params);
        storeVelocities(b, states, v);
    }
}

void relax(void* blocks, size_t count, BodyState* states, const KernelParams& params)
{
    auto* block = static_cast<Block*>(blocks);
    for (size_t i = 0; i < count; ++i) {
        Block& b = block[i];
        const Lanes k = loadLanes(b);
        Pair v = loadVelocities(b, states);
        const Poses q = loadPoses(b, states);
        solveNormals<false>(b, k, v, q, params);
        solveFriction(b, k, v, q);
        for (PointLanes<W>& p : b.points) store(p.totalImpulse, load(p.totalImpulse) + load(p.normalImpulse));
        storeVelocities(b, states, v);
    }
}

// True where some lane's point came fast enough to bounce.
inline bool anyFast(const Extra& extra, float threshold)
{
    bool fast = false;
    for (const auto& approach : extra.approach)
        for (int lane = 0; lane < W; ++lane) fast |= approach[lane] < -threshold;
    return fast;
}

// Both points of a contact bounce together, so the pair is iterated until neither disturbs the other: for two
// boxes face to face one sweep leaves 4 % of the error, for thin planks a quarter.
void restitution(void* blocks, const void* extras, size_t count, BodyState* states,
                 const KernelParams& params)
{
    constexpr int kSweeps = 8;
    auto* block = static_cast<Block*>(blocks);
    const auto* extra = static_cast<const Extra*>(extras);
    const F zero = F{};
    for (size_t i = 0; i < count; ++i) {
        if (!anyFast(extra[i], params.restitutionThreshold)) continue;
        Block& b = block[i];
        const Lanes k = loadLanes(b);
        const F e = load(extra[i].restitution);
        Pair v = loadVelocities(b, states);
        const Poses q = loadPoses(b, states);
        for (int sweep = 0; sweep < kSweeps; ++sweep) {
            for (int n = 0; n < 2; ++n) {
                PointLanes<W>& p = b.points[n];
                const F approach = load(extra[i].approach[n]);
                const Anchors r = meet(loadAnchors(p), q);
                F dvx, dvy;
                relativeVelocity(v, r, dvx, dvy);
                const F vn = dvx * k.nx + dvy * k.ny;
                const F old = load(p.normalImpulse);
                const F bounced = maximum(old - load(p.normalMass) * (vn + e * approach), zero);
                // Only points that approached fast enough and were pushed in this step bounce.
                F now = approach < splat(-params.restitutionThreshold) ? bounced : old;
                now = load(p.totalImpulse) > zero ? now : old;
                store(p.normalImpulse, now);
                const F j = now - old;
                store(p.totalImpulse, load(p.totalImpulse) + j);
                applyImpulse(v, k, r, j * k.nx, j * k.ny);
            }
        }
        storeVelocities(b, states, v);
    }
}

// Turns a pose change along the tangent and brings it back to unit length. The turn may be large: left longer than
// one, the rotation would stretch the anchors of the next pass, and bodies would fly off.
inline void turn(Fields& pose, F angle)
{
    const F c = pose.z - angle * pose.w, s = pose.w + angle * pose.z;
    const F squared = c * c + s * s;
    F length = squared;
    for (int lane = 0; lane < W; ++lane) length[lane] = __builtin_sqrtf(squared[lane]);
    // What does not turn keeps its bits: several lanes may hold the same kinematic body.
    const auto turns = angle != F{};
    pose.z = turns ? c / length : pose.z;
    pose.w = turns ? s / length : pose.w;
}

// One pass of non-linear Gauss-Seidel over the positions: moves the bodies apart by a share of the overlap
// beyond the slop, as an impulse over the effective mass would.
void correctPositions(const void* blocks, size_t count, BodyState* states, const KernelParams& params)
{
    const auto* block = static_cast<const Block*>(blocks);
    const F zero = F{};
    constexpr float kMaxCorrection = 0.2f; // m a pass, so that deep overlap does not explode
    for (size_t i = 0; i < count; ++i) {
        const Block& b = block[i];
        const Lanes k = loadLanes(b);
        Fields a = gather(states, b.rowA, 1);
        Fields o = gather(states, b.rowB, 1);
        for (const PointLanes<W>& p : b.points) {
            const Anchors r = loadAnchors(p);
            const F s = separation({o.x - a.x, o.y - a.y, a.z, a.w, o.z, o.w, F{}, F{}, F{}, F{}}, r, k,
                                   load(p.adjusted));
            const F c = maximum(minimum(splat(params.baumgarte) * (s + params.linearSlop), zero),
                                splat(-kMaxCorrection));
            const F j = -(load(p.normalMass) * c);
            const F px = j * k.nx, py = j * k.ny;
            a.x -= k.mA * px;
            a.y -= k.mA * py;
            o.x += k.mB * px;
            o.y += k.mB * py;
            turn(a, -(k.iA * (r.ax * py - r.ay * px)));
            turn(o, k.iB * (r.bx * py - r.by * px));
        }
        scatter(states, b.rowA, 1, a);
        scatter(states, b.rowB, 1, o);
    }
}

constexpr ContactKernels makeKernels(const char* name)
{
    return {W, name, prepare, warmStart, solve, relax, restitution, correctPositions};
}

} // namespace
} // namespace satbox
