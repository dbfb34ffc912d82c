#pragma once

#include "engine/constraints/joint/joint_constraint.h"

#include <array>
#include <cstddef>
#include <span>

namespace satbox {

// A symmetric 3 by 3 matrix.
template<class T>
struct SymmetricBlockOf {
    T xx, xy, xz, yy, yz, zz;
};
using SymmetricBlock = SymmetricBlockOf<double>;

// The equations of a joint that JointTree or JointLinkage solves together with those of other joints: J dv +
// softness l = -treeErrors() for the impulses l.
inline constexpr size_t kMaxTreeRows = 3;
struct TreeRows {
    std::array<std::array<double, 3>, kMaxTreeRows> parent{}, child{}; // J by body: x, y, angle
    SymmetricBlock softness{};
    size_t count = 0; // equations; what is beyond has no meaning
};

// Whether a row with bounds may be an equation of the tree or linkage. Other solvers than the soft step solve
// limits and motors one by one, as they were published.
bool mayEnterTree(const JointConstraint& c, const JointRow& row, JointPass pass);
// Whether a motor has impulse to spare.
bool isWithinBounds(const JointConstraint& c, const JointRow& row);
// Chooses what JointTree or JointLinkage solves of the joint: the pin, the locks, as far as there is room,
// springs, and in the soft step an active set of what has bounds: the limits that pushed at last, and the
// motors that had impulse to spare. The others are solved by themselves (solve()), and enter when they are
// found to push. Solved by themselves while they push, two limits of a chain converge in dozens of passes.
void chooseTreeRows(JointConstraint& c, JointPass pass);
// Rows whose impulse is beyond their bounds after the tree was solved leave it, with an impulse at the bound:
// the tree must then be solved again. Left in the tree and clamped afterwards, they would leave it with
// impulses that were meant for another state, and feed energy to chains of limited joints. A row that has
// left kMaxTreeExits times in a pass stays out. True if any row left.
bool leaveTree(std::span<JointConstraint> constraints, std::span<BodyState> states, JointPass pass);
size_t treeRowCount(const JointConstraint& c);
// The equations of these. Written in place: as a result that is then assigned, they took twice as long.
void setTreeRows(TreeRows& rows, const JointConstraint& c, bool parentIsA);
// Their effective masses, each by itself.
std::array<double, kMaxTreeRows> treeMasses(const JointConstraint& c);
// Their errors at the present velocities and impulses. `softness`: what setTreeRows() gave.
std::array<double, kMaxTreeRows> treeErrors(const JointConstraint& c, const SymmetricBlock& softness,
                                            std::span<const BodyState> states, JointPass pass);
// Applies impulses in the order of setTreeRows(), and adds them to the accumulated ones.
void applyTreeImpulse(JointConstraint& c, std::span<BodyState> states,
                      const std::array<double, kMaxTreeRows>& impulse);
// The accumulated impulses of these, for a recorder.
std::array<float, kMaxTreeRows> treeImpulses(const JointConstraint& c);
// The part of them that belongs to `pass`, including its warm start.
std::array<float, kMaxTreeRows> passImpulses(const JointConstraint& c, JointPass pass);

} // namespace satbox
