#include "app/editor/playback.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <utility>

namespace satbox::app {

namespace {

constexpr std::array<float, 7> kSpeeds{1.0f / 16.0f, 1.0f / 8.0f, 0.25f, 0.5f, 1.0f, 2.0f, 4.0f};

double secondsNow()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Keeps where every awake body is after each substep.
class SubstepRecorder : public StepObserver {
  public:
    explicit SubstepRecorder(std::vector<std::vector<BodySample>>& samples) : samples_(samples) {}

    void afterStage(Stage stage, int substep, const WorldState& world,
                    std::span<const BodyState> states) override
    {
        // A substep ends with relaxing, where the solver has that; only then velocities are final.
        if (stage != Stage::IntegratePositions && stage != Stage::Relax) return;
        const size_t index = substep < 0 ? 0 : static_cast<size_t>(substep);
        if (samples_.size() <= index) samples_.resize(index + 1);
        samples_[index] = sampleBodies(world, states);
    }

  private:
    std::vector<std::vector<BodySample>>& samples_;
};

void show(SubstepReplay& replay, int substep)
{
    replay.shown = substep;
    replay.view = replay.after;
    WorldState& state = replay.view.mutableState();
    for (const BodySample& sample : replay.samples[static_cast<size_t>(substep)]) {
        BodyMotion& motion = state.bodies.motions[sample.body];
        motion.q = sample.transform.q;
        motion.center = sample.center;
        motion.v = sample.v;
        motion.w = sample.w;
        updateBoxes(state.bodies, state.shapes, sample.body);
    }
}

float stepSeconds(const World& world) { return 1.0f / world.settings().stepRate; }

// Before each step: what restart brings back, and what the step began with.
void keepStart(Playback& playback, Document& document)
{
    if (playback.keepsBefore) playback.before = document.world;
    if (document.world.stepCount() == document.scene.world.stepCount()) document.scene.world = document.world;
}

// Shows the next substep. True when that was the last one: the step is done then.
bool nextSubstep(Playback& playback, Document& document, TaskExecutor* executor)
{
    if (!playback.replay) {
        SubstepReplay replay{.after = document.world, .samples = {}, .view = World()};
        SubstepRecorder recorder(replay.samples);
        replay.after.step(stepSeconds(document.world), &recorder, executor);
        if (replay.samples.size() > 1) {
            show(replay, 0);
            playback.replay = std::move(replay);
            return false;
        }
        keepStart(playback, document);
        document.world = std::move(replay.after);
        return true;
    }
    SubstepReplay& replay = *playback.replay;
    if (replay.shown + 2 < static_cast<int>(replay.samples.size())) {
        show(replay, replay.shown + 1);
        return false;
    }
    keepStart(playback, document);
    document.world = std::move(replay.after);
    playback.replay.reset();
    return true;
}

} // namespace

std::span<const float> playbackSpeeds() { return kSpeeds; }

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

void changeSpeed(Playback& playback, int places)
{
    playback.speedIndex = std::clamp(playback.speedIndex + places, 0, static_cast<int>(kSpeeds.size()) - 1);
}

AdvanceResult advance(Playback& playback, Document& document, double realSeconds, double budgetSeconds,
                      TaskExecutor* executor, const std::function<void()>& afterStep)
{
    AdvanceResult result;
    if (std::exchange(playback.skipsFrame, false)) realSeconds = 0.0;
    const double start = secondsNow();
    const double dt = 1.0 / static_cast<double>(document.world.settings().stepRate);
    const auto stepWorld = [&] {
        keepStart(playback, document);
        document.world.step(stepSeconds(document.world), nullptr, executor);
        ++result.steps;
        if (afterStep) afterStep();
    };

    if (playback.substepOnce) {
        playback.paused = true;
        if (nextSubstep(playback, document, executor)) ++result.steps;
    } else if (playback.stepOnce) {
        playback.paused = true;
        if (playback.replay) { // the rest of the step that is being looked at
            keepStart(playback, document);
            document.world = std::move(playback.replay->after);
            playback.replay.reset();
            ++result.steps;
        } else {
            stepWorld();
        }
    } else if (!playback.paused) {
        cancelReplay(playback);
        const double frame = std::clamp(realSeconds, 0.0, Playback::kMaxFrameSeconds);
        result.clamped = frame < realSeconds;
        playback.accumulator += frame * static_cast<double>(playback.speed());
        // A little tolerance, so that a frame of exactly one step is not now one, now two.
        while (playback.accumulator >= dt * 0.999) {
            stepWorld();
            playback.accumulator = std::max(0.0, playback.accumulator - dt);
            if (secondsNow() - start > budgetSeconds && playback.accumulator >= dt) {
                playback.accumulator = std::fmod(playback.accumulator, dt);
                result.clamped = true;
            }
        }
    }

    if (playback.paused) playback.accumulator = 0.0;
    playback.stepOnce = playback.substepOnce = false;
    playback.clamped = result.clamped;
    playback.clampedFrames = result.clamped ? playback.clampedFrames + 1 : 0;
    playback.stepsLastFrame = result.steps;
    result.stepMs = static_cast<float>((secondsNow() - start) * 1e3);
    return result;
}

void cancelReplay(Playback& playback) { playback.replay.reset(); }

void forgetSteps(Playback& playback)
{
    cancelReplay(playback);
    playback.before.reset();
}

const World& shownWorld(const Playback& playback, const World& world)
{
    return playback.replay ? playback.replay->view : world;
}

} // namespace satbox::app
