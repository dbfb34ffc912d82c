#pragma once

#include "app/view/pair_analysis.h"

namespace satbox::app {

// The axis of the pair view as it stands in the world: a line beside the shapes, or through the point that it
// was dragged to.
struct PairAxis {
    static constexpr float kStripPx = 12.0f;  // from A's bar to B's
    static constexpr float kHandlePx = 7.0f;  // radius of what can be dragged
    static constexpr float kBeyondPx = 36.0f; // how far the line goes on beyond the bars

    AxisProjection projection;              // as shownProjection, or of the chosen test
    Vec2 measuredFrom{0.0f, 0.0f};          // world point that projects to 0
    bool turnable = true;                   // by its tip: not where it is a published test's own
    std::optional<OverlapTest> test;        // whose figures stand at the bars' ends
    Vec2 direction{1.0f, 0.0f};             // unit
    Vec2 across{0.0f, 1.0f};                // unit, away from the shapes
    Vec2 origin{0.0f, 0.0f};                // m, on the line
    Vec2 tail{0.0f, 0.0f}, tip{0.0f, 0.0f}; // ends of the line, m

    // Where on the line a projection lies.
    Vec2 at(float projected) const
    {
        return origin + (projected * projection.unit - dot(origin - measuredFrom, direction)) * direction;
    }
    float inUnits(float metres) const { return projection.unit > 0.0f ? metres / projection.unit : 0.0f; }
};

// Whether there is an axis to show.
bool showsAxis(const PairState& pair, const PairAnalysis& analysis);
// Precondition: showsAxis(). `pixel`: m for one pixel of the base design.
PairAxis pairAxis(const PairState& pair, const PairAnalysis& analysis, float pixel);

} // namespace satbox::app
