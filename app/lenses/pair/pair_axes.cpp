// The pair of the Pair panel: both shapes in their colours, and the axis shown with both projections.

#include "app/lenses/pair/manifold_steps.h"
#include "app/lenses/pair/pair_drawing.h"
#include "app/view/shape_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

constexpr float kHatchPx = 5.0f;          // distance of hatching lines
constexpr float kMinOverlap = 1e-7f;      // m; a smaller overlap counts as touching
constexpr float kVertexNumbersPx = 60.0f; // smaller shapes have no vertex numbers

bool hasRoundCorners(const Polygon& core) { return core.count > 2 && core.radius > 0.0f; } // no capsule

void drawShape(const ViewContext& context, const ShownPair& input, DrawList& out, bool isA)
{
    const PairAnalysis& pair = *input.analysis;
    const Color color = isA ? context.palette.pairA : context.palette.pairB;
    const Transform& pose = isA ? pair.poseA : pair.poseB;
    const Shape& shape = isA ? pair.shapeA : pair.shapeB;
    ShapeStyle style;
    style.fill = color.withAlpha(0.16f);
    style.outline = color.withAlpha(0.0f);
    addShape(out, shape, pose, style);
    addOutline(out, shape, pose, context.line(color, kOverlayPx));
    const Polygon& core = isA ? pair.coreA : pair.coreB;
    if (hasRoundCorners(core)) // what the axes test, without the radius
        for (int i = 0; i < core.count; ++i)
            out.addDashedLine(core.vertices[static_cast<size_t>(i)],
                              core.vertices[static_cast<size_t>(i + 1 < core.count ? i + 1 : 0)],
                              context.line(color.withAlpha(0.6f), 1.0f));
    out.addRequiredLabel(core.centroid, isA ? "A" : "B", color, 900.0f, 2.0f);

    Vec2 lower = core.vertices[0], upper = core.vertices[0];
    for (const Vec2 v : core.points()) {
        lower = minimum(lower, v);
        upper = maximum(upper, v);
    }
    if (length(upper - lower) < kVertexNumbersPx * context.pixel) return;
    for (int i = 0; i < core.count; ++i)
        out.addLabel(core.vertices[static_cast<size_t>(i)], fmt::format("{}", i), color, 300.0f);
}

void hatch(const ViewContext& context, DrawList& out, const PairAxis& axis, float low, float high,
           const Color& color)
{
    const float strip = PairAxis::kStripPx * context.pixel;
    const float step = kHatchPx * context.pixel;
    const Vec2 corners[] = {axis.pointAt(low), axis.pointAt(high), axis.pointAt(high) + strip * axis.across,
                            axis.pointAt(low) + strip * axis.across};
    out.addConvex(corners, color.withAlpha(0.22f));
    const float width = (high - low) * axis.projection.metresPerUnit;
    // At most 400 lines at any zoom.
    const float pitch = std::max(step, width / 400.0f);
    for (float at = pitch; at < width + strip; at += pitch) {
        const float top = std::max(at - strip, 0.0f), bottom = std::min(at, width);
        if (bottom <= top) continue;
        const Vec2 start = axis.pointAt(low) + bottom * axis.direction + (at - bottom) * axis.across;
        const Vec2 end = axis.pointAt(low) + top * axis.direction + (at - top) * axis.across;
        out.addLine(start, end, context.line(color, 1.0f));
    }
}

