#include "engine/solver/constraint_graph.h"

#include "engine/core/parallel.h"

#include <algorithm>
#include <utility>

namespace satbox {

namespace {

// Contacts lie by group, part and colour but for those that came, went or changed since they were put there.
// Where this share of neighbours differs in colour it is time to put them there again.
constexpr size_t kMaxChanges = 4;
// Of many contacts, few are enough to tell.
constexpr size_t kMany = 2048, kLookEvery = 8;

bool isScattered(std::span<const GraphEdge> edges)
{
    const size_t apart = edges.size() < kMany ? 1 : kLookEvery;
    size_t changes = 0;
    for (size_t i = apart; i < edges.size(); i += apart) changes += edges[i].colour != edges[i - 1].colour;
    return changes * kMaxChanges * apart > edges.size();
}

// What moves of a contact that is solved.
uint32_t moverOf(const GraphEdge& edge, const ContactColours& colours)
{
    return colours.moves(edge.bodyA) ? edge.bodyA : edge.bodyB;
}

// In their order.
std::span<const SolvedContact> solvedOf(std::span<const GraphEdge> edges, const ContactColours& colours,
                                        FrameArena& arena)
{
    const std::span<SolvedContact> solved = arena.makeUninitialized<SolvedContact>(edges.size());
    size_t count = 0;
    for (const GraphEdge& e : edges) {
        if (e.colour < 0) continue;
        const uint32_t mover = moverOf(e, colours);
        solved[count++] = {mover, mover == e.bodyA ? e.bodyB : e.bodyA};
    }
    return solved.first(count);
}

// The numbers 0 .. count - 1 by the bin that binOf(number) gives each, those of one bin ascending: a counting
// sort. `binEnds` has a place for each bin; it gets where the bin ends.
template<class BinOf>
void sortByBin(size_t count, BinOf&& binOf, std::span<uint32_t> binEnds, std::span<uint32_t> order,
               FrameArena& scratch, TaskExecutor* executor)
{
    constexpr size_t kMinContactsPerThread = 1024; // that are worth a thread's while
    const size_t threads = executor ? static_cast<size_t>(executor->threadCount()) : 1;
    const size_t grain = std::max(kMinContactsPerThread, (count + threads - 1) / threads);
    const size_t runs = (count + grain - 1) / grain;
    const std::span<uint32_t> bins = scratch.makeUninitialized<uint32_t>(count);
    const std::span<uint32_t> places = scratch.make<uint32_t>(runs * binEnds.size()); // by run and bin
    const auto forEachRun = [&](auto&& fn) {
        forEachRange(executor, count, grain, [&](size_t first, size_t last) {
            fn(first, last, places.subspan(first / grain * binEnds.size(), binEnds.size()));
        });
    };
    forEachRun([&](size_t first, size_t last, std::span<uint32_t> counts) {
        for (size_t i = first; i < last; ++i) {
            bins[i] = binOf(i);
            ++counts[bins[i]];
        }
    });
    uint32_t next = 0;
    for (size_t bin = 0; bin < binEnds.size(); ++bin) {
        for (size_t place = bin; place < places.size(); place += binEnds.size())
            next += std::exchange(places[place], next);
        binEnds[bin] = next;
    }
    forEachRun([&](size_t first, size_t last, std::span<uint32_t> begins) {
        while (first < last) {
            const uint32_t bin = bins[first];
            uint32_t to = begins[bin];
            for (; first < last && bins[first] == bin; ++first) order[to++] = static_cast<uint32_t>(first);
            begins[bin] = to;
        }
    });
}

// What is at from[to] goes to `to`; `from` is used up.
void permute(ContactStore& contacts, std::span<uint32_t> from)
{
    for (uint32_t start = 0; start < from.size(); ++start) {
        if (from[start] == start) continue;
        const Contact held = contacts.awake[start]; // once round the cycle that begins here
        const GraphEdge heldEdge = contacts.edges[start];
        uint32_t to = start;
        while (from[to] != start) {
            const uint32_t next = from[to];
            contacts.awake[to] = contacts.awake[next];
            contacts.edges[to] = contacts.edges[next];
            from[to] = to;
            to = next;
        }
        contacts.awake[to] = held;
        contacts.edges[to] = heldEdge;
        from[to] = to;
    }
}

// Rows by group; of one group they are as in BodyStore::awake, and stay while the same bodies are awake.
void numberRows(GraphCache& cache, std::span<const GroupMark> marks, const BodyStore& bodies)
{
    const ContactColours& colours = cache.colours;
    ConstraintGraph& graph = cache.graph;
    const size_t count = bodies.awake.size();
    if (marks.empty()) {
        graph.groups[0].firstRow = 1;
        graph.groups[0].lastRow = 1 + count;
        graph.groups[0].weight = count;
        if (cache.inOrder && cache.revision == bodies.revision) return;
    }
    cache.rowArena.reset();
    graph.rowOf = cache.rowArena.make<uint32_t>(bodies.slots.slotCount());
    graph.slotOf = cache.rowArena.makeUninitialized<uint32_t>(1 + count);
    graph.slotOf[0] = kNoSlot;
    cache.inOrder = marks.empty();
    graph.kinematic = std::any_of(bodies.awake.begin(), bodies.awake.end(),
                                  [&](uint32_t slot) { return !colours.moves(slot); });
    size_t next = 1;
    if (!marks.empty()) {
        for (const uint32_t slot : bodies.awake) ++graph.groups[marks[slot].group].lastRow;
        for (SolverGroup& group : graph.groups) {
            group.weight = group.lastRow;
            group.firstRow = group.lastRow = next;
            next += group.weight;
        }
    }
    for (const uint32_t slot : bodies.awake) {
        const size_t row = marks.empty() ? next++ : graph.groups[marks[slot].group].lastRow++;
        graph.rowOf[slot] = static_cast<uint32_t>(row);
        graph.slotOf[row] = slot;
    }
}

// Which rows each part integrates: those of its bodies, which lie in line, or, where some move by themselves
// and belong to no part, an even share.
void divideRows(const ConstraintGraph& graph, SolverGroup& group, const ContactColours& colours)
{
    const auto slots = graph.slotOf.subspan(group.firstRow, group.lastRow - group.firstRow);
    size_t first = 0;
    for (size_t part = 0; part < group.parts.size(); ++part) {
        const auto isBefore = [&](uint32_t slot) { return colours.partOf(slot) <= part; };
        size_t last = slots.size() * (part + 1) / group.parts.size();
        if (group.parts.size() > 1 && !graph.kinematic)
            last = static_cast<size_t>(std::partition_point(slots.begin(), slots.end(), isBefore) -
                                       slots.begin());
        group.parts[part].firstRow = group.firstRow + first;
        group.parts[part].lastRow = group.firstRow + last;
        first = last;
    }
}

// Where contacts belong: by group, part and colour. Without marks there is one group.
class Bins {
  public:
    Bins(std::span<const GroupMark> marks, std::span<const uint32_t> weights, const ContactColours& colours,
         FrameArena& arena)
        : marks_(marks), colours_(colours), groups_(arena.make<Group>(weights.size()))
    {
        for (size_t g = 0; g < weights.size(); ++g) {
            const bool large = isLarge(weights[g], weights.size());
            groups_[g] = {last_, static_cast<uint32_t>(large ? colours.partCount() : 1)};
            last_ += groups_[g].parts * kOfPart + kShared;
        }
    }

