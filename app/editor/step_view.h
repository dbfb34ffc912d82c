#pragma once

#include "app/editor/selection.h"
#include "engine/world/iteration_sweep.h"

#include <optional>

namespace satbox::app {

struct AppState;
struct Options;

// What one step did about a contact: what the Step panel and its drawing in the world share.
struct StepViewState {
    static constexpr double kTickSeconds = 0.35; // that a stage is shown while all are gone through

    bool isOpen = false;               // the panel is in sight: a step is taken apart whenever one is made
    std::optional<ContactKey> contact; // that is watched, as a whole
    std::optional<ContactKey> lastSelected; // so that a newly selected one is taken over, and only once
    bool wantsHardest = false;              // asked for by a button
    size_t tick = 0;                        // which stage of the record is shown
    // Taking a step apart may cost a frame this much while time runs; where it takes longer, only while
    // paused.
    float mostMsWhileRunning = 8.0f;
    bool isTooDear = false;              // taking a step apart takes so long that it waits for a pause
    double sinceTried = 0.0;             // s since that was found
    bool playing = false;                // goes through the stages
    double playClock = 0.0;              // s since the stage that is shown came up
    bool graphByOrder = false;           // chains of force: coloured by solving order, else by colour
    bool opensSweep = false;             // the part of the panel that shows the sweep is open at first
    bool wantsSweep = false;             // and is now
    bool opensEnergy = false;            // likewise of the energy ledger
    bool wantsEnergy = false;            // its part of the panel is open: each step that is shown has one
    bool energyOfIsland = false;         // of the contact's island, else of the world
    std::optional<IterationSweep> sweep; // of the step that is shown

    // `count`: stages that there are. Around the ends.
    void walk(int by, size_t count);
    // Goes on by real time while it plays.
    void advance(double seconds, size_t count);
};

// The contact that was pushed hardest in the last step; of sleepers, in the step in which they fell asleep,
// and only where nothing else was pushed. None where nothing was.
const Contact* hardestContact(const World& world);

void watchContact(AppState& state, const ContactKey& contact); // and opens the panel
void watchHardest(AppState& state);
void watchPointed(AppState& state); // under the pointer, else selected, else the hardest

// After the step of a frame: takes it apart where that is asked for and something has changed.
void updateStepView(AppState& state, double seconds);

// Stage by stage, by keys.
void walkStages(AppState& state, int by);

} // namespace satbox::app
