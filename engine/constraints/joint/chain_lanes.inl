// What the kernels for chains work on: the memory of a chain, its bodies while it is solved, impulses on
// them, and reports to a recorder. Included by chain_kernels.inl.

#pragma once

#include "engine/constraints/double_lanes.inl"
#include "engine/constraints/joint/chain_blocks.h"
#include "engine/constraints/joint/chain_kernels.h"
#include "engine/constraints/joint/joint_tree.h"
#include "engine/constraints/joint/joint_visit.h"
#include "engine/constraints/joint/pin_frames.inl"

namespace satbox {
namespace {

#ifdef SATBOX_RECORDED
constexpr bool kRecorded = true;
#else
constexpr bool kRecorded = false;
#endif

using Pair = PairOf<DoubleW>;
using Symmetric = SymmetricPairOf<DoubleW>;
using Matrix = PairMatrixOf<DoubleW>;

constexpr int kSegments = static_cast<int>(kChainSegments);
constexpr int kParts = kSegments / kLanes; // vectors for a number of each segment

// A body of each of kLanes segments.
struct Body {
    uint32_t offset[kLanes]; // bytes, of its row
    FloatW fullInvInertia, invInertia, invMass;
    Vec2W v;
    FloatW w;
    Vec2W p; // change of the pose in this step
    RotW q;
    FloatW stiffness; // as in JointBody
};
// The joint from that body to the next one, as JointConstraint.
struct Joint {
    uint32_t slot[kLanes];
    IntW isUsed; // lanes with a joint
    Vec2W startA, startB, startD;
    FloatW angle;
    Vec2W rA, rB, d;
    Vec2W impulse, relax, relaxBefore, force;
    // Of the equations S l = -b, see ChainKernels. The joint is eliminated after those before it.
    Pair compliance;
    Symmetric inverse;  // of its block
    Matrix toNext;      // the block with the next joint of the segment, times `inverse`
    Matrix toLeft;      // `inverse` times the block with the joint before the segment
    Pair rhs, solution; // right-hand side; l
};
// What is left of the equations when all segments are eliminated: those of the joints after each of them.
struct Separator {
    SymmetricPairOf<double> block, taken; // `taken` by the next segment
    PairMatrixOf<double> toBefore;        // the block with the separator before it
    PairMatrixOf<double> toNext;          // the block with the next one, times `inverse`
    SymmetricPairOf<double> inverse;
    PairOf<double> rhs, takenRhs, solution;
};

struct Header {
    Separator separators[kSegments];
    bool isEliminated = false;
};
// What a pass works on.
struct Chain {
    Header& header;
    Body* bodies; // by row and part; the last row are the bodies after the segments, those of the next ones
    Joint* joints;
    int rows;
    bool isHeld;
    BodyState* states;
    const ChainParams& params;

