#include "engine/constraints/joint_constraints.h"

#include "engine/constraints/joint/joint_equations.h"
#include "engine/constraints/joint/joint_rules.h"
#include "engine/core/parallel.h"
#include "engine/model/joint_frames.h"

#include <algorithm>
#include <cstddef>

namespace satbox {

namespace {

const Joint& jointOf(const ActiveJoint& active, const JointSource& from)
{
    return from.joints.of<Joint>().at(active.joint);
}

MouseConstraint prepareMouse(const ActiveJoint& active, const JointSource& from)
{
    return MouseConstraint::prepare(from.joints.of<MouseJoint>().at(active.joint), active.joint,
                                    from.rowOf[active.bodyA], from.bodies, from.context);
}

JointConstraint prepareJoint(const ActiveJoint& active, std::span<JointRow> rows, const JointSource& from)
{
    return JointConstraint::prepare(jointOf(active, from), active.joint,
                                    {from.rowOf[active.bodyA], from.rowOf[active.bodyB]}, rows, from.bodies,
                                    from.context);
}

// Of a body as a joint sees it; 0 if nothing moves it.
float invInertiaAt(uint32_t body, const JointSource& from)
{
    return from.rowOf[body] != 0 ? from.bodies.motions[body].invInertia : 0.0f;
}

void describePin(const ActiveJoint& active, const JointSource& from, PinLanes& pins, size_t lane)
{
    const Joint& joint = jointOf(active, from);
    const BodyMotion& a = from.bodies.motions[joint.bodyA];
    const BodyMotion& b = from.bodies.motions[joint.bodyB];
    const Vec2 anchorA = joint.anchorA - a.localCenter, anchorB = joint.anchorB - b.localCenter;
    const Rot frameA = turned(a.q, joint.angleA), frameB = turned(b.q, joint.angleB);
    const Vec2 centers = b.center - a.center;
    const bool warm = from.context.warmStarting;
    pins.joint[lane] = active.joint;
    pins.rowA[lane] = from.rowOf[joint.bodyA];
    pins.rowB[lane] = from.rowOf[joint.bodyB];
    pins.invInertiaA[lane] = invInertiaAt(joint.bodyA, from);
    pins.invInertiaB[lane] = invInertiaAt(joint.bodyB, from);
    pins.anchorAx[lane] = anchorA.x;
    pins.anchorAy[lane] = anchorA.y;
    pins.anchorBx[lane] = anchorB.x;
    pins.anchorBy[lane] = anchorB.y;
    pins.turnAc[lane] = a.q.c;
    pins.turnAs[lane] = a.q.s;
    pins.turnBc[lane] = b.q.c;
    pins.turnBs[lane] = b.q.s;
    pins.frameAc[lane] = frameA.c;
    pins.frameAs[lane] = frameA.s;
    pins.frameBc[lane] = frameB.c;
    pins.frameBs[lane] = frameB.s;
    pins.centersX[lane] = centers.x;
    pins.centersY[lane] = centers.y;
    pins.angle[lane] = joint.angle;
    pins.impulseX[lane] = warm ? joint.pinImpulse.x : 0.0f;
    pins.impulseY[lane] = warm ? joint.pinImpulse.y : 0.0f;
}

void describeChainJoint(const ActiveJoint& active, const JointSource& from, ChainLanes& lanes, size_t lane)
{
    describePin(active, from, lanes, lane);
    const Joint& joint = jointOf(active, from);
    const bool warm = from.context.warmStarting;
    lanes.relaxX[lane] = warm ? joint.pinRelax.x : 0.0f;
    lanes.relaxY[lane] = warm ? joint.pinRelax.y : 0.0f;
}
// The body after the last joint.
void describeChainEnd(const ActiveJoint& last, const JointSource& from, ChainLanes& lanes, size_t lane)
{
    const uint32_t body = jointOf(last, from).bodyB;
    lanes.rowA[lane] = from.rowOf[body];
    lanes.invInertiaA[lane] = invInertiaAt(body, from);
}

// Prefetches what describePin() and storeJoints() use of a joint. Forced inline: g++ drops a call that does
// nothing but prefetch.
[[gnu::always_inline]] inline void prefetchJoint(const Joint& joint)
{
    __builtin_prefetch(&joint.bodyA);
    __builtin_prefetch(&joint.pinRelax);
}

// Of the joints of nets. At most a quarter of the rate of substeps, as for contacts.
constexpr float kNetFrequency = 60.0f; // Hz
constexpr float kNetDampingRatio = 2.0f;

// A net has one impulse for pushing and relaxing.
void enterNet(JointConstraint& joint, const Softness& softness, float pushSpeed)
{
    joint.isInNet = true;
    joint.netSoftness = softness;
    joint.pushSpeed = pushSpeed;
    joint.pinRelax = {0.0f, 0.0f};
    for (JointRow& row : joint.rows) row.relax = 0.0f;
}

constexpr size_t kMinJointsPerTask = 32; // some microseconds

// fn(component) for the first `count` components, in parallel.
template<class Fn>
void forComponents(const JointConstraints& joints, size_t count, TaskExecutor* executor, Fn&& fn)
{
    if (count == 0) return;
    const size_t grain = kMinJointsPerTask * joints.components.size() / (joints.joints.size() + 1) + 1;
    parallelFor(executor, count, grain, [&](size_t first, size_t last) {
        for (size_t c = first; c < last; ++c) fn(c);
    });
}
// fn(joints) for ranges of all joints, in parallel.
template<class Fn>
void forJoints(const JointConstraints& all, TaskExecutor* executor, Fn&& fn)
{
    parallelFor(executor, all.joints.size(), kMinJointsPerTask,
                [&](size_t first, size_t last) { fn(all.joints.subspan(first, last - first)); });
}
// fn(batch) for all batches of trees, in parallel.
template<class Fn>
void forBatches(const TreeBatches& trees, TaskExecutor* executor, Fn&& fn)
{
    constexpr size_t kMinBatchesPerTask = 4;
    parallelFor(executor, trees.batches.size(), kMinBatchesPerTask, [&](size_t first, size_t last) {
        for (size_t batch = first; batch < last; ++batch) fn(batch);
    });
}
void runTreePass(const JointConstraints& joints, TreePass TreeKernels::*pass, BodyState* states,
                 bool haveMoved, TaskExecutor* executor)
{
    TreeParams params = joints.treeParams;
    params.haveMoved = haveMoved;
    forBatches(joints.trees, executor, [&](size_t batch) {
        (joints.trees.kernels->*pass)(joints.trees.batches[batch], states, params);
    });
}

void runChainPass(const JointConstraints& joints, ChainPass ChainKernels::*pass, BodyState* states,
                  bool haveMoved, ContactRecorder* recorder, TaskExecutor* executor)
{
    ChainParams params = joints.chainParams;
    params.haveMoved = haveMoved;
    params.recorder = recorder;
    runChainPass(joints.chains, pass, states, params, executor);
}

void prepareComponent(const PlannedComponent& planned, std::span<const ActiveJoint> active,
                      std::span<JointRow> rows, const JointSource& from, const JointConstraints& all,
                      JointComponent& component)
{
    for (size_t k = 0; k < planned.joints.size(); ++k) {
        const ActiveJoint& joint = active[planned.joints[k]];
        const size_t count = jointOf(joint, from).rowCount;
        component.joints[k] = prepareJoint(joint, rows.first(count), from);
        rows = rows.subspan(count);
    }
    for (JointConstraint& joint : component.tree.constraints) joint.isInTree = true;
    for (JointConstraint& joint : component.linkage.constraints) joint.isInTree = true;
    if (component.isNet)
        for (JointConstraint& joint : component.joints) enterNet(joint, all.netSoftness, all.pushSpeed);
}

void packTrees(JointConstraints& joints, const JointPlan& plan, std::span<JointRow> rows,
               const JointSource& from, FrameArena& arena, TaskExecutor* executor)
{
    joints.aloneCount = plan.aloneCount;
    joints.treeParams = {.h = from.context.h,
                         .pushSpeed = from.context.pushSpeed,
                         .linearTolerance = kJointTolerance * from.context.speedUnit,
                         .angularTolerance = kJointTolerance / from.context.speedUnit};
    joints.trees = makeTreeBatches(plan.treeGroups, plan.batches, *from.treeKernels, arena);
    for (size_t i = 0; i < plan.batches.size(); ++i) {
        const PlannedBatch& batch = plan.batches[i];
        const std::span<const uint32_t> components =
            plan.treeGroups[batch.group].components.subspan(batch.first, joints.trees.batches[i].count);
        for (size_t lane = 0; lane < components.size(); ++lane) {
            const uint32_t c = components[lane];
            joints.trees.lanes[i * from.treeKernels->lanes + lane] = {
                joints.components[c].joints.data(), rows.subspan(plan.components[c].firstRow).data(),
                joints.components[c].tree.bodies.data(), joints.bodies.data(), joints.firstRow};
        }
    }
    forBatches(joints.trees, executor, [&](size_t batch) { packBatch(joints.trees, batch); });
}

} // namespace

JointConstraints prepareJoints(JointPlan& plan, const JointSource& from, FrameArena& arena,
                               TaskExecutor* executor)
{
    const ActiveJoints& active = plan.active;
    JointConstraints result;
    result.h = from.context.h;
    // Not limited to the push speed of contacts: with that, a falling net of 10,000 discs that hangs on seven
    // of them stretched by 9 m, without by 0.4 m.
    result.pushSpeed = from.context.maxSpeed;
    result.netSoftness =
        makeSoftness(std::min(kNetFrequency / from.context.speedUnit, 0.25f * from.context.invH),
                     kNetDampingRatio, from.context.h);
    result.mouse = arena.make<MouseConstraint>(active.mouse.size());
    for (size_t i = 0; i < active.mouse.size(); ++i) result.mouse[i] = prepareMouse(active.mouse[i], from);
    result.bodies = plan.bodies;
    result.firstRow = plan.firstRow;

    result.components = arena.make<JointComponent>(plan.components.size());
    result.joints = arena.make<JointConstraint>(plan.jointCount);
    const std::span<JointRow> rows = arena.makeUninitialized<JointRow>(plan.rowCount);
    for (size_t c = 0; c < plan.components.size(); ++c) {
        const PlannedComponent& planned = plan.components[c];
        JointComponent& component = result.components[c];
        component = {result.joints.subspan(planned.firstJoint, planned.joints.size()), planned.component.tree,
                     planned.component.linkage, planned.component.isNet};
        component.tree.constraints = component.joints.first(component.tree.joints.size());
        if (!component.linkage.empty()) component.linkage.constraints = component.joints;
    }
    forComponents(result, plan.components.size(), executor, [&](size_t c) {
        const PlannedComponent& planned = plan.components[c];
        prepareComponent(planned, active.joints, rows.subspan(planned.firstRow), from, result,
                         result.components[c]);
    });
    result.aloneCount = plan.components.size();
    if (!plan.batches.empty()) packTrees(result, plan, rows, from, arena, executor);
    if (!plan.chains.empty()) {
        result.chains = makeChainSet(plan.chains, *from.chainKernels, arena);
        result.chainParams = {.h = from.context.h, .pushSpeed = from.context.pushSpeed};
        packChains(
            result.chains, executor,
            [&](ChainLanes& lanes, size_t lane, uint32_t joint) {
                describeChainJoint(active.joints[joint], from, lanes, lane);
            },
            [&](ChainLanes& lanes, size_t lane, uint32_t joint) {
                describeChainEnd(active.joints[joint], from, lanes, lane);
            });
    }
    if (plan.pins.empty()) return result;
    result.pins = makePinSet(plan.pinOrder, *from.pinKernels, arena);
    packPins(
        result.pins, executor,
        [&](uint32_t pin)
            __attribute__((always_inline)) { prefetchJoint(jointOf(active.joints[plan.pins[pin]], from)); },
        [&](PinLanes& lanes, size_t lane, uint32_t pin) {
            describePin(active.joints[plan.pins[pin]], from, lanes, lane);
        });
    return result;
}

namespace {

// fn(row) for the bodies of a component that can be pushed; none for a net.
template<class Fn>
void forEachBodyRow(const JointComponent& component, Fn&& fn)
{
    for (const TreeBody& body : component.tree.bodies) fn(body.row);
    for (const LinkageNode& node : component.linkage.nodes)
        if (!node.isJoint()) fn(node.row);
}

// See JointBody. The momentum of a body is kept, so its spin becomes slower. True if the inertia of a body
// changed.
bool limitInertia(const JointConstraints& joints, const JointComponent& component,
                  std::span<BodyState> states)
{
    const auto bodyAt = [&](int32_t row) -> JointBody& {
        return joints.bodies[static_cast<size_t>(row - joints.firstRow)];
    };
    forEachBodyRow(component, [&](int32_t row) { bodyAt(row).stiffness = 0.0f; });
    for (const JointConstraint& c : component.joints) c.addStiffness(states, joints.bodies, joints.firstRow);
    forEachBodyRow(component, [&](int32_t row) {
        JointBody& body = bodyAt(row);
        const float full = body.fullInvInertia, minInertia = joints.h * body.stiffness; // kg m^2
        body.invInertia = full;
        if (full <= 0.0f || minInertia * full <= 1.0f) return;
        body.invInertia = 1.0f / minInertia;
        states[static_cast<size_t>(row)].w *= body.invInertia / full;
    });
    bool changed = false;
    const auto update = [&](float& invInertia, int32_t row, float invMass) {
        if (invMass <= 0.0f) return;
        changed |= invInertia != bodyAt(row).invInertia;
        invInertia = bodyAt(row).invInertia;
    };
    for (JointConstraint& c : component.joints) {
        update(c.invInertiaA, c.rowA, c.invMassA);
        update(c.invInertiaB, c.rowB, c.invMassB);
    }
    updateInertia(component.tree, joints.bodies, joints.firstRow);
    updateInertia(component.linkage, joints.bodies, joints.firstRow);
    return changed;
}

// For pushJointsAgain(): of trees, as linkages need none.
void keepPushedVelocities(const JointConstraints& joints, const JointTree& tree,
                          std::span<const BodyState> states)
{
    for (const TreeBody& treeBody : tree.bodies) {
        JointBody& body = joints.bodies[static_cast<size_t>(treeBody.row - joints.firstRow)];
        body.pushedV = states[static_cast<size_t>(treeBody.row)].v;
        body.pushedW = states[static_cast<size_t>(treeBody.row)].w;
    }
}
bool haveVelocitiesChanged(const JointConstraints& joints, const JointTree& tree,
                           std::span<const BodyState> states)
{
    return std::any_of(tree.bodies.begin(), tree.bodies.end(), [&](const TreeBody& treeBody) {
        const JointBody& body = joints.bodies[static_cast<size_t>(treeBody.row - joints.firstRow)];
        const BodyState& state = states[static_cast<size_t>(treeBody.row)];
        return body.pushedV != state.v || body.pushedW != state.w;
    });
}

PinParams pinParamsOf(const JointConstraints& joints, ContactRecorder* recorder)
{
    return {.softness = joints.netSoftness, .pushSpeed = joints.pushSpeed, .recorder = recorder};
}

// Joints of a net are visited once in push and once in relax: eight visits a step with four substeps, as many
// as Box2D 2.4 makes by default.
constexpr int kNetPasses = 1;

// `isContinued`: the pass was interrupted, so the rows in the tree have been chosen.
void solveComponent(JointComponent& component, std::span<BodyState> states, JointPass pass, bool isContinued,
                    ContactRecorder* recorder)
{
    if (!isContinued) {
        for (JointConstraint& c : component.joints) chooseTreeRows(c, pass);
        component.isEliminated = false;
    }
    const int minPasses = pass == JointPass::Push && !isContinued ? kMinPushPasses : 1;
    const int passes = component.isNet ? kNetPasses : kMaxTreePasses;
    for (int i = 1; i <= passes; ++i) {
        const bool isFirst = i == 1 && !isContinued;
        const JointChanges changes =
            JointConstraint::solve(component.joints, states, pass, recorder, isFirst);
        if (!changes.impulses && !changes.treeRows && i > minPasses) return;
        component.isEliminated &= !changes.treeRows;
        do {
            if (!component.isEliminated) {
                eliminateJointTree(component.tree);
                eliminateLinkage(component.linkage);
            }
            solveJointTree(component.tree, states, pass);
            solveLinkage(component.linkage, states, pass);
            component.isEliminated = !leaveTree(component.joints, states, pass);
        } while (!component.isEliminated);
    }
}

} // namespace

void warmStartJoints(const JointConstraints& joints, std::span<BodyState> states, bool haveMoved,
                     ContactRecorder* recorder, TaskExecutor* executor)
{
    MouseConstraint::warmStart(joints.mouse, states, recorder);
    if (joints.bodies.empty()) return;
    if (recorder) recorder->preparedJoints(joints);
    forComponents(joints, joints.aloneCount, executor, [&](size_t c) {
        const JointComponent& component = joints.components[c];
        const bool hasNewInertia = !component.isNet && limitInertia(joints, component, states);
        JointConstraint::warmStart(component.joints, states, recorder, haveMoved || hasNewInertia);
    });
    runTreePass(joints, &TreeKernels::warmStart, states.data(), haveMoved, executor);
    runChainPass(joints, &ChainKernels::warmStart, states.data(), haveMoved, recorder, executor);
    PinParams params = pinParamsOf(joints, recorder);
    params.haveMoved = haveMoved;
    runPinPass(joints.pins, &PinKernels::warmStart, states.data(), params, executor);
}

void solveJoints(const JointConstraints& joints, std::span<BodyState> states, JointPass pass,
                 ContactRecorder* recorder, TaskExecutor* executor)
{
    const bool isRelaxing = pass == JointPass::Relax;
    if (isRelaxing) // a spring does not
        for (MouseConstraint& c : joints.mouse) c.endSubstep();
    else
        MouseConstraint::solve(joints.mouse, states, recorder);
    if (joints.bodies.empty()) return;
    forComponents(joints, joints.aloneCount, executor, [&](size_t c) {
        JointComponent& component = joints.components[c];
        if (isRelaxing) JointConstraint::beginRelaxing(component.joints, states, recorder);
        solveComponent(component, states, pass, false, recorder);
        if (pass == JointPass::Push) keepPushedVelocities(joints, component.tree, states);
        if (isRelaxing) JointConstraint::endRelaxing(component.joints);
    });
    runTreePass(joints, isRelaxing ? &TreeKernels::relax : &TreeKernels::push, states.data(), true, executor);
    runChainPass(joints, isRelaxing ? &ChainKernels::relax : &ChainKernels::push, states.data(), true,
                 recorder, executor);
    runPinPass(joints.pins, isRelaxing ? &PinKernels::relax : &PinKernels::push, states.data(),
               pinParamsOf(joints, recorder), executor);
}

void pushJointsAgain(const JointConstraints& joints, std::span<BodyState> states, ContactRecorder* recorder,
                     TaskExecutor* executor)
{
    if (joints.bodies.empty()) return;
    forComponents(joints, joints.aloneCount, executor, [&](size_t c) {
        JointComponent& component = joints.components[c];
        if (!component.linkage.empty() || haveVelocitiesChanged(joints, component.tree, states))
            solveComponent(component, states, JointPass::Push, true, recorder);
    });
    runTreePass(joints, &TreeKernels::pushAgain, states.data(), true, executor);
    runChainPass(joints, &ChainKernels::pushAgain, states.data(), true, recorder, executor);
}

void correctJoints(const JointConstraints& joints, std::span<BodyState> states, TaskExecutor* executor)
{
    const auto move = [&](int32_t row, const std::array<double, 3>& change) {
        BodyState& state = states[static_cast<size_t>(row)];
        state.dp += Vec2{static_cast<float>(change[0]), static_cast<float>(change[1])};
        state.dq = integrate(state.dq, static_cast<float>(change[2]));
    };
    const auto correct = [&](const JointComponent& component) {
        for (JointConstraint& c : component.joints) chooseTreeRows(c, JointPass::Correct);
        JointConstraint::correct(component.joints, states);
        for (JointConstraint& c : component.joints)
            if (c.isInTree) updateToPoses(c, stateOf(states, c.rowA), stateOf(states, c.rowB));
        eliminateJointTree(component.tree);
        solveJointTree(component.tree, states, JointPass::Correct);
        for (const TreeBody& body : component.tree.bodies) move(body.row, body.change);
        eliminateLinkage(component.linkage);
        solveLinkage(component.linkage, states, JointPass::Correct);
        for (const LinkageNode& node : component.linkage.nodes)
            if (!node.isJoint()) move(node.row, node.solution);
    };
    forComponents(joints, joints.components.size(), executor,
                  [&](size_t c) { correct(joints.components[c]); });
}

void endJointSubstep(const JointConstraints& joints, TaskExecutor* executor)
{
    for (MouseConstraint& c : joints.mouse) c.endSubstep();
    forJoints(joints, executor, [](std::span<JointConstraint> range) {
        for (JointConstraint& c : range) c.endSubstep();
    });
}

void clearIdleJoints(const ActiveJoints& active, JointStore& joints, const BodyStore& bodies,
                     FrameArena& arena)
{
    // idle(joint) for each joint that is not in `of`.
    const auto forEachIdle = [&](std::span<const ActiveJoint> of, auto& map, auto idle) {
        const std::span<uint8_t> isActive = arena.make<uint8_t>(map.slotCount());
        for (const ActiveJoint& joint : of) isActive[joint.joint] = 1;
        for (uint32_t slot = 0; slot < isActive.size(); ++slot)
            if (!isActive[slot] && map.isLive(slot)) idle(map.at(slot));
    };
    const auto sleeps = [&](uint32_t slot) {
        return bodies.canBePushed(slot) && !bodies.slots.at(slot).awake;
    };
    forEachIdle(active.mouse, joints.of<MouseJoint>(), [](MouseJoint& joint) { joint.clearImpulses(); });
    forEachIdle(active.joints, joints.of<Joint>(), [&](Joint& joint) {
        if (sleeps(joint.bodyA) || sleeps(joint.bodyB)) return;
        joint.clearImpulses();
        // A joint that holds nothing counts full turns nevertheless.
        if (!joint.holdsAnything()) joint.angle = framesOf(joint, bodies).angle;
    });
}

void storeJoints(const JointConstraints& constraints, JointStore& joints, const StepContext& context,
                 TaskExecutor* executor)
{
    for (const MouseConstraint& c : constraints.mouse) c.store(joints.of<MouseJoint>().at(c.joint), context);
    auto& stored = joints.of<Joint>();
    forBatches(constraints.trees, executor, [&](size_t batch) { unpackBatch(constraints.trees, batch); });
    forJoints(constraints, executor, [&](std::span<const JointConstraint> range) {
        for (const JointConstraint& c : range) c.store(stored.at(c.joint), context);
    });
    const auto storePin = [&](uint32_t slot, Vec2 impulse, Vec2 relax, Vec2 force, float angle) {
        Joint& joint = stored.at(slot);
        joint.pinImpulse = impulse;
        joint.pinRelax = relax;
        joint.impulses = joint.relax = {};
        joint.angle = angle;
        joint.force = (1.0f / context.dt) * force;
        joint.torque = 0.0f;
    };
    forEachChainResult(constraints.chains, executor, [&](size_t, const ChainResult& result) {
        storePin(result.joint, result.impulse, result.relax, result.force, result.angle);
    });
    forEachPin(
        constraints.pins,
        executor, [&](uint32_t joint) __attribute__((always_inline)) { prefetchJoint(stored.at(joint)); },
        [&](uint32_t, const PinResults& results, size_t lane) {
            storePin(results.joint[lane], {results.impulseX[lane], results.impulseY[lane]}, {0.0f, 0.0f},
                     {results.forceX[lane], results.forceY[lane]}, results.angle[lane]);
        });
}

} // namespace satbox
