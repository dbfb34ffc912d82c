// Contacts as edges between the bodies they join: the chains along which a pile carries its load.

#include "app/ui/format.h"
#include "app/view/overlays.h"
#include "app/view/step_analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace satbox::app {

namespace {

constexpr float kThinnestPx = 1.0f, kThickestPx = 9.0f;

struct Edge {
    const Contact* contact = nullptr;
    Position at{};        // middle of its points
    float impulse = 0.0f; // N s, normal, of the whole step
    float detail = 1.0f;  // PointView::detail
};

// Place in solving order of the contacts of the island that is taken apart.
using Order = std::map<std::pair<uint32_t, uint32_t>, size_t>;

Order solvingOrder(const ViewContext& context)
{
    Order order;
    if (!context.stepAnalysis || !context.stepView->graphByOrder) return order;
    for (const IslandContact& c : context.stepAnalysis->record.contacts)
        order[{c.shapeA, c.shapeB}] = c.order;
    return order;
}

bool showsOrder(const ViewContext& context)
{
    return context.stepAnalysis && context.stepView->graphByOrder && context.stepAnalysis->solved();
}

std::vector<Edge> edgesOf(const ViewContext& context)
{
    std::vector<Edge> edges;
    for (const PointView& p : context.points) {
        if (p.contact->sensor || !p.firstInView) continue;
        Edge& edge = edges.emplace_back();
        edge.contact = p.contact;
        edge.at = p.middleOfContact();
        edge.detail = p.detail;
        for (const ContactPoint& point : p.siblings) edge.impulse += point.totalImpulse;
    }
    return edges;
}

} // namespace

void drawForceGraph(const ViewContext& context, DrawList& out)
{
    const BodyStore& bodies = context.world.state().bodies;
    const std::vector<Edge> edges = edgesOf(context);
    const Order order = solvingOrder(context);
    float most = 0.0f;
    for (const Edge& edge : edges) most = std::max(most, edge.impulse);
    for (const Edge& edge : edges) {
        if (edge.impulse <= 0.0f) continue;
        const Contact& c = *edge.contact;
        Color color = solvingColor(context.palette, c.colour);
        if (showsOrder(context)) {
            const auto place = order.find({c.shapeA, c.shapeB});
            color = place == order.end()
                        ? context.palette.muted.withAlpha(0.4f)
                        : treeColor(context.palette,
                                    static_cast<float>(place->second) /
                                        static_cast<float>(std::max<size_t>(order.size(), 2) - 1));
        }
        // By the square root: a contact with a tenth of the load is still a third as thick.
        const float thickest = kThickestPx * edge.detail; // small bodies are not buried
        const float width = kThinnestPx + (thickest - kThinnestPx) * std::sqrt(edge.impulse / most);
        for (const uint32_t slot : {c.bodyA, c.bodyB})
            if (bodies.slots.at(slot).type != BodyType::Static)
                out.addLine(bodies.motions[slot].center, edge.at, context.line(color, width));
        for (const uint32_t slot : {c.bodyA, c.bodyB})
            if (bodies.slots.at(slot).type == BodyType::Static)
                out.addSquare(edge.at, 0.5f * width + 2.0f,
                              color); // where the load goes into what never moves
    }
}

void legendOfForceGraph(const ViewContext& context, LegendRows& rows)
{
    float most = 0.0f;
    bool coloured = false, asleep = false; // what sleeps has no colour
    for (const Edge& edge : edgesOf(context)) {
        most = std::max(most, edge.impulse);
        coloured |= edge.contact->colour >= 0;
        asleep |= edge.contact->colour < 0;
    }
    asleep &= context.world.settings().solver != SolverType::VertexContact; // which colours none
    // Beside other worlds each view has its own.
    const std::string thickest =
        context.beside.empty() ? formatQuantity(static_cast<double>(most), "N s") : "is each view's hardest";
    if (showsOrder(context))
        rows.push_back({LegendMark::Ramp, treeColor(context.palette, 0.0f), treeColor(context.palette, 1.0f),
                        fmt::format("solved first to last; thickest {}", thickest)});
    else
        rows.push_back({LegendMark::Line,
                        coloured ? solvingColor(context.palette, 1) : context.palette.muted,
                        {},
                        fmt::format("normal impulse{}; thickest {}",
                                    coloured ? ", by solving colour"
                                    : asleep ? " when it fell asleep"
                                             : "",
                                    thickest)});
}

} // namespace satbox::app
