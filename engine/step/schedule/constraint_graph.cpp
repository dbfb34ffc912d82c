#include "engine/step/schedule/constraint_graph.h"

#include "engine/core/parallel.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace satbox {

namespace {

// The contact array is sorted by group, partition and colour, except for contacts that began, ended or
// changed since the last sort. It is sorted again once more than 1 / kScatterDivisor of the neighbouring
// contacts have different colours.
constexpr size_t kScatterDivisor = 4;
// From this many contacts on, only every kSampleStride-th neighbour is compared.
constexpr size_t kMinSampled = 2048, kSampleStride = 8;

bool isScattered(std::span<const GraphEdge> edges)
{
    const size_t stride = edges.size() < kMinSampled ? 1 : kSampleStride;
    size_t changes = 0;
    for (size_t i = stride; i < edges.size(); i += stride) changes += edges[i].colour != edges[i - 1].colour;
    return changes * kScatterDivisor * stride > edges.size();
}

// A movable body of an edge in the graph.
uint32_t moverOf(const GraphEdge& edge, const EdgeColours& colours)
{
    return colours.canBePushed(edge.bodyA) ? edge.bodyA : edge.bodyB;
}

// The edges to solve: contacts with a colour, in array order; then the joints between two bodies at least one
// of which is awake and can be pushed.
std::span<const SolvedEdge> collectSolved(std::span<const GraphEdge> edges,
                                          std::span<const ConstraintEdge> joints, const EdgeColours& colours,
                                          FrameArena& arena)
{
    const std::span<SolvedEdge> solved = arena.makeUninitialized<SolvedEdge>(edges.size() + joints.size());
    size_t count = 0;
    for (const GraphEdge& e : edges) {
        if (e.colour < 0) continue;
        const uint32_t mover = moverOf(e, colours);
        solved[count++] = {mover, mover == e.bodyA ? e.bodyB : e.bodyA};
    }
    for (const ConstraintEdge& joint : joints) {
        if (colours.canBePushed(joint.bodyA))
            solved[count++] = {joint.bodyA, joint.bodyB};
        else if (colours.canBePushed(joint.bodyB))
            solved[count++] = {joint.bodyB, joint.bodyA};
    }
    return solved.first(count);
}

// Whether the joints that connect bodies are `connections`. Joints with the world play no part in the graph.
bool haveSameConnections(std::span<const ConstraintEdge> joints, std::span<const ConstraintEdge> connections)
{
    size_t count = 0;
    for (const ConstraintEdge& joint : joints) {
        if (!joint.connectsBodies()) continue;
        if (count == connections.size() || connections[count] != joint) return false;
        ++count;
    }
    return count == connections.size();
}

void storeColours(ContactStore& contacts, GraphChanges& changes)
{
    for (const uint32_t index : changes.recoloured)
        contacts.awake[index].colour = static_cast<int8_t>(changes.edges[index].colour);
    changes.recoloured.clear();
}

// Counting sort: orders the numbers 0 .. count - 1 by the bin that binOf(number) returns, ascending within a
// bin. `binEnds` has one element per bin and receives the end of the bin.
template<class BinOf>
void sortByBin(size_t count, BinOf&& binOf, std::span<uint32_t> binEnds, std::span<uint32_t> order,
               FrameArena& scratch, TaskExecutor* executor)
{
    constexpr size_t kMinContactsPerThread = 1024; // fewer are not worth a thread
    const size_t threads = executor ? static_cast<size_t>(executor->threadCount()) : 1;
    const size_t grain = std::max(kMinContactsPerThread, (count + threads - 1) / threads);
    const size_t ranges = (count + grain - 1) / grain;
    const std::span<uint32_t> bins = scratch.makeUninitialized<uint32_t>(count);
    const std::span<uint32_t> offsets = scratch.make<uint32_t>(ranges * binEnds.size()); // by range and bin
    const auto forEachRange = [&](auto&& fn) {
        parallelFor(executor, count, grain, [&](size_t first, size_t last) {
            fn(first, last, offsets.subspan(first / grain * binEnds.size(), binEnds.size()));
        });
    };
    forEachRange([&](size_t first, size_t last, std::span<uint32_t> counts) {
        for (size_t i = first; i < last; ++i) {
            bins[i] = binOf(i);
            ++counts[bins[i]];
        }
    });
    uint32_t next = 0;
    for (size_t bin = 0; bin < binEnds.size(); ++bin) {
        for (size_t at = bin; at < offsets.size(); at += binEnds.size())
            next += std::exchange(offsets[at], next);
        binEnds[bin] = next;
    }
    forEachRange([&](size_t first, size_t last, std::span<uint32_t> begins) {
        while (first < last) {
            const uint32_t bin = bins[first];
            uint32_t to = begins[bin];
            for (; first < last && bins[first] == bin; ++first) order[to++] = static_cast<uint32_t>(first);
            begins[bin] = to;
        }
    });
}

// Moves the contact at from[to] to `to`. Overwrites `from`.
void permute(ContactStore& contacts, GraphChanges& changes, std::span<uint32_t> from)
{
    for (uint32_t start = 0; start < from.size(); ++start) {
        if (from[start] == start) continue;
        const Contact held = contacts.awake[start]; // follows the cycle that begins here
        const GraphEdge heldEdge = changes.edges[start];
        uint32_t to = start;
        while (from[to] != start) {
            const uint32_t next = from[to];
            contacts.awake[to] = contacts.awake[next];
            changes.edges[to] = changes.edges[next];
            from[to] = to;
            to = next;
        }
        contacts.awake[to] = held;
        changes.edges[to] = heldEdge;
        from[to] = to;
    }
}

// Rows are sorted by group. Those of a single group have the order of BodyStore::awake, and stay while the
// same bodies are awake.
void assignRows(GraphCache& cache, std::span<const UnionFindNode> nodes, const BodyStore& bodies)
{
    const EdgeColours& colours = cache.colours;
    ConstraintGraph& graph = cache.graph;
    const size_t count = bodies.awake.size();
    if (nodes.empty()) {
        graph.groups[0].firstRow = 1;
        graph.groups[0].lastRow = 1 + count;
        graph.groups[0].weight = count;
        if (cache.rowsInAwakeOrder && cache.revision == bodies.revision) return;
    }
    cache.rowArena.reset();
    graph.rowOf = cache.rowArena.make<uint32_t>(bodies.slots.slotCount());
    graph.slotOf = cache.rowArena.makeUninitialized<uint32_t>(1 + count);
    graph.slotOf[0] = kNoIndex;
    cache.rowsInAwakeOrder = nodes.empty();
    graph.hasKinematic = std::any_of(bodies.awake.begin(), bodies.awake.end(),
                                     [&](uint32_t slot) { return !colours.canBePushed(slot); });
    size_t next = 1;
    if (!nodes.empty()) {
        for (const uint32_t slot : bodies.awake) ++graph.groups[nodes[slot].group].lastRow;
        for (SolverGroup& group : graph.groups) {
            group.weight = group.lastRow;
            group.firstRow = group.lastRow = next;
            next += group.weight;
        }
    }
    for (const uint32_t slot : bodies.awake) {
        const size_t row = nodes.empty() ? next++ : graph.groups[nodes[slot].group].lastRow++;
        graph.rowOf[slot] = static_cast<uint32_t>(row);
        graph.slotOf[row] = slot;
    }
    const auto endsAt = [](const SolverGroup& group, size_t end) { return group.lastRow == end; };
    if (std::equal(graph.slotOf.begin(), graph.slotOf.end(), cache.rowOrder.begin(), cache.rowOrder.end()) &&
        std::equal(graph.groups.begin(), graph.groups.end(), cache.groupEnds.begin(), cache.groupEnds.end(),
                   endsAt))
        return;
    ++cache.rowRevision;
    cache.rowOrder.assign(graph.slotOf.begin(), graph.slotOf.end());
    cache.groupEnds.clear();
    for (const SolverGroup& group : graph.groups) cache.groupEnds.push_back(group.lastRow);
}

// Assigns to each partition the rows that it integrates: those of its bodies, which are contiguous; or an
// even share if there are kinematic bodies, which belong to no partition.
void assignRowsToPartitions(const ConstraintGraph& graph, SolverGroup& group, const EdgeColours& colours)
{
    const auto slots = graph.slotOf.subspan(group.firstRow, group.lastRow - group.firstRow);
    size_t first = 0;
    for (size_t partition = 0; partition < group.partitions.size(); ++partition) {
        const auto isBefore = [&](uint32_t slot) { return colours.partitionOf(slot) <= partition; };
        size_t last = slots.size() * (partition + 1) / group.partitions.size();
        if (group.partitions.size() > 1 && !graph.hasKinematic)
            last = static_cast<size_t>(std::partition_point(slots.begin(), slots.end(), isBefore) -
                                       slots.begin());
        group.partitions[partition].firstRow = group.firstRow + first;
        group.partitions[partition].lastRow = group.firstRow + last;
        first = last;
    }
}

// Maps contacts to the bins by which they are sorted: group, partition and colour. Without union-find nodes
// there is one group.
class Bins {
  public:
    Bins(std::span<const UnionFindNode> nodes, std::span<const uint32_t> weights, const EdgeColours& colours,
         FrameArena& arena)
        : nodes_(nodes), colours_(colours), groups_(arena.make<Group>(weights.size()))
    {
        for (size_t g = 0; g < weights.size(); ++g) {
            const bool large = isWorthSplitting(weights[g], weights.size());
            groups_[g] = {last_, static_cast<uint32_t>(large ? colours.partitionCount() : 1)};
            last_ += groups_[g].partitions * kPartitionBins + kSharedBins;
        }
    }

