#include "app/lenses/plot/plot_samples.h"

#include <satbox/lab/metrics.h>

#include <algorithm>
#include <limits>

namespace satbox::app {

namespace {

using MotionRow = std::array<float, static_cast<size_t>(MotionColumn::Count)>;

std::array<float, static_cast<size_t>(WorldColumn::Count)> worldRow(const World& world)
{
    const WorldMetrics m = measure(world);
    return {static_cast<float>(m.kinetic),        static_cast<float>(m.potential),
            static_cast<float>(m.total),          static_cast<float>(m.momentumX),
            static_cast<float>(m.momentumY),      static_cast<float>(m.angularMomentum),
            static_cast<float>(m.maxPenetration), static_cast<float>(m.p99Penetration),
            static_cast<float>(m.contacts),       static_cast<float>(m.awakeBodies),
            static_cast<float>(m.maxSpeed)};
}

// Without the contact force. Of a body that does not exist: not a number.
MotionRow motionRow(const World& world, BodyId body)
{
    MotionRow row;
    row.fill(std::numeric_limits<float>::quiet_NaN());
    if (!world.isValid(body)) return row;
    const BodyMotion& motion = world.motion(body);
    return {static_cast<float>(motion.center.x),
            static_cast<float>(motion.center.y),
            motion.v.x,
            motion.v.y,
            motion.w,
            0.0f};
}

} // namespace

const StepRows<float>* PlotSamples::rowsOf(BodyId body) const
{
    const auto found = std::ranges::find(bodies_, body, &BodyRows::body);
    return found == bodies_.end() ? nullptr : &found->rows;
}

bool PlotSamples::isComplete(uint64_t step, const PlotNeeds& needs) const
{
    const auto hasBody = [&](BodyId body) {
        const StepRows<float>* of = rowsOf(body);
        return of && of->has(step);
    };
    return (!needs.has(PlotSource::World) || rows(PlotSource::World).has(step)) &&
           (!needs.has(PlotSource::Ledger) || rows(PlotSource::Ledger).has(step)) &&
           (!needs.has(PlotSource::Body) || std::ranges::all_of(needs.bodies, hasBody));
}

void PlotSamples::record(uint64_t step, const World& world, float seconds, const PlotNeeds& needs)
{
    const double time = world.time();
    times.set(step, {&time, 1});
    if (needs.has(PlotSource::World)) rows_[0].set(step, worldRow(world));
    if (needs.has(PlotSource::Body) && !needs.bodies.empty())
        recordBodies(step, world, seconds, needs.bodies);
}

void PlotSamples::recordBodies(uint64_t step, const World& world, float seconds,
                               const std::vector<BodyId>& bodies)
{
    std::vector<MotionRow> measured;
    for (const BodyId body : bodies) measured.push_back(motionRow(world, body));
    world.forEachContactView([&](const ContactView& view) {
        float force = 0.0f;
        for (const ContactPoint& point : view.points)
            force += point.totalImpulse / seconds; // mean of the step
        for (size_t i = 0; i < bodies.size(); ++i)
            if (view.contact->bodyA == bodies[i].index || view.contact->bodyB == bodies[i].index)
                measured[i][static_cast<size_t>(MotionColumn::ContactForce)] += force;
    });
    for (size_t i = 0; i < bodies.size(); ++i) rowsToFill(bodies[i]).set(step, measured[i]);
}

StepRows<float>& PlotSamples::rowsToFill(BodyId body)
{
    const auto found = std::ranges::find(bodies_, body, &BodyRows::body);
    return found == bodies_.end() ? bodies_.emplace_back(BodyRows{.body = body}).rows : found->rows;
}

void PlotSamples::recordStepTime(uint64_t step, const World& world)
{
    const StepProfile& profile = world.profile();
    std::array<float, kTimeColumns> row{};
    for (size_t i = 0; i < kTotalTime; ++i) row[i] = 1e-3f * profile.ms[i];
    row[kTotalTime] = 1e-3f * profile.totalMs;
    rows_[static_cast<size_t>(PlotSource::StepTime)].set(step, row);
}

void PlotSamples::setLedger(uint64_t step, std::span<const float> row)
{
    rows_[static_cast<size_t>(PlotSource::Ledger)].set(step, row);
}

void PlotSamples::dropFrom(uint64_t step)
{
    times.dropFrom(step);
    for (StepRows<float>& one : rows_) one.dropFrom(step);
    for (BodyRows& one : bodies_) one.rows.dropFrom(step);
}

void PlotSamples::keepBodies(const std::vector<BodyId>& bodies)
{
    std::erase_if(bodies_,
                  [&](const BodyRows& one) { return std::ranges::find(bodies, one.body) == bodies.end(); });
}

size_t PlotSamples::bytes() const
{
    size_t bytes = times.bytes();
    for (const StepRows<float>& one : rows_) bytes += one.bytes();
    for (const BodyRows& one : bodies_) bytes += one.rows.bytes();
    return bytes;
}

} // namespace satbox::app
