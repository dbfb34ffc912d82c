#pragma once

#include "app/lenses/sweep/sweep_map.h"
#include "app/widgets/ui_context.h"

#include <optional>
#include <string_view>

namespace satbox::app {

struct HeatMapEvents {
    std::optional<size_t> hovered; // index into SweepMap::cells
    bool clicked = false;          // the hovered one
};

// A square per cell, as wide as the panel, with the ends of both axes and the scale of colours below. Cells
// without a value are empty; one with a run that failed has a cross. `unit` is that of the result. `selected`
// has a frame.
HeatMapEvents drawHeatMap(const UiContext& ui, const SweepMap& map, const SweepChoice& choice,
                          std::string_view unit, std::optional<size_t> selected);

} // namespace satbox::app
