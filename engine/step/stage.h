#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace satbox {

// The stages of World::step, in order.
enum class Stage : uint8_t {
    UpdatePairs,
    UpdateContacts,
    UpdateIslands,
    BuildGraph,
    PrepareConstraints,
    IntegrateVelocities,
    WarmStart,
    ApplyRestitution,
    Solve,
    IntegratePositions,
    Relax,
    StoreImpulses,
    Continuous,
    FinalizeBodies,
    UpdateSleep,
    Count
};
const char* toString(Stage stage); // "update pairs" and so on, the headings of docs/step.md

using StageTimes = std::array<float, static_cast<size_t>(Stage::Count)>; // any unit

using StepClock = std::chrono::steady_clock;

// Is notified when a stage is done. The world's implementation times the stages and notifies an observer.
class StageListener {
  public:
    virtual ~StageListener() = default;
    virtual void done(Stage stage, int substep = -1) = 0; // substep -1: outside the substeps
    // Several stages, which ran interleaved or in parallel, are done. The time since the last report is
    // divided among them in proportion to `shares`; a stage that is still under way gets `rest`. See
    // StepProfile.
    virtual void doneCombined(const StageTimes& shares, float rest) = 0;
    // The clock that separates the stages; tests override it.
    virtual StepClock::time_point now() const { return StepClock::now(); }
};

} // namespace satbox
