#pragma once

#include "app/lenses/step/step_analysis.h"
#include "app/lenses/step/step_state.h"
#include "app/tools/requests.h"
#include "app/view/view_settings.h"
#include "app/widgets/ui_context.h"

#include <optional>

namespace satbox::app {

void drawStepPanel(const UiContext& ui, const std::optional<StepAnalysis>& analysis, bool paused,
                   bool compares, StepState& step, ViewSettings& view, Requests& requests);

} // namespace satbox::app
