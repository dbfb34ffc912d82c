#pragma once

#include "engine/constraints/contact/contact_kernels.h"
#include "engine/constraints/joint_constraints.h"
#include "engine/core/frame_arena.h"
#include "engine/step/schedule/edge_colours.h"
#include "engine/step/schedule/island_groups.h"
#include <satbox/executor.h>

#include <array>
#include <span>
#include <utility>

namespace satbox {

// Contacts of one colour, of one partition or shared between partitions. No two of them share a movable body,
// so lanes and threads may process them in any order. Contacts of the overflow colour are the exception: they
// are packed one by one and stay in order.
struct ColourBlocks {
    PackedContacts packed;
    const ContactKernels* kernels = nullptr;
    std::span<const uint32_t> order; // contact indices
    // Inner colours: number of contacts, at the front of `order`, that must be solved before the shared
    // colours. The others may be solved in parallel with the shared colours (see shared_prerequisites.h).
    size_t prerequisites = 0;
    size_t prerequisiteBlocks = 0; // blocks that hold them; all blocks until prerequisitesOrdered
};

// A partition of a group's bodies (EdgeColours), with the contacts that involve no other partition.
struct Partition {
    // Rows of its bodies; if the graph has kinematic bodies, an even share of the group's rows.
    size_t firstRow = 0;
    size_t lastRow = 0; // one past them
    std::array<ColourBlocks, kInnerColours> inner{};
    std::array<ColourBlocks, kFixedColours> fixed{};
};

// Awake bodies that no contact or joint connects with the other groups (one large island, or many small
// ones), with all their contacts. Groups share no movable body. So a group can be solved for the whole step
// while its contacts and blocks stay in the cache, before the next group or in parallel with others.
struct SolverGroup {
    size_t firstRow = 0;             // first row in SolverBodies
    size_t lastRow = 0;              // one past them
    size_t weight = 0;               // number of bodies and contacts
    std::span<const uint32_t> order; // indices of all its contacts
    // One, or several of a large group, which are solved in parallel in each pass.
    std::span<Partition> partitions;
    std::array<ColourBlocks, kSharedColours> shared{}; // solved after the inner colours of the partitions
    ColourBlocks overflow;                             // solved after the shared colours
    // Numbers of colours up to the last one that has a contact.
    size_t innerUsed = 0, sharedUsed = 0, fixedUsed = 0;
    JointConstraints joints;           // of its bodies
    bool prerequisitesOrdered = false; // in all partitions; stays true while the graph is valid
    bool hasImpacts = false;           // set by packing, see Impacts
    bool hasDeep = false;              // set by packing, see correctDeepOverlap
};

// Whether a group of this weight is worth splitting among threads; a single group always is. This affects
// speed only: contacts of different partitions that are solved in parallel share no movable body.
inline bool isWorthSplitting(size_t weight, size_t groups)
{
    constexpr size_t kLarge = 4096;
    return groups == 1 || weight >= kLarge;
}

// Calls fn(colour number, blocks) for the colours of one partition after the other, then for the shared
// colours and the overflow.
template<class Group, class Fn>
void forEachColour(Group& group, Fn&& fn)
{
    for (auto& partition : group.partitions) {
        for (int c = 0; c < kInnerColours; ++c) fn(c, partition.inner[static_cast<size_t>(c)]);
        for (int c = 0; c < kFixedColours; ++c)
            fn(kMovableColours + c, partition.fixed[static_cast<size_t>(c)]);
    }
    for (int c = 0; c < kSharedColours; ++c) fn(kInnerColours + c, group.shared[static_cast<size_t>(c)]);
    fn(kOverflowColour, group.overflow);
}

// The contacts of one step in solving order.
struct ConstraintGraph {
    std::span<SolverGroup> groups;
    // Contact indices by group, partition and colour; every other `order` is a part of it.
    std::span<uint32_t> order;
    std::span<uint32_t> unsolved; // contacts in no group, ascending
    std::span<uint32_t> rowOf;    // by body slot: row in SolverBodies; 0 for bodies that are not awake
    std::span<uint32_t> slotOf;   // by row: slot of the body; kNoIndex for row 0
    std::span<uint8_t> required;  // by body slot, see shared_prerequisites.h
    int coloursUsed = 0;
    int overflowContacts = 0;
    bool hasKinematic = false; // some awake body moves but cannot be pushed
};

// The graph of the last step and the memory that it uses. isGraphValid() tells whether the next step can
// reuse it. Its spans point into its own arenas, so it can be moved but not copied.
struct GraphCache {
    ConstraintGraph graph;
    EdgeColours colours;
    std::vector<ConstraintEdge> connections; // joints that connect two bodies
    FrameArena arena;                        // memory of the graph
    FrameArena rowArena;                     // memory of rowOf and slotOf
    uint64_t revision = 0;                   // BodyStore::revision of the graph
    uint64_t rowRevision = 0;                // incremented when bodies or groups get other rows
    std::vector<uint32_t> rowOrder;          // body slots by row, at rowRevision
    std::vector<size_t> groupEnds;           // SolverGroup::lastRow by group, likewise
    bool asOneGroup = false;                 // see updateGraph
    bool rowsInAwakeOrder = false;           // rows have the order of BodyStore::awake
    bool isValid = false;

    // Forgets the graph and keeps the memory.
    void clear()
    {
        graph = {};
        colours = {};
        connections.clear();
        isValid = rowsInAwakeOrder = false;
    }
};

// Whether the graph of the last step can be reused: since then no contact has begun, lost its colour or moved
// in the array, no body has woken or fallen asleep, and no joint between two bodies was created or destroyed.
bool isGraphValid(const GraphCache& cache, const ContactStore& contacts, const GraphChanges& changes,
                  const BodyStore& bodies, std::span<const ConstraintEdge> joints, bool asOneGroup);

// Colours new contacts, finds the groups, assigns their rows, and sorts the contact array by group, partition
// and colour if it is scattered (kScatterDivisor). `asOneGroup`: one group of everything, with rows in the
// order of BodyStore::awake. Neither the results nor the order of the contact array depend on it.
void updateGraph(GraphCache& cache, ContactStore& contacts, GraphChanges& changes, const BodyStore& bodies,
                 std::span<const ConstraintEdge> joints, bool asOneGroup, FrameArena& scratch,
                 TaskExecutor* executor = nullptr);

// Whether one group has more than three quarters of the total weight.
bool hasDominantGroup(const ConstraintGraph& graph);

} // namespace satbox
