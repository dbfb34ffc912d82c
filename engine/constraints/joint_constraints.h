#pragma once

#include "engine/constraints/joint/chain_set.h"
#include "engine/constraints/joint/joint_constraint.h"
#include "engine/constraints/joint/joint_tree.h"
#include "engine/constraints/joint/pin_set.h"
#include "engine/constraints/joint/tree_batches.h"
#include "engine/constraints/joint_plan.h"
#include "engine/constraints/mouse/mouse_constraint.h"
#include "engine/core/frame_arena.h"
#include "engine/model/joint_store.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace satbox {

// Joints whose bodies are connected by them, see FoundComponent.
struct JointComponent {
    std::span<JointConstraint> joints; // those of the trees first
    JointTree tree;
    JointLinkage linkage; // of all `joints`, or empty
    bool isNet = false;
    bool isEliminated = false; // for the present poses and rows
};

// Joints prepared for one step, those of all groups or of one. They are solved before the contacts of each
// pass; what is solved by elimination pushes once more after those that changed velocities (pushJointsAgain).
struct JointConstraints {
    std::span<MouseConstraint> mouse;
    std::span<JointConstraint> joints;    // of all components
    std::span<JointComponent> components; // those that are not in batches first
    size_t aloneCount = 0;                // the number of these
    TreeBatches trees;                    // all others, in lanes
    TreeParams treeParams;                // of `trees`
    PinSet pins;                          // of all nets; they are not among `joints`
    ChainSet chains;                      // likewise
    ChainParams chainParams;              // of `chains`
    std::span<JointBody> bodies;          // of joints and pins, by row - firstRow
    int32_t firstRow = 0;
    Softness netSoftness;
    float h = 0.0f;         // s, substep
    float pushSpeed = 0.0f; // m/s, limit of corrections of nets

    // What pushJointsAgain() solves.
    bool hasEliminated() const
    {
        return aloneCount < components.size() || !chains.empty() ||
               std::any_of(components.begin(), components.end(),
                           [](const JointComponent& component) { return !component.isNet; });
    }
    bool empty() const { return mouse.empty() && joints.empty() && pins.empty() && chains.empty(); }
};

// Joints of different components, and pins of one colour, share no body that can be pushed. So the threads of
// `executor` divide them, here and below, with the same results. nullptr: the calling thread.
// Precondition: there is no other result of this plan. It is valid until planJoints() is called again.
JointConstraints prepareJoints(JointPlan& plan, const JointSource& from, FrameArena& arena,
                               TaskExecutor* executor = nullptr);

// `recorder`: receives every impulse, or nullptr; requires that `executor` is nullptr. `haveMoved`: false if
// the poses are those at which the joints were relaxed last, so that their directions still hold.
void warmStartJoints(const JointConstraints& joints, std::span<BodyState> states, bool haveMoved,
                     ContactRecorder* recorder, TaskExecutor* executor = nullptr);
// JointPass::Relax ends the substep of the joints.
void solveJoints(const JointConstraints& joints, std::span<BodyState> states, JointPass pass,
                 ContactRecorder* recorder, TaskExecutor* executor = nullptr);
// Goes on with JointPass::Push, for all that is solved by elimination, where contacts have changed velocities
// since: so it holds at the end of the substep. Linkages always go on, as they converge more slowly: in the
// substep after an impact, a ring of six is off by 0.9 mm without.
void pushJointsAgain(const JointConstraints& joints, std::span<BodyState> states, ContactRecorder* recorder,
                     TaskExecutor* executor = nullptr);
// Removes a share of the joints' errors from the poses.
void correctJoints(const JointConstraints& joints, std::span<BodyState> states,
                   TaskExecutor* executor = nullptr);
// Adds up the impulses of a substep. Call it after the last pass if that is not JointPass::Relax.
void endJointSubstep(const JointConstraints& joints, TaskExecutor* executor = nullptr);
// Of joints that took no part in the step. Joints of sleeping bodies keep their impulses; others get zero.
void clearIdleJoints(const ActiveJoints& active, JointStore& joints, const BodyStore& bodies,
                     FrameArena& arena);
void storeJoints(const JointConstraints& constraints, JointStore& joints, const StepContext& context,
                 TaskExecutor* executor = nullptr);

} // namespace satbox
