#include "app/lenses/pair/manifold_steps.h"

#include "app/text/format.h"

#include <fmt/format.h>

#include <cmath>

namespace satbox::app {

namespace {

void addClip(std::vector<ManifoldStep>& steps, const CollisionTrace& trace, const ClipStep& clip, bool last)
{
    const bool fromA = clip.owner == ReferenceOwner::A;
    const Polygon& owner = fromA ? trace.coreA : trace.coreB;
    const int second = clip.referenceFace + 1 < owner.count ? clip.referenceFace + 1 : 0;
    steps.push_back({fmt::format("Reference face {}", featureName(clip.owner, clip.referenceFace)),
                     last ? "its normal is the contact normal" : "tried first: near ties favour A",
                     ManifoldStepOutcome::Done});
    steps.push_back({fmt::format("Incident face {}", featureName(otherOwner(clip.owner), clip.incidentFace)),
                     "the face at the support point whose normal is most opposed to the reference normal",
                     ManifoldStepOutcome::Done});
    const ClipSpan& span = clip.span;
    const auto plane = [&](int vertex, bool cut, float over) {
        steps.push_back({fmt::format("Side plane at {}", featureName(clip.owner, vertex)),
                         cut ? fmt::format("cuts off {}", lengthText(over)) : "cuts off nothing",
                         cut ? ManifoldStepOutcome::Clipped : ManifoldStepOutcome::Done});
    };
    if (clip.clipped.empty) {
        steps.push_back(
            {"Side planes", "the incident face is outside one of them", ManifoldStepOutcome::Dropped});
        return;
    }
    plane(clip.referenceFace, span.lower < 0.0f, -span.lower);
    plane(second, span.upper > span.end, span.upper - span.end);
    int index = 0;
    for (const ClippedPoint& point : clippedPoints(trace, clip)) {
        ++index;
        std::string detail = separationText(point.separation);
        if (!last || !trace.usesClip())
            detail += ": not used";
        else if (point.merged)
            detail += ": same point as the other end";
        else if (!point.kept)
            detail += fmt::format(" > {}: dropped", lengthText(trace.speculativeDistance));
        else
            detail += point.separation > 0.0f ? ": kept, speculative" : ": kept";
        steps.push_back({fmt::format("End {}", index), std::move(detail),
                         point.kept ? ManifoldStepOutcome::Kept : ManifoldStepOutcome::Dropped});
    }
}

} // namespace

std::string lengthText(float metres) { return formatQuantity(static_cast<double>(metres), "m"); }

std::string separationText(float separation)
{
    return (separation > 0.0f ? "gap " : "overlap ") + lengthText(std::fabs(separation));
}

std::string featureName(ReferenceOwner owner, int index)
{
    return fmt::format("{}{}", owner == ReferenceOwner::A ? "A" : "B", index);
}

std::string projectionText(OverlapTest test, float value)
{
    // Without an SI prefix, so that all four ends have the same unit.
    return formatNumber(static_cast<double>(value)) + (isInMetres(test) ? " m" : "");
}

std::string edgeNames(const EdgeAxis& axis)
{
    std::string text;
    if (axis.edgeA) text = featureName(ReferenceOwner::A, *axis.edgeA);
    if (axis.edgeB) text += (text.empty() ? "" : ", ") + featureName(ReferenceOwner::B, *axis.edgeB);
    return text;
}

const char* toString(VoronoiRegion region)
{
    switch (region) {
    case VoronoiRegion::Inside:
        return "inside";
    case VoronoiRegion::FirstCorner:
        return "first vertex";
    case VoronoiRegion::Face:
        return "face";
    case VoronoiRegion::SecondCorner:
        return "second vertex";
    }
    return "";
}

std::vector<ClippedPoint> clippedPoints(const CollisionTrace& trace, const ClipStep& clip)
{
    if (clip.clipped.empty) return {};
    const ClippedEdge& edge = clip.clipped;
    const float radiusA = trace.coreA.radius, radiusB = trace.coreB.radius;
    std::vector<ClippedPoint> points{
        {edge.endNearR1, edge.separationNearR1 - radiusA - radiusB, clip.span.lower < 0.0f, false, false},
        {edge.endNearR2, edge.separationNearR2 - radiusA - radiusB, clip.span.upper > clip.span.end, false,
         false}};
    // A point is kept if the manifold has it. Manifold points come from the last clip, unless they were
    // replaced by the nearest vertices or a support point.
    const bool isUsed = &clip == &trace.clips.back() && trace.usesClip();
    size_t kept = 0;
    const auto count = isUsed ? static_cast<size_t>(trace.manifold.count) : size_t{0};
    for (ClippedPoint& point : points) {
        for (size_t i = 0; i < count && kept < count && !point.kept; ++i)
            point.kept = trace.manifold.points[i].separation == point.separation;
        kept += point.kept;
    }
    for (ClippedPoint& point : points)
        point.merged = isUsed && !point.kept && point.separation <= trace.speculativeDistance;
    return points;
}

ManifoldStep chainStep(ChainEffect effect)
{
    switch (effect) {
    case ChainEffect::Behind:
        return {"One-sided", "the other shape is behind the piece: no contact", ManifoldStepOutcome::Dropped};
    case ChainEffect::Skipped:
        return {"One-sided", "the neighbouring piece of the chain owns the contact",
                ManifoldStepOutcome::Dropped};
    case ChainEffect::Snapped:
        return {"One-sided", "the chain goes on: the normal is that of the piece", ManifoldStepOutcome::Done};
    case ChainEffect::Limited:
        return {"One-sided", "the normal is that of the best face that the corner admits",
                ManifoldStepOutcome::Done};
    }
    return {};
}

std::vector<ManifoldStep> manifoldSteps(const PairAnalysis& analysis)
{
    const CollisionTrace& trace = analysis.trace;
    std::vector<ManifoldStep> steps;
    if (trace.axes.empty()) {
        if (trace.coreA.count == 1 && trace.coreB.count == 1) {
            const float apart = length(trace.coreB.vertices[0] - trace.coreA.vertices[0]);
            steps.push_back({"Centres", lengthText(apart) + " apart", ManifoldStepOutcome::Done});
            steps.push_back({"Radii", lengthText(analysis.radiusSum()) + " sum", ManifoldStepOutcome::Done});
        } else {
            steps.push_back(
                {"Two segments", "never collide: neither has an interior", ManifoldStepOutcome::Dropped});
        }
    } else if (trace.winner && trace.axes[*trace.winner].separates) {
        const CandidateAxis& axis = trace.axes[*trace.winner];
        steps.push_back({fmt::format("Face {} separates", featureName(axis.owner, axis.face)),
                         lengthText(trace.separationOf(axis)) + " apart: no contact",
                         ManifoldStepOutcome::Dropped});
    }
    if (trace.region) {
        const CircleRegion& region = *trace.region;
        const Polygon& owner = trace.regionOwner == ReferenceOwner::A ? trace.coreA : trace.coreB;
        const int second = region.face + 1 < owner.count ? region.face + 1 : 0;
        steps.push_back({fmt::format("Face {}", featureName(trace.regionOwner, region.face)),
                         "the centre is farthest outside this face", ManifoldStepOutcome::Done});
        const auto along = [&](int vertex, float dot) {
            steps.push_back(
                {fmt::format("Dot product along the face from {}", featureName(trace.regionOwner, vertex)),
                 fmt::format("{} m²", formatNumber(static_cast<double>(dot))) +
                     (dot <= 0.0f ? ": beyond that vertex" : ": not beyond it"),
                 ManifoldStepOutcome::Done});
        };
        along(region.face, region.alongFirst);
        along(second, region.alongSecond);
        steps.push_back({"Region", toString(region.region), ManifoldStepOutcome::Kept});
    }
    if (trace.chain) steps.push_back(chainStep(*trace.chain));
    for (size_t i = 0; i < trace.clips.size(); ++i)
        addClip(steps, trace, trace.clips[i], i + 1 == trace.clips.size());
    if (trace.corners)
        steps.push_back(
            {fmt::format("Nearest vertices A{} and B{}", trace.corners->vertexA, trace.corners->vertexB),
             lengthText(trace.corners->distance) + " apart: the normal is along the line between them",
             ManifoldStepOutcome::Kept});
    if (trace.support)
        steps.push_back({fmt::format("Support point {}",
                                     featureName(otherOwner(trace.support->owner), trace.support->vertex)),
                         "clipping removed the deepest vertex: it becomes the only point",
                         ManifoldStepOutcome::Kept});
    return steps;
}

} // namespace satbox::app
