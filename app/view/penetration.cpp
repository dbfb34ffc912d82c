// Penetration depth: a bar from surface to surface to scale, a magnified bar beside the contact if the first
// bar is too short to see, and the depth in mm.

#include "app/text/format.h"
#include "app/view/overlays.h"
#include "engine/collision/vertex_contacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace satbox::app {

namespace {

constexpr float kLargeFactor = 100.0f;
constexpr float kSmallFactor = 10.0f;
constexpr float kTooShortPx = 6.0f;
constexpr float kBarPx = 4.0f;
constexpr float kAsidePx = 12.0f;    // from the contact to its magnified bar
constexpr float kMinOverlap = 1e-5f; // m; a smaller overlap counts as touching
constexpr float kMaxPx = 60.0f;      // of a magnified bar; longer ones are cut

// Start of the bar along the normal, relative to the point, m. A manifold point is midway between the
// surfaces. A vertex contact is on the surface of the vertex's polygon. The other surface is `depth` away:
// along the normal for a vertex of B, against it for a vertex of A.
float depthBarStart(const VisiblePoint& p)
{
    if (!p.isVertex) return -0.5f * p.depth();
    return isVertexOfA(p.point->id) ? -p.depth() : 0.0f;
}

// One factor for all magnified bars of the view, so that they can be compared. It follows zoom and settings,
// so that bars do not jump while the world runs: the larger one if the slop, about the overlap of bodies at
// rest, fits. 1 if magnified bars are off.
float magnificationOf(const ViewContext& context)
{
    if (!context.view.magnify) return 1.0f;
    const float slop = tolerancesOf(context.world.settings()).linearSlop;
    return kLargeFactor * slop <= kMaxPx * context.pixel ? kLargeFactor : kSmallFactor;
}

} // namespace

void drawPenetration(const ViewContext& context, DrawList& out)
{
    const float magnification = magnificationOf(context);
    for (const VisiblePoint& p : context.points) {
        if (!p.marked) continue;
        const float depth = p.depth();
        if (depth < kMinOverlap) continue;
        const Color color = context.palette.penetration.dimmed(p.emphasis);
        const LineStyle style =
            context.line(color, p.hovered ? kBarPx + 1.0f : std::max(p.markScale * kBarPx, 1.5f));
        const Vec2 n = p.normal;
        Position labelAt = p.position;
        const float from = depthBarStart(p);
        out.addBar(p.position + from * n, p.position + (from + depth) * n, style);

        if (magnification > 1.0f && depth < kTooShortPx * context.pixel) {
            // On the side away from the other points, so that the bars of one contact do not overlap.
            Vec2 aside = perp(n);
            Vec2 others{0.0f, 0.0f};
            for (const ContactPoint& other : p.siblings) others += other.anchorA - p.point->anchorA;
            if (dot(others, aside) > 0.0f) aside = -aside;
            const bool isCut = magnification * depth > kMaxPx * context.pixel;
            const float length = isCut ? kMaxPx * context.pixel : magnification * depth;
            const Position center = p.position + p.markScale * kAsidePx * context.pixel * aside;
            const Vec2 half = 0.5f * length * n;
            const float tick = p.markScale * 4.0f * context.pixel;
            out.addBar(center - half, center + half, style);
            for (const float end : {-1.0f, 1.0f}) { // no ticks at the ends of a bar that is cut
                if (isCut) break;
                const Position at = center + end * half;
                out.addLine(at - tick * aside, at + tick * aside, context.line(color, 1.0f));
            }
            labelAt = center;
        }
        if (!context.view.labels || !p.labelled()) continue;
        WorldLabel label;
        label.point = labelAt;
        label.text = formatNumber(1000.0 * static_cast<double>(depth)) + " mm";
        label.color = color;
        label.priority = p.hovered ? 850.0f : 40.0f + 10.0f * depth;
        label.required = p.hovered;
        out.labels.push_back(std::move(label));
    }
}

void legendOfPenetration(const ViewContext& context, LegendRows& rows)
{
    const float magnification = magnificationOf(context);
    rows.push_back({LegendMark::Bar,
                    context.palette.penetration,
                    {},
                    magnification > 1.0f ? fmt::format("depth, x{:.0f} with ticks", magnification)
                                         : std::string("depth")});
}

} // namespace satbox::app
