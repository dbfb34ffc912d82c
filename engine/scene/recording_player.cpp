#include "engine/core/quoted.h"
#include <satbox/scene/recording.h>

#include <fmt/format.h>
#include <utility>

namespace satbox {
namespace {

std::string nameOf(const World& world, BodyId id)
{
    const std::string& name = world.body(id).name;
    return fmt::format("body {}{}", id.index, name.empty() ? std::string() : ' ' + quotedText(name));
}

std::string versionText(const Version& version)
{
    return fmt::format("{}.{}.{}", version.majorVersion, version.minorVersion, version.patchVersion);
}

} // namespace

RecordingPlayer::RecordingPlayer(Recording recording, ReplayChecks checks)
    : recording_(std::move(recording)), own_(recording_.start.world), world_(&own_),
      apply_([this](const Op& op, TaskExecutor* executor) { return own_.apply(op, nullptr, executor); }),
      checksHashes_(checks == ReplayChecks::Hashes)
{
    begin();
}

RecordingPlayer::RecordingPlayer(Recording recording, const World& world, Apply apply, ReplayChecks checks)
    : recording_(std::move(recording)), world_(&world), apply_(std::move(apply)),
      checksHashes_(checks == ReplayChecks::Hashes)
{
    begin();
}

void RecordingPlayer::begin()
{
    result_.verifiedStep = world_->stepCount();
    checkHashes();
    finishIfDone();
}

bool RecordingPlayer::step(TaskExecutor* executor)
{
    if (finished_) return false;
    applyOperations();
    const StepRun& run = recording_.steps[nextRun_];
    if (const OpResult done = apply_(op::Step{run.dt}, executor);
        !done.ok()) { // not by the player's own world
        if (result_.ok)
            differ(fmt::format("step {}: a step was refused: {}", world_->stepCount(), done.refusal));
        finished_ = true;
        return true;
    }
    if (++doneInRun_ == run.count) {
        ++nextRun_;
        doneInRun_ = 0;
    }
    checkHashes();
    finishIfDone();
    return true;
}

void RecordingPlayer::finishIfDone()
{
    if (nextRun_ < recording_.steps.size()) return;
    applyOperations();
    if (recording_.isComplete) check(recording_.end);
    if (result_.ok && !checksHashes_) result_.verifiedStep = world_->stepCount();
    finished_ = true;
}

void RecordingPlayer::applyOperations()
{
    const std::vector<TimedOp>& operations = recording_.operations;
    for (; nextOperation_ < operations.size(); ++nextOperation_) {
        const TimedOp& one = operations[nextOperation_];
        if (one.step > world_->stepCount()) return;
        const OpResult done = apply_(one.op, nullptr);
        if (!done.ok() && result_.ok)
            differ(fmt::format("step {}: operation {} was refused: {}", one.step, nextOperation_ + 1,
                               done.refusal));
    }
}

void RecordingPlayer::checkHashes()
{
    const std::vector<RecordedHash>& hashes = recording_.hashes;
    for (; nextHash_ < hashes.size() && hashes[nextHash_].step <= world_->stepCount(); ++nextHash_)
        check(hashes[nextHash_]);
}

void RecordingPlayer::check(const RecordedHash& recorded)
{
    if (seeksBody_ && !recorded.bodies.empty()) {
        seeksBody_ = false;
        result_.message += fmt::format("; at step {} {}", recorded.step, firstDifference(recorded));
    }
    if (!checksHashes_ || !result_.ok) return;
    const uint64_t hash = world_->hash();
    if (recorded.step == world_->stepCount() && recorded.world == hash) {
        result_.verifiedStep = recorded.step;
        return;
    }
    differ(fmt::format("step {}: the world differs: its hash is {:016x}, recorded {:016x}{}", recorded.step,
                       hash, recorded.world, history()));
    seeksBody_ = true;
    if (!recorded.bodies.empty()) {
        seeksBody_ = false;
        differ(fmt::format("step {}: {}{}", recorded.step, firstDifference(recorded), history()));
    }
}

std::string RecordingPlayer::history() const
{
    std::string text = fmt::format("; the world was equal at step {}", result_.verifiedStep);
    if (world_->stepCount() == recording_.start.world.stepCount()) text = "; that is the start";
    if (recording_.library != World::version())
        text += fmt::format("; recorded with satbox {}, this is {}", versionText(recording_.library),
                            versionText(World::version()));
    return text;
}

// The first body that differs. Precondition: hashes of bodies were recorded here, if there are any bodies.
std::string RecordingPlayer::firstDifference(const RecordedHash& recorded) const
{
    std::string first;
    size_t bodies = 0, differing = 0;
    world_->forEachBody([&](BodyId id, const Body&, const BodyMotion&) {
        const size_t i = bodies++;
        const uint16_t here = bodyHash(*world_, id);
        if (i >= recorded.bodies.size() || here == recorded.bodies[i] || ++differing > 1) return;
        first = fmt::format("{} differs: its hash is {:04x}, recorded {:04x}", nameOf(*world_, id), here,
                            recorded.bodies[i]);
    });
    if (bodies != recorded.bodies.size())
        return fmt::format("there are {} bodies, recorded {}", bodies, recorded.bodies.size());
    if (differing == 0) return "no body differs, but contacts, joints, forces or settings do";
    return differing > 1 ? fmt::format("{} ({} of {} bodies differ)", first, differing, bodies) : first;
}

void RecordingPlayer::differ(std::string message)
{
    result_.ok = false;
    result_.message = std::move(message);
}

} // namespace satbox
