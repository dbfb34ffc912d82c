#pragma once

#include "engine/constraints/joint/joint_constraint.h"
#include "engine/core/frame_arena.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace satbox {

// Joints that connect bodies without a loop, such as ropes and ragdolls, solved exactly, in time that grows
// with their number: by elimination from the leaves to the root (Baraff, "Linear-Time Dynamics using Lagrange
// Multipliers", SIGGRAPH 1996). Solved one after the other, as loops are, a heavy load on a light rope would
// need hundreds of passes, and would tear it apart with one.

// A body of a tree. Its block of the matrix is 3 by 3, for x, y and angle.
struct TreeBody {
    int32_t row = 0;     // of the solver
    bool isRoot = false; // no joint leads to a parent
    double mass = 0.0, inertia = 0.0;
    SymmetricBlock block{};         // mass, and what the joints of its children add
    SymmetricBlock inverse{};       // of the block
    std::array<double, 3> rest{};   // right-hand side
    std::array<double, 3> change{}; // of the velocity
};

// A joint of a tree. Its parent is nearer to the root. A tree with joints to bodies that nothing moves has
// one of them as its root; further ones would close loops.
struct TreeJoint {
    uint32_t parent = kNoIndex; // index into JointTree::bodies; kNoIndex: a body that nothing moves
    uint32_t child = 0;
    bool parentIsA = true;
    TreeRows rows{};
    SymmetricBlock inverse{}; // of the joint's block
};

// All trees of a group, in one list.
struct JointTree {
    std::span<JointConstraint> constraints;
    std::span<TreeJoint> joints; // of the same index; each after those nearer to the root
    std::span<TreeBody> bodies;
};

// Finds the trees among the joints of a group and moves their joints to the front of `constraints`. A joint
// that would close a loop is left out; JointConstraint::isInTree tells which are in.
JointTree makeJointTree(std::span<JointConstraint> constraints, FrameArena& arena);

// Takes over the inertia of the bodies.
void updateInertia(const JointTree& tree, std::span<const JointBody> bodies, int32_t firstRow);

// Changes velocities so that the equations of treeRows() hold for all joints of the trees at once.
void solveJointTree(const JointTree& tree, std::span<BodyState> states, JointPass pass);

} // namespace satbox
