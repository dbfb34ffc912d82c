// Force chains: contacts as edges between bodies, by the load they carry.

#include "app/text/format.h"
#include "app/view/overlay_colors.h"
#include "app/view/overlays.h"
#include "engine/world/world_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

constexpr float kThinnestPx = 1.0f, kThickestPx = 9.0f;

struct Edge {
    const Contact* contact = nullptr;
    Position at{};          // contact centre
    float impulse = 0.0f;   // N s, normal, sum over the points and the step
    float markScale = 1.0f; // VisiblePoint::markScale
};

std::vector<Edge> edgesOf(const ViewContext& context)
{
    std::vector<Edge> edges;
    for (const VisiblePoint& p : context.points) {
        if (p.contact->sensor || !p.firstInView) continue;
        Edge& edge = edges.emplace_back();
        edge.contact = p.contact;
        edge.at = p.contactCenter();
        edge.markScale = p.markScale;
        for (const ContactPoint& point : p.siblings) edge.impulse += point.totalImpulse;
    }
    return edges;
}

} // namespace

void drawForceGraph(const ViewContext& context, DrawList& out)
{
    const BodyStore& bodies = stateOf(context.world).bodies;
    const std::vector<Edge> edges = edgesOf(context);
    float maxImpulse = 0.0f;
    for (const Edge& edge : edges) maxImpulse = std::max(maxImpulse, edge.impulse);
    for (const Edge& edge : edges) {
        if (edge.impulse <= 0.0f) continue;
        const Contact& c = *edge.contact;
        Color color = displayColor(context.palette, c.colour);
        if (context.hints.solvingOrder) {
            const SolvingOrder& order = *context.hints.solvingOrder;
            const auto found = order.find({c.shapeA, c.shapeB});
            color = found == order.end()
                        ? context.palette.muted.withAlpha(0.4f)
                        : treeColor(context.palette,
                                    static_cast<float>(found->second) /
                                        static_cast<float>(std::max<size_t>(order.size(), 2) - 1));
        }
        // Square root: a contact with 10 % of the load is still about a third as thick.
        const float thickest = kThickestPx * edge.markScale; // markScale: thinner on small bodies
        const float width = kThinnestPx + (thickest - kThinnestPx) * std::sqrt(edge.impulse / maxImpulse);
        for (const uint32_t slot : {c.bodyA, c.bodyB})
            if (bodies.slots.at(slot).type != BodyType::Static)
                out.addLine(bodies.motions[slot].center, edge.at, context.line(color, width));
        for (const uint32_t slot : {c.bodyA, c.bodyB})
            if (bodies.slots.at(slot).type == BodyType::Static)
                out.addSquare(edge.at, 0.5f * width + 2.0f,
                              color); // the load enters a static body
    }
}

void legendOfForceGraph(const ViewContext& context, LegendRows& rows)
{
    float maxImpulse = 0.0f;
    bool coloured = false, asleep = false; // a contact without a contact colour is asleep
    for (const Edge& edge : edgesOf(context)) {
        maxImpulse = std::max(maxImpulse, edge.impulse);
        coloured |= edge.contact->colour >= 0;
        asleep |= edge.contact->colour < 0;
    }
    // With vertex contacts, one found within a step has no colour yet.
    asleep &= context.world.settings().solver != SolverType::VertexContact;
    // With several views, the maximum differs between them.
    const std::string thickest = context.otherWorlds.empty()
                                     ? formatQuantity(static_cast<double>(maxImpulse), "N s")
                                     : "largest impulse of each view";
    if (context.hints.solvingOrder)
        rows.push_back({LegendMark::Ramp, treeColor(context.palette, 0.0f), treeColor(context.palette, 1.0f),
                        fmt::format("solving order, first to last; thickest: {}", thickest)});
    else
        rows.push_back(
            {LegendMark::Line,
             coloured ? displayColor(context.palette, 1) : context.palette.muted,
             {},
             fmt::format("normal impulse{}; thickest: {}{}", coloured ? ", by contact colour" : "", thickest,
                         asleep && !coloured ? ", of the last step before falling asleep" : "")});
}

} // namespace satbox::app
