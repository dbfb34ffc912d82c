// The passes over a chain, kLanes of its segments in each vector; included by chain_kernels_*.cpp with
// SATBOX_LANES defined. Everything is in an unnamed namespace: each including file is compiled for a
// different instruction set and must not share code with the others.

#include "engine/constraints/joint/chain_kernels.h"

#include "engine/constraints/joint/chain_blocks.h"
#include "engine/constraints/joint/joint_tree.h"
#include "engine/constraints/joint/joint_visit.h"
#include "engine/constraints/joint/pin_frames.inl"
#include "engine/constraints/joint/pin_rates.inl"

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
    Symmetric inverse;   // of its block
    Matrix toNext;       // the block with the next joint of the segment, times `inverse`
    Matrix toLeft;       // `inverse` times the block with the joint before the segment
    Pair rest, solution; // right-hand side; l
};
// What is left of the equations when all segments are eliminated: those of the joints after each of them.
struct Separator {
    SymmetricPairOf<double> block, taken; // `taken` by the next segment
    PairMatrixOf<double> toBefore;        // the block with the separator before it
    PairMatrixOf<double> toNext;          // the block with the next one, times `inverse`
    SymmetricPairOf<double> inverse;
    PairOf<double> rest, takenRest, solution;
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

void load(const Chain& chain, bool withPoses)
{
    for (int i = 0; i < chain.rows * kParts; ++i) {
        Body& body = chain.bodies[i];
        const FloatW4 motion = gather(chain.states, body.offset, 0);
        body.v = {motion.x, motion.y};
        body.w = motion.z;
        body.invMass = motion.w;
        if (!withPoses) continue;
        const FloatW4 pose = gather(chain.states, body.offset, 1);
        body.p = {pose.x, pose.y};
        body.q = {pose.z, pose.w};
    }
}
void storeVelocities(const Chain& chain)
{
    for (int i = 0; i < chain.rows * kParts; ++i) {
        const Body& body = chain.bodies[i];
        scatterMovable(body.invMass, chain.states, body.offset, 0,
                       {body.v.x, body.v.y, body.w, body.invMass});
    }
}

// Precondition of the functions that report: kRecorded.
[[gnu::always_inline]] inline Vec2 vec2Of(const Vec2W& v) { return {v.x[0], v.y[0]}; }
[[gnu::always_inline]] inline void report(const Chain& chain, const Joint& joint, const Body& a,
                                          const Body& b, JointVisit visit)
{
    if (!joint.isUsed[0]) return;
    const FloatW iA = a.invInertia, iB = b.invInertia, mass = a.invMass + b.invMass;
    const FloatW k11 = mass + iA * joint.rA.y * joint.rA.y + iB * joint.rB.y * joint.rB.y;
    const FloatW k12 = -(iA * joint.rA.x * joint.rA.y) - iB * joint.rB.x * joint.rB.y;
    const FloatW k22 = mass + iA * joint.rA.x * joint.rA.x + iB * joint.rB.x * joint.rB.x;
    const SymmetricPairOf<FloatW> inverse = [&] {
        const FloatW s = 1.0f / (k11 * k22 - k12 * k12);
        return SymmetricPairOf<FloatW>{s * k22, -(s * k12), s * k11};
    }();
    visit.joint = joint.slot[0];
    visit.value = vec2Of(joint.d);
    visit.massXX = inverse.xx[0];
    visit.massXY = inverse.xy[0];
    visit.massYY = inverse.yy[0];
    chain.params.recorder->visitedJoint(visit);
}
void reportSolution(const Chain& chain, const Joint& joint)
{
    if (!joint.isUsed[0]) return;
    const Symmetric& m = joint.inverse;
    const Pair others = joint.rest - times(inverseOf(m), joint.solution); // of joints eliminated later
    chain.params.recorder->solvedInTree({.joint = joint.slot[0],
                                         .mass = {m.xx[0], m.xy[0], 0.0, m.yy[0], 0.0, 0.0},
                                         .compliance = {joint.compliance.x[0], joint.compliance.y[0]},
                                         .error = {-joint.rest.x[0], -joint.rest.y[0]},
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

// As limitInertia(). True if the inertia of any body changed.
bool limitInertia(const Chain& chain)
{
    const FloatW none{}, unit = splat(1.0f);
    for (int i = 0; i < (chain.rows + 1) * kParts; ++i) chain.bodies[i].stiffness = none;
    forEachJoint(chain, [&](const Joint& joint, Body& a, Body& b) {
        const auto add = [&](Body& body, const Vec2W& anchor, const Vec2W& push) {
            const FloatW along = dot(rotate(body.q, anchor), push);
            body.stiffness += along < none ? none : along;
        };
        add(a, joint.startA, -joint.impulse);
        add(b, joint.startB, joint.impulse);
    });
    forEachSharedBody(chain, [](const Body& after, int from, Body& first, int to) {
        first.stiffness[to] += after.stiffness[from];
    });
    IntW changed{};
    for (int i = 0; i < chain.rows * kParts; ++i) {
        Body& body = chain.bodies[i];
        const FloatW full = body.fullInvInertia, least = chain.params.h * body.stiffness; // kg m^2
        const IntW isLimited = ~((full <= none) | (least * full <= unit));
        const FloatW invInertia = isLimited ? 1.0f / (isLimited ? least : unit) : full;
        body.w = isLimited ? body.w * (invInertia / (isLimited ? full : unit)) : body.w;
        changed |= invInertia != body.invInertia;
        body.invInertia = invInertia;
    }
    return any(changed);
}

// Arms and errors at the present poses.
void updateToPoses(const Chain& chain)
{
    forEachJoint(chain, [](Joint& joint, const Body& a, const Body& b) {
        joint.rA = rotate(a.q, joint.startA);
        joint.rB = rotate(b.q, joint.startB);
        const Vec2W moveA = a.p + (joint.rA - joint.startA), moveB = b.p + (joint.rB - joint.startB);
        joint.d = joint.startD + (moveB - moveA);
    });
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
// The block of S of a joint (rows) and of the one before it (columns), which share a body: with their anchors
// on it. Zero where the mask is not set.
[[gnu::always_inline]] inline Matrix blockBetween(const Vec2W& before, const Vec2W& anchor,
                                                  const Body& shared, IntW mask)
{
    const DoubleW m = widen(shared.invMass), i = widen(shared.invInertia), none{};
    const DoubleW bx = widen(before.x), by = widen(before.y), ax = widen(anchor.x), ay = widen(anchor.y);
    const LongW isSet = widen(mask);
    return {isSet ? -m - i * ay * by : none, isSet ? i * ay * bx : none, isSet ? i * ax * by : none,
            isSet ? -m - i * ax * bx : none};
}

// A lane of a block, and back.
[[gnu::always_inline]] inline SymmetricPairOf<double> laneOf(const Symmetric& m, int lane)
{
    return {m.xx[lane], m.xy[lane], m.yy[lane]};
}
[[gnu::always_inline]] inline PairMatrixOf<double> laneOf(const Matrix& m, int lane)
{
    return {m.xx[lane], m.xy[lane], m.yx[lane], m.yy[lane]};
}
[[gnu::always_inline]] inline PairOf<double> laneOf(const Pair& v, int lane)
{
    return {v.x[lane], v.y[lane]};
}
[[gnu::always_inline]] inline void setLane(Pair& v, int lane, const PairOf<double>& value)
{
    v.x[lane] = value.x;
    v.y[lane] = value.y;
}

// Eliminates the joints of kLanes segments.
void eliminateSegments(const Chain& chain, int part)
{
    const int last = chain.rows - 1;
    // The joint before each segment, and its anchor on the segment's first body.
    Vec2W beforeB{};
    IntW hasBefore{};
    for (int lane = 0; lane < kLanes; ++lane) {
        const int segment = part * kLanes + lane - 1;
        if (segment < 0) continue;
        const Joint& before = chain.joint(last, segment / kLanes);
        beforeB.x[lane] = before.rB.x[segment % kLanes];
        beforeB.y[lane] = before.rB.y[segment % kLanes];
        hasBefore[lane] = -1;
    }
    const double share = chain.isHeld ? kComplianceShare : 0.0;
    Symmetric block{}, taken{};
    Matrix toBefore{}; // with the joint before the segment
    Joint* previous = nullptr;
    for (int row = 0; row < chain.rows; ++row) {
        Joint& joint = chain.joint(row, part);
        const Body &a = chain.body(row, part), &b = chain.body(row + 1, part);
        block = blockOf(joint, a, b);
        joint.compliance = {share * block.xx, share * block.yy};
        block.xx += joint.compliance.x;
        block.yy += joint.compliance.y;
        if (!previous) {
            toBefore = blockBetween(beforeB, joint.rA, a, hasBefore & joint.isUsed);
        } else {
            const Matrix between = blockBetween(previous->rB, joint.rA, a, joint.isUsed);
            previous->toNext = times(between, previous->inverse);
            block = block - symmetricOuter(previous->toNext, between);
            toBefore = -times(previous->toNext, toBefore);
        }
        if (row == last) break;
        joint.inverse = inverseOf(block);
        joint.toLeft = times(joint.inverse, toBefore);
        taken = taken + symmetricInner(toBefore, joint.toLeft);
        previous = &joint;
    }
    for (int lane = 0; lane < kLanes; ++lane) {
        const int segment = part * kLanes + lane;
        Separator& separator = chain.separators()[segment];
        separator.block = laneOf(block, lane);
        separator.toBefore = laneOf(toBefore, lane);
        if (segment > 0) chain.separators()[segment - 1].taken = laneOf(taken, lane);
    }
}
void eliminate(const Chain& chain)
{
    for (int part = 0; part < kParts; ++part) eliminateSegments(chain, part);
    Separator* const all = chain.separators();
    for (int i = 0; i + 1 < kSegments; ++i) {
        all[i].block = all[i].block - all[i].taken;
        if (i > 0) {
            all[i - 1].toNext = times(all[i].toBefore, all[i - 1].inverse);
            all[i].block = all[i].block - symmetricOuter(all[i - 1].toNext, all[i].toBefore);
        }
        all[i].inverse = inverseOf(all[i].block);
    }
    chain.header.isEliminated = true;
}

// The speed that a joint removes.
template<bool kPush>
[[gnu::always_inline]] inline Vec2W errorOf(const Chain& chain, const Joint& joint, const Body& a,
                                            const Body& b)
{
    const PinEnds ends{a.v, a.w, joint.rA, b.v, b.w, joint.rB};
    PinRateW error{pinSpeed(ends), {splat(-0.0f), splat(-0.0f)}}; // adding it keeps the sign of zero
    if constexpr (kPush) error = pushRate(ends, joint.d, chain.params.h, chain.params.pushSpeed);
    if constexpr (kRecorded)
        report(chain, joint, a, b,
               {.kind = JointVisit::Kind::Tree,
                .pass = kPush ? JointPass::Push : JointPass::Relax,
                .rate = vec2Of(error.rate),
                .bias = vec2Of(error.bias),
                .before = vec2Of(joint.impulse)});
    return error.rate + error.bias;
}

// Right-hand sides of kLanes segments, and what their elimination makes of them.
template<bool kPush>
void gatherErrors(const Chain& chain, int part)
{
    const int last = chain.rows - 1;
    Pair taken{};
    const Joint* previous = nullptr;
    for (int row = 0; row < chain.rows; ++row) {
        Joint& joint = chain.joint(row, part);
        const Vec2W error = errorOf<kPush>(chain, joint, chain.body(row, part), chain.body(row + 1, part));
        // The part of the impulse that belongs to this pass.
        const Vec2W impulse = kPush ? joint.impulse : joint.impulse + joint.relax;
        joint.rest = {-(widen(error.x) + joint.compliance.x * widen(impulse.x)),
                      -(widen(error.y) + joint.compliance.y * widen(impulse.y))};
        if (previous) joint.rest = joint.rest - times(previous->toNext, previous->rest);
        if (row == last) break;
        taken = taken + transposed(joint.toLeft, joint.rest);
        previous = &joint;
    }
    for (int lane = 0; lane < kLanes; ++lane) {
        const int segment = part * kLanes + lane;
        chain.separators()[segment].rest = laneOf(chain.joint(last, part).rest, lane);
        if (segment > 0) chain.separators()[segment - 1].takenRest = laneOf(taken, lane);
    }
}
// The impulses of the joints between segments.
void solveSeparators(const Chain& chain)
{
    Separator* const all = chain.separators();
    constexpr int kCount = kSegments - 1;
    for (int i = 0; i < kCount; ++i) {
        all[i].rest = all[i].rest - all[i].takenRest;
        if (i > 0) all[i].rest = all[i].rest - times(all[i - 1].toNext, all[i - 1].rest);
    }
    for (int i = kCount; i-- > 0;) {
        all[i].solution = times(all[i].inverse, all[i].rest);
        if (i + 1 < kCount)
            all[i].solution = all[i].solution - transposed(all[i].toNext, all[i + 1].solution);
    }
    all[kCount].solution = {}; // there is no joint after the last segment
}
// The impulses of all joints of kLanes segments.
void solveSegments(const Chain& chain, int part)
{
    const int last = chain.rows - 1;
    Pair before{}, next{};
    for (int lane = 0; lane < kLanes; ++lane) {
        const int segment = part * kLanes + lane;
        if (segment > 0) setLane(before, lane, chain.separators()[segment - 1].solution);
        setLane(next, lane, chain.separators()[segment].solution);
    }
    chain.joint(last, part).solution = next;
    for (int row = last; row-- > 0;) {
        Joint& joint = chain.joint(row, part);
        next =
            times(joint.inverse, joint.rest) - transposed(joint.toNext, next) - times(joint.toLeft, before);
        joint.solution = next;
    }
}

// Changes velocities so that all joints hold.
template<bool kPush>
void solve(const Chain& chain)
{
    copyVelocitiesAfter(chain);
    for (int part = 0; part < kParts; ++part) gatherErrors<kPush>(chain, part);
    solveSeparators(chain);
    for (int part = 0; part < kParts; ++part) solveSegments(chain, part);
    if constexpr (kRecorded) {
        for (int segment = 0; segment < kSegments; ++segment) {
            const Separator& separator = chain.separators()[segment];
            Joint& joint = chain.joint(chain.rows - 1, segment);
            setLane(joint.rest, 0, separator.rest);
            joint.inverse = {DoubleW{separator.inverse.xx}, DoubleW{separator.inverse.xy},
                             DoubleW{separator.inverse.yy}};
        }
    }
    applyToAll(chain, [&](Joint& joint, const Body&, const Body&) {
        const Vec2W impulse{narrow(joint.solution.x), narrow(joint.solution.y)};
        joint.impulse = joint.impulse + impulse;
        if constexpr (kRecorded) reportSolution(chain, joint);
        return impulse;
    });
}

void warmStart(const ChainBlock& block, BodyState* states, const ChainParams& params)
{
    const Chain chain = chainOf(block, states, params);
    load(chain, params.haveMoved);
    copyBodiesAfter(chain);
    const bool hasNewInertia = limitInertia(chain);
    if (hasNewInertia) copyBodiesAfter(chain);
    if (params.haveMoved) updateToPoses(chain);
    if (params.haveMoved || hasNewInertia) chain.header.isEliminated = false;
    applyToAll(chain, [&](Joint& joint, const Body& a, const Body& b) {
        joint.relaxBefore = joint.relax;
        joint.impulse = joint.impulse - joint.relax;
        joint.relax = Vec2W{};
        if constexpr (kRecorded)
            report(chain, joint, a, b,
                   {.kind = JointVisit::Kind::Begin,
                    .pass = JointPass::Push,
                    .wanted = vec2Of(joint.impulse),
                    .after = vec2Of(joint.impulse)});
        return joint.impulse;
    });
    storeVelocities(chain);
}

void push(const ChainBlock& block, BodyState* states, const ChainParams& params)
{
    const Chain chain = chainOf(block, states, params);
    load(chain, false);
    if (!chain.header.isEliminated) eliminate(chain);
    for (int pass = 0; pass < kMinPushPasses; ++pass) solve<true>(chain);
    storeVelocities(chain);
}

void relax(const ChainBlock& block, BodyState* states, const ChainParams& params)
{
    const Chain chain = chainOf(block, states, params);
    load(chain, true);
    copyBodiesAfter(chain);
    updateToPoses(chain);
    applyToAll(chain, [&](Joint& joint, const Body& a, const Body& b) {
        joint.relax = -joint.impulse;
        joint.impulse = joint.impulse + joint.relaxBefore;
        if constexpr (kRecorded)
            report(chain, joint, a, b,
                   {.kind = JointVisit::Kind::Begin,
                    .pass = JointPass::Relax,
                    .before = vec2Of(-joint.relax),
                    .wanted = vec2Of(joint.impulse),
                    .after = vec2Of(joint.impulse)});
        return joint.relaxBefore;
    });
    eliminate(chain);
    solve<false>(chain);
    forEachJoint(chain, [](Joint& joint, const Body&, const Body&) {
        joint.relax = joint.relax + joint.impulse;
        joint.force = joint.force + joint.impulse;
    });
    storeVelocities(chain);
}

void pack(const ChainBlock& block, uint32_t row, const ChainLanes& lanes)
{
    const ChainParams none;
    const Chain chain = chainOf(block, nullptr, none);
    for (int part = 0; part < kParts; ++part) {
        const int first = part * kLanes;
        Body& body = chain.body(static_cast<int>(row), part);
        Joint& joint = chain.joint(static_cast<int>(row), part);
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

constexpr ChainKernels makeChainKernels()
{
    return {.bytes = bytesOf,
            .pack = pack,
            .warmStart = warmStart,
            .push = push,
            .relax = relax,
            .result = resultOf};
}

} // namespace
} // namespace satbox
