#include "engine/solver/constraint_graph.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace satbox {

namespace {

constexpr uint32_t kMovableMask = (1u << kMovableColours) - 1u;
constexpr uint32_t kFixedMask = ~kMovableMask;

// Small islands are put together until they weigh this much (bodies and contacts): some 300 KiB of contacts,
// blocks and rows, which the second-level cache holds, and work enough to be worth a thread's while.
constexpr uint32_t kGroupWeight = 1024;

// What colouring looks at of a body, by slot: small, since contacts of one colour lie all over the world.
struct Hue {
    uint32_t colours = 0; // that its contacts have so far
    bool moves = false;   // awake, and has a mass
};

int firstFree(uint32_t used, uint32_t allowed)
{
    const uint32_t open = ~used & allowed;
    return open != 0 ? std::countr_zero(open) : kOverflowColour;
}

// The first colour that neither body has yet.
int chooseColour(Hue& a, Hue& b)
{
    const uint32_t taken = (a.moves ? a.colours : 0u) | (b.moves ? b.colours : 0u);
    const int colour = firstFree(taken, a.moves && b.moves ? kMovableMask : kFixedMask);
    if (colour == kOverflowColour) return colour;
    a.colours |= 1u << colour;
    b.colours |= 1u << colour;
    return colour;
}

struct Coloured {
    std::span<int8_t> colours;  // by contact; -1: nothing to solve, or nothing that can move
    std::span<uint32_t> movers; // by contact: slot of a body of it that can move
    std::span<uint32_t> others; // by contact: slot of its other body
};

Coloured makeColoured(size_t contacts, FrameArena& arena)
{
    return {arena.makeUninitialized<int8_t>(contacts), arena.makeUninitialized<uint32_t>(contacts),
            arena.makeUninitialized<uint32_t>(contacts)};
}

// Only a third of a contact is looked at here, which the processor does not foresee: asked for so many ahead.
constexpr size_t kAhead = 16;

Coloured colourContacts(ContactStore& contacts, const BodyStore& bodies, FrameArena& scratch)
{
    const std::span<Hue> hues = scratch.make<Hue>(bodies.slots.slotCount());
    for (const uint32_t slot : bodies.awake) hues[slot].moves = bodies.canMove(slot);
    const size_t count = contacts.ends.size();
    const Coloured coloured = makeColoured(count, scratch);
    for (size_t i = 0; i < count; ++i) {
        if (i + kAhead < count) __builtin_prefetch(&contacts.awake[i + kAhead]);
        const ContactEnds ends = contacts.ends[i];
        int colour = -1;
        coloured.movers[i] = coloured.others[i] = kNoSlot;
        if (ends != ContactEnds{}) {
            Hue& a = hues[ends.bodyA];
            Hue& b = hues[ends.bodyB];
            if (a.moves || b.moves) colour = chooseColour(a, b);
            coloured.movers[i] = a.moves ? ends.bodyA : ends.bodyB;
            coloured.others[i] = a.moves ? ends.bodyB : ends.bodyA;
        }
        coloured.colours[i] = static_cast<int8_t>(colour);
        Contact& c = contacts.awake[i];
        if (c.colour != colour) c.colour = static_cast<int16_t>(colour); // no write without need
    }
    return coloured;
}

// Contacts lie by group and colour but for those that came, went or changed since they were put there. Where
// this share of neighbours differs in colour it is time to put them there again.
constexpr size_t kMostChanges = 4;

bool isScattered(std::span<const int8_t> colours)
{
    size_t changes = 0;
    for (size_t i = 1; i < colours.size(); ++i) changes += colours[i] != colours[i - 1];
    return changes * kMostChanges > colours.size();
}

// Numbers below `order.size()` by their bins, those of one bin ascending: a counting sort, a run of
// neighbours of one bin at a time. `ends` has one place for each bin and one more, all 0; it is left with
// where each bin ends.
template<class BinOf>
void sortByBin(std::span<uint32_t> ends, std::span<uint32_t> order, BinOf&& binOf)
{
    const auto count = static_cast<uint32_t>(order.size());
    const auto forEachRun = [&](auto&& fn) {
        for (uint32_t first = 0; first < count;) {
            const size_t bin = binOf(first);
            uint32_t last = first + 1;
            while (last < count && binOf(last) == bin) ++last;
            fn(bin, first, last);
            first = last;
        }
    };
    forEachRun([&](size_t bin, uint32_t first, uint32_t last) { ends[bin + 1] += last - first; });
    std::inclusive_scan(ends.begin(), ends.end(), ends.begin()); // now where each begins
    forEachRun([&](size_t bin, uint32_t first, uint32_t last) {
        std::iota(order.begin() + ends[bin], order.begin() + ends[bin] + (last - first), first);
        ends[bin] += last - first;
    });
}

// contacts[to] becomes contacts[from[to]]; `from` is used up.
void permute(std::span<Contact> contacts, std::span<uint32_t> from)
{
    for (uint32_t start = 0; start < from.size(); ++start) {
        if (from[start] == start) continue;
        const Contact held = contacts[start]; // once round the cycle that begins here
        uint32_t to = start;
        while (from[to] != start) {
            const uint32_t next = from[to];
            contacts[to] = contacts[next];
            from[to] = to;
            to = next;
        }
        contacts[to] = held;
        from[to] = to;
    }
}

// Which bodies belong together, by slot.
struct Mark {
    uint32_t parent = kNoSlot; // towards the first of those that it is joined to; kNoSlot: not awake
    uint32_t weight = 0;       // itself and the contacts that count as its own; at a root, of all
    uint32_t group = 0;
};

uint32_t rootOf(std::span<Mark> marks, uint32_t slot)
{
    while (marks[slot].parent != slot) {
        marks[slot].parent = marks[marks[slot].parent].parent; // halves the way for the next one
        slot = marks[slot].parent;
    }
    return slot;
}

// The lower slot becomes the root, so that islands come in the order of their first bodies.
void join(std::span<Mark> marks, uint32_t a, uint32_t b)
{
    if (marks[a].parent == marks[b].parent) return; // most are joined already, and this shows it
    a = rootOf(marks, a);
    b = rootOf(marks, b);
    if (a != b) marks[std::max(a, b)].parent = std::min(a, b);
}

// Gives each awake body the number of its group; returns how many groups there are.
uint32_t findGroups(std::span<Mark> marks, const Coloured& coloured, const std::vector<uint32_t>& awake)
{
    for (const uint32_t slot : awake) marks[slot] = {.parent = slot, .weight = 1};
    for (size_t i = 0; i < coloured.colours.size(); ++i) {
        if (coloured.colours[i] < 0) continue;
        ++marks[coloured.movers[i]].weight;
        // A kinematic body joins too: its row turns with the substeps, and groups are not in step.
        if (marks[coloured.others[i]].parent != kNoSlot) join(marks, coloured.movers[i], coloured.others[i]);
    }
    for (const uint32_t slot : awake) {
        const uint32_t root = rootOf(marks, slot);
        if (root != slot) marks[root].weight += marks[slot].weight;
    }
    uint32_t groups = 0;
    uint32_t open = kNoSlot; // the group that small islands go to
    uint32_t openWeight = 0;
    for (const uint32_t slot : awake) { // a root comes before the others of its island
        Mark& mark = marks[slot];
        if (mark.parent != slot) {
            mark.group = marks[rootOf(marks, slot)].group;
        } else if (mark.weight >= kGroupWeight) {
            mark.group = groups++;
        } else {
            if (open == kNoSlot) {
                open = groups++;
                openWeight = 0;
            }
            mark.group = open;
            openWeight += mark.weight;
            if (openWeight >= kGroupWeight) open = kNoSlot;
        }
    }
    return groups;
}

void numberRows(ConstraintGraph& graph, std::span<const Mark> marks, const BodyStore& bodies,
                FrameArena& arena)
{
    graph.rowOf = arena.make<uint32_t>(bodies.slots.slotCount());
    graph.slotOf = arena.makeUninitialized<uint32_t>(1 + bodies.awake.size() + graph.groups.size());
    const auto groupOf = [&](uint32_t slot) -> SolverGroup& {
        return graph.groups[marks.empty() ? 0 : marks[slot].group];
    };
    for (const uint32_t slot : bodies.awake) ++groupOf(slot).lastRow;
    size_t next = 1;
    graph.slotOf[0] = kNoSlot;
    for (SolverGroup& group : graph.groups) {
        group.weight = group.lastRow;
        group.firstRow = group.lastRow = next;
        next += group.weight + 1;
        graph.slotOf[next - 1] = kNoSlot;
    }
    for (const uint32_t slot : bodies.awake) {
        const size_t row = groupOf(slot).lastRow++;
        graph.rowOf[slot] = static_cast<uint32_t>(row);
        graph.slotOf[row] = slot;
    }
}

// Where a contact belongs: by group, then colour; those that are not solved last. Without marks there is one
// group.
class Bins {
  public:
    Bins(const Coloured& coloured, std::span<const Mark> marks, size_t groups)
        : coloured_(coloured), marks_(marks), count_(groups * kColourCount + 1)
    {}
    size_t count() const { return count_; }

