// Islands, awake (as the engine groups them now) and asleep, and the colours of the constraint graph.

#include "app/text/island_text.h"
#include "app/view/body_colors.h"
#include "app/view/overlay_colors.h"
#include "app/view/overlays.h"
#include "app/view/shape_drawing.h"
#include "engine/step/schedule/constraint_graph.h"
#include "engine/world/world_access.h"
#include <satbox/lab/island_report.h>
#include <satbox/outlines.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace satbox::app {

namespace {

constexpr float kIslandFill = 0.10f;
constexpr float kMarginPx = 6.0f; // between an island's bodies and its outline

struct Outlines {
    const ViewContext& context;
    DrawList& out;
    float widthPx = 1.5f;

    // A convex outline around the bodies, in category colour `colorIndex`.
    void draw(std::span<const uint32_t> bodies, uint32_t colorIndex, bool asleep) const
    {
        const WorldState& state = stateOf(context.world);
        // Relative to one of the bodies, for precision.
        const Position origin = state.bodies.motions[bodies.front()].center;
        std::vector<Position> border;
        for (const uint32_t slot : bodies)
            for (const uint32_t shape : state.bodies.slots.at(slot).shapes)
                appendBorder(border, state.shapes.at(shape).shape, state.bodies.motions[slot].transform());
        std::vector<Vec2> points;
        for (const Position p : border) points.push_back(p - origin);
        HullResult hull = makeHull(points);
        if (!hull.ok()) return;
        Vec2 middle{0.0f, 0.0f};
        for (const Vec2 v : hull.vertices) middle += v;
        middle /= static_cast<float>(hull.vertices.size());
        for (Vec2& v : hull.vertices) v += kMarginPx * context.pixel * normalizeOrZero(v - middle);

        const Color color = categoryColor(context.palette, colorIndex).saturated(asleep ? 0.4f : 1.0f);
        DrawList outline;
        outline.addConvex(hull.vertices, color.withAlpha(kIslandFill));
        for (size_t i = 0; i < hull.vertices.size(); ++i) {
            const Vec2 a = hull.vertices[i];
            const Vec2 b = hull.vertices[(i + 1) % hull.vertices.size()];
            if (asleep)
                outline.addDashedLine(a, b, context.line(color.dimmed(0.7f), widthPx));
            else
                outline.addLine(a, b, context.line(color, widthPx));
        }
        out.append(outline, origin);
    }
};

// With sleeping off, all labels would be the same.
bool hasAwakeLabel(const IslandReport& island)
{
    return !island.asleep() && island.reason != AwakeReason::SleepingOff;
}

// Labels the body that keeps an island awake with the reason.
void labelAwakeBody(const ViewContext& context, DrawList& out, const IslandReport& island, bool isHovered)
{
    const Position at = stateOf(context.world).bodies.motions[island.body].center;
    if (!isFinite(at) || !contains(context.visible, at)) return;
    const Color color =
        island.reason == AwakeReason::Resting ? context.palette.muted : context.palette.broadPhase;
    out.addRing(at, 5.0f, color, 2.0f);
    if (isHovered)
        out.addRequiredLabel(at, shortAwakeReason(context.world, island), color);
    else // larger islands first
        out.addLabel(at, shortAwakeReason(context.world, island), color,
                     20.0f + std::min(static_cast<float>(island.bodies.size()), 100.0f));
}

} // namespace

void drawIslands(const ViewContext& context, DrawList& out)
{
    const Outlines outlines{context, out};
    for (const IslandReport& island : reportIslands(context.world)) {
        // Coloured by the first body, so that an island keeps its colour as long as it keeps that body.
        outlines.draw(island.bodies, island.bodies.front(), island.asleep());
        if (hasAwakeLabel(island) && context.view.labels) labelAwakeBody(context, out, island, false);
    }
}

void drawHintedIsland(const ViewContext& context, DrawList& out)
{
    if (!context.hints.island) return;
    const uint32_t first = *context.hints.island;
    for (const IslandReport& island : reportIslands(context.world)) {
        if (island.bodies.front() != first) continue;
        Outlines{context, out, 3.0f}.draw(island.bodies, first, island.asleep());
        labelAwakeBody(context, out, island, true);
    }
}

void legendOfIslands(const ViewContext& context, LegendRows& rows)
{
    rows.push_back(cycleRow(context.palette, "island; colours repeat"));
    const std::vector<IslandReport> islands = reportIslands(context.world);
    const auto any = [&](auto&& is) { return std::any_of(islands.begin(), islands.end(), is); };
    if (any([](const IslandReport& i) { return i.asleep(); }))
        rows.push_back(
            {LegendMark::Dashed, categoryColor(context.palette, 0).saturated(0.4f), {}, "island, asleep"});
    if (!context.view.labels) return;
    const auto rests = [](const IslandReport& i) { return i.reason == AwakeReason::Resting; };
    if (any([&](const IslandReport& i) { return hasAwakeLabel(i) && !rests(i); }))
        rows.push_back(
            {LegendMark::Ring, context.palette.broadPhase, {}, "body that keeps its island awake"});
    if (any(rests))
        rows.push_back({LegendMark::Ring, context.palette.muted, {}, "body at rest for the shortest time"});
}

void drawContactColours(const ViewContext& context, DrawList& out)
{
    const BodyStore& bodies = stateOf(context.world).bodies;
    for (const VisiblePoint& p : context.points) {
        const Contact& contact = *p.contact;
        if (!p.firstInView || contact.colour < 0) continue;
        const bool overflow = contact.colour == kOverflowColour;
        const Color color = displayColor(context.palette, contact.colour).dimmed(p.emphasis);
        // From each dynamic body to the contact: no two lines of one colour meet at a body.
        const Position at = p.contactCenter();
        for (const uint32_t slot : {contact.bodyA, contact.bodyB})
            if (bodies.slots.at(slot).type == BodyType::Dynamic)
                out.addLine(bodies.motions[slot].center, at,
                            context.line(color, 2.0f * std::max(p.markScale, 0.6f)));
        out.addSquare(at, 4.0f * p.markScale, color);
        if (!context.view.labels || p.markScale < VisiblePoint::kMinLabelledScale) continue;
        WorldLabel label;
        label.point = at;
        label.text = overflow ? "overflow" : fmt::format("{}", contact.colour);
        label.color = color;
        label.priority = p.hovered ? 800.0f : 15.0f;
        out.labels.push_back(std::move(label));
    }
}

void legendOfContactColours(const ViewContext& context, LegendRows& rows)
{
    const StepReport& report = reportOf(context.world);
    rows.push_back(
        {LegendMark::Square,
         displayColor(context.palette, 1),
         {},
         fmt::format("contact colours: {}, overflow {}", report.coloursUsed, report.overflowContacts)});
}

} // namespace satbox::app
