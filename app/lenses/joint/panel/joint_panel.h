#pragma once

#include "app/lenses/joint/joint_analysis.h"
#include "app/lenses/joint/joint_state.h"
#include "app/tools/requests.h"
#include "app/widgets/ui_context.h"

#include <optional>

namespace satbox::app {

struct JointPanelEvents {
    bool hardestRequested = false; // the button for the joint with the largest force was pressed
    bool copyRequested = false;    // Copy as text was pressed
};
// Tooltip of Copy as text.
inline constexpr const char* kCopyJointHelp = "Copies what the step did at this joint to the clipboard: all "
                                              "substeps, and the arithmetic of every stage.";
JointPanelEvents drawJointPanel(const UiContext& ui, const std::optional<JointAnalysis>& analysis,
                                const World& world, bool paused, bool compares, JointState& state,
                                Requests& requests);

} // namespace satbox::app
