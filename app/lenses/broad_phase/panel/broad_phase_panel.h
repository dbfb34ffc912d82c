#pragma once

#include "app/document/selection.h"
#include "app/lenses/broad_phase/broad_phase_state.h"
#include "app/tools/requests.h"
#include "app/tools/tool.h"
#include "app/view/view_settings.h"
#include "app/widgets/ui_context.h"

#include <optional>

namespace satbox::app {

// Returns the kind of query whose tool was selected or deselected.
std::optional<QueryKind> drawBroadPhasePanel(const UiContext& ui, const World& world,
                                             const std::optional<QueryTrace>& trace,
                                             const Selection& selection, const ToolState& tool,
                                             ViewSettings& view, BroadPhaseState& broad, Requests& requests);

} // namespace satbox::app
