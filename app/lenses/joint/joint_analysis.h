#pragma once

#include "engine/lab/joint_record.h"
#include <satbox/world.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace satbox::app {

// Visits of the solver that belong together: the impulses applied again at the start of a substep or of
// relaxing, or one pass over the joint's equations.
struct JointStage {
    size_t substep = 0;
    JointPass pass = JointPass::Push;
    int number = 0; // of the pass, from 1; 0: impulses are applied again
    size_t firstVisit = 0, endVisit = 0;
};

// The record of a step for one joint, and what the Joint panel and its drawing derive from it.
struct JointAnalysis {
    JointRecord record;
    World before;          // the world at the start of the step
    bool isLast = true;    // the world's last step; otherwise its next one, made on a copy
    uint64_t number = 0;   // of the analysed step; the first step of a world is 1
    uint64_t revision = 0; // History::revision() when it was analysed
    JointId joint;
    JointDef def;
    std::string name, nameA, nameB;
    uint32_t bodyA = 0, bodyB = 0; // slots
    std::vector<JointStage> stages;
    float milliseconds = 0.0f; // time of the analysis

    bool solved() const { return record.unsolvedReason[0] == '\0' && !stages.empty(); }
    // Precondition: solved(). The last push is the most interesting stage, so it is shown first.
    size_t shownStage(std::optional<size_t> wanted) const;
    const JointSubstep& substepOf(const JointStage& stage) const { return record.substeps[stage.substep]; }
    // N s and N m s, on body B: the impulse that the joint has accumulated after a stage, since the start of
    // the substep.
    Vec2 impulseAfter(size_t stage) const;
    float turnAfter(size_t stage) const; // of its angles
};

// Makes the step on a copy of `before`. Precondition: the joint exists in `before`.
JointAnalysis analyseJoint(const World& before, JointId joint, bool isLast);

// The joint with the largest force in the last step, or with the largest torque if none had a force. Null if
// no joint had either.
JointId hardestJoint(const World& world);

} // namespace satbox::app
