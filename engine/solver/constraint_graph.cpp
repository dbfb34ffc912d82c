#include "engine/solver/constraint_graph.h"

#include <algorithm>
#include <numeric>

namespace satbox {

namespace {

// Contacts lie by group, part and colour but for those that came, went or changed since they were put there.
// Where this share of neighbours differs in colour it is time to put them there again.
constexpr size_t kMostChanges = 4;

// All awake contacts, in their order.
struct SplitContacts {
    std::span<SolvedContact> solved;
    std::span<uint32_t> unsolved; // indices
    bool scattered = false;
};

SplitContacts split(std::span<const ContactEnds> ends, const ContactColours& colours, FrameArena& arena)
{
    const std::span<SolvedContact> solved = arena.makeUninitialized<SolvedContact>(ends.size());
    const std::span<uint32_t> unsolved = arena.makeUninitialized<uint32_t>(ends.size());
    size_t count = 0, changes = 0;
    int32_t before = ends.empty() ? 0 : ends[0].colour;
    for (size_t i = 0; i < ends.size(); ++i) {
        changes += ends[i].colour != before;
        before = ends[i].colour;
        // Kept or overwritten: no branch, which could not be foreseen.
        const bool isSolved = before >= 0;
        const bool aMoves = colours.moves(isSolved ? ends[i].bodyA : 0);
        solved[count] = {static_cast<uint32_t>(i), aMoves ? ends[i].bodyA : ends[i].bodyB,
                         aMoves ? ends[i].bodyB : ends[i].bodyA};
        unsolved[i - count] = static_cast<uint32_t>(i);
        count += isSolved;
    }
    return {solved.first(count), unsolved.first(ends.size() - count), changes * kMostChanges > ends.size()};
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

// What is at from[to] goes to `to`; `from` is used up.
void permute(ContactStore& contacts, std::span<uint32_t> from)
{
    for (uint32_t start = 0; start < from.size(); ++start) {
        if (from[start] == start) continue;
        const Contact held = contacts.awake[start]; // once round the cycle that begins here
        const ContactEnds heldEnds = contacts.ends[start];
        uint32_t to = start;
        while (from[to] != start) {
            const uint32_t next = from[to];
            contacts.awake[to] = contacts.awake[next];
            contacts.ends[to] = contacts.ends[next];
            from[to] = to;
            to = next;
        }
        contacts.awake[to] = held;
        contacts.ends[to] = heldEnds;
        from[to] = to;
    }
}

// Rows by group; of one group they are as in BodyStore::awake, and stay while the same bodies are awake.
void numberRows(GraphCache& cache, std::span<const GroupMark> marks, const BodyStore& bodies)
{
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
    const size_t count = contacts.awake.size();
    const std::span<uint32_t> from = arena.makeUninitialized<uint32_t>(count);
    const std::span<uint32_t> binOf = arena.makeUninitialized<uint32_t>(count);
    const std::span<uint32_t> indices = arena.makeUninitialized<uint32_t>(count);
    std::iota(indices.begin(), indices.end(), 0u);
    for (size_t i = 0; i < count; ++i) {
        const Contact& c = contacts.awake[i];
        const bool aMoves = colours.moves(c.bodyA), bMoves = colours.moves(c.bodyB);
        uint32_t mover = aMoves ? c.bodyA : kNoSlot;
        if (bMoves && (!aMoves || c.colour < 0)) mover = c.bodyB;
        binOf[i] = bins.of(mover, c.colour);
    }
    sortByBin(binOf, indices, arena.make<uint32_t>(bins.count() + 1), from);
    permute(contacts, from);
}

// Sorts the contacts that are solved.
void orderContacts(ConstraintGraph& graph, std::span<const ContactEnds> contactEnds,
                   std::span<const SolvedContact> solved, const Bins& bins, FrameArena& arena,
                   FrameArena& scratch)
{
    const std::span<uint32_t> ends = scratch.make<uint32_t>(bins.count() + 1);
    const size_t count = solved.size();
    const std::span<uint32_t> numbers = scratch.makeUninitialized<uint32_t>(count);
    const std::span<uint32_t> binOf = scratch.makeUninitialized<uint32_t>(count);
    for (size_t i = 0; i < count; ++i) {
        numbers[i] = solved[i].contact;
        binOf[i] = bins.of(solved[i].mover, contactEnds[numbers[i]].colour);
    }
    graph.order = arena.makeUninitialized<uint32_t>(count);
    sortByBin(binOf, numbers, ends, graph.order);

    std::array<bool, kColourCount> used{};
    size_t bin = 0;
    uint32_t begin = 0;
    for (size_t g = 0; g < graph.groups.size(); ++g) {
        SolverGroup& group = graph.groups[g];
        const uint32_t groupBegin = begin;
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
        group.order = graph.order.subspan(groupBegin, begin - groupBegin);
        graph.overflowContacts += static_cast<int>(group.overflow.order.size());
    }
    graph.coloursUsed = static_cast<int>(std::count(used.begin(), used.end(), true));
}

void buildGraph(GraphCache& cache, ContactStore& contacts, const BodyStore& bodies, bool together,
                FrameArena& scratch)
{
    ConstraintGraph& graph = cache.graph;
    graph.coloursUsed = graph.overflowContacts = 0;
    const ContactColours& colours = cache.colours;
    SplitContacts found = split(contacts.ends, colours, scratch);

    const uint32_t all = 0; // one group, however large
    std::span<const uint32_t> weights(&all, 1);
    std::span<GroupMark> marks; // empty: one group
    const bool small = bodies.awake.size() + contacts.awake.size() < 2 * kGroupWeight;
    // Where contacts lie decides what they meet first in later steps: it must not depend on `together`.
    if (!small && (found.scattered || !together)) {
        marks = scratch.make<GroupMark>(bodies.slots.slotCount());
        weights = findGroups(marks, found.solved, bodies.awake, scratch);
    }
    if (found.scattered) {
        arrange(contacts, colours, Bins(marks, weights, colours, scratch), scratch);
        found = split(contacts.ends, colours, scratch);
    }
    if (together || weights.empty()) {
        marks = {};
        weights = {&all, 1};
    }
    graph.groups = cache.arena.make<SolverGroup>(weights.size());
    graph.unsolved = cache.arena.makeUninitialized<uint32_t>(found.unsolved.size());
    std::copy(found.unsolved.begin(), found.unsolved.end(), graph.unsolved.begin());
    numberRows(cache, marks, bodies);
    orderContacts(graph, contacts.ends, found.solved, Bins(marks, weights, colours, scratch), cache.arena,
                  scratch);
}

} // namespace

bool graphHolds(const GraphCache& cache, const ContactStore& contacts, const BodyStore& bodies, bool together)
{
    return cache.holds && cache.revision == bodies.revision && cache.together == together &&
           !contacts.endsChanged && !contacts.rearranged && contacts.ends.size() == contacts.awake.size();
}

void updateGraph(GraphCache& cache, ContactStore& contacts, const BodyStore& bodies, bool together,
                 FrameArena& scratch)
{
    // What has woken since the contacts were updated brought contacts along.
    for (size_t i = contacts.ends.size(); i < contacts.awake.size(); ++i) {
        contacts.ends.push_back(endsOf(contacts.awake[i]));
        contacts.endsChanged = true;
    }
    if (graphHolds(cache, contacts, bodies, together)) return;

    cache.arena.reset();
    cache.colours.update(contacts, bodies);
    buildGraph(cache, contacts, bodies, together, scratch);
    cache.revision = bodies.revision;
    cache.together = together;
    cache.holds = true;
    contacts.endsChanged = false;
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
