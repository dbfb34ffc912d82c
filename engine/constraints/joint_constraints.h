#pragma once

#include "engine/constraints/joint/joint_constraint.h"
#include "engine/constraints/joint/joint_tree.h"
#include "engine/constraints/joint/pin_set.h"
#include "engine/constraints/mouse/mouse_constraint.h"
#include "engine/core/frame_arena.h"
#include "engine/model/joint_store.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace satbox {

// A joint of which a body is awake and can be pushed.
struct ActiveJoint {
    uint32_t row = 0;              // of that body
    uint32_t joint = 0;            // slot
    uint32_t bodyA = 0, bodyB = 0; // slots; a mouse joint has no bodyB
    bool isPlainPin = false;
};
// Those of all groups or of one, ordered by row.
struct ActiveJoints {
    std::span<const ActiveJoint> mouse, joints;
};

// Joints whose bodies are connected by them, see FoundComponent.
struct JointComponent {
    std::span<JointConstraint> joints; // those of the trees first
    JointTree tree;
    JointLinkage linkage; // of all `joints`, or empty
    bool isNet = false;
};

// Joints prepared for one step, those of all groups or of one. They are solved before the contacts, so that
// contacts have the final word.
struct JointConstraints {
    std::span<MouseConstraint> mouse;
    std::span<JointConstraint> joints; // of all components
    std::span<JointComponent> components;
    PinSet pins;                 // of all nets; they are not among `joints`
    std::span<JointBody> bodies; // of joints and pins, by row - firstRow
    int32_t firstRow = 0;
    Softness netSoftness;
    float h = 0.0f;         // s, substep
    float pushSpeed = 0.0f; // m/s, limit of corrections

    bool empty() const { return mouse.empty() && joints.empty() && pins.empty(); }
};

// What joints are prepared from.
struct JointSource {
    const JointStore& joints;
    const BodyStore& bodies;
    std::span<const uint32_t> rowOf; // by body slot, 0 for no row
    const StepContext& context;
    // Packs hinges of nets into lanes. nullptr: a solver without JointPass::Push.
    const PinKernels* pinKernels = nullptr;
    size_t linkageProducts = kMaxLinkageProducts; // 0: no linkages
    FoundComponents* components = nullptr;        // of these joints in the last step; nullptr: none are kept
};

ActiveJoints findActiveJoints(const JointSource& from, FrameArena& arena);
// The joints whose rows are first .. last - 1.
ActiveJoints ofRows(const ActiveJoints& joints, size_t first, size_t last);
JointConstraints prepareJoints(const ActiveJoints& active, const JointSource& from, FrameArena& arena);

// `recorder`: receives every impulse, or nullptr.
void warmStartJoints(const JointConstraints& joints, std::span<BodyState> states, ContactRecorder* recorder);
void solveJoints(const JointConstraints& joints, std::span<BodyState> states, JointPass pass,
                 ContactRecorder* recorder);
// Removes a share of the joints' errors from the poses.
void correctJoints(const JointConstraints& joints, std::span<BodyState> states);
// Call once per substep after the joints were solved for the last time.
void endJointSubstep(const JointConstraints& joints);
// Of joints that took no part in the step. Joints of sleeping bodies keep their impulses; others get zero.
void clearIdleJoints(const ActiveJoints& active, JointStore& joints, const BodyStore& bodies,
                     FrameArena& arena);
void storeJoints(const JointConstraints& constraints, JointStore& joints, const StepContext& context);

} // namespace satbox