    size_t count() const { return last_ + 1u; } // the last: contacts in no group
    size_t partitionCount(size_t group) const { return groups_[group].partitions; }

    // `mover` is a movable body of the contact, kNoIndex for none; `colour` is -1 if the contact is not
    // solved.
    uint32_t of(uint32_t mover, int colour) const
    {
        if (mover == kNoIndex) return last_;
        const Group& group = groups_[nodes_.empty() ? 0 : nodes_[mover].group];
        const uint32_t bin = kBinOfColour[static_cast<size_t>(colour + 1)];
        if (bin >= kPartitionBins)
            return group.first + group.partitions * kPartitionBins + (bin - kPartitionBins);
        return group.first + (group.partitions > 1 ? colours_.partitionOf(mover) * kPartitionBins : 0) + bin;
    }

  private:
    struct Group {
        uint32_t first = 0; // first bin
        uint32_t partitions = 1;
    };
    static constexpr uint32_t kPartitionBins = kInnerColours + kFixedColours + 1; // the last: not solved
    static constexpr uint32_t kSharedBins = kSharedColours + 1;                   // the last: overflow

    // By colour + 1: bin within the partition, or, from kPartitionBins on, among the bins that the partitions
    // of a group share.
    static constexpr std::array<uint32_t, kColourCount + 1> kBinOfColour = [] {
        std::array<uint32_t, kColourCount + 1> bins{};
        uint32_t inner = 0, shared = kPartitionBins;
        bins[0] = kPartitionBins - 1;
        for (int c = 0; c < kColourCount; ++c) {
            const bool inPartition = c < kInnerColours || (c >= kMovableColours && c < kOverflowColour);
            bins[static_cast<size_t>(c + 1)] = inPartition ? inner++ : shared++;
        }
        return bins;
    }();

