#pragma once

#include "app/document/history.h"
#include "app/document/step_seconds.h"
#include "engine/lab/step_record.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace satbox::app {

// One step, shown substep by substep. Both worlds are for display only: in place of the last substep, the
// document's world makes the step itself, to the same bits.
struct SubstepReplay {
    World after;                                  // the world after the step
    std::vector<std::vector<BodySample>> samples; // [substep][awake body]
    int shown = 0;                                // the substep in `shownWorld`
    World shownWorld;                             // `after` with the poses and velocities of substep `shown`
};

// Marks that the user sets on the time bar, as steps of History.
struct TimeMarks {
    // Running time repeats the steps from `loopBegin` to `loopEnd`, if there are both.
    std::optional<uint64_t> loopBegin, loopEnd;
    std::vector<uint64_t> bookmarks; // ascending
    uint64_t menuStep = 0;           // at which the menu of the time bar was opened
    struct Loop {
        uint64_t begin = 0, end = 0; // begin < end
    };
    // The loop, as far as it is within these steps; nothing if that is no step.
    std::optional<Loop> loopWithin(uint64_t first, uint64_t last) const;
    bool loops() const { return loopWithin(0, UINT64_MAX).has_value(); }
    void setLoopBegin(uint64_t step); // drops an end that is not after it
    void setLoopEnd(uint64_t step);
    void toggleBookmark(uint64_t step);
};

// How simulated time advances. A step lasts 1 / WorldSettings::stepRate s.
struct Playback {
    static constexpr double kMaxFrameSeconds = 0.1;    // a longer frame simulates only this much real time
    static constexpr int kSlowFramesBeforeWarning = 3; // a single slow frame is no reason to warn

    bool paused = false;
    bool isLab = false;        // a lab scene: always paused
    bool isFollowing = false;  // another program makes the steps: at the end of time, none is made here
    int speedIndex = 6;        // into playbackSpeeds()
    bool backwards = false;    // time runs back through what was played, until its beginning
    bool stepOnce = false;     // request: make one step, then pause
    bool substepOnce = false;  // request: show the next substep, then pause
    bool stepBackOnce = false; // request: go back by one step, then pause
    std::optional<uint64_t> goToStep; // request: show this step of History
    TimeMarks marks;
    double accumulator = 0.0;       // s of simulated time not stepped yet
    bool skipNextFrameTime = false; // a scene was opened: do not simulate the time it took to load
    int slowFrames = 0;             // consecutive frames that dropped time: steps or drawing took too long
    std::optional<SubstepReplay> replay; // while stepping through substeps
    bool keepPreviousWorld = false;      // copy the world before each step; single steps do so anyway
    // Before the last step; none: not kept, edited since, or another program has made the step.
    std::optional<World> previousWorld;

    float speed() const;
};

std::span<const float> playbackSpeeds();        // 1/64, 1/32, ... 1, 2, 4, 8
std::string speedLabel(float speed);            // "1/16x", "1x", "4x"
void setSpeed(Playback& playback, float speed); // the nearest of playbackSpeeds()
void changeSpeed(Playback& playback, int by);   // in entries of playbackSpeeds(): +1 faster, -1 slower

struct AdvanceResult {
    int steps = 0;
    // The frame was longer than Playback::kMaxFrameSeconds, or the steps took longer than the budget.
    bool droppedTime = false;
    float allStepsMs = 0.0f; // wall clock time of all steps of this call
};

// True if the steps of a frame, and not its drawing, are to blame for dropped time. `allStepsMs`: see
// AdvanceResult.
bool areStepsSlow(float allStepsMs);

inline constexpr double kStepBudget = 0.05; // s of wall clock time for the steps of a frame

// Calls around each whole step. What `before` adds to the world acts in the step.
struct StepHooks {
    std::function<void()> before{};
    std::function<void()> after{};
    // At the end of time, makes the next step in place of the world, without `before`. Returns false if there
    // is none yet. As many are made as there are, whatever the speed.
    std::function<bool()> makeNext{};
};

// Advances the world by `realSeconds` times the speed in whole steps, or by one requested step or substep.
// In the past (see History), these steps are those that were played. Backwards, whole steps are taken back.
// Once `budgetSeconds` of wall clock time are spent, the remaining time is dropped and reported as
// `droppedTime`. The hooks count towards the budget. For a step shown substep by substep they are called when
// its last substep completes it.
AdvanceResult advance(Playback& playback, History& history, double realSeconds,
                      double budgetSeconds = kStepBudget, TaskExecutor* executor = nullptr,
                      const StepHooks& hooks = {});

// Ends a substep replay without completing its step.
void cancelReplay(Playback& playback);
// Also drops the world from before the last step. Call when the world was edited.
void discardStepHistory(Playback& playback);

// The world to draw: `world`, or the substep shown by a replay.
const World& shownWorld(const Playback& playback, const World& world);

} // namespace satbox::app
