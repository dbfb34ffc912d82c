// The passes over a chain, kLanes of its segments in each vector; included by chain_kernels_*.cpp with
// SATBOX_LANES defined. Everything is in an unnamed namespace: each including file is compiled for a
// different instruction set and must not share code with the others.

#include "engine/constraints/joint/chain_lanes.inl"
#include "engine/constraints/joint/pin_rates.inl"

namespace satbox {
namespace {

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
        const FloatW full = body.fullInvInertia, minInertia = chain.params.h * body.stiffness; // kg m^2
        const IntW isLimited = ~((full <= none) | (minInertia * full <= unit));
        const FloatW invInertia = isLimited ? 1.0f / (isLimited ? minInertia : unit) : full;
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
        joint.rhs = {-(widen(error.x) + joint.compliance.x * widen(impulse.x)),
                     -(widen(error.y) + joint.compliance.y * widen(impulse.y))};
        if (previous) joint.rhs = joint.rhs - times(previous->toNext, previous->rhs);
        if (row == last) break;
        taken = taken + transposed(joint.toLeft, joint.rhs);
        previous = &joint;
    }
    for (int lane = 0; lane < kLanes; ++lane) {
        const int segment = part * kLanes + lane;
        chain.separators()[segment].rhs = laneOf(chain.joint(last, part).rhs, lane);
        if (segment > 0) chain.separators()[segment - 1].takenRhs = laneOf(taken, lane);
    }
}
// The impulses of the joints between segments.
void solveSeparators(const Chain& chain)
{
    Separator* const all = chain.separators();
    constexpr int kCount = kSegments - 1;
    for (int i = 0; i < kCount; ++i) {
        all[i].rhs = all[i].rhs - all[i].takenRhs;
        if (i > 0) all[i].rhs = all[i].rhs - times(all[i - 1].toNext, all[i - 1].rhs);
    }
    for (int i = kCount; i-- > 0;) {
        all[i].solution = times(all[i].inverse, all[i].rhs);
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
        next = times(joint.inverse, joint.rhs) - transposed(joint.toNext, next) - times(joint.toLeft, before);
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
        for (int segment = 0; segment + 1 < kSegments; ++segment) {
            const Separator& separator = chain.separators()[segment];
            Joint& joint = chain.joint(chain.rows - 1, segment);
            setLane(joint.rhs, 0, separator.rhs);
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

void pushAgain(const ChainBlock& block, BodyState* states, const ChainParams& params)
{
    const Chain chain = chainOf(block, states, params);
    if (!load(chain, false)) return;
    solve<true>(chain);
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

constexpr ChainKernels makeChainKernels()
{
    return {.bytes = bytesOf,
            .pack = pack,
            .warmStart = warmStart,
            .push = push,
            .pushAgain = pushAgain,
            .relax = relax,
            .result = resultOf};
}

} // namespace
} // namespace satbox
