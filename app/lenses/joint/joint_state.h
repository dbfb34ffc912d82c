#pragma once

#include "app/widgets/stepper.h"
#include <satbox/ids.h>

namespace satbox::app {

// The analysis of one step from the view of one joint: state shared by the Joint panel and its drawing in the
// world.
struct JointState {
    static constexpr double kStageSeconds = 0.5; // time per stage while playing
    // Time budget of an analysis while the simulation runs. If it takes longer, steps are analysed only while
    // paused.
    static constexpr float kMaxAnalysisMs = 8.0f;

    bool isOpen = false;  // the panel is visible: each new step is analysed
    JointId joint;        // the joint that is looked into
    JointId lastSelected; // to detect a new selection, which becomes that joint
    // Index into JointAnalysis::stages; none: the last push.
    Stepper stage{.itemSeconds = kStageSeconds, .atEnd = Stepper::AtEnd::Repeat};
    bool analysisTooSlow = false;     // the last analysis while running exceeded kMaxAnalysisMs
    double secondsSinceAttempt = 0.0; // s since the last attempt to analyse a step
};

} // namespace satbox::app
