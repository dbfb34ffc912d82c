#pragma once

#include "app/view/pair_analysis.h"

#include <string>
#include <vector>

namespace satbox::app {

// How the contact of a pair came about after its axis was found, as sentences with the pair's own numbers.
enum class StepOutcome : uint8_t { Done, Kept, Cut, Dropped };
struct PairStep {
    std::string title;  // "Side plane at A1"
    std::string detail; // "cut at 0.300 m of 1.00 m"
    StepOutcome outcome = StepOutcome::Done;
};
std::vector<PairStep> contactSteps(const PairAnalysis& analysis);

// What became of an end of the clipped edge.
struct ClippedPoint {
    Vec2 point{0.0f, 0.0f};  // A's frame, m, on the incident core
    float separation = 0.0f; // of the surfaces, m
    bool cut = false;        // by a side plane
    bool kept = false;       // as a contact point
    bool merged = false;     // with the other end, which is deeper
};
std::vector<ClippedPoint> clippedPoints(const CollisionTrace& trace, const ClipTrial& clip);

std::string lengthText(float metres); // "447 mm"
// "A2": the owner's letter and the index of its face or corner.
std::string featureName(ReferenceOwner owner, int index);
// An end of a projection as an overlap test has it: in m, or in units of the axis.
std::string figureText(OverlapTest test, float value);
// "A0, B2": the edges that an axis comes from.
std::string edgesText(const EdgeAxis& axis);
const char* toString(VoronoiRegion region); // "inside", "first corner", "face", "second corner"

} // namespace satbox::app
