#include "engine/core/hash.h"
#include <satbox/scene/recording.h>

#include <algorithm>

namespace satbox {
namespace {

// Hashes of bodies are recorded often enough to name a body soon, and so seldom that large worlds do not make
// large files: on average at most this many bodies per step.
constexpr uint64_t kBodiesPerStep = 64;

RecordedHash hashOf(const World& world, bool withBodies)
{
    RecordedHash hash{.step = world.stepCount(), .world = world.hash()};
    if (withBodies)
        world.forEachBody(
            [&](BodyId id, const Body&, const BodyMotion&) { hash.bodies.push_back(bodyHash(world, id)); });
    return hash;
}

} // namespace

uint16_t bodyHash(const World& world, BodyId body)
{
    const BodyMotion& m = world.motion(body);
    Hasher hasher;
    for (const double number : {m.center.x, m.center.y}) hasher.add(number);
    for (const float number : {m.q.c, m.q.s, m.v.x, m.v.y, m.w}) hasher.add(number);
    hasher.add(static_cast<int>(world.body(body).awake));
    hasher.add(world.body(body).sleepTime);
    return static_cast<uint16_t>(hasher.value() >> 48);
}

uint64_t lastStepOf(const Recording& recording)
{
    if (recording.steps.empty()) return recording.start.world.stepCount();
    const StepRun& last = recording.steps.back();
    return last.at + last.count * static_cast<uint64_t>(stepSliceCount(last.dt));
}

Recorder::Recorder(Scene scene, const World& world, uint32_t hashInterval)
    : world_(&world), hashInterval_(std::max(hashInterval, 1u))
{
    recording_.start = std::move(scene);
    recording_.start.world = world;
    recording_.library = World::version();
    recording_.hashes.push_back(hashOf(world, true));
}

void Recorder::onOp(uint64_t step, const Op& op, const OpResult&)
{
    if (const auto* one = std::get_if<op::Step>(&op))
        addStep(step, one->dt);
    else
        recording_.operations.push_back({step, op});
}

void Recorder::addStep(uint64_t step, float dt)
{
    std::vector<StepRun>& runs = recording_.steps;
    if (runs.empty() || runs.back().dt != dt)
        runs.push_back({step, 1, dt});
    else
        ++runs.back().count;
    if (++steps_ % hashInterval_ == 0) addHash();
}

void Recorder::addHash()
{
    const uint64_t bodies = static_cast<uint64_t>(world_->counters().bodies);
    const bool withBodies = (steps_ - stepsAtBodies_) * kBodiesPerStep >= bodies;
    if (withBodies) stepsAtBodies_ = steps_;
    recording_.hashes.push_back(hashOf(*world_, withBodies));
}

Recording Recorder::finish() const
{
    Recording recording = recording_;
    recording.end = hashOf(*world_, true);
    return recording;
}

Recording recordOperations(const Scene& start, std::span<const TimedOp> operations, TaskExecutor* executor,
                           uint32_t hashInterval)
{
    World world = start.world;
    Recorder recorder(start, world, hashInterval);
    world.setOpSink(&recorder);
    for (const TimedOp& one : operations) world.apply(one.op, nullptr, executor);
    return recorder.finish();
}

} // namespace satbox
