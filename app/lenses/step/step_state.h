#pragma once

#include "app/document/selection.h"
#include "app/widgets/stepper.h"
#include <satbox/lab/iteration_sweep.h>

#include <optional>

namespace satbox::app {

// The analysis of one step from the view of one contact: state shared by the Step panel and its drawing in
// the world.
struct StepState {
    static constexpr double kTickSeconds = 0.35; // time per stage while playing

    bool isOpen = false;                    // the panel is visible: each new step is analysed
    std::optional<ContactKey> contact;      // the watched contact (point == -1)
    std::optional<ContactKey> lastSelected; // to detect a new selection, which becomes the watched contact
    bool hardestRequested = false;          // a button asked to watch the hardest contact
    // The stage shown, an index into the ticks of the step's record.
    Stepper tick{.itemSeconds = kTickSeconds, .atEnd = Stepper::AtEnd::Repeat, .index = 0};
    // Time budget of an analysis while the simulation runs. If it takes longer, steps are analysed only while
    // paused.
    float maxAnalysisMs = 8.0f;
    bool analysisTooSlow = false;        // the last analysis while running exceeded maxAnalysisMs
    double secondsSinceAttempt = 0.0;    // s since the last attempt to analyse a step
    bool colourGraphByOrder = false;     // force graph: colour by solving order, else by contact colour
    bool sweepInitiallyOpen = false;     // the panel's section for the iteration sweep starts open
    bool sweepOpen = false;              // that section is open now
    bool energyInitiallyOpen = false;    // the panel's section for the energy ledger starts open
    bool energyOpen = false;             // that section is open now: each analysed step has a ledger
    bool energyOfIsland = false;         // energy of the contact's island, else of the world
    std::optional<IterationSweep> sweep; // of the step shown
};

} // namespace satbox::app