    size_t count() const { return last_ + 1u; } // the last: of no group
    size_t partCount(size_t group) const { return groups_[group].parts; }

    // `mover` is a body of the contact that moves, kNoSlot for none; `colour` is -1 where it is not solved.
    uint32_t of(uint32_t mover, int colour) const
    {
        if (mover == kNoSlot) return last_;
        const Group& group = groups_[marks_.empty() ? 0 : marks_[mover].group];
        const uint32_t place = kPlaces[static_cast<size_t>(colour + 1)];
        if (place >= kOfPart) return group.first + group.parts * kOfPart + (place - kOfPart);
        return group.first + (group.parts > 1 ? colours_.partOf(mover) * kOfPart : 0) + place;
    }

  private:
    struct Group {
        uint32_t first = 0; // bin
        uint32_t parts = 1;
    };
    static constexpr uint32_t kOfPart = kInnerColours + kFixedColours + 1; // the last: not solved
    static constexpr uint32_t kShared = kSharedColours + 1;                // the last: overflow

    // By colour, from -1 on: which bin of its part's, or, from kOfPart on, of those that its group's parts
    // share.
    static constexpr std::array<uint32_t, kColourCount + 1> kPlaces = [] {
        std::array<uint32_t, kColourCount + 1> places{};
        uint32_t inner = 0, shared = kOfPart;
        places[0] = kOfPart - 1;
        for (int c = 0; c < kColourCount; ++c) {
            const bool inPart = c < kInnerColours || (c >= kMovableColours && c < kOverflowColour);
            places[static_cast<size_t>(c + 1)] = inPart ? inner++ : shared++;
        }
        return places;
    }();

