#include "engine/step/build_graph.h"

#include "engine/core/assert.h"

namespace satbox {

namespace {

// If nearly all bodies are one island, groups are searched again only after this many steps.
constexpr int kRegroupInterval = 15;

[[maybe_unused]] bool hasAwakeOrder(std::span<const uint32_t> slotOfRow, std::span<const uint32_t> awake)
{
    if (slotOfRow.size() != awake.size() + 1) return false;
    for (size_t i = 0; i < awake.size(); ++i)
        if (slotOfRow[i + 1] != awake[i]) return false;
    return true;
}

// The reference solvers solve the joints of all groups together.
void prepareJoints(const WorldState& world, StepWorkspace& work, SolverStep& step)
{
    JointSource from{world.joints, world.bodies, step.graph.rowOf, step.context};
    from.rules.exactJoints = world.settings.exactJoints;
    if (world.settings.solver == SolverType::SoftStep) {
        from.pinKernels = step.recorder ? &recordedPinKernels() : &pinKernelsFor(step.lanes);
        from.chainKernels = step.recorder ? &recordedChainKernels() : &chainKernelsFor(step.lanes);
        from.treeKernels = step.recorder ? nullptr : treeKernelsFor(step.lanes);
    }
    const bool isReference = isReferenceSolver(world.settings.solver);
    const std::span<SolverGroup> groups = step.graph.groups;
    JointPlans& plans = work.jointPlans;
    const JointPlans::Key key{world.bodies.revision,
                              world.joints.revision,
                              work.graph.rowRevision,
                              from.pinKernels,
                              from.treeKernels,
                              from.rules,
                              isReference};
    if (plans.key != key) {
        plans.key.reset(); // in case memory runs out
        plans.arena.reset();
        plans.active = findActiveJoints(from, plans.arena);
        plans.breakable.clear();
        world.joints.of<Joint>().forEach([&](uint32_t slot, const Joint& joint) {
            if (joint.canBreak) plans.breakable.push_back(slot);
        });
        const size_t count = isReference ? 1 : groups.size();
        if (plans.groups.size() < count) plans.groups.resize(count);
        for (size_t i = 0; i < count; ++i)
            planJoints(plans.groups[i],
                       isReference ? plans.active
                                   : ofRows(plans.active, groups[i].firstRow, groups[i].lastRow),
                       from);
        plans.key = key;
    }
    for (size_t i = 0; i < groups.size(); ++i)
        groups[i].joints = isReference ? JointConstraints{} // not of an earlier step
                                       : prepareJoints(plans.groups[i], from, work.arena, step.executor);
    if (isReference) step.joints = prepareJoints(plans.groups.front(), from, work.arena, step.executor);
}

} // namespace

void buildGraph(WorldState& world, StepReport& report, StepWorkspace& work, SolverStep& step)
{
    updateGraph(work.graph, world.contacts, work.graphChanges, world.bodies, work.jointEdges,
                step.plan.singleGroup, work.arena, step.executor);
    step.graph = work.graph.graph;
    SATBOX_ASSERT(!step.plan.singleGroup ||
                      (step.graph.groups.size() == 1 && hasAwakeOrder(step.graph.slotOf, world.bodies.awake)),
                  "the rows of a single group must be in the order of BodyStore::awake");
    if (work.regroupCountdown > 0)
        --work.regroupCountdown;
    else if (!step.plan.singleGroup && hasDominantGroup(step.graph))
        work.regroupCountdown = kRegroupInterval;
    report.coloursUsed = step.graph.coloursUsed;
    report.overflowContacts = step.graph.overflowContacts;

    const size_t rows = step.graph.slotOf.size();
    step.bodies = makeRows(step.graph, work.solverArena);
    step.bodyStore = &world.bodies;
    if (step.plan.gathering == Granularity::Whole)
        gatherBodies(step.bodies, step.graph, 1, rows, world.bodies, step.context, step.executor);
    step.contacts = world.contacts.awake;
    step.edges = work.graphChanges.edges;
    step.shapes = &world.shapes;
    if (world.shapes.hasSurfaces()) {
        const auto surfaces = work.arena.makeUninitialized<ContactSurface>(step.contacts.size());
        findSurfaces(step.contacts, world.shapes, surfaces);
        step.surfaces = surfaces;
    }
    prepareJoints(world, work, step);

    step.eventFlags = work.arena.make<uint8_t>(world.contacts.awake.size());
    step.hitThreshold = tolerancesOf(world.settings).hitThreshold;
    step.fastRows = work.arena.makeUninitialized<uint8_t>(rows);
    step.fastRows[0] = 0; // no body
}

} // namespace satbox
