#include "app/lenses/pair/axis_text.h"

#include "app/lenses/pair/manifold_steps.h"
#include "engine/collision/manifold.h"

#include <fmt/format.h>

namespace satbox::app {

const char* axisState(const CandidateAxis& axis)
{
    return !axis.tried ? "not tried" : axis.separates ? "separates" : axis.won ? "wins" : "tried";
}

const char* axisMeaning(const CandidateAxis& axis)
{
    return !axis.tried      ? "Not tried: an earlier axis already separates the shapes."
           : axis.separates ? "Separates the shapes: the search ends here."
           : axis.won       ? "Greatest separation of all faces: the axis of minimum penetration."
                            : "Tried: another face has a greater separation.";
}

std::string axesTriedText(const PairAnalysis& analysis)
{
    const CollisionTrace& trace = analysis.trace;
    const size_t tried = trace.axesTried(), count = trace.axes.size();
    if (count == 0)
        return kindOf(analysis.shapeA) == ShapeKind::Circle
                   ? "Two circles have no faces: the line through their centres is the only axis."
                   : "Two segments never collide, because neither has an interior.";
    if (tried == count)
        return fmt::format("All {} axes were tried. The one with the greatest separation wins.", tried);
    if (tried == 1)
        return fmt::format("The first of {} axes separates the shapes, so no other was tried.", count);
    return fmt::format("{} of {} axes were tried. One of them separates the shapes.", tried, count);
}

std::vector<std::string> winnerNotes(const PairAnalysis& analysis)
{
    const CollisionTrace& trace = analysis.trace;
    const Manifold& m = trace.manifold;
    std::vector<std::string> notes;
    if (m.count > 0 && trace.winner && m.referenceOwner != ReferenceOwner::None &&
        (trace.axes[*trace.winner].owner != m.referenceOwner ||
         trace.axes[*trace.winner].face != m.referenceFace))
        notes.push_back(
            fmt::format("The contact points lie against face {}: its separation is as great within the "
                        "tolerance, and faces of A come first.",
                        featureName(m.referenceOwner, m.referenceFace)));
    const bool corner = trace.region && (trace.region->region == VoronoiRegion::FirstCorner ||
                                         trace.region->region == VoronoiRegion::SecondCorner);
    if (trace.corners || corner)
        notes.push_back("The closest features are two vertices, or a vertex and a centre: their distance is "
                        "greater than the separation of any face.");
    return notes;
}

} // namespace satbox::app
