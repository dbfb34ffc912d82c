#pragma once

#include "engine/constraints/contact/contact_recorder.h"
#include "engine/constraints/joint/joint_body.h"
#include "engine/constraints/joint_pass.h"
#include "engine/constraints/step_context.h"
#include "engine/core/internal_api.h"
#include "engine/model/body_store.h"
#include "engine/model/joint_parts.h"
#include <satbox/body_state.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace satbox {

// The frames of a joint's bodies relative to each other, at the start of a substep or at its end.
struct JointPose {
    Vec2 rA{0.0f, 0.0f}, rB{0.0f, 0.0f};       // anchors relative to the centres of mass, world axes, m
    Vec2 d{0.0f, 0.0f};                        // from anchor A to anchor B, m
    Vec2 axis{1.0f, 0.0f};                     // x-axis of frame A
    float angle = 0.0f;                        // of frame B relative to frame A, rad
    Vec2 ropeA{0.0f, 0.0f}, ropeB{0.0f, 0.0f}; // from the fixed points of a pulley to the anchors, m
};

// One equation of a joint, prepared for a substep: J v = 0, where J has a direction and a lever for each
// body.
struct JointRow {
    JointPart part;
    Softness softness; // of a spring
    Vec2 directionA{0.0f, 0.0f}, directionB{0.0f, 0.0f};
    float leverA = 0.0f, leverB = 0.0f; // m; -1 and 1 for an angle
    float mass = 0.0f;                  // effective: kg, or kg m^2
    float value = 0.0f;                 // of the coordinate, m or rad
    float impulse = 0.0f;               // N s or N m s, accumulated in this substep
    float relax = 0.0f;                 // the share of `impulse` that relaxing added
    float relaxBefore = 0.0f;           // the same, of the last substep
    bool isInTree = false;              // solved by JointTree or JointLinkage in this pass
    uint8_t exits = 0;                  // from the tree in this pass, see leaveTree()
    float side = 0.0f; // of a limit that pushes: 1 the lower one, with a positive impulse; -1 the upper one
};

// What a joint measures at the present poses of its bodies.
struct MeasuredJoint {
    Vec2 pin{0.0f, 0.0f};                      // from anchor A to anchor B, m
    std::array<float, kMaxJointRows> values{}; // JointRow::value, by row
};

// What one pass over joints changed.
struct JointChanges {
    bool impulses = false; // a speed, by more than the tolerance
    bool treeRows = false; // JointRow::isInTree of a row
};

// A joint prepared for one step.
//
// A rigid joint is solved twice per substep, as RATTLE does (Andersen, J. Comput. Phys. 52, 1983). First
// the velocities get the impulse, along the directions at the start, with which the bodies satisfy the joint
// at the end of the substep, not only to first order in h: the curvature of their paths is included. After
// the poses have moved, the velocities get the impulse, along the directions at the end, that removes their
// part across the joint. So a pendulum neither gains nor loses energy, and a joint does not drift. The two
// impulses are warm-started separately: each is close to its own value in the last substep.
//
// In a net, whose joints do not converge within a substep, that is not stable: impulses that aim at an end
// that is not reached feed energy to the net. There, a joint is soft while it pushes its error away, and
// rigid while it relaxes, as contacts are.
struct JointConstraint {
    uint32_t joint = 0;         // slot of the Joint
    int32_t rowA = 0, rowB = 0; // 0: a body that is not awake
    float invMassA = 0.0f, invMassB = 0.0f;
    float invInertiaA = 0.0f, invInertiaB = 0.0f; // see JointBody
    JointPose start;                              // when the step began
    JointPose now;                                // when the substep began
    bool hasPin = false;
    bool usesAngle = false;
    bool isInTree = false;    // JointTree or JointLinkage solves its pin and the rows of chooseTreeRows()
    bool isPinInTree = false; // in this pass
    bool limitsYield = false; // in this pass, see kLimitSoftness
    bool isPinRigid = true;
    bool isInNet = false; // in the soft step, locks and a rigid pin push as softly as `netSoftness` says
    Softness netSoftness;
    Softness pinSoftness;
    GearJoint gear;              // of a row that measures a mesh
    float pinMaxImpulse = 0.0f;  // N s, per substep; 0: not limited
    Vec2 pinImpulse{0.0f, 0.0f}; // as in JointRow
    Vec2 pinRelax{0.0f, 0.0f};
    Vec2 pinRelaxBefore{0.0f, 0.0f};
    float k11 = 0.0f, k12 = 0.0f, k22 = 0.0f; // K of the pin, 1/kg
    float m11 = 0.0f, m12 = 0.0f, m22 = 0.0f; // its inverse, the effective mass, kg
    float h = 0.0f;                           // s
    float pushSpeed = 0.0f;                   // m/s or rad/s, limit of corrections
    float linearTolerance = 0.0f;             // m/s: a smaller change is none
    float angularTolerance = 0.0f;            // rad/s, likewise
    ContactRecorder* recorder = nullptr;      // receives every impulse
    std::span<JointRow> rows;                 // as many as the joint has
    Vec2 force{0.0f, 0.0f};                   // N s, on body B, sum over the substeps
    float torque = 0.0f;                      // N m s

    // Adds the joint's part to the stiffness of its bodies, from the impulses of the last substep.
    void addStiffness(std::span<const BodyState> states, std::span<JointBody> bodies, int32_t firstRow) const;

    // `bodyRows`: of the joint's bodies. `rows`: Joint::rowCount of them, which the caller keeps.
    static JointConstraint prepare(const Joint& joint, uint32_t slot, std::array<uint32_t, 2> bodyRows,
                                   std::span<JointRow> rows, const BodyStore& bodies,
                                   const StepContext& context);
    // `recorder`: receives every impulse, or nullptr. `haveChanged`: false if poses and inertia are those
    // with which the joints were relaxed last.
    static void warmStart(std::span<JointConstraint> constraints, std::span<BodyState> states,
                          ContactRecorder* recorder, bool haveChanged);
    // One joint after the other; what trees and linkages solve is left out. A limit or motor of theirs that
    // is now within its bounds enters them: its change does not count.
    static JointChanges solve(std::span<JointConstraint> constraints, std::span<BodyState> states,
                              JointPass pass, ContactRecorder* recorder, bool isFirst);
    // Before and after solve() with JointPass::Relax, which is the last of a substep.
    static void beginRelaxing(std::span<JointConstraint> constraints, std::span<BodyState> states,
                              ContactRecorder* recorder);
    static void endRelaxing(std::span<JointConstraint> constraints);
    // Moves poses, for solvers that correct positions; what trees and linkages solve is left out.
    static void correct(std::span<const JointConstraint> constraints, std::span<BodyState> states);
    void endSubstep();
    SATBOX_INTERNAL_API static MeasuredJoint measure(const Joint& joint, uint32_t slot,
                                                     const BodyStore& bodies, const StepContext& context);
    void store(Joint& target, const StepContext& context) const;
};

} // namespace satbox