    std::span<const UnionFindNode> nodes_;
    const EdgeColours& colours_;
    std::span<Group> groups_;
    uint32_t last_ = 0;
};

// Sorts the contact array by bin, so that the contacts that a step processes together are contiguous.
// Contacts without points go to the unsolved bin of their partition.
void sortContactsInPlace(ContactStore& contacts, GraphChanges& changes, const EdgeColours& colours,
                         const Bins& bins, FrameArena& arena)
{
    const std::span<uint32_t> from = arena.makeUninitialized<uint32_t>(contacts.awake.size());
    const auto binOf = [&](size_t i) {
        const Contact& c = contacts.awake[i];
        const bool canPushA = colours.canBePushed(c.bodyA), canPushB = colours.canBePushed(c.bodyB);
        uint32_t mover = canPushA ? c.bodyA : kNoIndex;
        if (canPushB && (!canPushA || c.colour < 0)) mover = c.bodyB;
        return bins.of(mover, c.colour);
    };
    sortByBin(from.size(), binOf, arena.makeUninitialized<uint32_t>(bins.count()), from, arena, nullptr);
    permute(contacts, changes, from);
}

// Sorts the contact indices; contacts that are not solved go to the end.
void orderContacts(ConstraintGraph& graph, std::span<const GraphEdge> edges, const EdgeColours& colours,
                   const Bins& bins, FrameArena& arena, FrameArena& scratch, TaskExecutor* executor)
{
    const std::span<uint32_t> binEnds = scratch.makeUninitialized<uint32_t>(bins.count());
    const auto binOf = [&](size_t i) {
        const GraphEdge& e = edges[i];
        return bins.of(e.colour < 0 ? kNoIndex : moverOf(e, colours), e.colour);
    };
    const std::span<uint32_t> order = arena.makeUninitialized<uint32_t>(edges.size());
    sortByBin(order.size(), binOf, binEnds, order, scratch, executor);
    graph.order = order.first(binEnds[binEnds.size() - 2]);
    graph.unsolved = order.subspan(graph.order.size());

    std::array<bool, kColourCount> used{};
    size_t bin = 0;
    uint32_t begin = 0;
    for (size_t g = 0; g < graph.groups.size(); ++g) {
        SolverGroup& group = graph.groups[g];
        const uint32_t groupBegin = begin;
        group.partitions = arena.make<Partition>(bins.partitionCount(g));
        assignRowsToPartitions(graph, group, colours);
        const auto take = [&](ColourBlocks& blocks, int colour) {
            const uint32_t end = binEnds[bin++];
            blocks.order = graph.order.subspan(begin, end - begin);
            group.weight += end - begin;
            used[static_cast<size_t>(colour)] |= end > begin;
            begin = end;
        };
        const auto takeAll = [&](std::span<ColourBlocks> blocks, int first, size_t& usedUpTo) {
            for (size_t c = 0; c < blocks.size(); ++c) {
                take(blocks[c], first + static_cast<int>(c));
                if (!blocks[c].order.empty()) usedUpTo = std::max(usedUpTo, c + 1);
            }
        };
        for (Partition& partition : group.partitions) {
            takeAll(partition.inner, 0, group.innerUsed);
            takeAll(partition.fixed, kMovableColours, group.fixedUsed);
            ++bin; // skips the bin of unsolved contacts, which is empty here
        }
        takeAll(group.shared, kInnerColours, group.sharedUsed);
        take(group.overflow, kOverflowColour);
        group.order = graph.order.subspan(groupBegin, begin - groupBegin);
        graph.overflowContacts += static_cast<int>(group.overflow.order.size());
    }
    graph.coloursUsed = static_cast<int>(std::count(used.begin(), used.end(), true));
}

void rebuildGraph(GraphCache& cache, ContactStore& contacts, GraphChanges& changes, const BodyStore& bodies,
                  bool asOneGroup, FrameArena& scratch, TaskExecutor* executor)
{
    ConstraintGraph& graph = cache.graph;
    graph.coloursUsed = graph.overflowContacts = 0;
    const EdgeColours& colours = cache.colours;
    const bool scattered = isScattered(changes.edges);

    const uint32_t all = 0; // one group of any weight
    std::span<const uint32_t> weights(&all, 1);
    std::span<UnionFindNode> nodes; // empty: one group
    const bool small = bodies.awake.size() + contacts.awake.size() < 2 * kMinGroupWeight;
    // The order of the contact array affects later steps, so it must not depend on `asOneGroup`.
    if (!small && (scattered || !asOneGroup)) {
        nodes = scratch.make<UnionFindNode>(bodies.slots.slotCount());
        weights = findGroups(nodes, collectSolved(changes.edges, cache.connections, colours, scratch),
                             bodies.awake, scratch);
    }
    if (scattered)
        sortContactsInPlace(contacts, changes, colours, Bins(nodes, weights, colours, scratch), scratch);
    if (asOneGroup || weights.empty()) {
        nodes = {};
        weights = {&all, 1};
    }
    graph.groups = cache.arena.make<SolverGroup>(weights.size());
    graph.required = {};
    if (colours.partitionCount() > 1) graph.required = cache.arena.make<uint8_t>(bodies.slots.slotCount());
    assignRows(cache, nodes, bodies);
    orderContacts(graph, changes.edges, colours, Bins(nodes, weights, colours, scratch), cache.arena, scratch,
                  executor);
}

} // namespace

