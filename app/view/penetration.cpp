// How deep shapes overlap: a bar from surface to surface at its true length, magnified beside the contact
// where that is too short to see, and a number in millimetres.

#include "app/ui/format.h"
#include "app/view/overlays.h"

#include <fmt/format.h>

#include <algorithm>

namespace satbox::app {

namespace {

constexpr float kMagnifications[] = {100.0f, 10.0f};
constexpr float kTooShortPx = 6.0f;
constexpr float kBarPx = 4.0f;
constexpr float kAsidePx = 12.0f;   // from the contact to its magnified bar
constexpr float kSmallest = 1e-5f;  // m; less is touching
constexpr float kLongestPx = 60.0f; // of a magnified bar: 10 times kTooShortPx

} // namespace

void drawPenetration(const ViewContext& context, DrawList& out)
{
    for (const PointView& p : context.points) {
        const float depth = p.depth();
        if (depth < kSmallest) continue;
        const Color color = context.palette.penetration.dimmed(p.emphasis);
        const LineStyle style =
            context.line(color, p.hovered ? kBarPx + 1.0f : std::max(p.detail * kBarPx, 1.5f));
        const Vec2 n = p.contact->normal;
        Vec2 labelAt = p.position;
        out.addBar(p.position - 0.5f * depth * n, p.position + 0.5f * depth * n, style);

        const bool tooShort = depth < kTooShortPx * context.pixel;
        float magnification = 1.0f;
        if (tooShort && context.view.magnify) {
            // Beside the contact on the side that looks away from its other point, so that two bars of one
            // contact do not lie on each other.
            Vec2 aside = perp(n);
            if (p.contact->count == 2) {
                const Vec2 other = p.contact->points[1 - p.index].anchorA - p.point->anchorA;
                if (dot(other, aside) > 0.0f) aside = -aside;
            }
            const bool fits = kMagnifications[0] * depth <= kLongestPx * context.pixel;
            magnification = kMagnifications[fits ? 0 : 1];
            const float length = magnification * depth;
            const Vec2 center = p.position + p.detail * kAsidePx * context.pixel * aside;
            const Vec2 half = 0.5f * length * n;
            const float tick = p.detail * 4.0f * context.pixel;
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
                    context.view.magnify ? "depth; x10, x100: magnified" : "depth"});
}

} // namespace satbox::app
