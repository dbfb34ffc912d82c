#pragma once

#include "app/lenses/sweep/sweep_lens.h"
#include "app/widgets/ui_context.h"

#include <optional>

namespace satbox::app {

struct SweepPanelEvents {
    std::optional<size_t> openRow; // of the table: open this run
};

SweepPanelEvents drawSweepPanel(const UiContext& ui, SweepState& state);

} // namespace satbox::app
