#pragma once

#include "engine/constraints/joint/chain_set.h"
#include "engine/constraints/joint/joint_body.h"
#include "engine/constraints/joint/joint_tree.h"
#include "engine/constraints/joint/pin_set.h"
#include "engine/constraints/joint/tree_batches.h"
#include "engine/constraints/step_context.h"
#include "engine/core/frame_arena.h"
#include "engine/model/body_store.h"
#include "engine/model/joint_store.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace satbox {

// A joint with at least one awake body that can be pushed.
struct ActiveJoint {
    uint32_t row = 0;              // of that body
    uint32_t joint = 0;            // slot
    uint32_t bodyA = 0, bodyB = 0; // slots; a mouse joint has no bodyB
};
// The active joints of all groups or of one, ordered by row.
struct ActiveJoints {
    std::span<const ActiveJoint> mouse, joints;
};

// What joints are prepared from.
struct JointSource {
    const JointStore& joints;
    const BodyStore& bodies;
    std::span<const uint32_t> rowOf; // by body slot, 0 for no row
    const StepContext& context;
    // Packs hinges of nets into lanes. nullptr: a solver without JointPass::Push.
    const PinKernels* pinKernels = nullptr;
    TreeRules rules{};
    // Packs trees of the same shape into lanes. nullptr: trees are solved one after the other, for other
    // solvers, or for a recorder.
    const TreeKernels* treeKernels = nullptr;
    // Solves chains. nullptr: they are trees and linkages, for other solvers.
    const ChainKernels* chainKernels = nullptr;
};

ActiveJoints findActiveJoints(const JointSource& from, FrameArena& arena);
// The joints whose rows are first .. last - 1.
ActiveJoints ofRows(const ActiveJoints& joints, size_t first, size_t last);

struct PlannedComponent {
    FoundComponent component;
    std::span<const uint32_t> joints; // of the active ones, those of the tree first; pins are not among them
    size_t firstJoint = 0, firstRow = 0; // among all of the group
};

// The joints of a group and how they are solved: what does not change while the same bodies are awake in the
// same rows, with the same masses, and no joint is edited. It also holds memory in which the solver works
// (`bodies`, trees and linkages). It owns all memory but that of `active`. It can be moved but not copied.
struct JointPlan {
    ActiveJoints active;
    std::span<PlannedComponent> components; // those in no group of trees first
    size_t aloneCount = 0;                  // the number of these
    std::span<const TreeGroup> treeGroups;  // of all others, which are solved in lanes
    std::span<const PlannedBatch> batches;
    std::span<const uint32_t> pins; // of the active joints: hinges of nets, which are solved in lanes
    PinOrder pinOrder;
    std::span<const PlannedChain> chains; // their joints are in no component
    size_t jointCount = 0, rowCount = 0;  // of all components
    std::span<JointBody> bodies;          // by row - firstRow
    int32_t firstRow = 0;
    FoundComponents componentCache;
    FrameArena arena;

    size_t bytes() const { return arena.usedBytes() + componentCache.bytes(); }
};
void planJoints(JointPlan& plan, const ActiveJoints& active, const JointSource& from);

// The plans of all groups, kept from step to step. Planning a net of 20,000 hinges takes 15 % of its step.
struct JointPlans {
    // What they depend on; the numbers are revisions of BodyStore, of JointStore and of the rows.
    struct Key {
        uint64_t bodies = 0, joints = 0, rows = 0;
        const PinKernels* kernels = nullptr; // those of chains are null with them
        const TreeKernels* treeKernels = nullptr;
        TreeRules rules{};
        bool isReference = false; // one plan for all groups
        bool operator==(const Key&) const = default;
    };
    std::optional<Key> key; // none: not valid
    FrameArena arena;
    ActiveJoints active;             // of all groups
    std::vector<uint32_t> breakable; // slots of all joints that can break, ascending
    std::vector<JointPlan> groups;   // by group; further ones only keep their memory

    size_t bytes() const;
};

} // namespace satbox
