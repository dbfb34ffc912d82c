// Centres of mass, velocities, trails and sleep.

#include "app/text/format.h"
#include "app/view/body_colors.h"
#include "app/view/overlay_colors.h"
#include "app/view/overlays.h"
#include "app/view/shape_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

constexpr float kCenterPx = 6.0f;
constexpr float kSpinPx = 16.0f;    // radius of the arc that shows the spin
constexpr float kSpinTurn = 0.5f;   // rad of arc per rad/s
constexpr float kMaxSpinArc = 5.5f; // rad
constexpr float kSleepRingPx = 9.0f;
constexpr size_t kMaxTrailLines = 30000; // of all trails together

template<class Fn>
void forEachVisibleBody(const ViewContext& context, Fn&& fn)
{
    context.world.forEachBody([&](BodyId id, const Body& body, const BodyMotion& motion) {
        if (body.type == BodyType::Static || !isFinite(motion.center)) return;
        if (contains(context.visible, motion.center)) fn(id, body, motion);
    });
}

} // namespace

void drawCenters(const ViewContext& context, DrawList& out)
{
    forEachVisibleBody(context, [&](BodyId id, const Body&, const BodyMotion& motion) {
        const Color color = context.palette.text.dimmed(context.emphasisOfBody(id.index));
        const float markScale = context.markScaleOfBody(id.index);
        out.addCross(motion.center, markScale * kCenterPx, color,
                     std::max(1.5f * markScale, 1.0f) * context.view.lineScale);
    });
}

void legendOfCenters(const ViewContext& context, LegendRows& rows)
{
    rows.push_back({LegendMark::Cross, context.palette.text, {}, "centre of mass"});
}

void drawVelocities(const ViewContext& context, DrawList& out)
{
    forEachVisibleBody(context, [&](BodyId id, const Body& body, const BodyMotion& motion) {
        if (!body.awake) return;
        const Color color = context.palette.velocity.dimmed(context.emphasisOfBody(id.index));
        const float speed = length(motion.v);
        const float reach = context.arrowLength(speed, context.view.velocityLength);
        const bool chosen = id == context.selection.hoveredBody || context.selection.contains(id);
        if (reach > 1.0f * context.pixel) {
            const Vec2 direction = normalizeOrZero(motion.v);
            context.addArrow(out, motion.center, direction, reach, context.line(color));
            const bool large = context.markScaleOfBody(id.index) >= VisiblePoint::kMinLabelledScale;
            if (context.view.labels && (chosen || (large && reach > 16.0f * context.pixel))) {
                WorldLabel label;
                label.point = motion.center + reach * direction;
                label.text = formatQuantity(speed, "m/s");
                label.color = color;
                label.priority = chosen ? 700.0f : 10.0f + std::min(speed, 9.0f);
                out.labels.push_back(std::move(label));
            }
        }
        const float arc = std::clamp(kSpinTurn * motion.w, -kMaxSpinArc, kMaxSpinArc);
        if (std::abs(arc) > 0.15f) {
            const float from = angleOf(motion.q);
            addArc(out, motion.center, context.markScaleOfBody(id.index) * kSpinPx * context.pixel, from, arc,
                   context.line(color.dimmed(0.8f), 1.5f), true);
        }
    });
}

void legendOfVelocities(const ViewContext& context, LegendRows& rows)
{
    rows.push_back({LegendMark::Arrow, context.palette.velocity, {}, "velocity; arc: angular velocity"});
}

namespace {

// Maximum number of points drawn per trail: kMaxPoints, fewer with many bodies.
size_t maxTrailPoints(const ViewContext& context)
{
    const size_t bodies = std::max<size_t>(context.trailHistory.trails.size(), 1);
    return std::min(TrailHistory::kMaxPoints, std::max<size_t>(kMaxTrailLines / bodies, 8));
}

} // namespace

void drawTrails(const ViewContext& context, DrawList& out)
{
    const double wanted = static_cast<double>(context.view.trailSeconds) / context.trailHistory.stepSeconds;
    const size_t longest = std::min(static_cast<size_t>(std::max(wanted, 2.0)), maxTrailPoints(context));
    for (const TrailHistory::Trail& trail : context.trailHistory.trails) {
        const size_t count = std::min(trail.points.size(), longest);
        if (count < 2 || !context.world.isValid(trail.body)) continue;
        const Color color =
            categoryColor(context.palette, trail.body.index).dimmed(context.emphasisOfBody(trail.body.index));
        Position newer = trailPoint(trail, 0);
        for (size_t i = 1; i < count; ++i) {
            const Position older = trailPoint(trail, i);
            // Segments shorter than 1 px are merged: a body at rest costs a single line.
            if (length(older - newer) < 1.0f * context.pixel && i + 1 < count) continue;
            if (contains(context.visible, older) || contains(context.visible, newer)) {
                const float fade = 1.0f - static_cast<float>(i) / static_cast<float>(count);
                out.addLine(newer, older, context.line(color.dimmed(0.15f + 0.75f * fade), 1.5f));
            }
            newer = older;
        }
    }
}

void legendOfTrails(const ViewContext& context, LegendRows& rows)
{
    const double longest = static_cast<double>(maxTrailPoints(context)) * context.trailHistory.stepSeconds;
    const double seconds = std::min(static_cast<double>(context.view.trailSeconds), longest);
    rows.push_back(cycleRow(context.palette, "trail of the last " + formatQuantity(seconds, "s")));
}

void drawSleep(const ViewContext& context, DrawList& out)
{
    const WorldSettings& settings = context.world.settings();
    if (!settings.sleeping) return;
    forEachVisibleBody(context, [&](BodyId id, const Body& body, const BodyMotion& motion) {
        if (body.type != BodyType::Dynamic || !body.enabled || body.quarantined) return;
        const Color color = context.palette.muted.dimmed(context.emphasisOfBody(id.index));
        const float markScale = context.markScaleOfBody(id.index);
        if (!body.awake) {
            if (!context.view.labels || markScale < VisiblePoint::kMinLabelledScale) return;
            WorldLabel label;
            label.point = motion.center;
            label.text = "z";
            label.color = color;
            label.priority = 1.0f;
            label.clearancePx = 0.0f;
            out.labels.push_back(std::move(label));
            return;
        }
        if (!body.sleepAllowed || settings.timeToSleep <= 0.0f) return;
        // Share of the time until sleep, clockwise from the top.
        const float share = std::clamp(body.sleepTime / settings.timeToSleep, 0.0f, 1.0f);
        if (share > 0.02f)
            addArc(out, motion.center, markScale * kSleepRingPx * context.pixel, 0.5f * kPi,
                   -2.0f * kPi * share, context.line(color, std::max(2.0f * markScale, 1.0f)));
    });
}

void legendOfSleep(const ViewContext& context, LegendRows& rows)
{
    if (!context.world.settings().sleeping) return;
    rows.push_back({LegendMark::Arc,
                    context.palette.muted,
                    {},
                    "time at rest; full after " +
                        formatQuantity(static_cast<double>(context.world.settings().timeToSleep), "s")});
}

} // namespace satbox::app
