#pragma once

#include "app/sweep/sweep_value.h"
#include <satbox/world.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace satbox::app {

enum class SweepMetricId : uint8_t {
    Time,
    Kinetic,
    Potential,
    Energy,
    MomentumX,
    MomentumY,
    AngularMomentum,
    Contacts,
    Overlap,
    Overlap99,
    Awake,
    Speed,
    Frozen,
    RestTime,
    PeakOverlap,
    PeakSpeed,
    PeakEnergy,
    Count
};

// What a sweep can measure of a run.
struct SweepMetric {
    SweepMetricId id;
    std::string_view name; // "end.energy", the column in the results
    std::string_view unit;
    std::string_view help;
    bool everyStep = false; // measured after each step, which costs time, and only if the sweep lists it
};
// All of them, in the order of SweepMetricId.
std::span<const SweepMetric> sweepMetrics();
const SweepMetric* findSweepMetric(std::string_view name); // nullptr if there is none

// Measures a run.
class SweepMeasurement {
  public:
    // `metrics` outlive this object.
    explicit SweepMeasurement(std::span<const SweepMetricId> metrics);

    void begin(const World& world); // before the first step
    void afterStep(const World& world);
    // The values after the last step, one for each metric.
    std::vector<SweepValue> finish(const World& world) const;

  private:
    void observe(const World& world);

    std::span<const SweepMetricId> metrics_;
    bool measuresPeaks_ = false;
    bool atRest_ = false;
    double restTime_ = 0.0; // s, when the last body fell asleep
    double peakOverlap_ = 0.0, peakSpeed_ = 0.0, peakEnergy_ = 0.0;
};

} // namespace satbox::app