    std::span<const GroupMark> marks_;
    const ContactColours& colours_;
    std::span<Group> groups_;
    uint32_t last_ = 0;
};

// Moves contacts so that what a step goes through together lies in line, those without points with the part
// that they belong to.
void arrange(ContactStore& contacts, const ContactColours& colours, const Bins& bins, FrameArena& arena)
{
    const std::span<uint32_t> from = arena.makeUninitialized<uint32_t>(contacts.awake.size());
    const auto binOf = [&](size_t i) {
        const Contact& c = contacts.awake[i];
        const bool aMoves = colours.moves(c.bodyA), bMoves = colours.moves(c.bodyB);
        uint32_t mover = aMoves ? c.bodyA : kNoSlot;
        if (bMoves && (!aMoves || c.colour < 0)) mover = c.bodyB;
        return bins.of(mover, c.colour);
    };
    sortByBin(from.size(), binOf, arena.makeUninitialized<uint32_t>(bins.count()), from, arena, nullptr);
    permute(contacts, from);
}

// Sorts the contacts, those that are not solved to the end.
void orderContacts(ConstraintGraph& graph, std::span<const GraphEdge> contactEnds,
                   const ContactColours& colours, const Bins& bins, FrameArena& arena, FrameArena& scratch,
                   TaskExecutor* executor)
{
    const std::span<uint32_t> binEnds = scratch.makeUninitialized<uint32_t>(bins.count());
    const auto binOf = [&](size_t i) {
        const GraphEdge& e = contactEnds[i];
        return bins.of(e.colour < 0 ? kNoSlot : moverOf(e, colours), e.colour);
    };
    const std::span<uint32_t> order = arena.makeUninitialized<uint32_t>(contactEnds.size());
    sortByBin(order.size(), binOf, binEnds, order, scratch, executor);
    graph.order = order.first(binEnds[binEnds.size() - 2]);
    graph.unsolved = order.subspan(graph.order.size());

    std::array<bool, kColourCount> used{};
    size_t bin = 0;
    uint32_t begin = 0;
    for (size_t g = 0; g < graph.groups.size(); ++g) {
        SolverGroup& group = graph.groups[g];
        const uint32_t groupBegin = begin;
        group.parts = arena.make<Partition>(bins.partCount(g));
        divideRows(graph, group, colours);
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
        for (Partition& part : group.parts) {
            takeAll(part.inner, 0, group.innerUsed);
            takeAll(part.fixed, kMovableColours, group.fixedUsed);
            ++bin; // none that is not solved is here
        }
        takeAll(group.shared, kInnerColours, group.sharedUsed);
        take(group.overflow, kOverflowColour);
        group.order = graph.order.subspan(groupBegin, begin - groupBegin);
        graph.overflowContacts += static_cast<int>(group.overflow.order.size());
    }
    graph.coloursUsed = static_cast<int>(std::count(used.begin(), used.end(), true));
}

void buildGraph(GraphCache& cache, ContactStore& contacts, const BodyStore& bodies, bool together,
                FrameArena& scratch, TaskExecutor* executor)
{
    ConstraintGraph& graph = cache.graph;
    graph.coloursUsed = graph.overflowContacts = 0;
    const ContactColours& colours = cache.colours;
    const bool scattered = isScattered(contacts.edges);

    const uint32_t all = 0; // one group, however large
    std::span<const uint32_t> weights(&all, 1);
    std::span<GroupMark> marks; // empty: one group
    const bool small = bodies.awake.size() + contacts.awake.size() < 2 * kGroupWeight;
    // Where contacts lie decides what they meet first in later steps: it must not depend on `together`.
    if (!small && (scattered || !together)) {
        marks = scratch.make<GroupMark>(bodies.slots.slotCount());
        weights = findGroups(marks, solvedOf(contacts.edges, colours, scratch), bodies.awake, scratch);
    }
    if (scattered) arrange(contacts, colours, Bins(marks, weights, colours, scratch), scratch);
    if (together || weights.empty()) {
        marks = {};
        weights = {&all, 1};
    }
    graph.groups = cache.arena.make<SolverGroup>(weights.size());
    graph.required = {};
    if (colours.partCount() > 1) graph.required = cache.arena.make<uint8_t>(bodies.slots.slotCount());
    numberRows(cache, marks, bodies);
    orderContacts(graph, contacts.edges, colours, Bins(marks, weights, colours, scratch), cache.arena,
                  scratch, executor);
}

} // namespace

bool graphHolds(const GraphCache& cache, const ContactStore& contacts, const BodyStore& bodies, bool together)
{
    return cache.holds && cache.revision == bodies.revision && cache.together == together &&
           !contacts.edgesDirty && !contacts.rearranged && contacts.edges.size() == contacts.awake.size();
}

void updateGraph(GraphCache& cache, ContactStore& contacts, const BodyStore& bodies, bool together,
                 FrameArena& scratch, TaskExecutor* executor)
{
    // What has woken since the contacts were updated brought contacts along.
    for (size_t i = contacts.edges.size(); i < contacts.awake.size(); ++i) {
        contacts.edges.push_back(graphEdgeOf(contacts.awake[i]));
        contacts.edgesDirty = true;
    }
    if (graphHolds(cache, contacts, bodies, together)) return;

    cache.arena.reset();
    cache.colours.update(contacts, bodies);
    buildGraph(cache, contacts, bodies, together, scratch, executor);
    cache.revision = bodies.revision;
    cache.together = together;
    cache.holds = true;
    contacts.edgesDirty = false;
}

bool isOneIsland(const ConstraintGraph& graph)
{
    size_t most = 0, all = 0;
    for (const SolverGroup& group : graph.groups) {
        most = std::max(most, group.weight);
        all += group.weight;
    }
    return most * 4 > all * 3;
}

} // namespace satbox
