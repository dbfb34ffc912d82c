#include "app/document/playback.h"

#include "app/document/wall_clock.h"
#include "engine/world/world_access.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace satbox::app {

namespace {

constexpr std::array<float, 10> kSpeeds{1.0f / 64.0f, 1.0f / 32.0f, 1.0f / 16.0f, 1.0f / 8.0f, 0.25f,
                                        0.5f,         1.0f,         2.0f,         4.0f,        8.0f};

// Records the pose and velocity of every awake body after each substep.
class SubstepRecorder : public StepObserver {
  public:
    explicit SubstepRecorder(std::vector<std::vector<BodySample>>& samples) : samples_(samples) {}

    void afterStage(Stage stage, int substep, const WorldState& world,
                    std::span<const BodyState> states) override
    {
        // With a relax stage, velocities are final only after it.
        if (stage != Stage::IntegratePositions && stage != Stage::Relax) return;
        const size_t index = substep < 0 ? 0 : static_cast<size_t>(substep);
        if (samples_.size() <= index) samples_.resize(index + 1);
        samples_[index] = sampleBodies(world, states);
    }

  private:
    std::vector<std::vector<BodySample>>& samples_;
};

void showSubstep(SubstepReplay& replay, int substep)
{
    replay.shown = substep;
    replay.shownWorld = replay.after;
    editState(replay.shownWorld, [&](WorldState& state) {
        for (const BodySample& sample : replay.samples[static_cast<size_t>(substep)]) {
            BodyMotion& motion = state.bodies.motions[sample.body];
            motion.q = sample.transform.q;
            motion.center = sample.center;
            motion.v = sample.v;
            motion.w = sample.w;
            updateBoxes(state.bodies, state.shapes, sample.body);
        }
    });
}

// Before the step, stores the world for step analysis. Returns false if no step can be made yet.
bool stepWorld(Playback& playback, History& history, TaskExecutor* executor, const StepHooks& hooks)
{
    const Document& document = history.document();
    if (hooks.makeNext && history.isAtEnd()) {
        playback.previousWorld.reset();
        if (!hooks.makeNext()) return false;
        if (hooks.after) hooks.after();
        return true;
    }
    if (hooks.before) hooks.before(); // which may make a branch
    history.replayUpToStep(executor);
    // While paused, so that a single step can be looked into afterwards.
    if (playback.keepPreviousWorld || playback.paused) playback.previousWorld = document.world;
    if (!history.replayStep(executor)) history.play(WorldOp{op::Step{stepSeconds(document.world)}}, executor);
    if (history.isFollowedStep(history.presentStep())) playback.previousWorld.reset();
    if (hooks.after) hooks.after();
    return true;
}

// Shows an earlier or later step, so that it can be looked into.
void showStep(Playback& playback, History& history, uint64_t step, TaskExecutor* executor)
{
    discardStepHistory(playback);
    const uint64_t to = std::clamp(step, history.firstStep(), history.lastStep());
    if (to > history.firstStep() && playback.paused && !history.isFollowedStep(to)) {
        history.goToStep(to - 1, executor);
        history.replayUpToStep(executor);
        playback.previousWorld = history.world();
    }
    history.goToStep(to, executor);
}

// Takes back the steps of a frame. At the beginning, or with nothing to repeat there, time stops.
void runBackwards(Playback& playback, History& history, double dt, TaskExecutor* executor)
{
    const auto steps = static_cast<uint64_t>(std::max(0.0, playback.accumulator / dt + 0.001));
    if (steps == 0) return;
    playback.accumulator = std::max(0.0, playback.accumulator - dt * static_cast<double>(steps));
    const auto loop = playback.marks.loopWithin(history.firstStep(), history.lastStep());
    const uint64_t first = loop ? loop->begin : history.firstStep();
    const uint64_t now = history.presentStep();
    if (now > first) {
        discardStepHistory(playback);
        history.goToStep(now - std::min(steps, now - first), executor);
    } else if (loop) {
        history.goToStep(loop->end, executor);
    } else {
        playback.paused = true;
        playback.backwards = false;
    }
}

// At the end of the loop, returns to its beginning.
void repeatLoop(Playback& playback, History& history, TaskExecutor* executor)
{
    // A loop may end ahead of what was played.
    const auto loop = playback.marks.loopWithin(history.firstStep(), UINT64_MAX);
    if (!loop || history.presentStep() < loop->end) return;
    discardStepHistory(playback);
    history.goToStep(loop->begin, executor);
}

// Shows the next substep. Instead of showing the last one, it makes the step and returns true.
bool nextSubstep(Playback& playback, History& history, TaskExecutor* executor, const StepHooks& hooks)
{
    if (!playback.replay) {
        history.replayUpToStep(executor);
        SubstepReplay replay{.after = history.world(), .samples = {}, .shownWorld = World()};
        SubstepRecorder recorder(replay.samples);
        replay.after.step(stepSeconds(history.world()), &recorder, executor);
        if (replay.samples.size() > 1) {
            showSubstep(replay, 0);
            playback.replay = std::move(replay);
            return false;
        }
    } else if (playback.replay->shown + 2 < static_cast<int>(playback.replay->samples.size())) {
        showSubstep(*playback.replay, playback.replay->shown + 1);
        return false;
    }
    playback.replay.reset();
    return stepWorld(playback, history, executor, hooks);
}

} // namespace

