#pragma once

#include "engine/constraints/joint/joint_constraint.h"
#include "engine/constraints/joint/joint_tree.h"
#include "engine/constraints/mouse/mouse_constraint.h"
#include "engine/core/frame_arena.h"
#include "engine/model/joint_store.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace satbox {

// Joints prepared for one step, those of all groups or of one, ordered by row. They are solved before the
// contacts, so that contacts have the final word.
struct JointConstraints {
    std::span<MouseConstraint> mouse;
    std::span<JointConstraint> joints; // those of the trees first, see findTrees()
    JointTree tree;
    std::span<JointBody> bodies; // of `joints`, by row - firstRow
    int32_t firstRow = 0;

    bool empty() const { return mouse.empty() && joints.empty(); }
};

// Prepares the joints of which a body is awake and can be pushed. `rowOf`: by body slot, 0 for no row.
JointConstraints prepareJoints(const JointStore& joints, const BodyStore& bodies,
                               std::span<const uint32_t> rowOf, const StepContext& context,
                               FrameArena& arena);
// The joints whose rows are first .. last - 1.
JointConstraints jointsOfRows(const JointConstraints& joints, size_t first, size_t last);
// Must be called once before joints are solved. Changes their order.
void findTrees(JointConstraints& joints, FrameArena& arena);

// `recorder`: receives every impulse, or nullptr.
void warmStartJoints(const JointConstraints& joints, std::span<BodyState> states, ContactRecorder* recorder);
void solveJoints(const JointConstraints& joints, std::span<BodyState> states, JointPass pass,
                 ContactRecorder* recorder);
// Removes a share of the joints' errors from the poses.
void correctJoints(const JointConstraints& joints, std::span<BodyState> states);
// Call once per substep after the joints were solved for the last time.
void endJointSubstep(const JointConstraints& joints);
// Stores the impulses of all joints. Joints of sleeping bodies keep theirs; others that took no part in the
// step get zero.
void storeJoints(const JointConstraints& constraints, JointStore& joints, const BodyStore& bodies,
                 const StepContext& context);

} // namespace satbox
