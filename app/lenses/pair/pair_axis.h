#pragma once

#include "app/lenses/pair/pair_analysis.h"

#include <optional>

namespace satbox::app {

// The axis of the Pair panel as drawn in the world: a line beside the shapes, or through the point to which
// the user dragged it.
struct PairAxis {
    static constexpr float kStripPx = 12.0f;     // distance from A's bar to B's
    static constexpr float kHandlePx = 7.0f;     // radius of the drag handles
    static constexpr float kOvershootPx = 36.0f; // length of the line beyond the bars

    AxisProjection projection;         // from shownProjection(), or from the selected test's trace
    Vec2 projectionOrigin{0.0f, 0.0f}; // world point that projects to 0
    bool isTurnable = true;            // the user can turn it by its tip; not the axis of a published test
    // Of a face's normal: the shape of the face, and the engine's separation along it, radii included, m.
    std::optional<ReferenceOwner> owner;
    float separation = 0.0f;
    std::optional<OverlapTest> test;        // the test whose projections label the ends of the bars
    Vec2 direction{1.0f, 0.0f};             // unit
    Vec2 across{0.0f, 1.0f};                // unit, away from the shapes
    Vec2 origin{0.0f, 0.0f};                // m, on the line
    Vec2 tail{0.0f, 0.0f}, tip{0.0f, 0.0f}; // ends of the line, m

    // The point on the line at a projected value.
    Vec2 pointAt(float projected) const
    {
        return origin +
               (projected * projection.metresPerUnit - dot(origin - projectionOrigin, direction)) * direction;
    }
    // The intervals overlap, or have a gap, from `low` to `high` (projected values, radii included): along
    // the normal of a face as far as the other shape would have to move that way, on other axes whichever way
    // is shorter.
    struct Between {
        float low = 0.0f, high = 0.0f;
        float overlap = 0.0f; // m; negative: the gap
        // The normal of a face along which the other shape is behind the face, and apart from its owner: it
        // would have to move past the owner to be in front.
        bool isBehind = false;
    };
    Between between(float radiusA, float radiusB) const;
    float inUnits(float metres) const
    {
        return projection.metresPerUnit > 0.0f ? metres / projection.metresPerUnit : 0.0f;
    }
};

// True if there is an axis to show.
bool showsAxis(const PairState& pair, const PairAnalysis& analysis);
// Precondition: showsAxis(). `pixel`: m per logical pixel.
PairAxis pairAxis(const PairState& pair, const PairAnalysis& analysis, float pixel);

} // namespace satbox::app
