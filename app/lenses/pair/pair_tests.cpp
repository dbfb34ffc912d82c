// The overlap test selected in the Tests tab: its axis with its projections, the path of B's centre around A,
// or the vertices inside the other polygon.

#include "app/lenses/pair/manifold_steps.h"
#include "app/lenses/pair/pair_drawing.h"
#include "app/view/contact_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

Color testAxisColor(const ViewContext& context, const OverlapTrace& trace, size_t index)
{
    if (trace.axes[index].separates) return context.palette.pairSeparating;
    return trace.minimumOverlapAxis == index ? context.palette.pairWinner : context.palette.text;
}

struct Edge {
    Vec2 from{0.0f, 0.0f}, to{0.0f, 0.0f}, normal{0.0f, 0.0f}; // world
    Vec2 middle() const { return 0.5f * (from + to); }
};
Edge edgeOf(const Polygon& core, int index)
{
    const auto i = static_cast<size_t>(index);
    return {core.vertices[i], core.vertices[(i + 1) % static_cast<size_t>(core.count)], core.normals[i]};
}

void drawTestAxis(const ViewContext& context, const ShownPair& input, DrawList& out,
                  const OverlapTrace& trace, size_t index)
{
    const PairAnalysis& pair = *input.analysis;
    const EdgeAxis& tried = trace.axes[index];
    const Color color = testAxisColor(context, trace, index);
    drawPairAxis(context, input, out, pairAxis(input.pair, pair, context.pixel), color);
    if (trace.test == OverlapTest::SupportPoint) {
        const ReferenceOwner owner = tried.edgeA ? ReferenceOwner::A : ReferenceOwner::B;
        const int face = tried.edgeA.value_or(tried.edgeB.value_or(0));
        for (const CandidateAxis& trial : pair.trace.axes)
            if (trial.owner == owner && trial.face == face)
                drawFaceAndSupport(context, input, out, trial, color);
        return;
    }
    for (const bool isA : {true, false}) {
        const std::optional<int>& edgeIndex = isA ? tried.edgeA : tried.edgeB;
        if (!edgeIndex) continue;
        const Edge edge = edgeOf(isA ? pair.coreA : pair.coreB, *edgeIndex);
        out.addLine(edge.from, edge.to, context.line(color, 4.0f));
    }
}

void drawCenterPath(const ViewContext& context, const ShownPair& input, DrawList& out,
                    const OverlapTrace& trace)
{
    const Color& color = context.palette.pairB;
    const std::vector<Position> path(trace.centerPath.begin(), trace.centerPath.end());
    out.addPolyline(path, context.line(color.withAlpha(0.75f), 1.5f), true);
    out.addDisc(trace.centerOfB, 5.0f,
                trace.overlap ? context.palette.penetration : context.palette.pairSeparating);
    out.addRing(trace.centerOfB, 7.0f, color, 1.5f);
    // At the vertex farthest from the axis.
    const PairAxis axis = pairAxis(input.pair, *input.analysis, context.pixel);
    const Vec2 farthest = *std::ranges::max_element(
        trace.centerPath, {}, [&](Vec2 vertex) { return std::fabs(dot(vertex - axis.origin, axis.across)); });
    out.addLabel(farthest, "path of B's centre", color, 500.0f);
}

