#pragma once

#include "engine/constraints/body_state.h"
#include "engine/constraints/contact/contact_recorder.h"
#include "engine/step/step_profile.h"

#include <span>

namespace satbox {

struct WorldState;

// Called after every stage of World::step. It has read-only access: the bits are the same with and without an
// observer.
class StepObserver {
  public:
    virtual ~StepObserver() = default;

    // `substep` counts from 0 in the stages of a substep and is -1 elsewhere. During substeps, the velocities
    // and pose changes of awake bodies are in `states` (see constraints/body_state.h), not yet in `world`.
    virtual void afterStage(Stage stage, int substep, const WorldState& world,
                            std::span<const BodyState> states) = 0;

    // A recorder of every visit to a contact by the solver, or nullptr. With a recorder the whole step runs
    // on the calling thread.
    virtual ContactRecorder* contactRecorder() { return nullptr; }
};

} // namespace satbox
