// The Tests tab: five published overlap tests on one pair, and the values of the chosen one.

#include "app/lenses/pair/manifold_steps.h"
#include "app/lenses/pair/panel/pair_sections.h"
#include "app/text/format.h"
#include "app/view/contact_facts.h"
#include "app/widgets/navigation_rows.h"
#include "app/widgets/text_drawing.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

namespace satbox::app {

namespace {

// Right edges of the columns, as shares of the row width.
constexpr float kAnswerEnd = 0.68f;
constexpr float kAxesEnd = 0.81f;

void drawListHead(const UiContext& ui)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::Dummy({width, listRowHeight(ui, 1)});
    itemTooltip(
        ui,
        "Axes: number tried until the answer was known; for the Minkowski difference, its number of edges. "
        "Time: computing time of one test, in ns. For the interval and projection tests it includes "
        "recording each axis, for the Minkowski difference building all of it.");
    const Color& muted = ui.palette.muted;
    drawClippedText(muted, at.x + ui.px(8.0f), at.y + ui.px(2.0f), at.x + width, "Test");
    drawRightAlignedText(muted, at.x + kAnswerEnd * width, at.y + ui.px(2.0f), "Answer");
    drawRightAlignedText(muted, at.x + kAxesEnd * width, at.y + ui.px(2.0f), "Axes");
    drawRightAlignedText(muted, at.x + width - ui.px(4.0f), at.y + ui.px(2.0f), "Time");
}

void drawTestRow(const UiContext& ui, size_t index, const OverlapResult& result, PairState& pair)
{
    const OverlapTest test = kOverlapTests[index];
    const bool chosen = pair.test == test;
    const char* answer = result.overlap ? "overlap" : "apart";
    const ListRow row = listRow(
        ui, nameOf(test), fmt::format("{} {}{}", answer, result.axesTried, chosen ? " chosen" : ""), chosen);
    itemTooltip(ui, fmt::format("{} {}", touchingRule(test), sourceOf(test)));
    if (row.pressed) pair.chooseTest(test);
    const Palette& colors = ui.palette;
    const float width = row.right - row.left;
    const float y = row.top + ui.px(2.0f);
    if (chosen)
        ImGui::GetWindowDrawList()->AddRectFilled({row.left, row.top + ui.px(2.0f)},
                                                  {row.left + ui.px(3.0f), row.bottom - ui.px(2.0f)},
                                                  colors.accent.packed(), ui.px(1.0f));
    drawClippedText(colors.text, row.left + ui.px(8.0f), y, row.left + 0.52f * width, nameOf(test));
    drawRightAlignedText(result.overlap ? colors.penetration : colors.pairSeparating,
                         row.left + kAnswerEnd * width, y, answer);
    drawRightAlignedText(colors.text, row.left + kAxesEnd * width, y, std::to_string(result.axesTried));
    if (pair.nanoseconds[index] > 0.0f)
        drawRightAlignedText(colors.text, row.right - ui.px(4.0f), y,
                             fmt::format("{:.0f} ns", pair.nanoseconds[index]));
}

void drawEdgeRow(const UiContext& ui, const VertexContacts& found, ReferenceOwner owner)
{
    const bool ofA = owner == ReferenceOwner::A;
    const MaxSeparation& best = ofA ? found.edgeA : found.edgeB;
    valueRow(
        ui, ofA ? "Greatest separation of A" : "Greatest separation of B",
        fmt::format("{}, {}", featureName(owner, best.face), lengthText(best.separation)),
        "Edge of this polygon with the greatest separation from the other polygon. In m or mm; negative: "
        "parts of the other polygon are behind every edge, so the two may overlap.");
}

void drawVertexContactRows(const UiContext& ui, const PairAnalysis& analysis, PairState& pair)
{
    const VertexContacts& found = analysis.overlapTrace->contacts;
    drawEdgeRow(ui, found, ReferenceOwner::A);
    drawEdgeRow(ui, found, ReferenceOwner::B);
    if (!found.overlap) {
        hintText(ui, "One separation is positive: the polygons are separated and no vertex is tested.");
        return;
    }
    valueRow(ui, "Winning edge", featureName(found.owner, found.face),
             "The edge with the greater of the two separations; A's if they are equal.");
    valueRow(ui, "Normal, A to B", formatVector(analysis.directionToWorld(found.normal), 3),
             "Normal of the winning edge: unit vector from A to B.");
    valueRow(ui, "Depth", lengthText(found.depth),
             "Overlap at the winning edge, in mm. All contact points of this pair have the same depth.");
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    if (found.count == 0)
        hintText(ui, "No vertex is inside the other polygon: this test finds no contact point although the "
                     "polygons overlap.");
    for (int i = 0; i < found.count; ++i) {
        const VertexContact& contact = found.points[static_cast<size_t>(i)];
        const bool ofA = isVertexOfA(contact.id);
        const std::string name = fmt::format("{} inside {}", vertexName(contact.id), ofA ? "B" : "A");
        const std::string position = formatVector(analysis.toWorld(contact.point), 3) + " m";
        const ListRow row = listRow(ui, name, position, false);
        itemTooltip(ui, "Contact point: position of the vertex in the world, in m.");
        if (row.hovered) pair.hover.point = static_cast<size_t>(i);
        const float y = row.top + ui.px(2.0f);
        drawClippedText(ofA ? ui.palette.pairA : ui.palette.pairB, row.left + ui.px(8.0f), y, row.right,
                        name);
        drawRightAlignedText(ui.palette.text, row.right - ui.px(4.0f), y, position);
    }
}

} // namespace

void drawPairTests(const UiContext& ui, const PairAnalysis& analysis, PairState& pair)
{
    if (!analysis.overlapResults || !analysis.overlapTrace) {
        hintText(ui, "The published tests apply to polygons only, not to circles, capsules or segments.");
        return;
    }
    ImGui::PushFont(ui.fonts.small);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0f, 0.0f});
    drawListHead(ui);
    for (size_t i = 0; i < std::size(kOverlapTests); ++i)
        drawTestRow(ui, i, (*analysis.overlapResults)[i], pair);
    ImGui::PopStyleVar();
    ImGui::PopFont();
    const bool agree = std::ranges::all_of(*analysis.overlapResults, [&](const OverlapResult& r) {
        return r.overlap == analysis.overlapResults->front().overlap;
    });
    ImGui::Dummy({0.0f, ui.px(2.0f)});
    hintText(ui, agree ? "All five agree. Click one to see its values."
                       : "The shapes touch within rounding error, where the rules of the tests differ. Hover "
                         "over a test to read its rule.");

    const OverlapTrace& trace = *analysis.overlapTrace;
    heading(ui, nameOf(trace.test));
    hintText(ui, howItWorks(trace.test));
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    ImGui::PushFont(ui.fonts.small);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0f, 0.0f});
    if (trace.test == OverlapTest::VertexContacts)
        drawVertexContactRows(ui, analysis, pair);
    else
        drawTestAxes(ui, trace, pair);
    ImGui::PopStyleVar();
    ImGui::PopFont();
}

} // namespace satbox::app
