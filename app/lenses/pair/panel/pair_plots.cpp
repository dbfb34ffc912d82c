#include "app/lenses/pair/panel/pair_sections.h"
#include "app/text/format.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace satbox::app {

namespace {

constexpr int kDirections = 180; // of the polar plot

// A plot as wide as the panel; its content fits into a circle.
struct PlotFrame {
    ImVec2 a{}, b{};
    ImVec2 center{};
    float radius = 0.0f; // window points
};

PlotFrame beginPlotFrame(const UiContext& ui, const char* name, const char* help, float sidePx)
{
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = std::min(width, ui.px(sidePx));
    PlotFrame plot;
    plot.a = ImGui::GetCursorScreenPos();
    plot.b = {plot.a.x + width, plot.a.y + height};
    plot.center = {0.5f * (plot.a.x + plot.b.x), 0.5f * (plot.a.y + plot.b.y)};
    plot.radius = 0.5f * height - ui.px(18.0f);
    ImGui::Dummy({width, height});
    recordLastItem(ui, name);
    itemTooltip(ui, help);
    ImGui::GetWindowDrawList()->AddRectFilled(plot.a, plot.b, ui.palette.background.packed(), ui.px(4.0f));
    return plot;
}

ImVec2 toPlot(const PlotFrame& plot, Vec2 offset) // from the centre, window points, y up
{
    return {plot.center.x + offset.x, plot.center.y - offset.y};
}

} // namespace

void drawDepthByDirection(const UiContext& ui, const PairAnalysis& analysis, const PairState& pair)
{
    heading(ui, "Depth by direction");
    const PlotFrame plot = beginPlotFrame(
        ui, "Depth by direction",
        "How far B would have to move in each direction to separate from A. In m; the rim is the largest "
        "distance. Spokes: the candidate axes, from A to B; for overlapping polygons the winning axis is the "
        "shortest. Green: directions in which the shapes are already separated.",
        220.0f);
    ImDrawList& out = *ImGui::GetWindowDrawList();
    const Palette& colors = ui.palette;
    std::vector<float> depths;
    float largest = 1e-6f;
    for (int i = 0; i < kDirections; ++i) {
        const float angle = 2.0f * kPi * static_cast<float>(i) / static_cast<float>(kDirections);
        depths.push_back(depthAlong(analysis, rotate(makeRot(angle), {1.0f, 0.0f})));
        largest = std::max(largest, std::fabs(depths.back()));
    }
    const float scale = plot.radius / largest;
    out.PushClipRect(plot.a, plot.b, true);
    for (const float share : {0.5f, 1.0f})
        out.AddCircle(plot.center, share * plot.radius, colors.grid.major.packed(), 64);
    const auto spoke = [&](Vec2 direction, const Color& color, float width) {
        const float depth = depthAlong(analysis, direction);
        const ImVec2 end = toPlot(plot, std::fabs(depth) * scale * direction);
        out.AddLine(plot.center, end, color.packed(), std::max(ui.px(width), 1.0f));
        out.AddCircleFilled(end, ui.px(width + 1.5f), color.packed());
    };
    for (int i = 0; i < kDirections; ++i) {
        const auto here = static_cast<size_t>(i), next = static_cast<size_t>((i + 1) % kDirections);
        const auto at = [&](size_t k) {
            const float angle = 2.0f * kPi * static_cast<float>(k) / static_cast<float>(kDirections);
            return toPlot(plot, std::fabs(depths[k]) * scale * rotate(makeRot(angle), {1.0f, 0.0f}));
        };
        const Color color = depths[here] < 0.0f ? colors.pairSeparating : colors.penetration;
        out.AddLine(at(here), at(next), color.packed(), std::max(ui.px(1.5f), 1.0f));
    }
    for (size_t i = 0; i < analysis.trace.axes.size(); ++i) {
        const CandidateAxis& axis = analysis.trace.axes[i];
        const float side = axis.owner == ReferenceOwner::A ? 1.0f : -1.0f; // B's normals point towards A
        const bool shown = shownAxis(pair, analysis) == i;
        const Color color = axis.separates && axis.tried ? colors.pairSeparating
                            : axis.won                   ? colors.pairWinner
                            : shown                      ? colors.text
                                                         : colors.muted.withAlpha(0.6f);
        spoke(side * analysis.projections[i].axis, color, axis.won || shown ? 2.0f : 1.0f);
    }
    if (pair.usesManualAxis) spoke(normalizeOrZero(pair.manualAxis), colors.text, 2.0f);
    ImGui::PushFont(ui.fonts.small);
    const std::string rim = formatQuantity(static_cast<double>(largest), "m");
    out.AddText({plot.a.x + ui.px(6.0f), plot.a.y + ui.px(4.0f)}, colors.muted.packed(),
                ("rim: " + rim).c_str());
    ImGui::PopFont();
    out.PopClipRect();
}

