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
const char* toString(Stage stage); // "update pairs" and so on, as docs/step.md heads them

using StageTimes = std::array<float, static_cast<size_t>(Stage::Count)>; // any unit

struct StepProfile {
    StageTimes ms{}; // per stage, substeps summed
    float totalMs = 0.0f;
    float of(Stage stage) const { return ms[static_cast<size_t>(stage)]; }
};

using StepClock = std::chrono::steady_clock;

// Told when a stage is done; the world's implementation times it and passes the news to an observer.
class StageListener {
  public:
    virtual ~StageListener() = default;
    virtual void done(Stage stage, int substep = -1) = 0; // substep -1: outside the substeps
    // Whether it looks at bodies and contacts: then the stage has to be done wholly, and the next one not be
    // begun, when it is eventFlags.
    virtual bool seesBodies() const { return false; }
    // Several stages are done, by turns or side by side; they took these shares of the time since the last
    // news, and a stage that is still under way took `rest`.
    virtual void doneTogether(const StageTimes& shares, float rest) = 0;
    // The time by which stages are eventFlags apart; a test has its own.
    virtual StepClock::time_point now() const { return StepClock::now(); }
};

} // namespace satbox