    void sort(std::span<uint32_t> ends, std::span<uint32_t> order) const
    {
        const size_t unsolved = count_ - 1;
        const auto colourOf = [&](uint32_t i) {
            return coloured_.colours[i] < 0 ? unsolved : static_cast<size_t>(coloured_.colours[i]);
        };
        if (marks_.empty())
            sortByBin(ends, order, colourOf);
        else
            sortByBin(ends, order, [&](uint32_t i) {
                return coloured_.colours[i] < 0
                           ? unsolved
                           : marks_[coloured_.movers[i]].group * size_t{kColourCount} + colourOf(i);
            });
    }

  private:
    const Coloured& coloured_;
    std::span<const Mark> marks_;
    size_t count_;
};

// Moves contacts so that what a step goes through together lies in line. Colours stay as they are, since each
// contact finds the same neighbours before it.
void arrange(std::span<Contact> contacts, Coloured& coloured, std::span<const Mark> marks, size_t groups,
             FrameArena& arena)
{
    const Coloured before = coloured;
    const Bins bins(before, marks, groups);
    const std::span<uint32_t> order = arena.makeUninitialized<uint32_t>(contacts.size());
    bins.sort(arena.make<uint32_t>(bins.count() + 1), order);
    coloured = makeColoured(order.size(), arena);
    for (size_t i = 0; i < order.size(); ++i) {
        coloured.colours[i] = before.colours[order[i]];
        coloured.movers[i] = before.movers[order[i]];
        coloured.others[i] = before.others[order[i]];
    }
    permute(contacts, order);
}

// Sorts the contacts that are solved.
void orderContacts(ConstraintGraph& graph, const Coloured& coloured, std::span<const Mark> marks,
                   FrameArena& arena)
{
    const Bins bins(coloured, marks, graph.groups.size());
    const std::span<uint32_t> ends = arena.make<uint32_t>(bins.count() + 1);
    const std::span<uint32_t> order = arena.makeUninitialized<uint32_t>(coloured.colours.size());
    bins.sort(ends, order);
    graph.order = order.first(ends[bins.count() - 2]);

    std::array<bool, kColourCount> used{};
    size_t begin = 0;
    for (size_t g = 0; g < graph.groups.size(); ++g) {
        for (size_t c = 0; c < kColourCount; ++c) {
            const size_t end = ends[g * kColourCount + c];
            graph.groups[g].colours[c].order = graph.order.subspan(begin, end - begin);
            graph.groups[g].weight += end - begin;
            used[c] |= end > begin;
            if (c == kOverflowColour) graph.overflowContacts += static_cast<int>(end - begin);
            begin = end;
        }
    }
    graph.coloursUsed = static_cast<int>(std::count(used.begin(), used.end(), true));
}

// Whether bodies have woken, gone to rest, or become able or unable to move.
bool sameBodies(const GraphCache& cache, const BodyStore& bodies)
{
    if (cache.awake != bodies.awake) return false;
    for (size_t i = 0; i < bodies.awake.size(); ++i)
        if ((cache.moves[i] != 0) != bodies.canMove(bodies.awake[i])) return false;
    return true;
}

// Returns whether contacts were moved.
bool buildGraph(GraphCache& cache, ContactStore& contacts, const BodyStore& bodies, bool together,
                FrameArena& scratch)
{
    ConstraintGraph& graph = cache.graph;
    graph = {};
    Coloured coloured = colourContacts(contacts, bodies, scratch);
    const bool scattered = isScattered(coloured.colours);

    uint32_t groups = 1;
    std::span<Mark> marks; // empty: one group
    const bool small = bodies.awake.size() + contacts.awake.size() < 2 * kGroupWeight;
    // Where contacts lie decides what they meet first in later steps: it must not depend on `together`.
    if (!small && (scattered || !together)) {
        marks = scratch.make<Mark>(bodies.slots.slotCount());
        groups = std::max(findGroups(marks, coloured, bodies.awake), 1u);
    }
    if (scattered) arrange(contacts.awake, coloured, marks, groups, scratch);
    if (together) {
        marks = {};
        groups = 1;
    }
    graph.groups = cache.arena.make<SolverGroup>(groups);
    numberRows(graph, marks, bodies, cache.arena);
    orderContacts(graph, coloured, marks, cache.arena);
    return scattered;
}

} // namespace

void updateGraph(GraphCache& cache, ContactStore& contacts, const BodyStore& bodies, bool together,
                 FrameArena& scratch)
{
    // What has woken since the contacts were updated brought contacts along.
    for (size_t i = contacts.ends.size(); i < contacts.awake.size(); ++i) {
        contacts.ends.push_back(endsOf(contacts.awake[i]));
        contacts.endsChanged = true;
    }
    if (cache.holds && !contacts.endsChanged && cache.together == together && sameBodies(cache, bodies))
        return;

    cache.arena.reset();
    const bool moved = buildGraph(cache, contacts, bodies, together, scratch);
    cache.awake = bodies.awake;
    cache.moves.resize(bodies.awake.size());
    for (size_t i = 0; i < bodies.awake.size(); ++i) cache.moves[i] = bodies.canMove(bodies.awake[i]);
    cache.together = together;
    cache.holds = true;
    contacts.endsChanged = moved; // then the ends are another's
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
