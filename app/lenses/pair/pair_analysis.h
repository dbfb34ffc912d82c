#pragma once

#include "app/lenses/pair/pair_state.h"
#include "engine/collision/minkowski.h"
#include "engine/lab/collision_trace.h"

#include <optional>
#include <string>
#include <vector>

namespace satbox::app {

// Results of the engine's collision functions for the pair of the Pair panel, at the poses shown. Recomputed
// for every frame; does not change the world.
struct PairAnalysis {
    std::string nameA, nameB; // "box 3, polygon"
    Shape shapeA, shapeB;     // in their bodies' frames
    // Poses and cores are relative to this world position: the world's origin, or the whole metre nearest to
    // A if a coordinate of A is beyond 1 km, where float is too coarse.
    Position origin{};
    Transform poseA, poseB;
    // Pose of B in A's frame, as the engine computes it: from positions of double precision.
    Transform bInA;
    // A sentence: why the engine does not test this pair, or tests but does not solve it. Empty if it solves
    // it.
    std::string reasonNotSolved;
    CollisionTrace trace; // in the frame of A's body, as in the engine

    // Relative to `origin`, m.
    Polygon coreA, coreB;
    std::vector<AxisProjection> projections; // of the cores on the trace's axes: unit vectors, world frame

    MinkowskiDifference difference;        // of the cores, in A's frame
    MinimumTranslation minimumTranslation; // shortest move of core B that makes the cores touch

    // Results of all kOverlapTests, and the trace of the selected one. None unless both shapes are
    // polygons without a radius: the published tests are for these.
    std::optional<std::array<OverlapResult, std::size(kOverlapTests)>> overlapResults;
    std::optional<OverlapTrace> overlapTrace;

    // Depth of the pair's deepest contact point at the start of the last step, m: what its solver had to
    // correct. Negative: a gap; none: the step had no contact point for the pair.
    std::optional<float> stepDepth;

    // Number of vertex contacts; none if the world's solver uses manifold points or does not solve the pair.
    std::optional<int> vertexContactCount;

    Vec2 toWorld(Vec2 inA) const { return transformPoint(poseA, inA); }
    Vec2 directionToWorld(Vec2 inA) const { return rotate(poseA.q, inA); }
    float radiusSum() const { return coreA.radius + coreB.radius; }
};
// nullopt if no pair is open or a pose is not finite.
std::optional<PairAnalysis> analysePair(const World& world, const PairState& pair);

// Index of the axis shown, into the trace's axes. nullopt if the trace has none (two circles or two segments)
// or a manual axis is shown.
std::optional<size_t> shownAxis(const PairState& pair, const PairAnalysis& analysis);

// Projections of the cores on the axis shown, in the world frame; in m, and in m times its length for a
// manual axis.
AxisProjection shownProjection(const PairState& pair, const PairAnalysis& analysis);

// True if the Tests tab is open and there is an `overlapTrace` to show. Without one, the Tests tab shows the
// engine's axes.
bool showsTest(const PairState& pair, const PairAnalysis& analysis);
// Index of the axis shown, into the axes of the selected test's trace; nullopt if the trace has none.
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
