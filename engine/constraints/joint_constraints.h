#pragma once

#include "engine/constraints/mouse/mouse_constraint.h"
#include "engine/core/frame_arena.h"
#include "engine/model/joint_store.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>

namespace satbox {

// Joints prepared for one step, those of all groups or of one: a span per kind, ordered by row. Kinds are
// solved in the order of this list; joints are solved one after the other, before the contacts, so that
// contacts have the final word. A new kind of joint is one more entry.
using JointConstraints = std::tuple<std::span<MouseConstraint>>;

// Prepares the joints of which a body is awake and can be pushed. `rowOf`: by body slot, 0 for no row.
JointConstraints prepareJoints(const JointStore& joints, const BodyStore& bodies,
                               std::span<const uint32_t> rowOf, const StepContext& context,
                               FrameArena& arena);
bool hasJoints(const JointConstraints& joints);
// The joints whose rows are first .. last - 1.
JointConstraints jointsOfRows(const JointConstraints& joints, size_t first, size_t last);

// `recorder`: receives every impulse, or nullptr.
void warmStartJoints(const JointConstraints& joints, std::span<BodyState> states, ContactRecorder* recorder);
void solveJoints(const JointConstraints& joints, std::span<BodyState> states, ContactRecorder* recorder);
// Call once per substep after the joints were solved for the last time.
void endJointSubstep(const JointConstraints& joints);
// Stores the impulses of all joints; those that took no part in the step get zero.
void storeJoints(const JointConstraints& constraints, JointStore& joints, const StepContext& context);

} // namespace satbox
