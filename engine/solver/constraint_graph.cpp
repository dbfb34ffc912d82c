#include "engine/solver/constraint_graph.h"

#include <algorithm>
#include <numeric>

namespace satbox {

namespace {

// Small islands are put together until they weigh this much (bodies and contacts): a megabyte of contacts,
// blocks and rows, which the second-level cache holds. In smaller groups each colour is a few blocks only,
// and waits for the last ones of the colour before: with a third of this 400 pyramids took a fifteenth
// longer.
constexpr uint32_t kGroupWeight = 3500;

// Contacts lie by group, part and colour but for those that came, went or changed since they were put there.
// Where this share of neighbours differs in colour it is time to put them there again.
constexpr size_t kMostChanges = 4;

bool isScattered(std::span<const int8_t> colours)
{
    size_t changes = 0;
    for (size_t i = 1; i < colours.size(); ++i) changes += colours[i] != colours[i - 1];
    return changes * kMostChanges > colours.size();
}

// Numbers by the bin that belongs to each, those of one bin in their order: a counting sort, a run of equal
// neighbours at a time. `ends` has one place for each bin and one more, all 0; it is left with where each bin
// ends.
void sortByBin(std::span<const uint32_t> bins, std::span<const uint32_t> numbers, std::span<uint32_t> ends,
               std::span<uint32_t> order)
{
    const auto count = static_cast<uint32_t>(bins.size());
    const auto forEachRun = [&](auto&& fn) {
        for (uint32_t first = 0; first < count;) {
            const size_t bin = bins[first];
            uint32_t last = first + 1;
            while (last < count && bins[last] == bin) ++last;
            fn(bin, first, last);
            first = last;
        }
    };
    forEachRun([&](size_t bin, uint32_t first, uint32_t last) { ends[bin + 1] += last - first; });
    std::inclusive_scan(ends.begin(), ends.end(), ends.begin()); // now where each begins
    forEachRun([&](size_t bin, uint32_t first, uint32_t last) {
        std::copy(numbers.begin() + first, numbers.begin() + last, order.begin() + ends[bin]);
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

// Gives each awake body the number of its group; returns the weights of the groups.
std::span<const uint32_t> findGroups(std::span<Mark> marks, const ColouredContacts& coloured,
                                     const std::vector<uint32_t>& awake, FrameArena& arena)
{
    for (const uint32_t slot : awake) marks[slot] = {.parent = slot, .weight = 1};
    for (const ColouredContacts::Solved& s : coloured.solved) {
        ++marks[s.mover].weight;
        // A kinematic body joins too: its row turns with the substeps, and groups are not in step.
        if (marks[s.other].parent != kNoSlot) join(marks, s.mover, s.other);
    }
    for (const uint32_t slot : awake) {
        const uint32_t root = rootOf(marks, slot);
        if (root != slot) marks[root].weight += marks[slot].weight;
    }
    const std::span<uint32_t> weights = arena.make<uint32_t>(awake.size());
    uint32_t groups = 0;
    uint32_t open = kNoSlot;            // the group that small islands go to
    for (const uint32_t slot : awake) { // a root comes before the others of its island
        Mark& mark = marks[slot];
        if (mark.parent != slot) {
            mark.group = marks[rootOf(marks, slot)].group;
            continue;
        }
        if (mark.weight >= kGroupWeight) {
            mark.group = groups++;
        } else {
            if (open == kNoSlot) open = groups++;
            mark.group = open;
        }
        weights[mark.group] += mark.weight;
        if (open != kNoSlot && weights[open] >= kGroupWeight) open = kNoSlot;
    }
    return weights.first(groups);
}

void numberRows(ConstraintGraph& graph, std::span<const Mark> marks, const BodyStore& bodies,
                FrameArena& arena)
{
    graph.rowOf = arena.make<uint32_t>(bodies.slots.slotCount());
    graph.slotOf = arena.makeUninitialized<uint32_t>(1 + bodies.awake.size());
    const auto groupOf = [&](uint32_t slot) -> SolverGroup& {
        return graph.groups[marks.empty() ? 0 : marks[slot].group];
    };
    for (const uint32_t slot : bodies.awake) ++groupOf(slot).lastRow;
    size_t next = 1;
    graph.slotOf[0] = kNoSlot;
    for (SolverGroup& group : graph.groups) {
        group.weight = group.lastRow;
        group.firstRow = group.lastRow = next;
        next += group.weight;
    }
    for (const uint32_t slot : bodies.awake) {
        const size_t row = groupOf(slot).lastRow++;
        graph.rowOf[slot] = static_cast<uint32_t>(row);
        graph.slotOf[row] = slot;
    }
}

// Where contacts belong: by group, part and colour. Without marks there is one group.
class Bins {
  public:
    Bins(std::span<const Mark> marks, std::span<const uint32_t> weights, const BodyParts& parts,
         FrameArena& arena)
        : marks_(marks), parts_(parts), groups_(arena.make<Group>(weights.size()))
    {
        for (size_t g = 0; g < weights.size(); ++g) {
            const bool large = isLarge(weights[g], weights.size());
            groups_[g] = {last_, static_cast<uint32_t>(large ? parts.count : 1)};
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
        return group.first + (group.parts > 1 ? parts_.of[mover] * kOfPart : 0) + place;
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

    std::span<const Mark> marks_;
    const BodyParts& parts_;
    std::span<Group> groups_;
    uint32_t last_ = 0;
};

// Moves contacts so that what a step goes through together lies in line, those without points with the part
// that they belong to. Colours stay as they are, since each contact finds the same neighbours before it.
void arrange(std::span<Contact> contacts, ColouredContacts& coloured, const Bins& bins,
             const BodyParts& parts, FrameArena& arena)
{
    const std::span<uint32_t> from = arena.makeUninitialized<uint32_t>(contacts.size());
    const std::span<uint32_t> binOf = arena.makeUninitialized<uint32_t>(contacts.size());
    const std::span<uint32_t> indices = arena.makeUninitialized<uint32_t>(contacts.size());
    std::iota(indices.begin(), indices.end(), 0u);
    for (size_t i = 0; i < contacts.size(); ++i) {
        const bool aMoves = parts.moves(contacts[i].bodyA), bMoves = parts.moves(contacts[i].bodyB);
        uint32_t mover = aMoves ? contacts[i].bodyA : kNoSlot;
        if (bMoves && (!aMoves || coloured.colours[i] < 0)) mover = contacts[i].bodyB;
        binOf[i] = bins.of(mover, coloured.colours[i]);
    }
    sortByBin(binOf, indices, arena.make<uint32_t>(bins.count() + 1), from);

    const std::span<int8_t> colours = arena.makeUninitialized<int8_t>(contacts.size());
    const std::span<uint32_t> to = indices; // by the index before
    for (uint32_t i = 0; i < from.size(); ++i) {
        colours[i] = coloured.colours[from[i]];
        to[from[i]] = i;
    }
    coloured.colours = colours;
    for (ColouredContacts::Solved& s : coloured.solved) s.contact = to[s.contact];
    std::sort(coloured.solved.begin(), coloured.solved.end(),
              [](const auto& a, const auto& b) { return a.contact < b.contact; });
    permute(contacts, from);
}

// Sorts the contacts that are solved.
void orderContacts(ConstraintGraph& graph, const ColouredContacts& coloured, const Bins& bins,
                   FrameArena& arena, FrameArena& scratch)
{
    const std::span<uint32_t> ends = scratch.make<uint32_t>(bins.count() + 1);
    const size_t count = coloured.solved.size();
    const std::span<uint32_t> numbers = scratch.makeUninitialized<uint32_t>(count);
    const std::span<uint32_t> binOf = scratch.makeUninitialized<uint32_t>(count);
    for (size_t i = 0; i < count; ++i) {
        numbers[i] = coloured.solved[i].contact;
        binOf[i] = bins.of(coloured.solved[i].mover, coloured.colours[numbers[i]]);
    }
    graph.order = arena.makeUninitialized<uint32_t>(count);
    sortByBin(binOf, numbers, ends, graph.order);

    std::array<bool, kColourCount> used{};
    size_t bin = 0;
    uint32_t begin = 0;
    for (size_t g = 0; g < graph.groups.size(); ++g) {
        SolverGroup& group = graph.groups[g];
        group.parts = arena.make<SolverPart>(bins.partCount(g));
        const auto take = [&](ColourBlocks& blocks, int colour) {
            const uint32_t end = ends[bin++];
            blocks.order = graph.order.subspan(begin, end - begin);
            group.weight += end - begin;
            used[static_cast<size_t>(colour)] |= end > begin;
            begin = end;
        };
        const auto takeAll = [&](std::span<ColourBlocks> colours, int first, size_t& usedUpTo) {
            for (size_t c = 0; c < colours.size(); ++c) {
                take(colours[c], first + static_cast<int>(c));
                if (!colours[c].order.empty()) usedUpTo = std::max(usedUpTo, c + 1);
            }
        };
        for (SolverPart& part : group.parts) {
            takeAll(part.inner, 0, group.innerUsed);
            takeAll(part.fixed, kMovableColours, group.fixedUsed);
            ++bin; // none that is not solved is here
        }
        takeAll(group.shared, kInnerColours, group.sharedUsed);
        take(group.overflow, kOverflowColour);
        graph.overflowContacts += static_cast<int>(group.overflow.order.size());
    }
    graph.coloursUsed = static_cast<int>(std::count(used.begin(), used.end(), true));
}

// Returns whether contacts were moved.
bool buildGraph(GraphCache& cache, ContactStore& contacts, const BodyStore& bodies, bool together,
                FrameArena& scratch)
{
    ConstraintGraph& graph = cache.graph;
    graph = {};
    const std::span<const uint32_t> linked = findLinked(contacts.ends, scratch);
    const BodyParts parts = findParts(contacts.ends, linked, bodies, scratch);
    ColouredContacts coloured = colourContacts(contacts, linked, parts, scratch);
    const bool scattered = isScattered(coloured.colours);

    const uint32_t all = 0; // one group, however large
    std::span<const uint32_t> weights(&all, 1);
    std::span<Mark> marks; // empty: one group
    const bool small = bodies.awake.size() + contacts.awake.size() < 2 * kGroupWeight;
    // Where contacts lie decides what they meet first in later steps: it must not depend on `together`.
    if (!small && (scattered || !together)) {
        marks = scratch.make<Mark>(bodies.slots.slotCount());
        weights = findGroups(marks, coloured, bodies.awake, scratch);
    }
    if (scattered) arrange(contacts.awake, coloured, Bins(marks, weights, parts, scratch), parts, scratch);
    if (together || weights.empty()) {
        marks = {};
        weights = {&all, 1};
    }
    graph.groups = cache.arena.make<SolverGroup>(weights.size());
    numberRows(graph, marks, bodies, cache.arena);
    orderContacts(graph, coloured, Bins(marks, weights, parts, scratch), cache.arena, scratch);
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
    const bool sameBodies = cache.revision == bodies.revision;
    if (cache.holds && sameBodies && !contacts.endsChanged && cache.together == together) return;

    cache.arena.reset();
    const bool moved = buildGraph(cache, contacts, bodies, together, scratch);
    cache.revision = bodies.revision;
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
