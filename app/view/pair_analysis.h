#pragma once

#include "app/editor/pair_state.h"
#include "engine/collision/collision_trace.h"
#include "engine/collision/minkowski.h"

#include <optional>
#include <string>
#include <vector>

namespace satbox::app {

// Results of the engine's collision functions for the pair of the Pair panel, at the poses shown. Recomputed
// for every frame; does not change the world.
struct PairAnalysis {
    std::string nameA, nameB; // "box 3, polygon"
    Shape shapeA, shapeB;     // in their bodies' frames
    // World position of the origin of the frame that poses and cores are in: the world's origin, or a point
    // near A if A is more than 1 km from it.
    Position origin{};
    Transform poseA, poseB;
    std::string reasonNotTested; // a sentence: why the engine does not test this pair; empty if it does
    CollisionTrace trace;        // in the frame of A's body, as in the engine

    // Relative to `origin`, m.
    Polygon coreA, coreB;
    std::vector<AxisProjection> projections; // on the trace's axes, as unit vectors

    MinkowskiDifference difference;      // of the cores, in A's frame
    LeastTranslation minimumTranslation; // out of the difference

    // Results of all kOverlapTests, and the trace of the selected one. None if a shape is rounded: the
    // published tests are for polygons without a radius.
    std::optional<std::array<OverlapResult, std::size(kOverlapTests)>> overlapResults;
    std::optional<OverlapTrace> overlapTrace;

    // Number of vertex contacts, if the world's solver uses these instead of manifold points.
    std::optional<int> vertexContactCount;

    Vec2 toWorld(Vec2 inA) const { return transformPoint(poseA, inA); }
    Vec2 directionToWorld(Vec2 inA) const { return rotate(poseA.q, inA); }
    float radiusSum() const { return coreA.radius + coreB.radius; }
};
// Nothing if no pair is open or a pose is not finite.
std::optional<PairAnalysis> analysePair(const World& world, const PairState& pair);

// Index of the axis shown, into the trace's axes. Nothing if there are none (two circles) or a manual axis is
// shown.
std::optional<size_t> shownAxis(const PairState& pair, const PairAnalysis& analysis);

// Projections of the cores on the axis shown, in the world frame; in units of its length for a manual axis.
AxisProjection shownProjection(const PairState& pair, const PairAnalysis& analysis);

// True if the Tests tab shows the axes of the selected test. For rounded shapes it shows the engine's axes.
bool showsTest(const PairState& pair, const PairAnalysis& analysis);
// Index of the shown axis of the selected test, into its trace's axes; nothing if it has none.
std::optional<size_t> shownTestAxis(const PairState& pair, const OverlapTrace& trace);

// Overlap of the shapes' intervals on an axis, radii included, m: the shortest move of B along the axis, in
// either direction, that separates the intervals. Negative: the gap.
float overlapInMetres(const AxisProjection& projection, float radii);

// The move of B along `direction` (unit, world) that separates the intervals on it, m; negative if they are
// already apart.
float depthAlong(const PairAnalysis& analysis, Vec2 direction);

// Measures the time of each overlap test, ns, smoothed over frames.
void timeTests(const PairAnalysis& analysis, PairState& pair);

} // namespace satbox::app
