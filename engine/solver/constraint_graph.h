#pragma once

#include "engine/core/frame_arena.h"
#include "engine/core/task_executor.h"
#include "engine/solver/contact_colours.h"
#include "engine/solver/contact_kernels.h"
#include "engine/solver/island_groups.h"
#include "engine/solver/mouse_joint.h"

#include <array>
#include <span>
#include <utility>

namespace satbox {

// Contacts of one colour of one part, or between parts. No two of them share a body that moves, so that the
// order among them does not matter and lanes or threads may take them at will. The overflow colour is packed
// one by one and kept in order.
struct ColourBlocks {
    ContactRun run;
    const ContactKernels* kernels = nullptr;
    std::span<const uint32_t> order; // indices of its contacts
    size_t border = 0; // of an inner colour, once known: its first so many contacts come before the colours
                       // that parts share, the others may be solved beside those (see shared_prerequisites.h)
    size_t borderBlocks = 0; // that hold them; all, while it is not known
};

// A part of a group's bodies (ContactColours), with the contacts that concern no other part.
struct Partition {
    size_t firstRow = 0; // its bodies' rows among those of the group; where some body of the graph moves by
    size_t lastRow = 0;  // itself, just its share of them
    std::array<ColourBlocks, kInnerColours> inner{};
    std::array<ColourBlocks, kFixedColours> fixed{};
};

// Bodies that nothing joins to the rest of the awake ones (one large island, or many small), with all their
// contacts. What moves is never shared, so each group can be solved for the whole step before the next is
// looked at, while its contacts and blocks stay in the cache, or beside it on another thread.
struct SolverGroup {
    size_t firstRow = 0;             // of SolverBodies; its bodies have lastRow - firstRow rows
    size_t lastRow = 0;              // one past them
    size_t weight = 0;               // bodies and contacts
    std::span<const uint32_t> order; // all its contacts
    std::span<Partition> parts;      // one, or more of a large group: solved side by side in each pass
    std::array<ColourBlocks, kSharedColours> shared{};   // after the parts' inner colours
    ColourBlocks overflow;                               // next
    size_t innerUsed = 0, sharedUsed = 0, fixedUsed = 0; // colours up to the last that has a contact
    std::span<MouseConstraint> mouseJoints;              // that pull at its bodies
    bool bordersKnown = false;                           // of the parts, while the graph is kept
    bool hasImpacts = false;                             // as preparing found, see Impacts
    bool hasDeep = false;                                // likewise, see correctDeepOverlap
};

// Whether a group of this weight is worth being split among threads, as a single one is in any case. That
// concerns speed only: in whatever order the parts of a pass are solved, no two of their contacts share a
// body that moves.
inline bool isLarge(size_t weight, size_t groups)
{
    constexpr size_t kLarge = 4096;
    return groups == 1 || weight >= kLarge;
}

// Calls fn(number of the colour, blocks) for the colours of one part after the other, then for the others.
template<class Group, class Fn>
void forEachColour(Group& group, Fn&& fn)
{
    for (auto& part : group.parts) {
        for (int c = 0; c < kInnerColours; ++c) fn(c, part.inner[static_cast<size_t>(c)]);
        for (int c = 0; c < kFixedColours; ++c) fn(kMovableColours + c, part.fixed[static_cast<size_t>(c)]);
    }
    for (int c = 0; c < kSharedColours; ++c) fn(kInnerColours + c, group.shared[static_cast<size_t>(c)]);
    fn(kOverflowColour, group.overflow);
}

// The contacts of one step in solving order.
struct ConstraintGraph {
    std::span<SolverGroup> groups;
    std::span<uint32_t>
        order; // contact indices by group, part and colour, in which every colour's order lies
    std::span<uint32_t> unsolved; // contacts that are in no group, ascending
    std::span<uint32_t> rowOf;    // by body slot: its row of SolverBodies; 0 for bodies that are not awake
    std::span<uint32_t> slotOf;   // by row: the body's slot; kNoSlot for row 0
    std::span<uint8_t> required;  // by body slot, for shared_prerequisites.h
    int coloursUsed = 0;
    int overflowContacts = 0;
    bool kinematic = false; // some awake body moves that nothing pushes
};

// The graph of the last step, which holds as long as nothing has changed that it is made of. A copy starts
// empty.
struct GraphCache {
    ConstraintGraph graph;
    ContactColours colours;
    FrameArena arena;      // where it lies
    FrameArena rowArena;   // and where its rows do
    uint64_t revision = 0; // BodyStore::revision then
    bool together = false;
    bool inOrder = false; // rows are those of BodyStore::awake
    bool holds = false;

    GraphCache() = default;
    GraphCache(const GraphCache&) {}
    GraphCache& operator=(const GraphCache&)
    {
        holds = inOrder = false;
        colours = {};
        return *this;
    }
    GraphCache(GraphCache&& other) noexcept { *this = std::move(other); }
    GraphCache& operator=(GraphCache&& other) noexcept
    {
        graph = other.graph;
        colours = std::exchange(other.colours, {});
        arena = std::move(other.arena);
        rowArena = std::move(other.rowArena);
        revision = other.revision;
        together = other.together;
        inOrder = std::exchange(other.inOrder, false);
        holds = std::exchange(other.holds, false);
        return *this;
    }
};

// Whether the last step's graph still is right: no contact has begun, lost its colour or moved, and nobody
// has woken or come to rest since.
bool graphHolds(const GraphCache& cache, const ContactStore& contacts, const BodyStore& bodies,
                bool together);

// Colours what has begun, finds the groups, numbers their rows, and moves contacts to lie by group, part and
// colour where too many do not. `together`: one group of all, with rows as in BodyStore::awake; no result
// depends on it, nor where contacts lie.
void updateGraph(GraphCache& cache, ContactStore& contacts, const BodyStore& bodies, bool together,
                 FrameArena& scratch, TaskExecutor* executor = nullptr);

// Whether one group has more than three quarters of all.
bool isOneIsland(const ConstraintGraph& graph);

} // namespace satbox
