#include "engine/constraints/joint_constraints.h"

#include "engine/core/sort_by_key.h"
#include "engine/model/joint_frames.h"

#include <algorithm>
#include <cstddef>

namespace satbox {

namespace {

bool isActive(uint32_t slot, const JointSource& from)
{
    return slot != kNoIndex && from.rowOf[slot] != 0 && from.bodies.canBePushed(slot);
}

bool isPlainPin(const MouseJoint&) { return false; }
bool isPlainPin(const Joint& joint) { return joint.isPlainPin; }

bool holdsAnything(const MouseJoint&) { return true; }
bool holdsAnything(const Joint& joint) { return joint.holdsAnything(); }

// By row, and joints of one row by slot. `found`: by slot.
std::span<const ActiveJoint> orderedByRow(std::span<const ActiveJoint> found, FrameArena& arena)
{
    const auto rowIsLess = [](const ActiveJoint& a, const ActiveJoint& b) { return a.row < b.row; };
    if (std::is_sorted(found.begin(), found.end(), rowIsLess)) return found;
    const size_t rows = size_t{std::max_element(found.begin(), found.end(), rowIsLess)->row} + 1;
    const std::span<uint32_t> order = arena.makeUninitialized<uint32_t>(found.size());
    sortByKey(arena.make<uint32_t>(rows + 2), order, [&](size_t i) { return found[i].row; });
    const std::span<ActiveJoint> ordered = arena.makeUninitialized<ActiveJoint>(found.size());
    for (size_t i = 0; i < order.size(); ++i) ordered[i] = found[order[i]];
    return ordered;
}

template<class Joint>
std::span<const ActiveJoint> findActive(const JointSource& from, FrameArena& arena)
{
    const auto& map = from.joints.of<Joint>();
    const std::span<ActiveJoint> active = arena.makeUninitialized<ActiveJoint>(map.size());
    size_t count = 0;
    map.forEach([&](uint32_t slot, const Joint& joint) {
        const ConstraintEdge edge = joint.edge(slot);
        const uint32_t body = isActive(edge.bodyA, from) ? edge.bodyA : edge.bodyB;
        if (!isActive(body, from) || !holdsAnything(joint)) return;
        active[count++] = {from.rowOf[body], slot, edge.bodyA, edge.bodyB, isPlainPin(joint)};
    });
    return orderedByRow(active.first(count), arena);
}

std::span<const ActiveJoint> ofRows(std::span<const ActiveJoint> joints, size_t first, size_t last)
{
    const auto isBefore = [](size_t row) {
        return [row](const ActiveJoint& j) { return size_t{j.row} < row; };
    };
    const auto begin = std::partition_point(joints.begin(), joints.end(), isBefore(first));
    return {begin, std::partition_point(begin, joints.end(), isBefore(last))};
}

const Joint& jointOf(const ActiveJoint& active, const JointSource& from)
{
    return from.joints.of<Joint>().at(active.joint);
}

MouseConstraint prepareMouse(const ActiveJoint& active, const JointSource& from)
{
    return MouseConstraint::prepare(from.joints.of<MouseJoint>().at(active.joint), active.joint,
                                    {from.rowOf[active.bodyA], 0}, from.bodies, from.context);
}

JointConstraint prepareJoint(const ActiveJoint& active, std::span<JointRow> rows, const JointSource& from)
{
    return JointConstraint::prepare(jointOf(active, from), active.joint,
                                    {from.rowOf[active.bodyA], from.rowOf[active.bodyB]}, rows, from.bodies,
                                    from.context);
}

JointLink linkOf(const ActiveJoint& active, const JointSource& from)
{
    const auto invMass = [&](uint32_t slot) { // bodies without a row are as if they had none
        return from.rowOf[slot] != 0 ? from.bodies.motions[slot].invMass : 0.0f;
    };
    return {static_cast<int32_t>(from.rowOf[active.bodyA]), static_cast<int32_t>(from.rowOf[active.bodyB]),
            invMass(active.bodyA), invMass(active.bodyB)};
}

Pin pinOf(const ActiveJoint& active, const JointSource& from)
{
    const Joint& joint = jointOf(active, from);
    const JointFrames frames = framesOf(joint, from.bodies);
    const bool warm = from.context.warmStarting;
    const Vec2 impulse = warm ? joint.pinImpulse : Vec2{0.0f, 0.0f};
    const auto invInertia = [&](uint32_t slot) {
        return from.rowOf[slot] != 0 ? from.bodies.motions[slot].invInertia : 0.0f;
    };
    return {.joint = active.joint,
            .rowA = from.rowOf[joint.bodyA],
            .rowB = from.rowOf[joint.bodyB],
            .rAx = frames.rA.x,
            .rAy = frames.rA.y,
            .rBx = frames.rB.x,
            .rBy = frames.rB.y,
            .dx = frames.d.x,
            .dy = frames.d.y,
            .invInertiaA = invInertia(joint.bodyA),
            .invInertiaB = invInertia(joint.bodyB),
            .impulseX = impulse.x,
            .impulseY = impulse.y,
            .angle = frames.angle};
}

// Prefetches what pinOf() and storeJoints() use of a joint. Forced inline: g++ drops a call that does nothing
// but prefetch.
[[gnu::always_inline]] inline void prefetchJoint(const Joint& joint)
{
    __builtin_prefetch(&joint.bodyA);
    __builtin_prefetch(&joint.pinRelax);
}
constexpr size_t kPrefetchAhead = 8; // joints

// The bodies of the joints, and which of them can be pushed.
void prepareBodies(JointConstraints& joints, std::span<const JointLink> links,
                   std::span<const ActiveJoint> active, const JointSource& from, FrameArena& arena)
{
    const RowRange rows = movableRowsOf(links);
    joints.firstRow = rows.first;
    joints.bodies = arena.make<JointBody>(rows.count);
    for (size_t i = 0; i < links.size(); ++i) {
        const auto set = [&](float invMass, int32_t row, uint32_t slot) {
            if (invMass <= 0.0f) return;
            JointBody& body = joints.bodies[static_cast<size_t>(row - rows.first)];
            body.fullInvInertia = from.bodies.motions[slot].invInertia;
            body.isMovable = true;
        };
        set(links[i].invMassA, links[i].rowA, active[i].bodyA);
        set(links[i].invMassB, links[i].rowB, active[i].bodyB);
    }
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

} // namespace

ActiveJoints findActiveJoints(const JointSource& from, FrameArena& arena)
{
    return {findActive<MouseJoint>(from, arena), findActive<Joint>(from, arena)};
}

ActiveJoints ofRows(const ActiveJoints& joints, size_t first, size_t last)
{
    return {ofRows(joints.mouse, first, last), ofRows(joints.joints, first, last)};
}

JointConstraints prepareJoints(const ActiveJoints& active, const JointSource& from, FrameArena& arena)
{
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
    if (active.joints.empty()) return result;

    const std::span<JointLink> links = arena.make<JointLink>(active.joints.size());
    for (size_t i = 0; i < links.size(); ++i) links[i] = linkOf(active.joints[i], from);
    prepareBodies(result, links, active.joints, from, arena);
    const std::span<FoundComponent> found = from.components
                                                ? from.components->find(links, from.linkageProducts)
                                                : findTrees(links, from.linkageProducts, arena);
    result.components = arena.make<JointComponent>(found.size());
    const auto isPin = [&](const FoundComponent& component, uint32_t i) {
        return component.isNet && from.pinKernels != nullptr && active.joints[i].isPlainPin;
    };
    size_t pins = 0, rowCount = 0;
    for (const FoundComponent& component : found)
        for (const uint32_t i : component.links)
            if (isPin(component, i))
                ++pins;
            else
                rowCount += jointOf(active.joints[i], from).rowCount;
    result.joints = arena.make<JointConstraint>(links.size() - pins);
    std::span<JointRow> rows = arena.makeUninitialized<JointRow>(rowCount);
    const std::span<Pin> packed = arena.makeUninitialized<Pin>(pins);
    size_t end = 0, pinEnd = 0;
    for (size_t c = 0; c < found.size(); ++c) {
        const size_t first = end;
        for (size_t k = 0; k < found[c].links.size(); ++k) {
            const uint32_t i = found[c].links[k];
            if (k + kPrefetchAhead < found[c].links.size())
                prefetchJoint(jointOf(active.joints[found[c].links[k + kPrefetchAhead]], from));
            if (isPin(found[c], i)) {
                packed[pinEnd++] = pinOf(active.joints[i], from);
            } else {
                const size_t own = jointOf(active.joints[i], from).rowCount;
                result.joints[end++] = prepareJoint(active.joints[i], rows.first(own), from);
                rows = rows.subspan(own);
            }
        }
        JointComponent& component = result.components[c];
        component = {result.joints.subspan(first, end - first), found[c].tree, found[c].linkage,
                     found[c].isNet};
        component.tree.constraints = component.joints.first(component.tree.joints.size());
        if (!component.linkage.empty()) component.linkage.constraints = component.joints;
        for (JointConstraint& joint : component.tree.constraints) joint.isInTree = true;
        for (JointConstraint& joint : component.linkage.constraints) joint.isInTree = true;
        if (component.isNet)
            for (JointConstraint& joint : component.joints)
                enterNet(joint, result.netSoftness, result.pushSpeed);
    }
    if (pins > 0) result.pins = packPins(packed, *from.pinKernels, result.bodies, result.firstRow, arena);
    return result;
}

namespace {

// See JointBody. The momentum of a body is kept, so its spin becomes slower.
void limitInertia(const JointConstraints& joints, std::span<BodyState> states)
{
    for (JointBody& body : joints.bodies) body.stiffness = 0.0f;
    for (const JointComponent& component : joints.components)
        if (!component.isNet)
            for (const JointConstraint& c : component.joints)
                c.addStiffness(states, joints.bodies, joints.firstRow);
    for (size_t i = 0; i < joints.bodies.size(); ++i) {
        JointBody& body = joints.bodies[i];
        const float full = body.fullInvInertia, least = joints.h * body.stiffness; // kg m^2
        body.invInertia = full;
        if (full <= 0.0f || least * full <= 1.0f) continue;
        body.invInertia = 1.0f / least;
        states[static_cast<size_t>(joints.firstRow) + i].w *= body.invInertia / full;
    }
    const auto limited = [&](int32_t row, float invMass) {
        return invMass > 0.0f ? joints.bodies[static_cast<size_t>(row - joints.firstRow)].invInertia : 0.0f;
    };
    for (JointConstraint& c : joints.joints) {
        c.invInertiaA = limited(c.rowA, c.invMassA);
        c.invInertiaB = limited(c.rowB, c.invMassB);
    }
    for (const JointComponent& component : joints.components) {
        updateInertia(component.tree, joints.bodies, joints.firstRow);
        updateInertia(component.linkage, joints.bodies, joints.firstRow);
    }
}

void solvePins(const JointConstraints& joints, std::span<BodyState> states, PinPass PinKernels::*pass,
               ContactRecorder* recorder)
{
    const PinSet& pins = joints.pins;
    if (pins.empty()) return;
    const PinParams params{joints.netSoftness, joints.pushSpeed, recorder};
    (pins.kernels->*pass)(pins.blocks, pins.count, states.data(), params);
}

constexpr int kMaxTreePasses = 8;
// Joints of a net are visited once in push and once in relax: eight visits a step with four substeps, as many
// as Box2D 2.4 makes by default.
constexpr int kNetPasses = 1;

void solveComponent(const JointComponent& component, std::span<BodyState> states, JointPass pass,
                    ContactRecorder* recorder)
{
    for (JointConstraint& c : component.joints) chooseTreeRows(c, pass);
    // What the trees leave out changes what was solved together, so both are solved in turn. The end of a
    // substep depends on the velocity not quite linearly, hence at least two passes of Push.
    const int least = pass == JointPass::Push ? 2 : 1;
    const int passes = component.isNet ? kNetPasses : kMaxTreePasses;
    bool isEliminated = false;
    for (int i = 1; i <= passes; ++i) {
        const JointChanges changes = JointConstraint::solve(component.joints, states, pass, recorder, i == 1);
        if (!changes.impulses && !changes.treeRows && i > least) return;
        isEliminated &= !changes.treeRows;
        do {
            if (!isEliminated) {
                eliminateJointTree(component.tree);
                eliminateLinkage(component.linkage);
            }
            solveJointTree(component.tree, states, pass);
            solveLinkage(component.linkage, states, pass);
            isEliminated = !leaveTree(component.joints, states, pass);
        } while (!isEliminated);
    }
}

} // namespace

void warmStartJoints(const JointConstraints& joints, std::span<BodyState> states, ContactRecorder* recorder)
{
    MouseConstraint::warmStart(joints.mouse, states, recorder);
    if (joints.bodies.empty()) return;
    if (recorder) recorder->preparedJoints(joints);
    limitInertia(joints, states);
    JointConstraint::warmStart(joints.joints, states, recorder);
    solvePins(joints, states, &PinKernels::warmStart, recorder);
}

void solveJoints(const JointConstraints& joints, std::span<BodyState> states, JointPass pass,
                 ContactRecorder* recorder)
{
    const bool isRelaxing = pass == JointPass::Relax;
    if (!isRelaxing) MouseConstraint::solve(joints.mouse, states, recorder); // a spring does not relax
    if (joints.bodies.empty()) return;
    if (isRelaxing) {
        JointConstraint::beginRelaxing(joints.joints, states, recorder);
        solvePins(joints, states, &PinKernels::moveAnchors, recorder);
    }
    for (const JointComponent& component : joints.components)
        solveComponent(component, states, pass, recorder);
    solvePins(joints, states, isRelaxing ? &PinKernels::relax : &PinKernels::push, recorder);
    if (isRelaxing) JointConstraint::endRelaxing(joints.joints);
}

void correctJoints(const JointConstraints& joints, std::span<BodyState> states)
{
    const auto move = [&](int32_t row, const std::array<double, 3>& change) {
        BodyState& state = states[static_cast<size_t>(row)];
        state.dp += Vec2{static_cast<float>(change[0]), static_cast<float>(change[1])};
        state.dq = integrate(state.dq, static_cast<float>(change[2]));
    };
    for (const JointComponent& component : joints.components) {
        for (JointConstraint& c : component.joints) chooseTreeRows(c, JointPass::Correct);
        JointConstraint::correct(component.joints, states);
        for (JointConstraint& c : component.joints)
            if (c.isInTree) updateToPoses(c, states);
        eliminateJointTree(component.tree);
        solveJointTree(component.tree, states, JointPass::Correct);
        for (const TreeBody& body : component.tree.bodies) move(body.row, body.change);
        eliminateLinkage(component.linkage);
        solveLinkage(component.linkage, states, JointPass::Correct);
        for (const LinkageNode& node : component.linkage.nodes)
            if (!node.isJoint()) move(node.row, node.solution);
    }
}

void endJointSubstep(const JointConstraints& joints)
{
    for (MouseConstraint& c : joints.mouse) c.endSubstep();
    for (JointConstraint& c : joints.joints) c.endSubstep();
    if (!joints.pins.empty()) joints.pins.kernels->endSubstep(joints.pins.blocks, joints.pins.count);
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

void storeJoints(const JointConstraints& constraints, JointStore& joints, const StepContext& context)
{
    for (const MouseConstraint& c : constraints.mouse) c.store(joints.of<MouseJoint>().at(c.joint), context);
    for (const JointConstraint& c : constraints.joints) c.store(joints.of<Joint>().at(c.joint), context);
    const PinSet& pins = constraints.pins;
    if (pins.empty()) return;
    pins.kernels->store(pins.blocks, pins.count, pins.pins.data(), pins.order.data());
    for (size_t i = 0; i < pins.pins.size(); ++i) {
        if (i + kPrefetchAhead < pins.pins.size())
            prefetchJoint(joints.of<Joint>().at(pins.pins[i + kPrefetchAhead].joint));
        const Pin& pin = pins.pins[i];
        Joint& joint = joints.of<Joint>().at(pin.joint);
        joint.pinImpulse = {pin.impulseX, pin.impulseY};
        joint.pinRelax = {0.0f, 0.0f};
        joint.impulses = joint.relax = {};
        joint.angle = pin.angle;
        joint.force = (1.0f / context.dt) * Vec2{pin.forceX, pin.forceY};
        joint.torque = 0.0f;
    }
}

} // namespace satbox