bool isGraphValid(const GraphCache& cache, const ContactStore& contacts, const GraphChanges& changes,
                  const BodyStore& bodies, std::span<const ConstraintEdge> joints, bool asOneGroup)
{
    return cache.isValid && cache.revision == bodies.revision && cache.asOneGroup == asOneGroup &&
           !changes.edgesDirty && !changes.needsFullRebuild(contacts) &&
           changes.edges.size() == contacts.awake.size() && haveSameConnections(joints, cache.connections);
}

void updateGraph(GraphCache& cache, ContactStore& contacts, GraphChanges& changes, const BodyStore& bodies,
                 std::span<const ConstraintEdge> joints, bool asOneGroup, FrameArena& scratch,
                 TaskExecutor* executor)
{
    // Contacts of bodies that woke after the contact update.
    for (size_t i = changes.edges.size(); i < contacts.awake.size(); ++i) {
        changes.edges.push_back(graphEdgeOf(contacts.awake[i]));
        changes.edgesDirty = true;
    }
    if (isGraphValid(cache, contacts, changes, bodies, joints, asOneGroup)) return;

    cache.arena.reset();
    cache.connections.clear();
    std::copy_if(joints.begin(), joints.end(), std::back_inserter(cache.connections),
                 [](const ConstraintEdge& joint) { return joint.connectsBodies(); });
    cache.colours.update(changes, bodies, changes.needsFullRebuild(contacts));
    storeColours(contacts, changes);
    changes.consume(contacts);
    rebuildGraph(cache, contacts, changes, bodies, asOneGroup, scratch, executor);
    cache.revision = bodies.revision;
    cache.asOneGroup = asOneGroup;
    cache.isValid = true;
    changes.edgesDirty = false;
}

bool hasDominantGroup(const ConstraintGraph& graph)
{
    size_t most = 0, all = 0;
    for (const SolverGroup& group : graph.groups) {
        most = std::max(most, group.weight);
        all += group.weight;
    }
    return most * 4 > all * 3;
}

} // namespace satbox
