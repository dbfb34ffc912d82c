// Impulses of the solver: normal impulse, friction impulse and friction cone.
//
// The arrows show the impulses of the whole step (frictionOfStep()). The contact slides if the friction arrow
// reaches the side of the cone.

#include "app/text/format.h"
#include "app/view/contact_facts.h"
#include "app/view/overlays.h"

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

constexpr float kMinPx = 1.0f;   // shorter arrows are not drawn
constexpr float kConePx = 32.0f; // height of a cone

// Impulses on B, drawn as arrows from the contact point.
struct ImpulseArrows {
    float normal = 0.0f;   // N s
    float friction = 0.0f; // N s, along perp(normal)
    float limit = 0.0f;    // N s, half width of the cone at the tip of the normal impulse
};

ImpulseArrows arrowsOf(const VisiblePoint& p)
{
    ImpulseArrows arrows;
    arrows.normal = p.impulse;
    arrows.friction = frictionOfStep(*p.point);
    arrows.limit = frictionLimit(*p.contact, arrows.normal);
    return arrows;
}

} // namespace

void drawFrictionCones(const ViewContext& context, DrawList& out)
{
    for (const VisiblePoint& p : context.points) {
        const ImpulseArrows arrows = arrowsOf(p);
        if (arrows.normal <= 0.0f || arrows.limit <= 0.0f) continue;
        // Only the opening angle has a meaning; the size is fixed, so that the cones of a pile do not
        // overlap.
        const float height = (p.hovered ? 1.5f : p.markScale) * kConePx * context.pixel;
        const float halfWidth = height * arrows.limit / arrows.normal;
        const Vec2 n = p.normal;
        const Position top = p.position + height * n;
        const Position left = top + halfWidth * perp(n);
        const Position right = top - halfWidth * perp(n);
        const Color color = context.palette.frictionImpulse.dimmed(p.emphasis);
        out.addTriangle(p.position, right, left, context.palette.frictionCone.dimmed(p.emphasis));
        const LineStyle edge = context.line(color.dimmed(0.55f), 1.0f);
        out.addLine(p.position, left, edge);
        out.addLine(p.position, right, edge);
        // Direction of the total impulse: along the normal without friction, on an edge of the cone if the
        // contact slides.
        const Position tip = top + height * arrows.friction / arrows.normal * perp(n);
        out.addLine(p.position, tip, context.line(color, 2.0f * std::max(p.markScale, 0.6f)));
    }
}

void legendOfFrictionCones(const ViewContext& context, LegendRows& rows)
{
    rows.push_back({LegendMark::Wedge,
                    context.palette.frictionImpulse,
                    {},
                    "friction cone; line: direction of the impulse"});
}

void drawImpulses(const ViewContext& context, DrawList& out)
{
    const float perUnit = context.impulseLength;
    for (const VisiblePoint& p : context.points) {
        const ImpulseArrows arrows = arrowsOf(p);
        const float height = context.arrowLength(arrows.normal, perUnit);
        if (height <= 0.0f) continue;
        const Vec2 n = p.normal;
        const float width = p.hovered ? 3.0f : 2.0f * std::max(p.markScale, 0.6f);
        if (height >= kMinPx * context.pixel)
            context.addArrow(out, p.position, n, height,
                             context.line(context.palette.normalImpulse.dimmed(p.emphasis), width));
        // Same factor for both components: their ratio stays true with the square-root option.
        const float across = height * arrows.friction / arrows.normal;
        if (std::abs(across) >= kMinPx * context.pixel)
            out.addArrow(p.position, p.position + across * perp(n),
                         context.line(context.palette.frictionImpulse.dimmed(p.emphasis), width));
        if (!context.view.labels || !p.labelled() || arrows.normal <= 0.0f) continue;
        if (height < 8.0f * context.pixel && !p.hovered && !p.notable) continue;
        WorldLabel label;
        label.point = p.position + height * n;
        label.text = formatQuantity(arrows.normal, "N s");
        label.color = context.palette.normalImpulse.dimmed(p.emphasis);
        label.priority = p.hovered ? 840.0f : 30.0f + std::min(arrows.normal, 9.0f);
        out.labels.push_back(std::move(label));
    }
}

void legendOfImpulses(const ViewContext& context, LegendRows& rows)
{
    rows.push_back({LegendMark::Arrow, context.palette.normalImpulse, {}, "normal impulse on B"});
    rows.push_back({LegendMark::Arrow, context.palette.frictionImpulse, {}, "friction impulse on B"});
}

} // namespace satbox::app
