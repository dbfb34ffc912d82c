// The contact passes for W lanes, included by contact_kernels_*.cpp with SATBOX_LANES defined. Everything is
// in an unnamed namespace: each including file is compiled for another instruction set and must not share
// code with the others.

#include "engine/solver/body_kernels.inl"
#include "engine/solver/contact_packing.inl"

namespace satbox {
namespace {

// Blocks of a colour share nothing, and the impulses of one follow from each other in a chain that keeps the
// processor waiting: so two blocks are done side by side, point by point (a quarter less time than one after
// the other).
template<class One, class Two>
[[gnu::always_inline]] inline void inPairs(size_t first, size_t last, One one, Two two)
{
    size_t i = first;
    for (; i + 1 < last; i += 2) two(i);
    if (i < last) one(i);
}

// What one block works on.
struct Work {
    Block& b;
    Extra& extra;
    const Lanes k;
    const Poses q;
    const Shift shift;
    const F biasRate; // Softness; negative of what bounces
    Pair v;
    bool bounces = false; // some lane does
};
// Once the bodies have moved; else with the anchors where they were last.
[[gnu::always_inline]] inline Work beginMoved(Block& b, Extra& extra, const BodyState* states)
{
    const Poses q = loadPoses(b, states);
    turnNormals(b, extra, q);
    const F biasRate = load(b.biasRate);
    return {b,
            extra,
            loadLanes(b),
            q,
            moveAnchors(b, q),
            biasRate,
            loadVelocities(b, states),
            any(biasRate < F{})};
}
[[gnu::always_inline]] inline Work begin(Block& b, Extra& extra, const BodyState* states)
{
    return {b,
            extra,
            loadLanes(b),
            loadPoses(b, states),
            loadShift(b),
            load(b.biasRate),
            loadVelocities(b, states)};
}
[[gnu::always_inline]] inline Work beginBlind(Block& b, Extra& extra, const BodyState* states)
{
    return {b,
            extra,
            loadLanes(b),
            kRecorded ? loadPoses(b, states) : Poses{},
            loadShift(b),
            load(b.biasRate),
            loadVelocities(b, states)};
}

// Along the normal, of B against A; along the tangent, perp(n).
[[gnu::always_inline]] inline F normalSpeed(const Work& w, const Anchors& r)
{
    F dvx, dvy;
    relativeVelocity(w.v, r, dvx, dvy);
    return dvx * w.k.nx + dvy * w.k.ny;
}
[[gnu::always_inline]] inline F tangentSpeed(const Work& w, const Anchors& r)
{
    F dvx, dvy;
    relativeVelocity(w.v, r, dvx, dvy);
    return dvy * w.k.nx - dvx * w.k.ny;
}

// Of the block's one contact; nothing where it has no such point.
[[gnu::always_inline]] inline void tell(const Work& w, int n, const Anchors& r, PointRecord record,
                                        const KernelParams& params)
{
    if (!(w.b.points[n].normalMass[0] > 0.0f)) return;
    record.point = static_cast<uint8_t>(n);
    record.anchorA = {r.ax[0], r.ay[0]};
    record.anchorB = {r.bx[0], r.by[0]};
    record.normal = {w.k.nx[0], w.k.ny[0]};
    record.separation = separation(w.q, loadAnchors(w.b, n), w.k, load(w.extra.adjusted[n]))[0];
    params.recorder->visited(&w.b, record);
}

[[gnu::always_inline]] inline void warmStartPoint(Work& w, int n, const KernelParams& params)
{
    const PointLanes<W>& p = w.b.points[n];
    const Anchors r = meet(loadAnchors(w.b, n), w.shift);
    const F jn = load(p.normalImpulse), jt = load(p.tangentImpulse);
    const F vn = kRecorded ? normalSpeed(w, r) : F{}, vt = kRecorded ? tangentSpeed(w, r) : F{};
    applyImpulse(w.v, w.k, r, jn * w.k.nx - jt * w.k.ny, jn * w.k.ny + jt * w.k.nx);
    if constexpr (kRecorded) {
        tell(w, n, r,
             {.speed = vn[0],
              .mass = p.normalMass[0],
              .wanted = jn[0],
              .after = jn[0],
              .speedAfter = normalSpeed(w, r)[0]},
             params);
        tell(w, n, r,
             {.quantity = PointRecord::Quantity::Tangent,
              .speed = vt[0],
              .mass = p.tangentMass[0],
              .limit = (load(w.b.friction) * jn)[0],
              .wanted = jt[0],
              .after = jt[0],
              .speedAfter = tangentSpeed(w, r)[0]},
             params);
    }
}

// Pushes along the normal. `Soft`: overlap is pushed apart by the spring; else only approach is stopped.
// `Moved`: bodies have moved since the last pass, so the separation is recomputed.
template<bool Soft, bool Moved>
[[gnu::always_inline]] inline void solveNormal(Work& w, int n, const KernelParams& params)
{
    const F zero = F{};
    PointLanes<W>& p = w.b.points[n];
    const Lanes& k = w.k;
    const Anchors start = loadAnchors(w.b, n);
    const F s = Moved ? separation(w.q, start, k, load(w.extra.adjusted[n])) : load(p.separation);
    if constexpr (!Soft) store(p.separation, s);
    const Anchors r = meet(start, w.shift);

    // Apart: leave just enough speed to close the gap in this substep. Overlapping: the spring.
    const F gapBias = s * params.invH;
    F bias = s > zero ? gapBias : zero;
    F massScale = splat(1.0f);
    F impulseScale = zero;
    if constexpr (Soft) {
        const F push = maximum(maximum(w.biasRate, -w.biasRate) * s, splat(-params.pushSpeed));
        const F scale = load(w.b.impulseScale);
        bias = s > zero ? gapBias : scale == splat(kMovedApart) ? zero : push;
        impulseScale = s > zero ? impulseScale : scale;
        massScale = massScale - impulseScale;
    }

    const F vn = normalSpeed(w, r);
    const F old = load(p.normalImpulse);
    const F wanted = old - (load(p.normalMass) * massScale * (vn + bias) + impulseScale * old);
    F now = maximum(wanted, zero);
    // What would bounce is not slowed ahead of the substep in which it arrives.
    if constexpr (!Soft) {
        if (w.bounces) {
            const auto isAwaited = (s > zero) & (w.biasRate < zero);
            now = isAwaited ? minimum(now, old) : now;
        }
    }
    store(p.normalImpulse, now);
    const F j = now - old;
    applyImpulse(w.v, k, r, j * k.nx, j * k.ny);
    if constexpr (kRecorded)
        tell(w, n, r,
             {.speed = vn[0],
              .bias = bias[0],
              .mass = p.normalMass[0],
              .massScale = massScale[0],
              .impulseScale = impulseScale[0],
              .before = old[0],
              .wanted = wanted[0],
              .after = now[0],
              .speedAfter = normalSpeed(w, r)[0]},
             params);
}

[[gnu::always_inline]] inline void solveFriction(Work& w, int n, const KernelParams& params)
{
    PointLanes<W>& p = w.b.points[n];
    const Lanes& k = w.k;
    const Anchors r = meet(loadAnchors(w.b, n), w.shift);
    const F vt = tangentSpeed(w, r);
    const F old = load(p.tangentImpulse);
    const F normal = load(p.normalImpulse);
    const F limit = load(w.b.friction) * normal;
    const F wanted = old - load(p.tangentMass) * vt;
    const F now = maximum(minimum(wanted, limit), -limit);
    store(p.tangentImpulse, now);
    const F j = now - old;
    applyImpulse(w.v, k, r, -(j * k.ny), j * k.nx);
    store(w.extra.totalImpulse[n], load(w.extra.totalImpulse[n]) + normal);
    if constexpr (kRecorded)
        tell(w, n, r,
             {.quantity = PointRecord::Quantity::Tangent,
              .speed = vt[0],
              .mass = p.tangentMass[0],
              .limit = limit[0],
              .before = old[0],
              .wanted = wanted[0],
              .after = now[0],
              .speedAfter = tangentSpeed(w, r)[0]},
             params);
}

// Calls point(work, n) for both points of one block, or of two by turns.
template<class Begin, class Point>
[[gnu::always_inline]] inline void forBlocks(const ContactRun& run, size_t first, size_t last,
                                             BodyState* states, Begin begin, Point point)
{
    auto* block = static_cast<Block*>(run.blocks);
    auto* extra = static_cast<Extra*>(run.extras);
    inPairs(
        first, last,
        [&](size_t i) __attribute__((always_inline)) {
            Work a = begin(block[i], extra[i], states);
            point(a, a, false);
            storeVelocities(i < run.allMove, a.b, states, a.v);
        },
        [&](size_t i) __attribute__((always_inline)) {
            Work a = begin(block[i], extra[i], states);
            Work b = begin(block[i + 1], extra[i + 1], states);
            point(a, b, true);
            storeVelocities(i < run.allMove, a.b, states, a.v);
            storeVelocities(i + 1 < run.allMove, b.b, states, b.v);
        });
}

void warmStart(const ContactRun& run, size_t first, size_t last, BodyState* states,
               const KernelParams& params)
{
    forBlocks(
        run, first, last, states,
        beginBlind, [&](Work & a, Work & b, bool both) __attribute__((always_inline)) {
            for (int n = 0; n < 2; ++n) {
                warmStartPoint(a, n, params);
                if (both) warmStartPoint(b, n, params);
            }
        });
}

template<bool Moved, class Begin>
[[gnu::always_inline]] inline void solveSoftly(const ContactRun& run, size_t first, size_t last,
                                               BodyState* states, const KernelParams& params, Begin begin)
{
    forBlocks(
        run, first, last, states, begin, [&](Work & a, Work & b, bool both) __attribute__((always_inline)) {
            for (int n = 0; n < 2; ++n) {
                solveNormal<true, Moved>(a, n, params);
                if (both) solveNormal<true, Moved>(b, n, params);
            }
        });
}
void solve(const ContactRun& run, size_t first, size_t last, BodyState* states, const KernelParams& params)
{
    solveSoftly<false>(run, first, last, states, params, beginBlind);
}
void solveMoved(const ContactRun& run, size_t first, size_t last, BodyState* states,
                const KernelParams& params)
{
    solveSoftly<true>(run, first, last, states, params, begin);
}

void relax(const ContactRun& run, size_t first, size_t last, BodyState* states, const KernelParams& params)
{
    forBlocks(
        run, first, last, states,
        beginMoved, [&](Work & a, Work & b, bool both) __attribute__((always_inline)) {
            for (int n = 0; n < 2; ++n) {
                solveNormal<false, true>(a, n, params);
                if (both) solveNormal<false, true>(b, n, params);
            }
            for (int n = 0; n < 2; ++n) {
                solveFriction(a, n, params);
                if (both) solveFriction(b, n, params);
            }
        });
}

// Turns a pose change along the tangent and brings it back to unit length. The turn may be large: left longer
// than one, the rotation would stretch the anchors of the next pass, and bodies would fly off.
[[gnu::always_inline]] inline void turn(Fields& pose, F angle)
{
    const F c = pose.z - angle * pose.w, s = pose.w + angle * pose.z;
    const F squared = c * c + s * s;
    const F length = squareRoot(squared);
    const auto turns = angle != F{}; // what does not turn keeps its bits
    pose.z = turns ? c / length : pose.z;
    pose.w = turns ? s / length : pose.w;
}

// One pass of non-linear Gauss-Seidel over the positions of what preparing marked for it: moves the bodies
// apart by a share of the overlap beyond the allowed one, as an impulse over the effective mass would.
void correctPositions(const ContactRun& run, size_t first, size_t last, BodyState* states,
                      const KernelParams& params)
{
    const auto* block = static_cast<const Block*>(run.blocks);
    const auto* extra = static_cast<const Extra*>(run.extras);
    const F zero = F{};
    for (size_t i = first; i < last; ++i) {
        const Block& b = block[i];
        const auto moves = load(b.impulseScale) == splat(kMovedApart);
        if (!any(moves)) continue;
        const Lanes k = loadLanes(b);
        const Pair v = loadVelocities(b, states);
        Fields a = gather(states, b.bodyA, 1);
        Fields o = gather(states, b.bodyB, 1);
        for (int n = 0; n < 2; ++n) {
            const PointLanes<W>& p = b.points[n];
            const Anchors r = loadAnchors(b, n);
            const F s =
                separation({o.x - a.x, o.y - a.y, a.z, a.w, o.z, o.w}, r, k, load(extra[i].adjusted[n]));
            const F c =
                maximum(minimum(splat(params.correction.share) * (s + params.correction.allowed), zero),
                        splat(-params.correction.most));
            const F j = moves ? -(load(p.normalMass) * c) : zero;
            if constexpr (kRecorded)
                if (p.normalMass[0] > 0.0f)
                    params.recorder->visited(&b, {.point = static_cast<uint8_t>(n),
                                                  .quantity = PointRecord::Quantity::Position,
                                                  .anchorA = {r.ax[0], r.ay[0]},
                                                  .separation = s[0],
                                                  .bias = c[0]});
            const F px = j * k.nx, py = j * k.ny;
            a.x -= v.mA * px;
            a.y -= v.mA * py;
            o.x += v.mB * px;
            o.y += v.mB * py;
            turn(a, -(k.iA * (r.ax * py - r.ay * px)));
            turn(o, k.iB * (r.bx * py - r.by * px));
        }
        storeBoth(i < run.allMove, b, states, 1, v.mA, v.mB, a, o);
    }
}

constexpr ContactKernels makeKernels(const char* name)
{
    return {.lanes = W,
            .name = name,
            .blockBytes = sizeof(Block),
            .extraBytes = sizeof(Extra),
            .pack = pack,
            .warmStart = warmStart,
            .solve = solve,
            .solveMoved = solveMoved,
            .relax = relax,
            .correctPositions = correctPositions,
            .integrateVelocities = integrateVelocities,
            .integratePositions = integratePositions,
            .store = storeImpulses};
}

} // namespace
} // namespace satbox
