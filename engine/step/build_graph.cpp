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
    if (world.settings.solver == SolverType::SoftStep)
        from.pinKernels = step.recorder ? &recordedPinKernels() : &pinKernelsFor(step.lanes);
    const ActiveJoints active = step.activeJoints = findActiveJoints(from, work.arena);
    const bool isReference = isReferenceSolver(world.settings.solver);
    work.components.resize(isReference ? 1 : step.graph.groups.size());
    if (isReference) {
        from.components = work.components.data();
        step.joints = prepareJoints(active, from, work.arena);
        for (SolverGroup& group : step.graph.groups) group.joints = {}; // of an earlier step
    } else {
        for (size_t i = 0; i < step.graph.groups.size(); ++i) {
            SolverGroup& group = step.graph.groups[i];
            from.components = &work.components[i];
            group.joints = prepareJoints(ofRows(active, group.firstRow, group.lastRow), from, work.arena);
        }
    }
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
