// The analysed step in the world: the island after the stage shown, its motion within the step magnified
// (usually it is a fraction of a millimetre), and velocities and impulses at the watched contact's points.

#include "app/lenses/step/step_drawing.h"

#include "app/text/format.h"
#include "app/view/shape_drawing.h"
#include "engine/world/world_access.h"

#include <fmt/format.h>

#include <cmath>

namespace satbox::app {

namespace {

constexpr float kMinArrowPx = 2.0f;

void drawGhosts(const ViewContext& context, const ShownStep& input, const StepTick& tick, float motionScale,
                DrawList& out)
{
    const StepAnalysis& a = input.analysis;
    const WorldState& state = stateOf(a.before);
    for (const BodySample& sample : tick.bodies) {
        if (!isFinite(sample.transform) || !contains(context.visible, sample.center)) continue;
        const bool isA = sample.body == a.bodyA, isB = sample.body == a.bodyB;
        const Color color = isA   ? context.palette.pairA
                            : isB ? context.palette.pairB
                                  : context.palette.text.withAlpha(0.35f);
        ShapeStyle style;
        style.outline = color;
        style.outlineWidthPx = (isA || isB ? 2.0f : 1.0f) * context.view.lineScale;
        style.dashed = true;
        for (const uint32_t shape : state.bodies.slots.at(sample.body).shapes)
            addShape(out, state.shapes.at(shape).shape, a.ghostPose(sample, motionScale), style);
    }
}

// Two arrows at a contact point: the components along the normal and the tangent.
void drawComponents(const ViewContext& context, const ShownStep& input, Position from, float alongNormal,
                    float alongTangent, const Color& normalColor, const Color& tangentColor, DrawList& out)
{
    const Vec2 n = input.analysis.record.contact->normal;
    const float minimum = kMinArrowPx * context.pixel;
    if (std::fabs(alongNormal) >= minimum)
        out.addArrow(from, from + alongNormal * n, context.line(normalColor, 2.5f));
    if (std::fabs(alongTangent) >= minimum)
        out.addArrow(from, from + alongTangent * perp(n), context.line(tangentColor, 2.5f));
}

// m of arrow per N s. ViewContext::impulseLength is for the impulse of a whole step; that of one of n
// substeps is about n times smaller.
float impulseLength(const ViewContext& context, const ShownStep& input)
{
    return context.impulseLength * static_cast<float>(input.analysis.record.context.substeps);
}

std::string pointLabel(const StepRecord& record, size_t point)
{
    return record.hasVertices ? pointName(record, point) : fmt::format("{}", point + 1);
}

} // namespace

void drawStep(const ViewContext& context, const ShownStep& input, DrawList& out)
{
    const StepAnalysis& a = input.analysis;
    if (!a.solved()) return;
    const size_t shown = a.shownTick(input.state.tick.index.value_or(0));
    const float motionScale = a.motionScale(context.pixel);
    const Palette& colors = context.palette;
    drawGhosts(context, input, a.record.ticks[shown], motionScale, out);
    for (int i = 0; i < a.pointCount(); ++i) {
        const PointState& f = a.pointStates[shown][static_cast<size_t>(i)];
        const Position at = a.pointOnB(shown, i, motionScale);
        if (!isFinite(at)) continue;
        drawComponents(context, input, at,
                       context.arrowLength(f.normalImpulse, impulseLength(context, input)),
                       context.arrowLength(f.tangentImpulse, impulseLength(context, input)),
                       colors.normalImpulse, colors.frictionImpulse, out);
        const float perSpeed = a.velocityArrowScale(context.pixel);
        drawComponents(context, input, at, perSpeed * f.normalSpeed, perSpeed * f.tangentSpeed,
                       colors.velocity, colors.velocity, out);
        out.addDisc(at, 4.5f, colors.contactPoint);
        out.addRing(at, 7.0f, colors.text, 1.5f);
        out.addRequiredLabel(at,
                             fmt::format("{}: λ {}, v {}", pointLabel(a.record, static_cast<size_t>(i)),
                                         formatQuantity(static_cast<double>(f.normalImpulse), "N s"),
                                         formatQuantity(static_cast<double>(f.normalSpeed), "m/s")),
                             colors.text, 940.0f, 16.0f);
    }
}

void legendOfStep(const ViewContext& context, const ShownStep& input, LegendRows& rows)
{
    const StepAnalysis& a = input.analysis;
    if (!a.solved()) return;
    const Palette& colors = context.palette;
    const float motionScale = a.motionScale(context.pixel);
    const StepTick& tick = a.record.ticks[a.shownTick(input.state.tick.index.value_or(0))];
    rows.push_back({LegendMark::Dashed,
                    colors.pairB,
                    {},
                    motionScale > 1.0f ? fmt::format("bodies after {}, motion ×{:.0f}",
                                                     tickName(a.record, tick), motionScale)
                                       : "bodies after the stage shown"});
    // The arrow scale in the legend: the speed or impulse of an arrow whose length is a power of ten,
    // comparable with the scale bar. It is short, since the legend cuts long rows at their end.
    const float tenth = std::pow(10.0f, std::floor(std::log10(60.0f * context.pixel)));
    const auto scaleText = [&](const char* quantity, float metersPerUnit, const char* unit) {
        return fmt::format("{} ({} = {})", quantity, formatQuantity(static_cast<double>(tenth), "m"),
                           formatQuantity(static_cast<double>(tenth / metersPerUnit), unit));
    };
    rows.push_back({LegendMark::Arrow,
                    colors.velocity,
                    {},
                    scaleText("relative velocity of B", a.velocityArrowScale(context.pixel), "m/s")});
    rows.push_back({LegendMark::Arrow,
                    colors.normalImpulse,
                    {},
                    scaleText("normal impulse so far", impulseLength(context, input), "N s")});
    rows.push_back({LegendMark::Arrow, colors.frictionImpulse, {}, "friction impulse so far"});
}

void addSubjectsOfStep(const StepAnalysis& analysis, KeepOut& out)
{
    const WorldState& state = stateOf(analysis.before);
    for (const ShapeId shape : {analysis.contact.shapeA, analysis.contact.shapeB})
        if (analysis.before.isValid(shape)) out.subjects.push_back(analysis.before.boxes(shape).tight);
    for (const uint32_t body : analysis.record.bodies)
        for (const uint32_t shape : state.bodies.slots.at(body).shapes)
            out.subjects.push_back(state.shapes.boxes[shape].tight);
}

} // namespace satbox::app
