#pragma once

#include "app/editor/document.h"
#include "engine/world/step_record.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace satbox::app {

// One step taken apart: the world as it looks after each substep. Only for looking at: the step itself is in
// `after`, which becomes the world when the last substep has been shown.
struct SubstepReplay {
    World after;                                  // the world with the whole step done
    std::vector<std::vector<BodySample>> samples; // [substep][awake body]
    int shown = 0;                                // which substep
    World view;                                   // `after` with the samples of substep `shown`
};

// How time runs. The settings' stepRate says how long a step is.
struct Playback {
    static constexpr double kMaxFrameSeconds = 0.1; // real time that a frame makes up for at most

    bool paused = false;
    bool timeless = false;    // the lab: paused, and nothing moves time
    int speedIndex = 4;       // into playbackSpeeds()
    bool stepOnce = false;    // asked for: one step, then pause
    bool substepOnce = false; // asked for: show the next substep, then pause
    double accumulator = 0.0; // s of simulated time owed
    bool skipsFrame = false;  // a scene was opened: the time that reading it took is not made up for
    bool clamped = false;     // the last frame had to drop time: the machine is too slow for this scene
    int clampedFrames = 0;    // in a row
    int stepsLastFrame = 0;
    std::optional<SubstepReplay> replay; // while stepping through substeps
    bool keepsBefore = false;            // somebody looks into steps: a copy is kept from before each
    std::optional<World> before;         // the world before its last step; none: not kept, or edited since

    float speed() const;
};

std::span<const float> playbackSpeeds();          // 1/16, 1/8, 1/4, 1/2, 1, 2, 4
std::string speedLabel(float speed);              // "1/16x", "1x", "4x"
void setSpeed(Playback& playback, float speed);   // the nearest of playbackSpeeds()
void changeSpeed(Playback& playback, int places); // +1 faster, -1 slower

struct AdvanceResult {
    int steps = 0;
    bool clamped = false; // time was dropped
    float stepMs = 0.0f;  // wall clock of all steps of this call
};

inline constexpr double kStepBudget = 0.05; // s of wall clock for the steps of a frame

// Advances the world by what `realSeconds` ask for: whole steps of 1 / stepRate s times speed, a single step,
// or a substep. `budgetSeconds` of wall clock are spent at most; what then is still owed is dropped and said.
// The first step that leaves the scene's start keeps the world from before it in `document.scene`, with the
// settings as they are then. `afterStep` is called after every whole step; its time counts as theirs.
AdvanceResult advance(Playback& playback, Document& document, double realSeconds,
                      double budgetSeconds = kStepBudget, TaskExecutor* executor = nullptr,
                      const std::function<void()>& afterStep = {});

// Throws a replay away (the world goes on running).
void cancelReplay(Playback& playback);
// That too, and what is kept from before the last step (the world was edited).
void forgetSteps(Playback& playback);

// What is to be drawn: the world, or one substep of the step that is being looked at.
const World& shownWorld(const Playback& playback, const World& world);

} // namespace satbox::app
