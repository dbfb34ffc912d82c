#pragma once

#include "engine/solver/body_state.h"
#include "engine/solver/contact_recorder.h"
#include "engine/world/step_profile.h"

#include <span>

namespace satbox {

struct WorldState;

// Told after every stage of World::step. It sees and cannot change: a world stepped with one has the same
// bits as one stepped without.
class StepObserver {
  public:
    virtual ~StepObserver() = default;

    // substep counts from 0 inside the substep stages and is -1 outside them. During the substeps the awake
    // bodies' velocities and pose changes are in `states` (see solver/body_state.h), not yet in `world`.
    virtual void afterStage(Stage stage, int substep, const WorldState& world,
                            std::span<const BodyState> states) = 0;

    // Who is told of every visit to a contact while it is solved, or nullptr. The step is made on the calling
    // thread then.
    virtual ContactRecorder* contactRecorder() { return nullptr; }
};

} // namespace satbox
