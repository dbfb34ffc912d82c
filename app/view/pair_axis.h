#pragma once

#include "app/view/pair_analysis.h"

namespace satbox::app {

// The axis of the pair view as it stands in the world: a line beside the shapes, or through the point that it
// was dragged to.
struct PairAxis {
    static constexpr float kStripPx = 12.0f;  // from A's bar to B's
    static constexpr float kHandlePx = 7.0f;  // radius of what can be dragged
    static constexpr float kBeyondPx = 36.0f; // how far the line goes on beyond the bars

    AxisProjection projection;              // as shownProjection
    Vec2 direction{1.0f, 0.0f};             // unit
    Vec2 across{0.0f, 1.0f};                // unit, away from the shapes
    Vec2 origin{0.0f, 0.0f};                // m, on the line
    float scale = 1.0f;                     // length of the projection's axis
    Vec2 tail{0.0f, 0.0f}, tip{0.0f, 0.0f}; // ends of the line, m

    // Where on the line a projection lies.
    Vec2 at(float projected) const
    {
        return origin + (projected / scale - dot(origin, direction)) * direction;
    }
};

// `pixel`: m for one pixel of the base design.
PairAxis pairAxis(const PairState& pair, const PairAnalysis& analysis, float pixel);

} // namespace satbox::app
