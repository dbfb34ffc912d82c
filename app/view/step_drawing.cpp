// A step taken apart, in the world: where the island is after the stage that is shown (its motion within the
// step enlarged, since it is a fraction of a millimetre mostly), and what the watched contact's points do.

#include "app/ui/format.h"
#include "app/view/overlays.h"
#include "app/view/shape_drawing.h"
#include "app/view/step_analysis.h"

#include <fmt/format.h>

#include <cmath>

namespace satbox::app {

namespace {

constexpr float kMinArrowPx = 2.0f;

void drawGhosts(const ViewContext& context, const StepTick& tick, float enlargement, DrawList& out)
{
    const StepAnalysis& a = *context.stepAnalysis;
    const WorldState& state = a.before.state();
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
            addShape(out, state.shapes.at(shape).shape, a.ghost(sample, enlargement), style);
    }
}

// Two arrows of a contact point: along the normal and along the tangent.
void drawParts(const ViewContext& context, Position from, float alongNormal, float alongTangent,
               const Color& normalColor, const Color& tangentColor, DrawList& out)
{
    const Vec2 n = context.stepAnalysis->record.contact->normal;
    const float least = kMinArrowPx * context.pixel;
    if (std::fabs(alongNormal) >= least)
        out.addArrow(from, from + alongNormal * n, context.line(normalColor, 2.5f));
    if (std::fabs(alongTangent) >= least)
        out.addArrow(from, from + alongTangent * perp(n), context.line(tangentColor, 2.5f));
}

// Impulses of a substep are as much smaller than those of a step, which the scale is made for.
float impulseLength(const ViewContext& context)
{
    return context.impulseLength * static_cast<float>(context.stepAnalysis->record.context.substeps);
}

std::string nameInWorld(const StepRecord& record, size_t point)
{
    return record.hasVertices ? pointName(record, point) : fmt::format("{}", point + 1);
}

} // namespace

void drawStep(const ViewContext& context, DrawList& out)
{
    const StepAnalysis* a = context.stepAnalysis;
    if (!a || !a->solved()) return;
    const size_t shown = a->shownTick(context.stepView->tick);
    const float enlargement = a->enlargement(context.pixel);
    const Palette& colors = context.palette;
    drawGhosts(context, a->record.ticks[shown], enlargement, out);
    for (int i = 0; i < a->points(); ++i) {
        const PointFacts& f = a->facts[shown][static_cast<size_t>(i)];
        const Position at = a->pointOnB(shown, i, enlargement);
        if (!isFinite(at)) continue;
        drawParts(context, at, context.arrowLength(f.normalImpulse, impulseLength(context)),
                  context.arrowLength(f.tangentImpulse, impulseLength(context)), colors.normalImpulse,
                  colors.frictionImpulse, out);
        const float perSpeed = a->velocityLength(context.pixel);
        drawParts(context, at, perSpeed * f.normalSpeed, perSpeed * f.tangentSpeed, colors.velocity,
                  colors.velocity, out);
        out.addDisc(at, 4.5f, colors.contactPersistent);
        out.addRing(at, 7.0f, colors.text, 1.5f);
        out.addRequiredLabel(at,
                             fmt::format("{}: λ {}, v {}", nameInWorld(a->record, static_cast<size_t>(i)),
                                         formatQuantity(static_cast<double>(f.normalImpulse), "N s"),
                                         formatQuantity(static_cast<double>(f.normalSpeed), "m/s")),
                             colors.text, 940.0f, 16.0f);
    }
}

void legendOfStep(const ViewContext& context, LegendRows& rows)
{
    const StepAnalysis* a = context.stepAnalysis;
    if (!a || !a->solved()) return;
    const Palette& colors = context.palette;
    const float enlargement = a->enlargement(context.pixel);
    rows.push_back(
        {LegendMark::Dashed,
         colors.pairB,
         {},
         enlargement > 1.0f
             ? fmt::format("after {}, motion ×{:.0f}",
                           tickName(a->record, a->record.ticks[a->shownTick(context.stepView->tick)]),
                           enlargement)
             : "after the stage shown"});
    // In a length that the scale bar can be compared with.
    const float tenth = std::pow(10.0f, std::floor(std::log10(60.0f * context.pixel)));
    rows.push_back(
        {LegendMark::Arrow,
         colors.velocity,
         {},
         fmt::format("B against A ({} = {})", formatQuantity(static_cast<double>(tenth), "m"),
                     formatQuantity(static_cast<double>(tenth / a->velocityLength(context.pixel)), "m/s"))});
    rows.push_back({LegendMark::Arrow,
                    colors.normalImpulse,
                    {},
                    fmt::format("impulse on B ({} = {})", formatQuantity(static_cast<double>(tenth), "m"),
                                formatQuantity(static_cast<double>(tenth / impulseLength(context)), "N s"))});
    rows.push_back({LegendMark::Arrow, colors.frictionImpulse, {}, "friction on B"});
}

} // namespace satbox::app
