// The contact passes for kLanes lanes; included by contact_kernels_*.cpp with SATBOX_LANES defined.
// Everything is in an unnamed namespace: each including file is compiled for a different instruction set and
// must not share code with the others.

#include "engine/constraints/body_kernels.inl"
#include "engine/constraints/contact/contact_packing.inl"

namespace satbox {
namespace {

// Blocks of a colour are independent, but the impulses within a block form a dependency chain that stalls the
// processor. Therefore two blocks are interleaved point by point, which takes a quarter less time than one
// after the other.
template<class One, class Two>
[[gnu::always_inline]] inline void forEachBlockPair(size_t first, size_t last, One one, Two two)
{
    size_t i = first;
    for (; i + 1 < last; i += 2) two(i);
    if (i < last) one(i);
}

// Registers of one block during a pass.
struct BlockState {
    Block& b;
    Extra& extra;
    Surface* const surface; // nullptr: none
    const BlockConstants k;
    const PoseChanges q;
    const AnchorShift shift;
    const FloatW biasRate; // Softness; negative for contacts with restitution
    BodyPairVelocities v;
    bool bounces = false; // any lane has restitution; set only by makeStateMoved
};
// After the bodies have moved: updates disc normals and anchor shifts.
[[gnu::always_inline]] inline BlockState makeStateMoved(Block& b, Extra& extra, Surface* surface,
                                                        const BodyState* states)
{
    const PoseChanges q = loadPoseChanges(b, states);
    rotateDiscNormals(b, extra, q);
    const FloatW biasRate = load(b.biasRate);
    return {b,
            extra,
            surface,
            loadConstants(b),
            q,
            moveAnchors(b, q),
            biasRate,
            loadVelocities(b, states),
            any(biasRate < FloatW{})};
}
// With the stored anchor shifts.
[[gnu::always_inline]] inline BlockState makeState(Block& b, Extra& extra, Surface* surface,
                                                   const BodyState* states)
{
    return {b,
            extra,
            surface,
            loadConstants(b),
            loadPoseChanges(b, states),
            loadAnchorShift(b),
            load(b.biasRate),
            loadVelocities(b, states)};
}
[[gnu::always_inline]] inline BlockState makeStateWithoutPoses(Block& b, Extra& extra, Surface* surface,
                                                               const BodyState* states)
{
    return {b,
            extra,
            surface,
            loadConstants(b),
            kRecorded ? loadPoseChanges(b, states) : PoseChanges{},
            loadAnchorShift(b),
            load(b.biasRate),
            loadVelocities(b, states)};
}

// Velocity of B relative to A along the normal, and along the tangent perp(n).
[[gnu::always_inline]] inline FloatW normalSpeed(const BlockState& state, const Anchors& r)
{
    FloatW dvx, dvy;
    relativeVelocity(state.v, r, dvx, dvy);
    return dvx * state.k.nx + dvy * state.k.ny;
}
[[gnu::always_inline]] inline FloatW tangentSpeed(const BlockState& state, const Anchors& r)
{
    FloatW dvx, dvy;
    relativeVelocity(state.v, r, dvx, dvy);
    return dvy * state.k.nx - dvx * state.k.ny;
}

// Reports a visit of the block's only contact; nothing if it has no such point.
[[gnu::always_inline]] inline void recordVisit(const BlockState& state, int n, const Anchors& r,
                                               PointRecord record, const KernelParams& params)
{
    if (!(state.b.points[n].normalMass[0] > 0.0f)) return;
    record.point = static_cast<uint8_t>(n);
    record.anchorA = {r.ax[0], r.ay[0]};
    record.anchorB = {r.bx[0], r.by[0]};
    record.normal = {state.k.nx[0], state.k.ny[0]};
    record.separation =
        separation(state.q, loadAnchors(state.b, n), state.k, load(state.extra.adjustedSeparation[n]))[0];
    params.recorder->visited(&state.b, record);
}

[[gnu::always_inline]] inline void warmStartPoint(BlockState& state, int n, const KernelParams& params)
{
    const PointLanes<kLanes>& p = state.b.points[n];
    const Anchors r = applyShift(loadAnchors(state.b, n), state.shift);
    const FloatW jn = load(p.normalImpulse), jt = load(p.tangentImpulse);
    const FloatW vn = kRecorded ? normalSpeed(state, r) : FloatW{},
                 vt = kRecorded ? tangentSpeed(state, r) : FloatW{};
    applyImpulse(state.v, state.k, r, jn * state.k.nx - jt * state.k.ny, jn * state.k.ny + jt * state.k.nx);
    if constexpr (kRecorded) {
        recordVisit(state, n, r,
                    {.speed = vn[0],
                     .mass = p.normalMass[0],
                     .wanted = jn[0],
                     .after = jn[0],
                     .speedAfter = normalSpeed(state, r)[0]},
                    params);
        recordVisit(state, n, r,
                    {.quantity = PointRecord::Quantity::Tangent,
                     .speed = vt[0],
                     .mass = p.tangentMass[0],
                     .limit = (load(state.b.friction) * jn)[0],
                     .wanted = jt[0],
                     .after = jt[0],
                     .speedAfter = tangentSpeed(state, r)[0]},
                    params);
    }
}

// Solves the normal impulse of a point. `Soft`: a spring pushes overlap apart; otherwise only approach is
// stopped. `Moved`: the bodies have moved since the last pass, so the separation is recomputed.
template<bool Soft, bool Moved>
[[gnu::always_inline]] inline void solveNormal(BlockState& state, int n, const KernelParams& params)
{
    const FloatW zero = FloatW{};
    PointLanes<kLanes>& p = state.b.points[n];
    const BlockConstants& k = state.k;
    const Anchors start = loadAnchors(state.b, n);
    const FloatW s =
        Moved ? separation(state.q, start, k, load(state.extra.adjustedSeparation[n])) : load(p.separation);
    if constexpr (!Soft) store(p.separation, s);
    const Anchors r = applyShift(start, state.shift);

    // Separated: leave just enough speed to close the gap in this substep. Overlapping: the spring.
    const FloatW gapBias = s * params.invH;
    FloatW bias = s > zero ? gapBias : zero;
    FloatW massScale = splat(1.0f);
    FloatW impulseScale = zero;
    if constexpr (Soft) {
        const FloatW push = maximum(maximum(state.biasRate, -state.biasRate) * s, splat(-params.pushSpeed));
        const FloatW scale = load(state.b.impulseScale);
        bias = s > zero ? gapBias : scale == splat(kPositionCorrected) ? zero : push;
        impulseScale = s > zero ? impulseScale : scale;
        massScale = massScale - impulseScale;
    }

    const FloatW vn = normalSpeed(state, r);
    const FloatW old = load(p.normalImpulse);
    const FloatW wanted = old - (load(p.normalMass) * massScale * (vn + bias) + impulseScale * old);
    FloatW now = maximum(wanted, zero);
    // A contact with restitution is not slowed before the substep in which its gap closes.
    if constexpr (!Soft) {
        if (state.bounces) {
            const auto bouncesLater = (s > zero) & (state.biasRate < zero);
            now = bouncesLater ? minimum(now, old) : now;
        }
    }
    store(p.normalImpulse, now);
    const FloatW j = now - old;
    applyImpulse(state.v, k, r, j * k.nx, j * k.ny);
    if constexpr (kRecorded)
        recordVisit(state, n, r,
                    {.speed = vn[0],
                     .bias = bias[0],
                     .mass = p.normalMass[0],
                     .massScale = massScale[0],
                     .impulseScale = impulseScale[0],
                     .before = old[0],
                     .wanted = wanted[0],
                     .after = now[0],
                     .speedAfter = normalSpeed(state, r)[0]},
                    params);
}

// Applies an impulse to the relative rotation.
[[gnu::always_inline]] inline void applyRolling(BlockState& state, FloatW impulse, const KernelParams& params)
{
    state.v.wA -= state.k.iA * impulse;
    state.v.wB += state.k.iB * impulse;
    if constexpr (kRecorded)
        if (impulse[0] != 0.0f) params.recorder->rolled(&state.b, impulse[0]);
}

// `OnSurfaces`: the blocks have a Surface.
template<bool OnSurfaces>
[[gnu::always_inline]] inline void solveFriction(BlockState& state, int n, const KernelParams& params)
{
    PointLanes<kLanes>& p = state.b.points[n];
    const BlockConstants& k = state.k;
    const Anchors r = applyShift(loadAnchors(state.b, n), state.shift);
    const FloatW vt = tangentSpeed(state, r);
    const FloatW old = load(p.tangentImpulse);
    const FloatW normal = load(p.normalImpulse);
    const FloatW limit = load(state.b.friction) * normal;
    FloatW bias = FloatW{}, slip = vt;
    if constexpr (OnSurfaces) {
        bias = load(state.surface->speed);
        slip = vt + bias;
    }
    const FloatW wanted = old - load(p.tangentMass) * slip;
    const FloatW now = maximum(minimum(wanted, limit), -limit);
    store(p.tangentImpulse, now);
    const FloatW j = now - old;
    applyImpulse(state.v, k, r, -(j * k.ny), j * k.nx);
    store(state.extra.totalImpulse[n], load(state.extra.totalImpulse[n]) + normal);
    if constexpr (kRecorded)
        recordVisit(state, n, r,
                    {.quantity = PointRecord::Quantity::Tangent,
                     .speed = vt[0],
                     .bias = bias[0],
                     .mass = p.tangentMass[0],
                     .limit = limit[0],
                     .before = old[0],
                     .wanted = wanted[0],
                     .after = now[0],
                     .speedAfter = tangentSpeed(state, r)[0]},
                    params);
}

// Slows the relative rotation, by at most the rolling radius times the normal impulse.
[[gnu::always_inline]] inline void solveRolling(BlockState& state, const KernelParams& params)
{
    Surface& surface = *state.surface;
    const FloatW normal = load(state.b.points[0].normalImpulse) + load(state.b.points[1].normalImpulse);
    const FloatW limit = load(surface.rollingRadius) * normal;
    const FloatW old = load(surface.rollingImpulse);
    const FloatW wanted = old - load(surface.rollingMass) * (state.v.wB - state.v.wA);
    const FloatW now = maximum(minimum(wanted, limit), -limit);
    store(surface.rollingImpulse, now);
    applyRolling(state, now - old, params);
}

// Calls visit(a, b, true) for two blocks at a time, which it interleaves, and visit(a, a, false) for a last
// single block.
template<class Make, class Visit>
[[gnu::always_inline]] inline void forBlocks(const PackedContacts& packed, size_t first, size_t last,
                                             BodyState* states, Make make, Visit visit)
{
    auto* block = static_cast<Block*>(packed.blocks);
    auto* extra = static_cast<Extra*>(packed.extras);
    const auto surface = [&](size_t i) __attribute__((always_inline))
    {
        return packed.surfaces ? static_cast<Surface*>(packed.surfaces) + i : nullptr;
    };
    forEachBlockPair(
        first, last,
        [&](size_t i) __attribute__((always_inline)) {
            BlockState a = make(block[i], extra[i], surface(i), states);
            visit(a, a, false);
            storeVelocities(i < packed.movableBlocks, a.b, states, a.v);
        },
        [&](size_t i) __attribute__((always_inline)) {
            BlockState a = make(block[i], extra[i], surface(i), states);
            BlockState b = make(block[i + 1], extra[i + 1], surface(i + 1), states);
            visit(a, b, true);
            storeVelocities(i < packed.movableBlocks, a.b, states, a.v);
            storeVelocities(i + 1 < packed.movableBlocks, b.b, states, b.v);
        });
}

template<bool OnSurfaces>
void warmStartAll(const PackedContacts& packed, size_t first, size_t last, BodyState* states,
                  const KernelParams& params)
{
    forBlocks(
        packed, first, last, states,
        makeStateWithoutPoses, [&](BlockState & a, BlockState & b, bool both) __attribute__((always_inline)) {
            for (int n = 0; n < 2; ++n) {
                warmStartPoint(a, n, params);
                if (both) warmStartPoint(b, n, params);
            }
            if constexpr (OnSurfaces) {
                applyRolling(a, load(a.surface->rollingImpulse), params);
                if (both) applyRolling(b, load(b.surface->rollingImpulse), params);
            }
        });
}
void warmStart(const PackedContacts& packed, size_t first, size_t last, BodyState* states,
               const KernelParams& params)
{
    if (packed.surfaces)
        warmStartAll<true>(packed, first, last, states, params);
    else
        warmStartAll<false>(packed, first, last, states, params);
}

template<bool Moved, class Make>
[[gnu::always_inline]] inline void solveSoft(const PackedContacts& packed, size_t first, size_t last,
                                             BodyState* states, const KernelParams& params, Make make)
{
    forBlocks(
        packed, first, last, states,
        make, [&](BlockState & a, BlockState & b, bool both) __attribute__((always_inline)) {
            for (int n = 0; n < 2; ++n) {
                solveNormal<true, Moved>(a, n, params);
                if (both) solveNormal<true, Moved>(b, n, params);
            }
        });
}
void solve(const PackedContacts& packed, size_t first, size_t last, BodyState* states,
           const KernelParams& params)
{
    solveSoft<false>(packed, first, last, states, params, makeStateWithoutPoses);
}
void solveMoved(const PackedContacts& packed, size_t first, size_t last, BodyState* states,
                const KernelParams& params)
{
    solveSoft<true>(packed, first, last, states, params, makeState);
}

template<bool OnSurfaces>
void solveRigidAll(const PackedContacts& packed, size_t first, size_t last, BodyState* states,
                   const KernelParams& params)
{
    forBlocks(
        packed, first, last, states,
        makeStateMoved, [&](BlockState & a, BlockState & b, bool both) __attribute__((always_inline)) {
            for (int n = 0; n < 2; ++n) {
                solveNormal<false, true>(a, n, params);
                if (both) solveNormal<false, true>(b, n, params);
            }
            for (int n = 0; n < 2; ++n) {
                solveFriction<OnSurfaces>(a, n, params);
                if (both) solveFriction<OnSurfaces>(b, n, params);
            }
            if constexpr (OnSurfaces) {
                solveRolling(a, params);
                if (both) solveRolling(b, params);
            }
        });
}
void solveRigid(const PackedContacts& packed, size_t first, size_t last, BodyState* states,
                const KernelParams& params)
{
    if (packed.surfaces)
        solveRigidAll<true>(packed, first, last, states, params);
    else
        solveRigidAll<false>(packed, first, last, states, params);
}

// Rotates a pose change by a step along the tangent and normalises it. The angle may be large: without
// normalisation the rotation would stretch the anchors in the next pass, and bodies would fly off.
[[gnu::always_inline]] inline void rotatePose(FloatW4& pose, FloatW angle)
{
    const FloatW c = pose.z - angle * pose.w, s = pose.w + angle * pose.z;
    const FloatW squared = c * c + s * s;
    const FloatW length = squareRoot(squared);
    const auto turns = angle != FloatW{}; // without rotation the bits stay
    pose.z = turns ? c / length : pose.z;
    pose.w = turns ? s / length : pose.w;
}

// One pass of non-linear Gauss-Seidel over the positions of the contacts that packing marked: removes a share
// of the overlap beyond the allowed one, distributed like an impulse over the effective mass.
void correctPositions(const PackedContacts& packed, size_t first, size_t last, BodyState* states,
                      const KernelParams& params)
{
    const auto* block = static_cast<const Block*>(packed.blocks);
    const auto* extra = static_cast<const Extra*>(packed.extras);
    const FloatW zero = FloatW{};
    for (size_t i = first; i < last; ++i) {
        const Block& b = block[i];
        const auto isCorrected = load(b.impulseScale) == splat(kPositionCorrected);
        if (!any(isCorrected)) continue;
        const BlockConstants k = loadConstants(b);
        const BodyPairVelocities v = loadVelocities(b, states);
        FloatW4 poseA = gather(states, b.bodyA, 1);
        FloatW4 poseB = gather(states, b.bodyB, 1);
        for (int n = 0; n < 2; ++n) {
            const PointLanes<kLanes>& p = b.points[n];
            const Anchors r = loadAnchors(b, n);
            const FloatW s =
                separation({poseB.x - poseA.x, poseB.y - poseA.y, poseA.z, poseA.w, poseB.z, poseB.w}, r, k,
                           load(extra[i].adjustedSeparation[n]));
            const FloatW c = maximum(
                minimum(splat(params.correction.share) * (s + params.correction.remainingOverlap), zero),
                splat(-params.correction.maxCorrection));
            const FloatW j = isCorrected ? -(load(p.normalMass) * c) : zero;
            if constexpr (kRecorded)
                if (p.normalMass[0] > 0.0f)
                    params.recorder->visited(&b, {.point = static_cast<uint8_t>(n),
                                                  .quantity = PointRecord::Quantity::Position,
                                                  .anchorA = {r.ax[0], r.ay[0]},
                                                  .separation = s[0],
                                                  .bias = c[0]});
            const FloatW px = j * k.nx, py = j * k.ny;
            poseA.x -= v.mA * px;
            poseA.y -= v.mA * py;
            poseB.x += v.mB * px;
            poseB.y += v.mB * py;
            rotatePose(poseA, -(k.iA * (r.ax * py - r.ay * px)));
            rotatePose(poseB, k.iB * (r.bx * py - r.by * px));
        }
        storeBothBodies(i < packed.movableBlocks, b, states, 1, v.mA, v.mB, poseA, poseB);
    }
}

constexpr ContactKernels makeKernels()
{
    return {.lanes = kLanes,
            .blockBytes = sizeof(Block),
            .extraBytes = sizeof(Extra),
            .surfaceBytes = sizeof(Surface),
            .pack = pack,
            .warmStart = warmStart,
            .solve = solve,
            .solveMoved = solveMoved,
            .solveRigid = solveRigid,
            .correctPositions = correctPositions,
            .integrateVelocities = integrateVelocities,
            .integratePositions = integratePositions,
            .store = storeImpulses};
}

} // namespace
} // namespace satbox
