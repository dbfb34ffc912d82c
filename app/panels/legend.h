#pragma once

#include "app/gfx/camera.h"
#include "app/view/legend_row.h"
#include "app/view/view_context.h"
#include "app/widgets/ui_context.h"

#include <vector>

struct ImDrawList;

namespace satbox::app {

// The legend between frames.
struct LegendState {
    ScreenRect rect{}; // in the last frame, window points; without width: no legend
    bool isAtTop = false;
    struct Entry {
        LegendRow row;
        double seen = 0.0; // s, when it was last needed
    };
    std::vector<Entry> entries{};
};

// The rows to show: those needed now, and those needed within the last seconds, so that entries keep their
// places while marks come and go. `clock`: s of real time.
LegendRows steadyRows(LegendState& legend, const LegendRows& rows, double clock);

// Whether the legend belongs at the top of the view: it changes sides only if it covers a body on its side
// and would cover none on the other.
bool legendBelongsAtTop(const ViewContext& context, const ScreenRect& view, const LegendState& legend);

// Draws the legend of the visible overlays, with the scales of their arrows, at the left of `view`, and sets
// its rectangle. Precondition: `context` is prepared.
void drawLegend(const UiContext& ui, ImDrawList& out, const ViewContext& context, const ScreenRect& view,
                LegendState& legend, double clock);

} // namespace satbox::app
