#pragma once

#include "engine/constraints/joint/joint_tree.h"
#include "engine/model/joint_parts.h"
#include <satbox/body_state.h>

#include <cstddef>
#include <cstdint>

namespace satbox {

// Larger trees are solved by themselves.
inline constexpr size_t kMaxBatchedJoints = 16;

// What the trees of a batch have in common: how many bodies and joints, which of them are connected, and the
// equations of the joints. Bodies are those of the tree, in its order, then one for each joint without a
// parent.
struct TreeShape {
    struct Row {
        JointCoordinate coordinate = JointCoordinate::Angle; // no Rope and no Mesh
        JointPart::Role role = JointPart::Role::Lock;
        bool operator==(const Row&) const = default;
    };
    struct Joint {
        uint32_t parent = 0, child = 0; // bodies
        bool parentIsFixed = false;     // nothing moves it
        bool parentIsA = true;
        bool hasPin = false;
        bool isPinRigid = true;
        bool usesAngle = false;
        uint32_t rowCount = 0;
        Row rows[kMaxJointRows]{};
        bool operator==(const Joint&) const = default;
    };
    uint32_t jointCount = 0, treeBodyCount = 0, bodyCount = 0, rowCount = 0;
    Joint joints[kMaxBatchedJoints]{};    // each after those nearer to the root
    bool isRoot[kMaxBatchedJoints + 1]{}; // by body of the tree
    bool isLeaf[kMaxBatchedJoints + 1]{}; // likewise, see TreeBody
    bool operator==(const TreeShape&) const = default;
};

// Trees of one shape, a lane each. `memory` has TreeKernels::bytes(shape), aligned to a cache line; it need
// not be initialised.
struct TreeBatch {
    const TreeShape* shape = nullptr;
    std::byte* memory = nullptr;
    uint32_t count = 0; // trees; the results of further lanes are not stored
};

// A tree, to be packed into a lane or taken out of it.
struct TreeLane {
    JointConstraint* joints = nullptr; // of JointTree
    JointRow* rows = nullptr;          // of all joints, in their order
    const TreeBody* bodies = nullptr;
    const JointBody* jointBodies = nullptr; // by row - firstRow
    int32_t firstRow = 0;
};

struct TreeParams {
    float h = 0.0f;                                        // s, substep
    float pushSpeed = 0.0f;                                // m/s, limit of corrections
    float linearTolerance = 0.0f, angularTolerance = 0.0f; // as in JointConstraint
    bool haveMoved = true; // for warmStart: the poses are not those of the last relax
};

using TreePass = void (*)(const TreeBatch& batch, BodyState* states, const TreeParams& params);

// The passes of the soft step over batches of trees: what limitInertia(), JointConstraint and JointTree do
// for one tree after the other, with the same bits. Compiled from tree_kernels.inl for each instruction set
// whose registers hold four doubles or more.
// A substep is warmStart, push, pushAgain and relax. The first one of a step warm-starts with haveMoved. Row
// 0 of the states must be the one without mass. A pass needs up to 90 KiB of stack.
struct TreeKernels {
    uint32_t lanes = 1;
    size_t (*bytes)(const TreeShape& shape) = nullptr;
    // Call it for each lane: those beyond the trees of the batch with any of its trees and isEmpty.
    void (*pack)(const TreeBatch& batch, uint32_t lane, const TreeLane& tree, bool isEmpty) = nullptr;
    TreePass warmStart = nullptr;
    TreePass push = nullptr;
    TreePass pushAgain = nullptr; // after the contacts; nothing where these changed no velocity
    TreePass relax = nullptr; // at the poses after the bodies have moved; adds up the impulses of the substep
    // Writes what JointConstraint::store() needs.
    void (*unpack)(const TreeBatch& batch, uint32_t lane, const TreeLane& tree) = nullptr;
};

const TreeKernels* avx2TreeKernels();   // nullptr if this build has none
const TreeKernels* avx512TreeKernels(); // likewise
// The kernels for 8 or 16 lanes of floats, with half as many doubles; nullptr for fewer lanes, or if the
// processor has none. 0: the widest.
const TreeKernels* treeKernelsFor(int lanes);

} // namespace satbox