void drawVertexContacts(const ViewContext& context, const ShownPair& input, DrawList& out,
                        const OverlapTrace& trace)
{
    const PairAnalysis& pair = *input.analysis;
    const Palette& colors = context.palette;
    const VertexContacts& found = trace.contacts;
    const bool byA = found.owner == ReferenceOwner::A;
    const MaxSeparation& best = byA ? found.edgeA : found.edgeB;
    const Edge edge = edgeOf(byA ? pair.coreA : pair.coreB, best.face);
    const Color color = found.overlap ? colors.pairWinner : colors.pairSeparating;
    const float arrow = context.view.normalLength * context.pixel;
    out.addLine(edge.from, edge.to, context.line(color, 4.0f));
    out.addArrow(edge.middle(), edge.middle() + arrow * edge.normal, context.line(color));
    const Vec2 normal = pair.directionToWorld(found.normal);
    Vec2 middle = found.count > 0 ? Vec2{0.0f, 0.0f} : edge.to;
    for (int i = 0; i < found.count; ++i)
        middle += pair.toWorld(found.points[static_cast<size_t>(i)].point) / static_cast<float>(found.count);
    // At the end of the edge that is farther from the contact points, clear of the arrow.
    const bool atStart = length(edge.from - middle) > length(edge.to - middle);
    out.addRequiredLabel(
        atStart ? edge.from + 0.15f * (edge.to - edge.from) : edge.to - 0.15f * (edge.to - edge.from),
        fmt::format("edge {}, {} {}", featureName(byA ? ReferenceOwner::A : ReferenceOwner::B, best.face),
                    found.overlap ? "depth" : "gap", lengthText(std::fabs(best.separation))),
        color, 940.0f);
    // Without overlap, the label is beyond the end of the edge: clear of the gap and of the shape's letter.
    const Vec2 outwards = normalizeOrZero(atStart ? edge.from - edge.to : edge.to - edge.from);
    out.labels.back().side = found.overlap ? edge.normal : outwards;
    for (int i = 0; i < found.count; ++i) {
        const VertexContact& contact = found.points[static_cast<size_t>(i)];
        const bool ofA = isVertexOfA(contact.id);
        const Vec2 at = pair.toWorld(contact.point);
        const bool hovered = input.pair.hover.point == static_cast<size_t>(i);
        // The bar goes from the vertex to the other surface: against the normal for a vertex of A, along it
        // for a vertex of B.
        out.addLine(at, at + (ofA ? -found.depth : found.depth) * normal,
                    context.line(colors.penetration, 7.0f)); // under the arrow
        out.addArrow(at, at + arrow * normal, context.line(colors.normal));
        out.addDisc(at, 5.0f, colors.contactPoint);
        out.addRing(at, hovered ? 11.0f : 8.0f, colors.contactPoint, 2.0f);
        out.addRequiredLabel(at, fmt::format("{}, {}", vertexName(contact.id), lengthText(found.depth)),
                             colors.contactPoint, 950.0f);
        // Clear of the bar and the arrow, and away from the other vertices.
        out.labels.back().side = normalizeOrZero(at - middle) - (ofA ? 0.0f : 1.0f) * normal;
    }
}

} // namespace

void drawPairTest(const ViewContext& context, const ShownPair& input, DrawList& out)
{
    const OverlapTrace& trace = *input.analysis->overlapTrace;
    if (trace.test == OverlapTest::VertexContacts) {
        drawVertexContacts(context, input, out, trace);
        return;
    }
    if (trace.test == OverlapTest::Minkowski) drawCenterPath(context, input, out, trace);
    if (const auto shown = shownTestAxis(input.pair, trace)) drawTestAxis(context, input, out, trace, *shown);
}

void legendOfPairTest(const ViewContext& context, const ShownPair& input, LegendRows& rows)
{
    const Palette& colors = context.palette;
    const OverlapTrace& trace = *input.analysis->overlapTrace;
    if (trace.test == OverlapTest::VertexContacts) {
        if (trace.overlap) {
            rows.push_back({LegendMark::Line, colors.pairWinner, {}, "edge of greatest separation"});
            if (trace.contacts.count == 0) return;
            rows.push_back({LegendMark::Ring, colors.contactPoint, {}, "vertex inside the other polygon"});
            rows.push_back({LegendMark::Bar, colors.penetration, {}, "depth, the same at each vertex"});
        } else {
            rows.push_back({LegendMark::Line, colors.pairSeparating, {}, "edge that separates"});
        }
        return;
    }
    if (const std::optional<size_t> shown = shownTestAxis(input.pair, trace)) {
        const char* meaning = trace.axes[*shown].separates         ? "axis that separates"
                              : trace.minimumOverlapAxis == *shown ? "axis of minimum overlap"
                                                                   : "axis on which the shapes overlap";
        rows.push_back({LegendMark::Arrow, testAxisColor(context, trace, *shown), {}, meaning});
    }
    rows.push_back({LegendMark::Bar,
                    colors.pairA,
                    {},
                    isInMetres(trace.test) ? "projections in m; hatched: overlap or gap"
                                           : "projections, m × axis length; hatched: overlap or gap"});
    if (trace.test == OverlapTest::Minkowski)
        rows.push_back({LegendMark::Outline, colors.pairB, colors.pairB.withAlpha(0.0f),
                        "path of B's centre around A: inside it the shapes overlap"});
}

} // namespace satbox::app
