#pragma once

#include "engine/constraints/joint/joint_tree_rows.h"
#include "engine/core/frame_arena.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace satbox {

// Bodies whose joints close loops, such as trusses, the legs of a walker and wheels with spokes. Their
// equations are solved together, as those of a tree are, by elimination of one body or joint after the other.
// Solved in turn with a tree, or as a net, a truss of rods sags or shakes itself apart.

struct JointLink; // engine/constraints/joint/joint_tree.h

// A body or a joint. The unknowns of a body are the changes of its velocity (x, y, angle), those of a joint
// its impulses with the opposite sign, in the order of setTreeRows().
struct LinkageNode {
    uint32_t joint = kNoIndex;                   // index into JointLinkage::constraints; kNoIndex: a body
    uint32_t nodeA = kNoIndex, nodeB = kNoIndex; // of a joint: its bodies; kNoIndex: one that nothing moves
    uint32_t blockA = 0, blockB = 0;             // of a joint: the blocks with them
    int32_t row = 0;                             // of a body: of the solver
    double mass = 0.0, inertia = 0.0;            // of a body; inertia 0: it does not rotate
    bool isLone =
        false; // a body with no connection to a node eliminated earlier: its own block stays diagonal
    size_t laterSize = 0; // unknowns of the nodes eliminated later that it is connected with, the most
    uint32_t firstBlock = 0, blockCount = 0; // those with nodes that are eliminated later, in their order
    uint32_t firstTarget = 0;                // of JointLinkage::targets
    size_t size = 0;                         // unknowns
    SymmetricBlock softness{};               // of a joint's equations
    std::array<double, kMaxTreeRows> compliance{}; // of a joint's equations, see eliminateLinkage()
    SymmetricBlock inverse{};                      // of the node's own block
    std::array<double, 3> rhs{}; // right-hand side, less what the nodes eliminated earlier take
    std::array<double, 3> solution{};

    bool isJoint() const { return joint != kNoIndex; }
};

// The block of two connected nodes. Its rows belong to the node eliminated first, its columns to `later`.
struct LinkageBlock {
    uint32_t later = 0; // index of that node
    std::array<std::array<double, 3>, 3> value{};
};

struct JointLinkage {
    std::span<JointConstraint> constraints;
    std::span<LinkageNode> nodes; // in the order of elimination
    std::span<LinkageBlock> blocks;
    std::span<std::array<std::array<double, 3>, 3>> diagonal; // by node: its own block
    std::span<const uint32_t>
        targets; // for each two blocks of a node: the block that its elimination changes

    bool empty() const { return nodes.empty(); }
};

// Products of blocks per node that an elimination may take. Trusses take 3, and a net of 12 by 12 hinges
// takes as many as this, in a millisecond per step.
inline constexpr size_t kMaxLinkageProducts = 12;

// `links`: the joints of a component; JointLinkage::constraints must be in their order. Empty if the
// elimination would take more, or has more than 4,096 nodes.
JointLinkage findLinkage(std::span<const JointLink> all, std::span<const uint32_t> links,
                         size_t productsPerNode, FrameArena& arena);

// Takes over the inertia of the bodies, by row - firstRow.
void updateInertia(const JointLinkage& linkage, std::span<const JointBody> bodies, int32_t firstRow);

// Prepares solveLinkage(): call after poses, inertia or the chosen rows have changed. Precondition:
// updateInertia() was called since bodies got their inertia.
void eliminateLinkage(const JointLinkage& linkage);
// Changes velocities so that the equations of setTreeRows() hold for all joints at once. JointPass::Correct
// only writes the solutions of the bodies.
void solveLinkage(const JointLinkage& linkage, std::span<BodyState> states, JointPass pass);

} // namespace satbox
