#include "engine/constraints/joint_plan.h"

#include "engine/constraints/joint/joint_chain.h"
#include "engine/core/sort_by_key.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace satbox {

namespace {

bool isActive(uint32_t slot, const JointSource& from)
{
    return slot != kNoIndex && from.rowOf[slot] != 0 && from.bodies.canBePushed(slot);
}

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
        active[count++] = {from.rowOf[body], slot, edge.bodyA, edge.bodyB};
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

JointLink linkOf(const ActiveJoint& active, const JointSource& from)
{
    const auto invMass = [&](uint32_t slot) { // bodies without a row are as if they had none
        return from.rowOf[slot] != 0 ? from.bodies.motions[slot].invMass : 0.0f;
    };
    return {static_cast<int32_t>(from.rowOf[active.bodyA]), static_cast<int32_t>(from.rowOf[active.bodyB]),
            invMass(active.bodyA), invMass(active.bodyB)};
}

// The bodies of the joints, and which of them can be pushed.
void planBodies(JointPlan& plan, std::span<const JointLink> links, const JointSource& from)
{
    const RowRange rows = movableRowsOf(links);
    plan.firstRow = rows.first;
    plan.bodies = plan.arena.make<JointBody>(rows.count);
    for (size_t i = 0; i < links.size(); ++i) {
        const auto set = [&](float invMass, int32_t row, uint32_t slot) {
            if (invMass <= 0.0f) return;
            JointBody& body = plan.bodies[static_cast<size_t>(row - rows.first)];
            body.fullInvInertia = from.bodies.motions[slot].invInertia;
        };
        set(links[i].invMassA, links[i].rowA, plan.active.joints[i].bodyA);
        set(links[i].invMassB, links[i].rowB, plan.active.joints[i].bodyB);
    }
}

// The component as a chain; empty if it is none, or is solved otherwise.
JointChain chainOf(const FoundComponent& component, const ActiveJoints& active,
                   std::span<const JointLink> links, const JointSource& from, FrameArena& arena)
{
    if (!from.chainKernels || !from.rules.exactJoints) return {};
    for (const uint32_t i : component.links)
        if (!from.joints.of<Joint>().at(active.joints[i].joint).isPlainPin) return {};
    return findChain(links, component.links, arena);
}

// Finds trees that are solved in lanes, and moves them behind all other components.
void planTrees(JointPlan& plan, const JointSource& from)
{
    const std::span<PlannedComponent> components = plan.components;
    std::vector<std::optional<TreeShape>> shapes(components.size());
    std::vector<const Joint*> joints;
    for (size_t c = 0; c < components.size(); ++c) {
        joints.clear();
        for (const uint32_t i : components[c].joints)
            joints.push_back(&from.joints.of<Joint>().at(plan.active.joints[i].joint));
        shapes[c] = shapeOf(components[c].component, joints);
    }
    const std::span<TreeGroup> groups = groupTrees(shapes, from.treeKernels->lanes, plan.arena);
    if (groups.empty()) return;
    std::vector<uint32_t> newIndex(components.size()); // by component; kNoIndex: in no group
    std::fill(newIndex.begin(), newIndex.end(), kNoIndex);
    for (const TreeGroup& group : groups)
        for (const uint32_t c : group.components) newIndex[c] = 0;
    std::vector<PlannedComponent> ordered;
    for (const bool isInGroup : {false, true}) {
        for (size_t c = 0; c < components.size(); ++c) {
            if ((newIndex[c] != kNoIndex) != isInGroup) continue;
            if (isInGroup) newIndex[c] = static_cast<uint32_t>(ordered.size());
            ordered.push_back(components[c]);
        }
        if (!isInGroup) plan.aloneCount = ordered.size();
    }
    std::copy(ordered.begin(), ordered.end(), components.begin());
    for (const TreeGroup& group : groups)
        for (uint32_t& c : group.components) c = newIndex[c];
    plan.treeGroups = groups;
    plan.batches = planBatches(groups, from.treeKernels->lanes, plan.arena);
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

void planJoints(JointPlan& plan, const ActiveJoints& active, const JointSource& from)
{
    plan.active = active;
    plan.arena.reset();
    plan.components = {};
    plan.aloneCount = 0;
    plan.treeGroups = {};
    plan.batches = {};
    plan.pins = {};
    plan.pinOrder = {};
    plan.chains = {};
    plan.bodies = {};
    plan.jointCount = plan.rowCount = 0;
    if (active.joints.empty()) return;

    const std::span<JointLink> links = plan.arena.makeUninitialized<JointLink>(active.joints.size());
    for (size_t i = 0; i < links.size(); ++i) links[i] = linkOf(active.joints[i], from);
    planBodies(plan, links, from);
    const std::span<FoundComponent> found = plan.componentCache.find(links, from.rules);
    plan.components = plan.arena.make<PlannedComponent>(found.size());
    const std::span<uint32_t> joints = plan.arena.makeUninitialized<uint32_t>(links.size());
    const std::span<uint32_t> pins = plan.arena.makeUninitialized<uint32_t>(links.size());
    const std::span<PlannedChain> chains = plan.arena.make<PlannedChain>(found.size());
    size_t pinCount = 0, componentCount = 0, chainCount = 0;
    for (const FoundComponent& component : found) {
        if (const JointChain chain = chainOf(component, plan.active, links, from, plan.arena);
            !chain.empty()) {
            chains[chainCount++] = {chain.links, chain.isHeld};
            continue;
        }
        const bool packs = component.isNet && from.pinKernels != nullptr;
        const size_t first = plan.jointCount, firstRow = plan.rowCount;
        for (const uint32_t i : component.links) {
            const Joint& joint = from.joints.of<Joint>().at(active.joints[i].joint);
            if (packs && joint.isPlainPin) {
                pins[pinCount++] = i;
                continue;
            }
            joints[plan.jointCount++] = i;
            plan.rowCount += joint.rowCount;
        }
        plan.components[componentCount++] = {component, joints.subspan(first, plan.jointCount - first), first,
                                             firstRow};
    }
    plan.components = plan.components.first(componentCount);
    plan.aloneCount = componentCount;
    plan.chains = chains.first(chainCount);
    if (from.treeKernels) planTrees(plan, from);
    if (pinCount == 0) return;
    plan.pins = pins.first(pinCount);
    const std::span<JointLink> pinLinks = plan.arena.makeUninitialized<JointLink>(pinCount);
    for (size_t i = 0; i < pinCount; ++i) pinLinks[i] = links[pins[i]];
    plan.pinOrder = orderPins(pinLinks, from.pinKernels->lanes, plan.arena);
}

size_t JointPlans::bytes() const
{
    size_t bytes = arena.usedBytes() + breakable.capacity() * sizeof(uint32_t);
    for (const JointPlan& plan : groups) bytes += plan.bytes();
    return bytes;
}

} // namespace satbox
