#pragma once

#include "app/gfx/camera.h"
#include "app/panels/legend_placement.h"
#include "app/view/legend_row.h"
#include "app/view/view_context.h"
#include "app/widgets/ui_context.h"

#include <span>
#include <vector>

struct ImDrawList;

namespace satbox::app {

inline constexpr float kLegendMarginPx = 12.0f;     // to the edges of the view
inline constexpr float kLegendFoldButtonPx = 20.0f; // width and height
inline constexpr float kMaxLegendTextPx = 320.0f;   // of a row; longer ones are cut

// The legend between frames.
struct LegendState {
    ScreenRect rect{}; // in the last frame, window points; without width: no legend
    LegendCorner corner = LegendCorner::BottomLeft;
    // s, when the corner changed. It does not change at once: the camera of a scene that has just been opened
    // still makes room for the legend.
    double moved = 0.0;
    double fled = -1.0; // s, when it last left a corner because of a subject
    // Window points. While it is steady, and the view keeps its width, it does not become narrower.
    float width = 0.0f;
    float viewWidth = 0.0f; // window points, in the last frame
    // Time runs, and the user has changed no setting or panel since the last frame: rows and corner are kept
    // for some seconds, so that marks that come and go move nothing.
    bool isSteady = false;
    // If bodies are under it in every corner, the legend folds itself.
    bool mayFold = false;
    bool isFolded = false;
    double foldDue = 4.0; // s, when it will fold or unfold if there is reason to do so until then
    struct Entry {
        LegendRow row;
        double seen = 0.0; // s, when it was last needed
        bool isNeeded = true;
    };
    std::vector<Entry> entries{};
};

// The rows to show: those needed now and, while the legend is steady, those needed within the last seconds. A
// row whose text has changed keeps its place. `clock`: s of real time.
LegendRows steadyRows(LegendState& legend, const LegendRows& rows, double clock);

// Moves the legend to another corner if it covers fewer bodies there; not soon after it has moved. If it
// covers a subject here and none there, it moves at once, but not twice within half a second.
void placeLegend(LegendState& legend, const CoveredShares& covered, double clock);

// Folds or unfolds the legend some seconds after bodies have come under it or left. `covered`: the share of
// it that is over shapes; from kSubjectShare on, it folds at once.
void foldLegend(LegendState& legend, float covered, double clock);

// The place of the button that folds the legend: the corner of its rectangle, at its right side, that does
// not move when rows come and go.
ScreenRect foldButtonRect(const ScreenRect& legend, LegendCorner corner, float side);

// Draws the legend of the visible overlays, with the scales of their arrows, in a corner of the camera's
// viewport, and sets its rectangle; a strip at its right side is free for the button that folds it.
// `scaleBar`: size of the area at the lower right that it leaves free, window points. `subjects`: see
// coveredShares(); with several views, all bodies are subjects, and cards always are. Precondition:
// `context` is prepared.
void drawLegend(const UiContext& ui, ImDrawList& out, const ViewContext& context, Vec2 scaleBar,
                std::span<const WorldBox> subjects, std::span<const ScreenRect> cards, LegendState& legend,
                double clock);

} // namespace satbox::app
