// Penetration depth: a bar from surface to surface to scale, a magnified bar beside the contact if the first
// bar is too short to see, and the depth in mm.

#include "app/text/format.h"
#include "app/view/overlays.h"
#include "engine/collision/vertex_contacts.h"

#include <fmt/format.h>

#include <algorithm>

namespace satbox::app {

namespace {

constexpr float kMagnifications[] = {100.0f, 10.0f};
constexpr float kTooShortPx = 6.0f;
constexpr float kBarPx = 4.0f;
constexpr float kAsidePx = 12.0f;    // from the contact to its magnified bar
constexpr float kMinOverlap = 1e-5f; // m; a smaller overlap counts as touching
constexpr float kMaxPx = 60.0f;      // of a magnified bar: 10 kTooShortPx

// Start of the bar along the normal, relative to the point, m. A manifold point is midway between the
// surfaces. A vertex contact is on the surface of the vertex's polygon. The other surface is `depth` away:
// along the normal for a vertex of B, against it for a vertex of A.
float depthBarStart(const VisiblePoint& p)
{
    if (!p.isVertex) return -0.5f * p.depth();
    return isVertexOfA(p.point->id) ? -p.depth() : 0.0f;
}

} // namespace

void drawPenetration(const ViewContext& context, DrawList& out)
{
    for (const VisiblePoint& p : context.points) {
        const float depth = p.depth();
        if (depth < kMinOverlap) continue;
        const Color color = context.palette.penetration.dimmed(p.emphasis);
        const LineStyle style =
            context.line(color, p.hovered ? kBarPx + 1.0f : std::max(p.markScale * kBarPx, 1.5f));
        const Vec2 n = p.contact->normal;
        Position labelAt = p.position;
        const float from = depthBarStart(p);
        out.addBar(p.position + from * n, p.position + (from + depth) * n, style);

        const bool tooShort = depth < kTooShortPx * context.pixel;
        float magnification = 1.0f;
        if (tooShort && context.view.magnify) {
            // On the side away from the other points, so that the bars of one contact do not overlap.
            Vec2 aside = perp(n);
            Vec2 others{0.0f, 0.0f};
            for (const ContactPoint& other : p.siblings) others += other.anchorA - p.point->anchorA;
            if (dot(others, aside) > 0.0f) aside = -aside;
            const bool fits = kMagnifications[0] * depth <= kMaxPx * context.pixel;
            magnification = kMagnifications[fits ? 0 : 1];
            const float length = magnification * depth;
            const Position center = p.position + p.markScale * kAsidePx * context.pixel * aside;
            const Vec2 half = 0.5f * length * n;
            const float tick = p.markScale * 4.0f * context.pixel;
            out.addBar(center - half, center + half, style);
            out.addLine(center - half - tick * aside, center - half + tick * aside,
                        context.line(color, 1.0f));
            out.addLine(center + half - tick * aside, center + half + tick * aside,
                        context.line(color, 1.0f));
            labelAt = center;
        }
        if (!context.view.labels || !p.labelled()) continue;
        WorldLabel label;
        label.point = labelAt;
        label.text = formatNumber(1000.0 * static_cast<double>(depth)) + " mm";
        if (magnification > 1.0f) label.text += fmt::format("  x{:.0f}", magnification);
        label.color = color;
        label.priority = p.hovered ? 850.0f : 40.0f + 10.0f * depth;
        label.required = p.hovered;
        out.labels.push_back(std::move(label));
    }
}

void legendOfPenetration(const ViewContext& context, LegendRows& rows)
{
    rows.push_back({LegendMark::Bar,
                    context.palette.penetration,
                    {},
                    context.view.magnify ? "depth; x10, x100: magnified bar" : "depth"});
}

} // namespace satbox::app
