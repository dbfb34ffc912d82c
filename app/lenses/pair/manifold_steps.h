#pragma once

#include "app/lenses/pair/pair_analysis.h"

#include <string>
#include <vector>

namespace satbox::app {

// A step of the construction of a pair's manifold after its axis is found, as text with the pair's numbers.
enum class ManifoldStepOutcome : uint8_t { Done, Kept, Clipped, Dropped };
struct ManifoldStep {
    std::string title;  // "Side plane at A1"
    std::string detail; // "cuts off 300 mm"
    ManifoldStepOutcome outcome = ManifoldStepOutcome::Done;
};
std::vector<ManifoldStep> manifoldSteps(const PairAnalysis& analysis);

// An end of the incident face after clipping.
struct ClippedPoint {
    Vec2 point{0.0f, 0.0f};  // A's frame, m, on the incident core
    float separation = 0.0f; // of the surfaces, radii included, m
    bool cut = false;        // moved to this point by a side plane
    bool kept = false;       // it is a manifold point
    bool merged = false;     // dropped as a duplicate: the other end is the same point
};
std::vector<ClippedPoint> clippedPoints(const CollisionTrace& trace, const ClipStep& clip);

std::string lengthText(float metres); // "447 mm"
// "overlap 50.0 mm" or "gap 10.0 mm", of a signed separation in m.
std::string separationText(float separation);
// "A2": the owner's letter and the index of its face or vertex.
std::string featureName(ReferenceOwner owner, int index);
// A projected value of an overlap test: in m, or in m times the length of the axis.
std::string projectionText(OverlapTest test, float value);
// "A0, B2": the edges whose normals give the axis.
std::string edgeNames(const EdgeAxis& axis);
const char* toString(VoronoiRegion region); // "inside", "first vertex", "face", "second vertex"

} // namespace satbox::app
