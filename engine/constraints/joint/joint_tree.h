#pragma once

#include "engine/constraints/joint/joint_linkage.h"
#include "engine/constraints/joint/joint_tree_rows.h"
#include "engine/core/frame_arena.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace satbox {

// Joints that connect bodies without a loop, such as ropes and ragdolls, solved exactly, in time that grows
// with their number: by elimination from the leaves to the root (Baraff, "Linear-Time Dynamics using Lagrange
// Multipliers", SIGGRAPH 1996). Solved one after the other, as the joints of a net are, a heavy load on a
// light rope would need hundreds of passes, and would tear it apart with one.

// A body of a tree. Its block of the matrix is 3 by 3, for x, y and angle.
struct TreeBody {
    int32_t row = 0;     // of the solver
    bool isRoot = false; // no joint leads to a parent
    bool isLeaf = false; // no joint leads to a child: its block stays that of its mass
    double mass = 0.0, inertia = 0.0;
    SymmetricBlock block{};         // mass, and what the joints of its children add
    SymmetricBlock inverse{};       // of the block
    std::array<double, 3> rhs{};    // right-hand side
    std::array<double, 3> change{}; // of the velocity
};

// A joint of a tree. Its parent is nearer to the root. A tree with joints to bodies that nothing moves has
// one of them as its root; further ones would close loops.
struct TreeJoint {
    uint32_t parent = kNoIndex; // index into JointTree::bodies; kNoIndex: a body that nothing moves
    uint32_t child = 0;
    bool parentIsA = true;
    TreeRows rows{};
    SymmetricBlock inverse{};      // of the joint's block
    std::array<double, 3> error{}; // with what the joints farther from the root add
};

// A joint as JointTree or JointLinkage solved it, in the order of setTreeRows(), in which a pin has two
// equations:
//   impulse = -mass (error + fromOthers)
// `error` has the errors of the joint's own equations and what the joints eliminated before it add (in a tree
// those farther from the root), and `mass` is the effective mass that their bodies give it.
struct JointTreeVisit {
    uint32_t joint = 0; // slot
    SymmetricBlock mass{};
    std::array<double, kMaxTreeRows> compliance{}; // of the equations of a linkage: `error` has it times the
                                                   // impulses that the pass has accumulated
    std::array<double, kMaxTreeRows> error{};      // m/s or rad/s
    std::array<double, kMaxTreeRows> fromOthers{}; // likewise: what the joints eliminated after it add
    std::array<double, kMaxTreeRows> impulse{};    // N s or N m s, applied
    std::array<float, kMaxTreeRows> after{};       // N s or N m s, accumulated
};

// All trees of a component.
struct JointTree {
    std::span<JointConstraint> constraints;
    std::span<TreeJoint> joints; // of the same index; each after those nearer to the root
    std::span<TreeBody> bodies;
};

// A joint as the search for trees sees it: its bodies, by solver row.
struct JointLink {
    int32_t rowA = 0, rowB = 0;
    float invMassA = 0.0f, invMassB = 0.0f; // 0: nothing moves the body

    bool operator==(const JointLink&) const = default;
};
// fn(row) for each body of the joint that can be pushed.
template<class Fn>
void forEachMovableRow(const JointLink& link, Fn&& fn)
{
    if (link.invMassA > 0.0f) fn(link.rowA);
    if (link.invMassB > 0.0f) fn(link.rowB);
}
// The rows of all these bodies are among first .. first + count - 1. Empty without joints.
struct RowRange {
    int32_t first = 0;
    size_t count = 0;
};
RowRange movableRowsOf(std::span<const JointLink> links);

// Joints whose bodies are connected by them. What is decided for joints together, such as the number of
// passes, is decided for a component, never for a group: the groups of a step depend on whether it is
// observed.
struct FoundComponent {
    std::span<const uint32_t> links; // of the list given to findTrees(); those of the tree first
    JointTree tree;                  // without constraints: as many as `tree.joints`
    JointLinkage linkage;            // without constraints: all of them, or empty
    bool isNet = false;              // many joints close loops, and to eliminate them would take too long;
                                     // or no joints are solved together
};
// Which joints are solved together.
struct TreeRules {
    bool exactJoints = true;                      // as in WorldSettings; if not, each component is a net
    size_t linkageProducts = kMaxLinkageProducts; // 0: no linkages

    bool operator==(const TreeRules&) const = default;
};
// In the order of their lowest rows. With loops, a component has a linkage instead of trees; if that would
// take long, trees without the joints that close loops, or it is a net.
std::span<FoundComponent> findTrees(std::span<const JointLink> links, const TreeRules& rules,
                                    FrameArena& arena);

// The components that were found last: the same links have the same components. Plans are made again in
// every step in which bodies wake or fall asleep elsewhere; finding the components of a net of 20,000 joints
// again took 6 % of its step. It can be moved but not copied.
class FoundComponents {
  public:
    std::span<FoundComponent> find(std::span<const JointLink> links, const TreeRules& rules);
    size_t bytes() const { return arena_.usedBytes() + links_.capacity() * sizeof(JointLink); }

  private:
    std::vector<JointLink> links_;
    TreeRules rules_;
    FrameArena arena_;
    std::span<FoundComponent> found_;
};

// Takes over the inertia of the bodies, by row - firstRow.
void updateInertia(const JointTree& tree, std::span<const JointBody> bodies, int32_t firstRow);

// Prepares solveJointTree(): call after poses, inertia or the rows in the trees have changed. Precondition:
// updateInertia() was called since bodies got their inertia.
void eliminateJointTree(const JointTree& tree);
// Changes velocities so that the equations of setTreeRows() hold for all joints of the trees at once.
void solveJointTree(const JointTree& tree, std::span<BodyState> states, JointPass pass);

} // namespace satbox