void drawPairDifference(const UiContext& ui, const PairAnalysis& analysis)
{
    heading(ui, "Minkowski difference A − B");
    const PlotFrame plot =
        beginPlotFrame(ui, "Minkowski difference",
                       "All differences of a point of A and a point of B. The shapes overlap exactly if this "
                       "set contains the origin; the vector from the origin to the nearest edge is the "
                       "minimum translation. Edges have the colour of the shape they come from.",
                       260.0f);
    ImDrawList& out = *ImGui::GetWindowDrawList();
    const Palette& colors = ui.palette;
    const auto& vertices = analysis.difference.vertices;
    // Fits both the difference and the origin.
    Vec2 lower{0.0f, 0.0f}, upper{0.0f, 0.0f};
    std::vector<Vec2> points;
    for (const DifferenceVertex& vertex : vertices) {
        points.push_back(analysis.directionToWorld(vertex.point));
        lower = minimum(lower, points.back() - Vec2{analysis.radiusSum(), analysis.radiusSum()});
        upper = maximum(upper, points.back() + Vec2{analysis.radiusSum(), analysis.radiusSum()});
    }
    const Vec2 middle = 0.5f * (lower + upper);
    const float extent = std::max({upper.x - lower.x, upper.y - lower.y, 1e-6f});
    const float scale = 2.0f * plot.radius / extent;
    const auto plotPoint = [&](Vec2 p) { return toPlot(plot, scale * (p - middle)); };
    out.PushClipRect(plot.a, plot.b, true);
    const ImVec2 origin = plotPoint({0.0f, 0.0f});
    out.AddLine({plot.a.x, origin.y}, {plot.b.x, origin.y}, colors.grid.major.packed());
    out.AddLine({origin.x, plot.a.y}, {origin.x, plot.b.y}, colors.grid.major.packed());
    std::vector<ImVec2> outline;
    for (const Vec2 p : points) outline.push_back(plotPoint(p));
    if (outline.size() > 2) {
        std::vector<ImVec2> clockwise(outline.rbegin(),
                                      outline.rend()); // the winding that Dear ImGui antialiases
        out.AddConvexPolyFilled(clockwise.data(), static_cast<int>(clockwise.size()),
                                colors.text.withAlpha(0.06f).packed());
    }
    for (size_t i = 0; i < vertices.size() && vertices.size() > 1; ++i) {
        const DifferenceVertex& from = vertices[i];
        const DifferenceVertex& to = vertices[(i + 1) % vertices.size()];
        const bool fromA = from.vertexA != to.vertexA, fromB = from.vertexB != to.vertexB;
        const bool nearest = static_cast<int>(i) == analysis.minimumTranslation.edge;
        const Color color = fromA && fromB ? colors.text : fromA ? colors.pairA : colors.pairB;
        out.AddLine(outline[i], outline[(i + 1) % outline.size()], color.packed(),
                    std::max(ui.px(nearest ? 3.5f : 2.0f), 1.0f));
    }
    for (const ImVec2& corner : outline) {
        if (analysis.radiusSum() > 0.0f)
            out.AddCircle(corner, scale * analysis.radiusSum(), colors.muted.withAlpha(0.5f).packed(), 48);
        out.AddCircleFilled(corner, ui.px(2.5f), colors.text.packed());
    }
    const ImVec2 nearest = plotPoint(analysis.directionToWorld(analysis.minimumTranslation.nearest));
    out.AddLine(origin, nearest, colors.pairWinner.packed(), std::max(ui.px(2.0f), 1.0f));
    out.AddCircleFilled(nearest, ui.px(4.0f), colors.pairWinner.packed());
    out.AddCircle(origin, ui.px(5.0f), colors.text.packed(), 24, std::max(ui.px(2.0f), 1.0f));
    ImGui::PushFont(ui.fonts.small);
    // Away from the nearest edge, which the text would cover.
    const ImVec2 text = ImGui::CalcTextSize("origin");
    out.AddText({nearest.x < origin.x ? origin.x + ui.px(8.0f) : origin.x - ui.px(8.0f) - text.x,
                 nearest.y < origin.y ? origin.y + ui.px(4.0f) : origin.y - ui.px(4.0f) - text.y},
                colors.text.packed(), "origin");
    ImGui::PopFont();
    out.PopClipRect();

    const bool inside = analysis.minimumTranslation.depth >= 0.0f;
    valueRow(
        ui, "Origin", inside ? "inside: cores overlap" : "outside: cores are separated",
        "Whether the origin is inside the difference of the cores. The boundary counts as inside. A core is "
        "a shape without its radius: the centre of a circle, the centre line of a capsule, a whole polygon.");
    valueRow(ui, "Vertices", std::to_string(vertices.size()),
             "Number of vertices of the difference, at most the sum of those of A and B.");
    const auto edge = static_cast<size_t>(analysis.minimumTranslation.edge);
    if (vertices.size() > 1) {
        const DifferenceVertex& from = vertices[edge];
        const DifferenceVertex& to = vertices[(edge + 1) % vertices.size()];
        const bool fromA = from.vertexA != to.vertexA, fromB = from.vertexB != to.vertexB;
        valueRow(ui, "Nearest edge",
                 fromA && fromB ? fmt::format("A{} and B{}", from.vertexA, from.vertexB)
                 : fromA        ? fmt::format("A{}", from.vertexA)
                                : fmt::format("B{}", from.vertexB),
                 "Edge of A or of B that forms the edge of the difference nearest to the origin; both, if "
                 "two parallel edges form it.");
    }
    const Vec2 n = analysis.directionToWorld(analysis.minimumTranslation.normal);
    const auto depth = static_cast<double>(analysis.minimumTranslation.depth + analysis.radiusSum());
    valueRow(ui, depth >= 0.0 ? "Minimum translation of B" : "Distance",
             formatQuantity(std::fabs(depth), "m"),
             "Shortest translation that separates the shapes, or their distance. In m or mm.");
    valueRow(ui, "Direction", formatVector(n, 3), "Unit vector of the translation, from A to B.");
}

} // namespace satbox::app