void drawBar(const ViewContext& context, const ShownPair& input, DrawList& out, const PairAxis& axis,
             bool isA)
{
    const PairAnalysis& pair = *input.analysis;
    const AxisProjection& p = axis.projection;
    const Polygon& core = isA ? pair.coreA : pair.coreB;
    const Color color = isA ? context.palette.pairA : context.palette.pairB;
    const float radius = axis.inUnits(core.radius);
    const float low = (isA ? p.minA : p.minB) - radius;
    const float high = (isA ? p.maxA : p.maxB) + radius;
    const Vec2 aside = (isA ? 0.0f : PairAxis::kStripPx * context.pixel) * axis.across;
    const Vec2 tick = 5.0f * context.pixel * axis.across;
    out.addBar(axis.pointAt(low) + aside, axis.pointAt(high) + aside, context.line(color, 5.0f));
    for (const float end : {low, high})
        out.addLine(axis.pointAt(end) + aside - tick, axis.pointAt(end) + aside + tick, context.line(color));
    // From the outermost vertices to the bar.
    for (const float sign : {-1.0f, 1.0f}) {
        Vec2 outermost = core.vertices[0];
        for (const Vec2 v : core.points())
            if (sign * dot(v, axis.direction) > sign * dot(outermost, axis.direction)) outermost = v;
        outermost += sign * core.radius * axis.direction;
        out.addDashedLine(outermost, axis.pointAt(sign < 0.0f ? low : high) + aside,
                          context.line(color.withAlpha(0.5f), 1.0f));
    }
    // At the outer end: the label of the overlap is in the middle.
    const float own = 0.5f * (low + high);
    const float other = isA ? 0.5f * (p.minB + p.maxB) : 0.5f * (p.minA + p.maxA);
    const float outer = own < other ? low : high;
    if (!axis.test) {
        out.addLabel(axis.pointAt(outer) + aside, isA ? "A" : "B", color, 600.0f);
        return;
    }
    // Projections of the test: A's on the side of the shapes, B's on the other side, away from the ring.
    const Vec2 side = isA ? -axis.across : axis.across;
    for (const float end : {low, high}) {
        const bool isOuter = end == outer;
        const Vec2 along = (end == low ? -1.0f : 1.0f) * axis.direction;
        out.addLabel(axis.pointAt(end) + aside,
                     (isOuter ? (isA ? "A " : "B ") : "") + projectionText(*axis.test, end), color,
                     isOuter ? 620.0f : 610.0f);
        out.labels.back().side = side + (isOuter ? 1.5f : 0.6f) * along;
    }
}

void drawEngineAxis(const ViewContext& context, const ShownPair& input, DrawList& out)
{
    const PairAnalysis& pair = *input.analysis;
    const std::optional<size_t> shown = shownAxis(input.pair, pair);
    const Color color = shown ? pairAxisColor(context, pair.trace.axes[*shown]) : context.palette.text;
    drawPairAxis(context, input, out, pairAxis(input.pair, pair, context.pixel), color);
    // The published tests measure something else along the axis than the separation from the face.
    if (shown && input.pair.tab == PairTab::Axes)
        drawFaceAndSupport(context, input, out, pair.trace.axes[*shown], color);
}

} // namespace

Color pairAxisColor(const ViewContext& context, const CandidateAxis& axis)
{
    if (axis.separates && axis.tried) return context.palette.pairSeparating;
    if (axis.won) return context.palette.pairWinner;
    return axis.tried ? context.palette.text : context.palette.muted;
}

void drawPairAxis(const ViewContext& context, const ShownPair& input, DrawList& out, const PairAxis& axis,
                  const Color& color)
{
    const PairAnalysis& pair = *input.analysis;
    out.addArrow(axis.tail, axis.tip, context.line(color, 1.5f));

    const PairAxis::Between between = axis.between(pair.coreA.radius, pair.coreB.radius);
    if (std::fabs(between.overlap) > kMinOverlap) {
        const Color fill = between.isBehind         ? context.palette.muted
                           : between.overlap > 0.0f ? context.palette.penetration
                                                    : context.palette.pairSeparating;
        hatch(context, out, axis, between.low, between.high, fill);
        // Clear of the bars and of the labels at their ends.
        const float away = PairAxis::kStripPx + (axis.test ? 38.0f : 0.0f);
        out.addRequiredLabel(axis.pointAt(0.5f * (between.low + between.high)) +
                                 away * context.pixel * axis.across,
                             between.isBehind ? "behind this face, separation " + lengthText(-between.overlap)
                                              : separationText(-between.overlap),
                             fill, 14.0f, axis.test ? 3.0f : 12.0f);
        out.labels.back().side = axis.across;
    }
    drawBar(context, input, out, axis, true);
    drawBar(context, input, out, axis, false);
    out.addDisc(axis.origin, PairAxis::kHandlePx - 2.0f, context.palette.background);
    out.addRing(axis.origin, PairAxis::kHandlePx, color, 2.0f);
    if (axis.isTurnable) out.addRing(axis.tip, PairAxis::kHandlePx, color, 2.0f);
}