bool areStepsSlow(float allStepsMs)
{
    return allStepsMs > 0.5e3f * static_cast<float>(Playback::kMaxFrameSeconds);
}

std::span<const float> playbackSpeeds() { return kSpeeds; }

std::optional<TimeMarks::Loop> TimeMarks::loopWithin(uint64_t first, uint64_t last) const
{
    if (!loopBegin || !loopEnd) return std::nullopt;
    const Loop loop{std::max(*loopBegin, first), std::min(*loopEnd, last)};
    return loop.begin < loop.end ? std::optional(loop) : std::nullopt;
}

void TimeMarks::setLoopBegin(uint64_t step)
{
    loopBegin = step;
    if (loopEnd && *loopEnd <= step) loopEnd.reset();
}

void TimeMarks::setLoopEnd(uint64_t step)
{
    loopEnd = step;
    if (loopBegin && *loopBegin >= step) loopBegin.reset();
}

void TimeMarks::toggleBookmark(uint64_t step)
{
    const auto at = std::lower_bound(bookmarks.begin(), bookmarks.end(), step);
    if (at != bookmarks.end() && *at == step)
        bookmarks.erase(at);
    else
        bookmarks.insert(at, step);
}

float Playback::speed() const { return kSpeeds[static_cast<size_t>(speedIndex)]; }

std::string speedLabel(float speed)
{
    if (speed >= 1.0f) return std::to_string(static_cast<int>(speed)) + "x";
    return "1/" + std::to_string(static_cast<int>(std::lround(1.0f / speed))) + "x";
}

void setSpeed(Playback& playback, float speed)
{
    for (size_t i = 0; i < kSpeeds.size(); ++i)
        if (std::abs(std::log2(kSpeeds[i] / speed)) < std::abs(std::log2(playback.speed() / speed)))
            playback.speedIndex = static_cast<int>(i);
}

void changeSpeed(Playback& playback, int by)
{
    playback.speedIndex = std::clamp(playback.speedIndex + by, 0, static_cast<int>(kSpeeds.size()) - 1);
}

AdvanceResult advance(Playback& playback, History& history, double realSeconds, double budgetSeconds,
                      TaskExecutor* executor, const StepHooks& hooks)
{
    AdvanceResult result;
    if (std::exchange(playback.skipNextFrameTime, false)) realSeconds = 0.0;
    const double start = secondsNow();
    const double dt = 1.0 / static_cast<double>(history.world().settings().stepRate);
    const auto step = [&] {
        const bool isMade = stepWorld(playback, history, executor, hooks);
        if (isMade) ++result.steps;
        return isMade;
    };

    // A hook may ask for a step: that is for the next call.
    if (const auto to = std::exchange(playback.goToStep, std::nullopt)) {
        showStep(playback, history, *to, executor);
    } else if (playback.stepBackOnce) {
        playback.paused = true;
        if (playback.replay)
            cancelReplay(playback); // back to the beginning of its step
        else if (history.presentStep() > history.firstStep())
            showStep(playback, history, history.presentStep() - 1, executor);
    } else if (playback.substepOnce) {
        playback.paused = true;
        if (nextSubstep(playback, history, executor, hooks)) ++result.steps;
    } else if (playback.stepOnce) {
        playback.paused = true;
        cancelReplay(playback); // the step completes it
        step();
    } else if (!playback.paused) {
        cancelReplay(playback);
        const double frame = std::clamp(realSeconds, 0.0, Playback::kMaxFrameSeconds);
        result.droppedTime = frame < realSeconds;
        playback.accumulator += frame * static_cast<double>(playback.speed());
        if (playback.backwards) runBackwards(playback, history, dt, executor);
        // The tolerance absorbs rounding: a frame as long as a step makes exactly one step, not sometimes
        // none or two.
        while (!playback.backwards && !playback.paused && playback.accumulator >= dt * 0.999) {
            repeatLoop(playback, history, executor);
            if (hooks.makeNext && history.isAtEnd()) {
                while (!playback.paused && secondsNow() - start < budgetSeconds && step()) {
                }
                playback.accumulator = 0.0;
                result.droppedTime = false;
                break;
            }
            step();
            playback.accumulator = std::max(0.0, playback.accumulator - dt);
            if (secondsNow() - start > budgetSeconds && playback.accumulator >= dt) {
                playback.accumulator = std::fmod(playback.accumulator, dt);
                result.droppedTime = true;
            }
        }
    }

    if (playback.paused) playback.accumulator = 0.0;
    playback.stepOnce = playback.substepOnce = playback.stepBackOnce = false;
    playback.slowFrames = result.droppedTime ? playback.slowFrames + 1 : 0;
    result.allStepsMs = static_cast<float>((secondsNow() - start) * 1e3);
    return result;
}

void cancelReplay(Playback& playback) { playback.replay.reset(); }

void discardStepHistory(Playback& playback)
{
    cancelReplay(playback);
    playback.previousWorld.reset();
}

const World& shownWorld(const Playback& playback, const World& world)
{
    return playback.replay ? playback.replay->shownWorld : world;
}

} // namespace satbox::app
