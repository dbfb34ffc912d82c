// The passes over kLanes pins; included by pin_kernels_*.cpp with SATBOX_LANES defined. Everything is in an
// unnamed namespace: each including file is compiled for a different instruction set and must not share code
// with the others.

#include "engine/constraints/joint/joint_visit.h"
#include "engine/constraints/joint/pin_frames.inl"
#include "engine/constraints/joint/pin_kernels.h"

namespace satbox {
namespace {

#ifdef SATBOX_RECORDED
constexpr bool kRecorded = true;
#else
constexpr bool kRecorded = false;
#endif

using Block = PinBlock<kLanes>;

// Velocities of the two bodies of each lane, which impulses change.
struct Bodies {
    Vec2W vA, vB;
    FloatW wA, wB, mA, mB, iA, iB;
    Vec2W rA, rB;
};
[[gnu::always_inline]] inline Bodies loadBodies(const Block& b, const BodyState* states)
{
    const FloatW4 a = gather(states, b.bodyA, 0), other = gather(states, b.bodyB, 0);
    return {{a.x, a.y},
            {other.x, other.y},
            a.z,
            other.z,
            a.w,
            other.w,
            load(b.invInertiaA),
            load(b.invInertiaB),
            loadPair(b.rAx, b.rAy),
            loadPair(b.rBx, b.rBy)};
}
[[gnu::always_inline]] inline void storeBodies(const Block& b, BodyState* states, const Bodies& v)
{
    scatterMovable(v.mA, states, b.bodyA, 0, {v.vA.x, v.vA.y, v.wA, v.mA});
    scatterMovable(v.mB, states, b.bodyB, 0, {v.vB.x, v.vB.y, v.wB, v.mB});
}

[[gnu::always_inline]] inline void apply(const Block& b, Bodies& v, const Vec2W& impulse,
                                         const PinParams& params)
{
    const FloatW turnA = cross(v.rA, impulse), turnB = cross(v.rB, impulse);
    v.vA = v.vA - v.mA * impulse;
    v.wA -= v.iA * turnA;
    v.vB = v.vB + v.mB * impulse;
    v.wB += v.iB * turnB;
    if constexpr (kRecorded)
        params.recorder->joined(b.joint[0], {-impulse.x[0], -impulse.y[0]}, -turnA[0],
                                {impulse.x[0], impulse.y[0]}, turnB[0]);
}

// Precondition: kRecorded.
[[gnu::always_inline]] inline void report(const Block& b, JointVisit::Kind kind, JointPass pass,
                                          const PinParams& params, const Vec2W& before, const Vec2W& after,
                                          JointVisit visit = {})
{
    visit.joint = b.joint[0];
    visit.kind = kind;
    visit.pass = pass;
    visit.value = {b.dx[0], b.dy[0]};
    visit.massXX = b.m11[0];
    visit.massXY = b.m12[0];
    visit.massYY = b.m22[0];
    visit.before = {before.x[0], before.y[0]};
    visit.wanted = visit.after = {after.x[0], after.y[0]};
    params.recorder->visitedJoint(visit);
}

// Velocity of B's anchor relative to A's.
[[gnu::always_inline]] inline Vec2W relativeVelocity(const Bodies& v)
{
    return (v.vB + v.wB * perp(v.rB)) - (v.vA + v.wA * perp(v.rA));
}

// Anchors and effective mass at the present poses.
[[gnu::always_inline]] inline void updateToPoses(Block& b, const BodyState* states, Bodies& v)
{
    const FloatW4 poseA = gather(states, b.bodyA, 1), poseB = gather(states, b.bodyB, 1);
    const Vec2W startA = loadPair(b.startAx, b.startAy), startB = loadPair(b.startBx, b.startBy);
    v.rA = {poseA.z * startA.x - poseA.w * startA.y, poseA.w * startA.x + poseA.z * startA.y};
    v.rB = {poseB.z * startB.x - poseB.w * startB.y, poseB.w * startB.x + poseB.z * startB.y};
    const Vec2W moveA = Vec2W{poseA.x, poseA.y} + (v.rA - startA);
    const Vec2W moveB = Vec2W{poseB.x, poseB.y} + (v.rB - startB);
    storePair(b.rAx, b.rAy, v.rA);
    storePair(b.rBx, b.rBy, v.rB);
    storePair(b.dx, b.dy, loadPair(b.startDx, b.startDy) + (moveB - moveA));
    const FloatW mass = v.mA + v.mB;
    const FloatW k11 = mass + v.iA * v.rA.y * v.rA.y + v.iB * v.rB.y * v.rB.y;
    const FloatW k12 = -(v.iA * v.rA.x * v.rA.y) - v.iB * v.rB.x * v.rB.y;
    const FloatW k22 = mass + v.iA * v.rA.x * v.rA.x + v.iB * v.rB.x * v.rB.x;
    const FloatW det = k11 * k22 - k12 * k12;
    const auto isRegular = det > FloatW{}; // a lane without a pin has no mass
    const FloatW inverse = isRegular ? splat(1.0f) / (isRegular ? det : splat(1.0f)) : FloatW{};
    store(b.m11, inverse * k22);
    store(b.m12, -(inverse * k12));
    store(b.m22, inverse * k11);
}

template<class Visit>
[[gnu::always_inline]] inline void forBlocks(void* blocks, size_t count, BodyState* states, Visit visit)
{
    auto* block = static_cast<Block*>(blocks);
    for (size_t i = 0; i < count; ++i) {
        Bodies v = loadBodies(block[i], states);
        visit(block[i], v);
        storeBodies(block[i], states, v);
    }
}

// Applies the impulse that removes rate + bias, see Softness.
[[gnu::always_inline]] inline void remove(Block& b, Bodies& v, JointPass pass, const Vec2W& rate,
                                          const Vec2W& bias, float massScale, float impulseScale,
                                          const PinParams& params)
{
    const Vec2W speed = rate + bias;
    const FloatW m12 = load(b.m12);
    const Vec2W push{load(b.m11) * speed.x + m12 * speed.y, m12 * speed.x + load(b.m22) * speed.y};
    const Vec2W old = loadPair(b.impulseX, b.impulseY);
    const Vec2W change = splat(-massScale) * push - splat(impulseScale) * old;
    storePair(b.impulseX, b.impulseY, old + change);
    apply(b, v, change, params);
    if constexpr (kRecorded)
        report(b, JointVisit::Kind::Alone, pass, params, old, old + change,
               {.rate = {rate.x[0], rate.y[0]},
                .bias = {bias.x[0], bias.y[0]},
                .massScale = massScale,
                .impulseScale = impulseScale});
}

void pack(void* block, const PinLanes& pins)
{
    Block& b = *static_cast<Block*>(block);
    for (int lane = 0; lane < kLanes; ++lane) {
        b.joint[lane] = pins.joint[lane];
        b.bodyA[lane] = pins.rowA[lane] * static_cast<uint32_t>(sizeof(BodyState));
        b.bodyB[lane] = pins.rowB[lane] * static_cast<uint32_t>(sizeof(BodyState));
    }
    store(b.invInertiaA, load(pins.invInertiaA));
    store(b.invInertiaB, load(pins.invInertiaB));
    const PinFrames frames = framesOf(pins, 0);
    storePair(b.startAx, b.startAy, frames.startA);
    storePair(b.startBx, b.startBy, frames.startB);
    storePair(b.startDx, b.startDy, frames.startD);
    store(b.angle, frames.angle);
    storePair(b.impulseX, b.impulseY, loadPair(pins.impulseX, pins.impulseY));
    storePair(b.forceX, b.forceY, Vec2W{});
}

void warmStart(void* blocks, size_t count, BodyState* states, const PinParams& params)
{
    forBlocks(
        blocks, count, states, [&](Block & b, Bodies & v) __attribute__((always_inline)) {
            if (params.haveMoved) updateToPoses(b, states, v);
            const Vec2W impulse = loadPair(b.impulseX, b.impulseY);
            apply(b, v, impulse, params);
            if constexpr (kRecorded)
                report(b, JointVisit::Kind::Begin, JointPass::Push, params, Vec2W{}, impulse);
        });
}

void push(void* blocks, size_t count, BodyState* states, const PinParams& params)
{
    const Softness& soft = params.softness;
    forBlocks(
        blocks, count, states, [&](Block & b, Bodies & v) __attribute__((always_inline)) {
            const Vec2W d = loadPair(b.dx, b.dy);
            const FloatW error = length(d), limit = splat(params.pushSpeed);
            const auto isFar = splat(soft.biasRate) * error > limit;
            const FloatW rate = isFar ? limit / (isFar ? error : splat(1.0f)) : splat(soft.biasRate);
            remove(b, v, JointPass::Push, relativeVelocity(v), rate * d, soft.massScale, soft.impulseScale,
                   params);
        });
}

void relax(void* blocks, size_t count, BodyState* states, const PinParams& params)
{
    forBlocks(
        blocks, count, states, [&](Block & b, Bodies & v) __attribute__((always_inline)) {
            updateToPoses(b, states, v);
            if constexpr (kRecorded) {
                const Vec2W impulse = loadPair(b.impulseX, b.impulseY);
                report(b, JointVisit::Kind::Begin, JointPass::Relax, params, impulse, impulse);
            }
            const Vec2W none{splat(-0.0f), splat(-0.0f)}; // adding it keeps the sign of zero
            remove(b, v, JointPass::Relax, relativeVelocity(v), none, 1.0f, 0.0f, params);
            storePair(b.forceX, b.forceY, loadPair(b.forceX, b.forceY) + loadPair(b.impulseX, b.impulseY));
        });
}

PinResults resultsOf(const void* block)
{
    const Block& b = *static_cast<const Block*>(block);
    return {b.joint, b.impulseX, b.impulseY, b.forceX, b.forceY, b.angle};
}

constexpr PinKernels makePinKernels()
{
    return {.lanes = kLanes,
            .blockBytes = sizeof(Block),
            .pack = pack,
            .warmStart = warmStart,
            .push = push,
            .relax = relax,
            .results = resultsOf};
}

} // namespace
} // namespace satbox
