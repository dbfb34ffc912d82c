// The user's broad-phase query, and the nodes that the engine's search visited.

#include "app/document/commands.h"
#include "app/lenses/broad_phase/broad_phase_drawing.h"
#include "app/lenses/broad_phase/query_visits.h"
#include "app/text/format.h"

#include <fmt/format.h>

namespace satbox::app {

namespace {

constexpr float kMarkPx = 4.0f;
constexpr float kQueryPx = 2.5f;

void fill(const ViewContext& context, DrawList& out, const WorldBox& box, const Color& color)
{
    WorldBox seen{maximum(box.lower, context.visible.lower), minimum(box.upper, context.visible.upper)};
    if (seen.lower.x >= seen.upper.x || seen.lower.y >= seen.upper.y) return;
    const Position corners[] = {
        seen.lower, {seen.upper.x, seen.lower.y}, seen.upper, {seen.lower.x, seen.upper.y}};
    out.addConvex(corners, color);
}

// Entered: solid. Pruned: dashed, with a cross. Tested: thick, with a ring. Hit: filled, with a disc.
void drawVisit(const ViewContext& context, DrawList& out, const QueryTrace::Step& step, bool current)
{
    const Aabb& box = step.visit.box;
    if (!overlaps(box, context.visible)) return;
    const VisitKind kind = visitKind(step);
    const Color color = visitColor(context.palette, kind);
    const float wider = current ? 2.0f : 0.0f;
    const bool leaf = kind == VisitKind::Tested || kind == VisitKind::Hit;
    if (kind == VisitKind::Hit) fill(context, out, box, color.withAlpha(0.14f));
    if (current && kind != VisitKind::Hit) fill(context, out, box, color.withAlpha(0.10f));
    out.addBox(box, context.line(color, (leaf ? 1.5f : 1.25f) + wider), kind == VisitKind::Pruned);
    const Vec2 middle = center(box);
    if (kind == VisitKind::Pruned) out.addCross(middle, kMarkPx, color, 1.5f);
    if (kind == VisitKind::Tested) out.addRing(middle, kMarkPx + 1.0f, color, 2.0f);
    if (kind == VisitKind::Hit) out.addDisc(middle, kMarkPx, color);
}

// Solid up to the nearest hit known after the last visit shown, which is where the search ends; dashed
// beyond.
void drawRay(const ViewContext& context, const ShownQuery& input, DrawList& out, const BroadPhaseQuery& query,
             size_t shown)
{
    const Color color = context.palette.text;
    const std::optional<WorldRayHit>& hit = input.trace->hit;
    const bool whole = shown == input.trace->steps.size();
    const float searched = !whole ? input.trace->steps[shown].visit.maxFraction : hit ? hit->fraction : 1.0f;
    out.addRing(query.from, kMarkPx, color, 2.0f);
    if (searched >= 1.0f && !(whole && hit)) {
        out.addArrow(query.from, query.to, context.line(color, kQueryPx));
        return;
    }
    const Position end = query.from + searched * (query.to - query.from);
    out.addLine(query.from, end, context.line(color, kQueryPx));
    out.addDashedLine(end, query.to, context.line(color.dimmed(0.8f)));
    if (!hit || hit->fraction != searched) {
        out.addRing(end, kMarkPx, color, 2.0f);
        return;
    }
    const Position point = hit->point;
    out.addArrow(point, point + context.view.normalLength * context.pixel * hit->normal,
                 context.line(context.palette.velocity));
    out.addDisc(point, 5.0f, context.palette.velocity);
}

// Position of a label, whose text extends to the right, clear of the ray: below a rising ray, above others.
Position besideRay(const ViewContext& context, const BroadPhaseQuery& query)
{
    constexpr float kAwayPx = 24.0f;
    Vec2 away = perp(normalizeOrZero(query.to - query.from));
    const bool rises = query.to.y > query.from.y;
    if ((away.y > 0.0f) == rises) away = -away;
    return query.from + kAwayPx * context.pixel * away;
}

std::string countsText(const QueryTrace& trace)
{
    const QueryTrace::Counts counts = trace.counts();
    return fmt::format("visited {} of {} nodes, {} tested, {}", counts.visited, trace.nodes,
                       countText(static_cast<uint64_t>(counts.leaves), "leaf", "leaves"),
                       countText(static_cast<uint64_t>(counts.hits), "hit", "hits"));
}

} // namespace

void drawQuery(const ViewContext& context, const ShownQuery& input, DrawList& out)
{
    if (!input.broad.query || !input.trace) return;
    const BroadPhaseQuery& query = *input.broad.query;
    const QueryTrace& trace = *input.trace;
    const size_t shown = shownVisitCount(input.broad, trace);
    // Leaves over inner nodes.
    for (const bool leaves : {false, true})
        for (size_t i = 0; i < shown; ++i)
            if (trace.steps[i].visit.isLeaf == leaves) drawVisit(context, out, trace.steps[i], false);
    if (query.kind == QueryKind::Ray) {
        drawRay(context, input, out, query, shown);
    } else {
        fill(context, out, query.box(), context.palette.text.withAlpha(0.06f));
        // A wider box in the background colour first, so that the query stands out from the shapes found.
        out.addBox(query.box(), context.line(context.palette.background, kQueryPx + 3.0f));
        out.addBox(query.box(), context.line(context.palette.text, kQueryPx));
        if (query.from == query.to) out.addCross(query.from, 6.0f, context.palette.text, 2.0f);
    }
    if (!input.broad.visit.index) {
        const Position at = query.kind == QueryKind::Ray ? besideRay(context, query) : query.box().upper;
        out.addRequiredLabel(at, countsText(trace), context.palette.text);
        return;
    }
    if (shown == 0) return;
    const QueryTrace::Step& step = trace.steps[shown - 1];
    drawVisit(context, out, step, true);
    const VisitKind kind = visitKind(step);
    out.addRequiredLabel(center(step.visit.box),
                         fmt::format("visit {} of {}: {}", shown, trace.steps.size(), visitLabel(kind)),
                         context.palette.text);
}

void legendOfQuery(const ViewContext& context, const ShownQuery& input, LegendRows& rows)
{
    if (!input.broad.query || !input.trace) return;
    const Palette& palette = context.palette;
    const QueryTrace::Counts counts = input.trace->counts();
    const auto row = [&](LegendMark mark, VisitKind kind, std::string text) {
        rows.push_back({mark, visitColor(palette, kind), {}, std::move(text)});
    };
    row(LegendMark::Line, VisitKind::Entered, fmt::format("node entered: {}", counts.entered));
    row(LegendMark::Dashed, VisitKind::Pruned, fmt::format("pruned, with a cross: {}", counts.pruned));
    row(LegendMark::Ring, VisitKind::Tested,
        fmt::format("leaf tested, no hit: {}", counts.leaves - counts.hits));
    row(LegendMark::Disc, VisitKind::Hit, fmt::format("leaf tested, hit: {}", counts.hits));
}

} // namespace satbox::app
