// How the contact of a pair is built from its axis: reference and incident face, side planes, clipped points;
// the Voronoi regions of a circle; the minimum translation.

#include "app/lenses/pair/manifold_steps.h"
#include "app/lenses/pair/pair_drawing.h"
#include "app/view/contact_facts.h"
#include "app/view/shape_drawing.h"
#include "engine/collision/manifold.h"
#include <satbox/contacts.h>

#include <fmt/format.h>

#include <cmath>

namespace satbox::app {

namespace {

constexpr float kPlanePx = 56.0f;   // half length of a side plane
constexpr float kRegionPx = 140.0f; // extent of a Voronoi region

void drawClip(const ViewContext& context, const ShownPair& input, DrawList& out, const ClipStep& clip)
{
    const PairAnalysis& pair = *input.analysis;
    const Palette& colors = context.palette;
    const Vec2 r1 = pair.toWorld(clip.input.r1), r2 = pair.toWorld(clip.input.r2);
    const Vec2 i1 = pair.toWorld(clip.input.i1), i2 = pair.toWorld(clip.input.i2);
    const Vec2 normal = pair.directionToWorld(clip.input.normal);
    const Vec2 plane = kPlanePx * context.pixel * normal;
    out.addDashedLine(r1 - plane, r1 + plane, context.line(colors.muted, 1.5f));
    out.addDashedLine(r2 - plane, r2 + plane, context.line(colors.muted, 1.5f));
    out.addLine(r1, r2, context.line(colors.pairWinner, 4.0f));
    const Vec2 middle = 0.5f * (r1 + r2);
    out.addArrow(middle, middle + context.view.normalLength * context.pixel * normal,
                 context.line(colors.normal));
    out.addRequiredLabel(middle, "reference " + featureName(clip.owner, clip.referenceFace),
                         colors.pairWinner, 700.0f);
    out.addRequiredLabel(0.5f * (i1 + i2),
                         "incident " + featureName(otherOwner(clip.owner), clip.incidentFace), colors.text,
                         690.0f);

    out.addDashedLine(i1, i2, context.line(colors.muted, 3.0f));
    if (clip.clipped.empty) return;
    out.addLine(pair.toWorld(clip.clipped.endNearR1), pair.toWorld(clip.clipped.endNearR2),
                context.line(colors.text, 3.0f));
    for (const ClippedPoint& point : clippedPoints(pair.trace, clip)) {
        const Vec2 at = pair.toWorld(point.point);
        if (point.kept) {
            const float radii = pair.radiusSum();
            out.addLine(at, at - (point.separation + radii) * normal, context.line(colors.penetration, 3.0f));
            if (point.separation > 0.0f)
                out.addRing(at, 6.0f, colors.contactSpeculative, 2.0f);
            else
                out.addDisc(at, 5.0f, colors.contactPoint);
        } else if (!point.merged) {
            const bool replaced = !pair.trace.usesClip();
            out.addCross(at, 6.0f, colors.error, 2.0f);
            out.addRequiredLabel(
                at, (replaced ? "not used: " : "dropped: ") + separationText(point.separation), colors.error);
        }
    }
}

// Regions are bounded by rays from the face's two vertices, along its normal and the normals of the
// neighbouring faces.
void drawRegions(const ViewContext& context, const ShownPair& input, DrawList& out)
{
    const PairAnalysis& pair = *input.analysis;
    const CollisionTrace& trace = pair.trace;
    const CircleRegion& region = *trace.region;
    const bool ofA = trace.regionOwner == ReferenceOwner::A;
    const Polygon& core = ofA ? pair.coreA : pair.coreB;
    const Polygon& circle = ofA ? pair.coreB : pair.coreA;
    const auto count = static_cast<size_t>(core.count);
    const auto face = static_cast<size_t>(region.face);
    const size_t next = (face + 1) % count;
    const size_t before = (face + count - 1) % count;
    const Vec2 v1 = core.vertices[face], v2 = core.vertices[next];
    const Vec2 center = circle.vertices[0];
    const float reach = std::max(kRegionPx * context.pixel, 1.25f * length(center - 0.5f * (v1 + v2)));
    const Vec2 n = reach * core.normals[face];
    const Vec2 nFirst = reach * core.normals[before], nSecond = reach * core.normals[next];
    const Color lit = context.palette.pairWinner.withAlpha(0.20f);
    switch (region.region) {
    case VoronoiRegion::Face: {
        const Vec2 area[] = {v1, v2, v2 + n, v1 + n};
        out.addConvex(area, lit);
        break;
    }
    case VoronoiRegion::FirstCorner: {
        const Vec2 area[] = {v1, v1 + n, v1 + reach * normalizeOrZero(n + nFirst), v1 + nFirst};
        out.addConvex(area, lit);
        break;
    }
    case VoronoiRegion::SecondCorner: {
        const Vec2 area[] = {v2, v2 + nSecond, v2 + reach * normalizeOrZero(n + nSecond), v2 + n};
        out.addConvex(area, lit);
        break;
    }
    case VoronoiRegion::Inside:
        out.addConvex(core.points(), lit);
        break;
    }
    const LineStyle border = context.line(context.palette.pairWinner, 1.5f);
    out.addDashedLine(v1, v1 + n, border);
    out.addDashedLine(v2, v2 + n, border);
    out.addDashedLine(v1, v1 + nFirst, border);
    out.addDashedLine(v2, v2 + nSecond, border);
    out.addLine(v1, v2, context.line(context.palette.pairWinner, 4.0f));
    out.addDisc(center, 4.0f, context.palette.text);
    out.addRequiredLabel(center, toString(region.region), context.palette.pairWinner);
}

void drawManifold(const ViewContext& context, const ShownPair& input, DrawList& out)
{
    const PairAnalysis& pair = *input.analysis;
    const Manifold& m = pair.trace.manifold;
    for (int i = 0; i < m.count; ++i) {
        const ManifoldPoint& point = m.points[static_cast<size_t>(i)];
        const Vec2 at = pair.toWorld(point.point);
        const bool hovered = input.pair.hover.point && *input.pair.hover.point == static_cast<size_t>(i);
        const Color color =
            point.separation > 0.0f ? context.palette.contactSpeculative : context.palette.contactPoint;
        out.addRing(at, hovered ? 11.0f : 8.0f, color, 2.0f);
        out.addArrow(at, at + context.view.normalLength * context.pixel * pair.directionToWorld(m.normal),
                     context.line(context.palette.normal));
        out.addRequiredLabel(at,
                             fmt::format("{}, {}", featuresText(point.id), separationText(point.separation)),
                             color, 950.0f);
    }
}

} // namespace

void drawPairContact(const ViewContext& context, const ShownPair& input, DrawList& out)
{
    const CollisionTrace& trace = input.analysis->trace;
    if (trace.region) drawRegions(context, input, out);
    if (!trace.clips.empty()) drawClip(context, input, out, trace.clips.back());
    if (trace.corners) {
        const auto a = static_cast<size_t>(trace.corners->vertexA);
        const auto b = static_cast<size_t>(trace.corners->vertexB);
        out.addLine(input.analysis->coreA.vertices[a], input.analysis->coreB.vertices[b],
                    context.line(context.palette.pairWinner, 2.0f));
    }
    drawManifold(context, input, out);
}

void drawMinimumTranslation(const ViewContext& context, const ShownPair& input, DrawList& out)
{
    const PairAnalysis& pair = *input.analysis;
    const float depth = pair.minimumTranslation.depth + pair.radiusSum();
    const Vec2 way = depth * pair.directionToWorld(pair.minimumTranslation.normal);
    const Color color = context.palette.pairWinner;
    ShapeStyle style;
    style.outline = color;
    style.outlineWidthPx = 1.5f * context.view.lineScale;
    style.dashed = true;
    addShape(out, pair.shapeB, {pair.poseB.p + way, pair.poseB.q}, style);
    const Vec2 from = pair.coreB.centroid;
    out.addArrow(from, from + way, context.line(color));
    out.addRequiredLabel(
        from + way, (depth >= 0.0f ? "minimum translation " : "apart by ") + lengthText(std::fabs(depth)),
        color);
}

void legendOfPairContact(const ViewContext& context, const ShownPair& input, LegendRows& rows)
{
    const Palette& colors = context.palette;
    if (input.pair.tab == PairTab::Difference) {
        rows.push_back({LegendMark::Outline, colors.pairWinner, colors.pairWinner.withAlpha(0.0f),
                        "B after the minimum translation"});
        return;
    }
    if (input.analysis->trace.region) {
        rows.push_back({LegendMark::Dashed, colors.pairWinner, {}, "borders of Voronoi regions"});
    } else if (!input.analysis->trace.clips.empty()) {
        rows.push_back({LegendMark::Line, colors.pairWinner, {}, "reference face"});
        rows.push_back(
            {LegendMark::Dashed, colors.muted, {}, "side planes; clipped parts of the incident face"});
    }
    if (input.analysis->trace.corners) {
        rows.push_back({LegendMark::Line, colors.pairWinner, {}, "nearest vertices"});
    }
    if (input.analysis->trace.manifold.count == 0) return;
    rows.push_back(
        {LegendMark::Ring,
         colors.contactPoint,
         {},
         input.analysis->vertexContactCount ? "manifold point, not used by this solver" : "manifold point"});
}

} // namespace satbox::app
