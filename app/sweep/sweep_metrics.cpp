#include "app/sweep/sweep_metrics.h"

#include "engine/world/world_access.h"
#include <satbox/lab/metrics.h>

#include <algorithm>
#include <array>

namespace satbox::app {
namespace {

using Id = SweepMetricId;

constexpr std::array kSweepMetrics{
    SweepMetric{Id::Time, "end.time", "s", "Simulated time, that of the scene's start included."},
    SweepMetric{Id::Kinetic, "end.kinetic", "J", "Kinetic energy of the dynamic bodies, spin included."},
    SweepMetric{Id::Potential, "end.potential", "J",
                "Potential energy in the world's gravity, 0 at the origin."},
    SweepMetric{Id::Energy, "end.energy", "J", "Sum of both energies."},
    SweepMetric{Id::MomentumX, "end.momentum.x", "N s", "Momentum of the dynamic bodies along x."},
    SweepMetric{Id::MomentumY, "end.momentum.y", "N s", "Momentum of the dynamic bodies along y."},
    SweepMetric{Id::AngularMomentum, "end.angularMomentum", "N m s",
                "Angular momentum about the world's origin."},
    SweepMetric{Id::Contacts, "end.contacts", "", "Number of contacts that have points, without sensors."},
    SweepMetric{Id::Overlap, "end.overlap", "m", "Deepest penetration of two shapes."},
    SweepMetric{Id::Overlap99, "end.overlap99", "m", "99th percentile of the penetration depths."},
    SweepMetric{Id::Awake, "end.awake", "", "Number of awake bodies."},
    SweepMetric{Id::Speed, "end.speed", "m/s", "Speed of the fastest body's centre of mass."},
    SweepMetric{Id::Frozen, "end.frozen", "",
                "Number of bodies that a step froze, because they were not finite or left the world."},
    SweepMetric{
        Id::RestTime, "rest.time", "s",
        "Simulated time at which the last body fell asleep. None if a body is awake after the last step."},
    SweepMetric{Id::PeakOverlap, "peak.overlap", "m", "Deepest penetration after any step.", true},
    SweepMetric{Id::PeakSpeed, "peak.speed", "m/s",
                "Highest speed of a body after any step, and at the start.", true},
    SweepMetric{Id::PeakEnergy, "peak.energy", "J",
                "Highest sum of kinetic and potential energy after any step, and at the start.", true},
};
static_assert(kSweepMetrics.size() == static_cast<size_t>(Id::Count));

bool isAtRest(const World& world) { return stateOf(world).bodies.awake.empty(); }

int64_t frozenBodies(const World& world)
{
    int64_t count = 0;
    world.forEachBody(
        [&](BodyId, const Body& body, const BodyMotion&) { count += body.quarantined ? 1 : 0; });
    return count;
}

} // namespace

std::span<const SweepMetric> sweepMetrics() { return kSweepMetrics; }

const SweepMetric* findSweepMetric(std::string_view name)
{
    const auto found = std::find_if(kSweepMetrics.begin(), kSweepMetrics.end(),
                                    [&](const SweepMetric& metric) { return metric.name == name; });
    return found == kSweepMetrics.end() ? nullptr : &*found;
}

SweepMeasurement::SweepMeasurement(std::span<const SweepMetricId> metrics) : metrics_(metrics)
{
    measuresPeaks_ = std::any_of(metrics.begin(), metrics.end(), [](SweepMetricId id) {
        return kSweepMetrics[static_cast<size_t>(id)].everyStep;
    });
}

void SweepMeasurement::begin(const World& world)
{
    atRest_ = isAtRest(world);
    restTime_ = world.time();
    if (!measuresPeaks_) return;
    const WorldMetrics m = measure(world);
    peakSpeed_ = m.maxSpeed;
    peakEnergy_ = m.total;
}

void SweepMeasurement::afterStep(const World& world)
{
    const bool wasAtRest = atRest_;
    atRest_ = isAtRest(world);
    if (atRest_ && !wasAtRest) restTime_ = world.time();
    if (measuresPeaks_) observe(world);
}

void SweepMeasurement::observe(const World& world)
{
    const WorldMetrics m = measure(world);
    peakOverlap_ = std::max(peakOverlap_, m.maxPenetration);
    peakSpeed_ = std::max(peakSpeed_, m.maxSpeed);
    peakEnergy_ = std::max(peakEnergy_, m.total);
}

std::vector<SweepValue> SweepMeasurement::finish(const World& world) const
{
    const WorldMetrics m = measure(world);
    const auto value = [&](SweepMetricId id) -> SweepValue {
        switch (id) {
        case Id::Time:
            return m.time;
        case Id::Kinetic:
            return m.kinetic;
        case Id::Potential:
            return m.potential;
        case Id::Energy:
            return m.total;
        case Id::MomentumX:
            return m.momentumX;
        case Id::MomentumY:
            return m.momentumY;
        case Id::AngularMomentum:
            return m.angularMomentum;
        case Id::Contacts:
            return int64_t{m.contacts};
        case Id::Overlap:
            return m.maxPenetration;
        case Id::Overlap99:
            return m.p99Penetration;
        case Id::Awake:
            return int64_t{m.awakeBodies};
        case Id::Speed:
            return m.maxSpeed;
        case Id::Frozen:
            return frozenBodies(world);
        case Id::RestTime:
            return atRest_ ? SweepValue(restTime_) : SweepValue();
        case Id::PeakOverlap:
            return peakOverlap_;
        case Id::PeakSpeed:
            return peakSpeed_;
        case Id::PeakEnergy:
            return peakEnergy_;
        case Id::Count:
            break;
        }
        return {};
    };
    std::vector<SweepValue> values;
    values.reserve(metrics_.size());
    for (const SweepMetricId id : metrics_) values.push_back(value(id));
    return values;
}

} // namespace satbox::app