void drawFaceAndSupport(const ViewContext& context, const ShownPair& input, DrawList& out,
                        const CandidateAxis& axis, const Color& color)
{
    const PairAnalysis& pair = *input.analysis;
    const bool ofA = axis.owner == ReferenceOwner::A;
    const Polygon& owner = ofA ? pair.coreA : pair.coreB;
    const Polygon& other = ofA ? pair.coreB : pair.coreA;
    const auto face = static_cast<size_t>(axis.face);
    const Vec2 from = owner.vertices[face];
    const Vec2 to = owner.vertices[face + 1 < static_cast<size_t>(owner.count) ? face + 1 : 0];
    const Vec2 normal = owner.normals[face];
    const Vec2 support = other.vertices[static_cast<size_t>(axis.support)];
    out.addLine(from, to, context.line(color, 4.0f));
    const Vec2 middle = 0.5f * (from + to);
    out.addArrow(middle, middle + context.view.normalLength * context.pixel * normal, context.line(color));
    const Vec2 foot = support - axis.separation * normal; // of the cores, as face and support point are
    out.addDashedLine(from, foot, context.line(context.palette.muted, 1.0f));
    out.addDashedLine(to, foot, context.line(context.palette.muted, 1.0f));
    out.addLine(support, foot, context.line(color));
    out.addDisc(support, 5.0f, color);
    out.addRequiredLabel(support,
                         fmt::format("support {}{}, separation {}", ofA ? "B" : "A", axis.support,
                                     lengthText(pair.trace.separationOf(axis))),
                         color);
    out.labels.back().side = axis.separation < 0.0f ? -normal : normal; // away from the face
}

void drawPair(const ViewContext& context, const ShownPair& input, DrawList& out)
{
    if (input.pair.picking && context.world.isValid(input.pair.firstPicked)) {
        const ShapeId id = input.pair.firstPicked;
        addOutline(out, context.world.shape(id).shape,
                   context.world.motion(context.world.bodyOf(id)).transform(),
                   context.line(context.palette.pairA, kSelectedOutlinePx));
    }
    if (!input.analysis) return;
    DrawList inFrame;
    drawShape(context, input, inFrame, true);
    drawShape(context, input, inFrame, false);
    switch (input.pair.tab) {
    case PairTab::Axes:
    case PairTab::Tests:
        if (showsTest(input.pair, *input.analysis))
            drawPairTest(context, input, inFrame);
        else
            drawEngineAxis(context, input, inFrame);
        break;
    case PairTab::Contact:
        drawPairContact(context, input, inFrame);
        break;
    case PairTab::Difference:
        drawMinimumTranslation(context, input, inFrame);
        break;
    }
    out.append(inFrame, input.analysis->origin);
}

void legendOfPair(const ViewContext& context, const ShownPair& input, LegendRows& rows)
{
    if (!input.analysis) return;
    const Palette& colors = context.palette;
    rows.push_back(
        {LegendMark::Outline, colors.pairA, colors.pairA.withAlpha(0.16f), "A: " + input.analysis->nameA});
    rows.push_back(
        {LegendMark::Outline, colors.pairB, colors.pairB.withAlpha(0.16f), "B: " + input.analysis->nameB});
    if (hasRoundCorners(input.analysis->coreA) || hasRoundCorners(input.analysis->coreB)) {
        rows.push_back({LegendMark::Dashed,
                        hasRoundCorners(input.analysis->coreA) ? colors.pairA : colors.pairB,
                        {},
                        "core: the axes test it, the radius is added"});
    }
    if (showsTest(input.pair, *input.analysis)) {
        legendOfPairTest(context, input, rows);
    } else if (input.pair.tab == PairTab::Axes || input.pair.tab == PairTab::Tests) {
        rows.push_back({LegendMark::Arrow, colors.pairWinner, {}, "axis of greatest separation"});
        rows.push_back({LegendMark::Arrow, colors.pairSeparating, {}, "axis that separates"});
        rows.push_back({LegendMark::Bar, colors.pairA, {}, "projections; hatched: overlap or gap"});
    } else {
        legendOfPairContact(context, input, rows);
    }
}

} // namespace satbox::app