    Body& body(int row, int part) const { return bodies[row * kParts + part]; }
    Joint& joint(int row, int part) const { return joints[row * kParts + part]; }
    Separator* separators() const { return header.separators; }
};

constexpr size_t roundedUp(size_t bytes) { return (bytes + 63) / 64 * 64; }
size_t bytesOf(uint32_t rows)
{
    return roundedUp(sizeof(Header)) + roundedUp((rows + 1) * kParts * sizeof(Body)) +
           rows * kParts * sizeof(Joint);
}
[[gnu::always_inline]] inline Chain chainOf(const ChainBlock& block, BodyState* states,
                                            const ChainParams& params)
{
    std::byte* const bodies = block.memory + roundedUp(sizeof(Header));
    std::byte* const joints = bodies + roundedUp((block.rows + 1) * kParts * sizeof(Body));
    return {*reinterpret_cast<Header*>(block.memory),
            reinterpret_cast<Body*>(bodies),
            reinterpret_cast<Joint*>(joints),
            static_cast<int>(block.rows),
            block.isHeld,
            states,
            params};
}

// fn(joint, a, b) for all joints: first those between segments, then the others, from the first one on.
template<class Fn>
[[gnu::always_inline]] inline void forEachJoint(const Chain& chain, Fn fn)
{
    const int last = chain.rows - 1;
    for (int part = 0; part < kParts; ++part)
        fn(chain.joint(last, part), chain.body(last, part), chain.body(chain.rows, part));
    for (int row = 0; row < last; ++row)
        for (int part = 0; part < kParts; ++part)
            fn(chain.joint(row, part), chain.body(row, part), chain.body(row + 1, part));
}

// fn(number, lane, source, sourceLane) of the lane of a body after a segment and of the same body as the
// first one of the next segment.
template<class Fn>
[[gnu::always_inline]] inline void forEachSharedBody(const Chain& chain, Fn fn)
{
    for (int segment = 0; segment + 1 < kSegments; ++segment)
        fn(chain.body(chain.rows, segment / kLanes), segment % kLanes, chain.body(0, (segment + 1) / kLanes),
           (segment + 1) % kLanes);
}
void copyVelocitiesAfter(const Chain& chain)
{
    forEachSharedBody(chain, [](Body& after, int to, const Body& first, int from) {
        after.v.x[to] = first.v.x[from];
        after.v.y[to] = first.v.y[from];
        after.w[to] = first.w[from];
    });
}
void copyBodiesAfter(const Chain& chain)
{
    copyVelocitiesAfter(chain);
    forEachSharedBody(chain, [](Body& after, int to, const Body& first, int from) {
        after.invMass[to] = first.invMass[from];
        after.invInertia[to] = first.invInertia[from];
        after.p.x[to] = first.p.x[from];
        after.p.y[to] = first.p.y[from];
        after.q.c[to] = first.q.c[from];
        after.q.s[to] = first.q.s[from];
    });
}
void returnVelocities(const Chain& chain)
{
    forEachSharedBody(chain, [](const Body& after, int from, Body& first, int to) {
        first.v.x[to] = after.v.x[from];
        first.v.y[to] = after.v.y[from];
        first.w[to] = after.w[from];
    });
}

// True if any velocity is not that of the last pass.
bool load(const Chain& chain, bool withPoses)
{
    IntW changed{};
    for (int i = 0; i < chain.rows * kParts; ++i) {
        Body& body = chain.bodies[i];
        const FloatW4 motion = gather(chain.states, body.offset, 0);
        changed |= (motion.x != body.v.x) | (motion.y != body.v.y) | (motion.z != body.w);
        body.v = {motion.x, motion.y};
        body.w = motion.z;
        body.invMass = motion.w;
        if (!withPoses) continue;
        const FloatW4 pose = gather(chain.states, body.offset, 1);
        body.p = {pose.x, pose.y};
        body.q = {pose.z, pose.w};
    }
    return any(changed);
}
void storeVelocities(const Chain& chain)
{
    for (int i = 0; i < chain.rows * kParts; ++i) {
        const Body& body = chain.bodies[i];
        scatterMovable(body.invMass, chain.states, body.offset, 0,
                       {body.v.x, body.v.y, body.w, body.invMass});
    }
}

// The block of S of a joint, J M^-1 J^T.
[[gnu::always_inline]] inline Symmetric blockOf(const Joint& joint, const Body& a, const Body& b)
{
    const DoubleW iA = widen(a.invInertia), iB = widen(b.invInertia);
    const DoubleW ax = widen(joint.rA.x), ay = widen(joint.rA.y);
    const DoubleW bx = widen(joint.rB.x), by = widen(joint.rB.y);
    const DoubleW mass = widen(a.invMass) + widen(b.invMass), none{};
    const LongW isUsed = widen(joint.isUsed);
    return {isUsed ? mass + iA * ay * ay + iB * by * by : none,
            isUsed ? -(iA * ax * ay) - iB * bx * by : none,
            isUsed ? mass + iA * ax * ax + iB * bx * bx : none};
}

// Precondition of the functions that report: kRecorded.
[[gnu::always_inline]] inline Vec2 vec2Of(const Vec2W& v) { return {v.x[0], v.y[0]}; }
[[gnu::always_inline]] inline void report(const Chain& chain, const Joint& joint, const Body& a,
                                          const Body& b, JointVisit visit)
{
    if (!joint.isUsed[0]) return;
    const Symmetric mass = inverseOf(blockOf(joint, a, b));
    visit.joint = joint.slot[0];
    visit.value = vec2Of(joint.d);
    visit.massXX = static_cast<float>(mass.xx[0]);
    visit.massXY = static_cast<float>(mass.xy[0]);
    visit.massYY = static_cast<float>(mass.yy[0]);
    chain.params.recorder->visitedJoint(visit);
}
[[gnu::always_inline]] inline void reportSolution(const Chain& chain, const Joint& joint)
{
    if (!joint.isUsed[0]) return;
    const Symmetric& m = joint.inverse;
    const Pair others = joint.rhs - times(inverseOf(m), joint.solution); // of joints eliminated later
    chain.params.recorder->solvedInTree({.joint = joint.slot[0],
                                         .mass = {m.xx[0], m.xy[0], 0.0, m.yy[0], 0.0, 0.0},
                                         .compliance = {joint.compliance.x[0], joint.compliance.y[0]},
                                         .error = {-joint.rhs.x[0], -joint.rhs.y[0]},
                                         .fromOthers = {others.x[0], others.y[0]},
                                         .impulse = {joint.solution.x[0], joint.solution.y[0]},
                                         .after = {joint.impulse.x[0], joint.impulse.y[0]}});
}

[[gnu::always_inline]] inline void apply(const Chain& chain, const Joint& joint, Body& a, Body& b,
                                         const Vec2W& impulse)
{
    const FloatW turnA = cross(joint.rA, impulse), turnB = cross(joint.rB, impulse);
    a.v = a.v - a.invMass * impulse;
    a.w -= a.invInertia * turnA;
    b.v = b.v + b.invMass * impulse;
    b.w += b.invInertia * turnB;
    if constexpr (kRecorded)
        if (joint.isUsed[0])
            chain.params.recorder->joined(joint.slot[0], vec2Of(-impulse), -turnA[0], vec2Of(impulse),
                                          turnB[0]);
}
// Applies impulseOf(joint, a, b) to the bodies of each joint. Precondition and result: the velocities of the
// bodies after the segments are not up to date.
template<class Impulse>
[[gnu::always_inline]] inline void applyToAll(const Chain& chain, Impulse impulseOf)
{
    copyVelocitiesAfter(chain);
    int count = 0;
    forEachJoint(chain, [&](Joint& joint, Body& a, Body& b) {
        if (count++ == kParts) returnVelocities(chain);
        const Vec2W impulse = impulseOf(joint, a, b);
        apply(chain, joint, a, b, impulse);
    });
}

void pack(const ChainBlock& block, uint32_t row, const ChainLanes& lanes)
{
    const ChainParams none;
    const Chain chain = chainOf(block, nullptr, none);
    for (int part = 0; part < kParts; ++part) {
        const int first = part * kLanes;
        Body& body = chain.body(static_cast<int>(row), part);
        Joint& joint = chain.joint(static_cast<int>(row), part);
        body = Body{};
        for (int lane = 0; lane < kLanes; ++lane) {
            body.offset[lane] = lanes.rowA[first + lane] * static_cast<uint32_t>(sizeof(BodyState));
            joint.slot[lane] = lanes.joint[first + lane];
            joint.isUsed[lane] = joint.slot[lane] != kNoIndex ? -1 : 0;
        }
        body.fullInvInertia = body.invInertia = load(lanes.invInertiaA + first);
        const PinFrames frames = framesOf(lanes, first);
        joint.startA = frames.startA;
        joint.startB = frames.startB;
        joint.startD = frames.startD;
        joint.angle = frames.angle;
        joint.impulse = loadPair(lanes.impulseX + first, lanes.impulseY + first);
        joint.relax = loadPair(lanes.relaxX + first, lanes.relaxY + first);
        joint.force = Vec2W{};
        if (row == 0) chain.body(chain.rows, part) = Body{};
    }
}

ChainResult resultOf(const ChainBlock& block, uint32_t row, uint32_t segment)
{
    const ChainParams none;
    const int lane = static_cast<int>(segment) % kLanes;
    const Joint& joint =
        chainOf(block, nullptr, none).joint(static_cast<int>(row), static_cast<int>(segment) / kLanes);
    const auto of = [&](const Vec2W& v) { return Vec2{v.x[lane], v.y[lane]}; };
    return {joint.slot[lane], of(joint.impulse), of(joint.relax), of(joint.force), joint.angle[lane]};
}

} // namespace
} // namespace satbox
