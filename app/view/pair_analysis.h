#pragma once

#include "app/editor/pair_state.h"
#include "engine/collision/collision_trace.h"
#include "engine/collision/minkowski.h"

#include <optional>
#include <string>
#include <vector>

namespace satbox::app {

// What the engine's own functions say of the pair that is looked into, at the poses that are shown. Made anew
// for every picture; nothing of it changes the world.
struct PairAnalysis {
    std::string nameA, nameB; // "box 3, polygon"
    Shape shapeA, shapeB;     // in their bodies' frames
    // Of the frame in which all the rest lies: the world's origin, or, far from it, one near A.
    Position origin{};
    Transform poseA, poseB;
    std::string notTested; // why the engine never makes a contact of this pair, a sentence; empty: it does
    CollisionTrace trace;  // in the frame of A's body, as the engine works

    // The same as seen from `origin`, m.
    Polygon coreA, coreB;
    std::vector<AxisProjection> projections; // of the trace's axes, on unit normals

    MinkowskiDifference difference; // of the cores, A's frame
    LeastTranslation least;         // of the difference

    // By each of kOverlapTests, and how the chosen one came to its answer. Nothing where a shape is rounded:
    // the published tests are for sharp polygons.
    std::optional<std::array<OverlapResult, std::size(kOverlapTests)>> results;
    std::optional<OverlapTrace> overlapTrace;

    // Where the world's solver solves vertices and not the manifold's points: how many are inside.
    std::optional<int> vertices;

    Vec2 toWorld(Vec2 inA) const { return transformPoint(poseA, inA); }
    Vec2 turned(Vec2 inA) const { return rotate(poseA.q, inA); }
    float radii() const { return coreA.radius + coreB.radius; }
};
// Nothing unless a pair is open whose bodies have finite poses.
std::optional<PairAnalysis> analysePair(const World& world, const PairState& pair);

// Of the axis that is shown, an index into the trace's axes; nothing where it has none (two circles) or an
// axis by hand is shown.
std::optional<size_t> shownAxis(const PairState& pair, const PairAnalysis& analysis);

// Projections of the cores on the axis that is shown, in the world; by hand in units of that axis' length.
AxisProjection shownProjection(const PairState& pair, const PairAnalysis& analysis);

// Whether the Tests tab shows the axes of the chosen test; of rounded shapes it shows the engine's.
bool showsTest(const PairState& pair, const PairAnalysis& analysis);
// Of the chosen test, an index into its trace's axes; nothing where it has none.
std::optional<size_t> shownTestAxis(const PairState& pair, const OverlapTrace& trace);

// How far both shapes overlap on an axis, m: by how much B would have to move along it, in either sense, so
// that the intervals part; negative: the gap between them. Radii are counted.
float overlapInMetres(const AxisProjection& projection, float radii);

// By how much B would have to move along `direction` (unit, world) so that the shapes part along it, m;
// negative where they are apart along it already.
float depthAlong(const PairAnalysis& analysis, Vec2 direction);

// Time of one answer by each test, ns, smoothed over frames.
void timeTests(const PairAnalysis& analysis, PairState& pair);

} // namespace satbox::app
