#pragma once

#include "app/document/history.h"
#include "app/document/selection.h"
#include "app/panels/panel_states.h"
#include "app/tools/requests.h"
#include "app/widgets/ui_context.h"

namespace satbox::app {

// Rows of the Inspect panel about joints.

// The whole panel of the selected joint. Precondition: it exists.
void drawJoint(const UiContext& ui, const World& world, Selection& selection, History& history,
               Requests& requests, InspectState& inspector);

// One row for each joint of the body. Hovering highlights it in the world, a click selects it.
void drawJointList(const UiContext& ui, const World& world, BodyId body, Selection& selection);

} // namespace satbox::app
