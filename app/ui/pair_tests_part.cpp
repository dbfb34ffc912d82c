// The Tests tab: five published tests of one pair, and what the chosen one computed.

#include "app/ui/format.h"
#include "app/ui/pair_parts.h"
#include "app/ui/part_rows.h"
#include "app/ui/widgets.h"
#include "app/view/contact_facts.h"
#include "app/view/pair_steps.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

namespace satbox::app {

namespace {

// Right ends of the columns, as shares of the row.
constexpr float kVerdictEnd = 0.68f;
constexpr float kAxesEnd = 0.81f;

void listHead(const UiContext& ui)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::Dummy({width, listRowHeight(ui, 1)});
    itemTooltip(
        ui,
        "Axes: tried until the answer was known; of the Minkowski difference its edges. Time: of one answer. "
        "The interval and projection tests write down each axis, the Minkowski test builds the "
        "whole difference first.");
    const Color& muted = ui.palette.muted;
    textWithin(muted, at.x + ui.px(8.0f), at.y + ui.px(2.0f), at.x + width, "Test");
    textBefore(muted, at.x + kVerdictEnd * width, at.y + ui.px(2.0f), "Answer");
    textBefore(muted, at.x + kAxesEnd * width, at.y + ui.px(2.0f), "Axes");
    textBefore(muted, at.x + width - ui.px(4.0f), at.y + ui.px(2.0f), "Time");
}

void testRow(const UiContext& ui, size_t index, const OverlapResult& result, PairState& pair)
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
    textWithin(colors.text, row.left + ui.px(8.0f), y, row.left + 0.52f * width, nameOf(test));
    textBefore(result.overlap ? colors.penetration : colors.pairAxis, row.left + kVerdictEnd * width, y,
               answer);
    textBefore(colors.text, row.left + kAxesEnd * width, y, std::to_string(result.axesTried));
    if (pair.nanoseconds[index] > 0.0f)
        textBefore(colors.text, row.right - ui.px(4.0f), y,
                   fmt::format("{:.0f} ns", pair.nanoseconds[index]));
}

std::string vectorText(Vec2 v, int decimals)
{
    return fmt::format("({}, {})", formatFixed(static_cast<double>(v.x), decimals),
                       formatFixed(static_cast<double>(v.y), decimals));
}

void edgeRow(const UiContext& ui, const VertexContacts& found, ReferenceOwner owner)
{
    const bool ofA = owner == ReferenceOwner::A;
    const MaxSeparation& best = ofA ? found.edgeA : found.edgeB;
    valueRow(ui, ofA ? "Greatest separation of A" : "Greatest separation of B",
             fmt::format("{}, {}", featureName(owner, best.face), lengthText(best.separation)),
             "Of all edges of this polygon the one that the other polygon is farthest in front of; negative: "
             "it reaches behind every edge.");
}

void vertexContactRows(const UiContext& ui, const PairAnalysis& analysis, PairState& pair)
{
    const VertexContacts& found = analysis.overlapTrace->contacts;
    edgeRow(ui, found, ReferenceOwner::A);
    edgeRow(ui, found, ReferenceOwner::B);
    if (!found.overlap) {
        hintText(ui, "A positive separation: the polygons are apart, and no vertex is tested.");
        return;
    }
    valueRow(ui, "Edge that wins", featureName(found.owner, found.face),
             "The greater of the two separations; A's where they are equal.");
    valueRow(ui, "Its normal, A to B", vectorText(analysis.turned(found.normal), 3),
             "Unit vector from A to B.");
    valueRow(ui, "Depth", lengthText(found.depth), "The same for each contact point of this pair.");
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    if (found.count == 0)
        hintText(ui, "No vertex lies inside the other polygon: this test finds no contact point, though the "
                     "polygons overlap.");
    for (int i = 0; i < found.count; ++i) {
        const VertexContact& contact = found.points[static_cast<size_t>(i)];
        const bool ofA = isVertexOfA(contact.id);
        const std::string name = fmt::format("{} inside {}", vertexName(contact.id), ofA ? "B" : "A");
        const std::string place = vectorText(analysis.toWorld(contact.point), 3) + " m";
        const ListRow row = listRow(ui, name, place, false);
        itemTooltip(ui, "A contact point: where the vertex is in the world.");
        if (row.hovered) pair.hover.point = static_cast<size_t>(i);
        const float y = row.top + ui.px(2.0f);
        textWithin(ofA ? ui.palette.pairA : ui.palette.pairB, row.left + ui.px(8.0f), y, row.right, name);
        textBefore(ui.palette.text, row.right - ui.px(4.0f), y, place);
    }
}

} // namespace

void drawPairTests(const UiContext& ui, const PairAnalysis& analysis, PairState& pair)
{
    if (!analysis.results || !analysis.overlapTrace) {
        hintText(ui,
                 "The published tests are for sharp polygons only: of a circle, capsule or segment they say "
                 "nothing.");
        return;
    }
    ImGui::PushFont(ui.fonts.small);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0f, 0.0f});
    listHead(ui);
    for (size_t i = 0; i < std::size(kOverlapTests); ++i) testRow(ui, i, (*analysis.results)[i], pair);
    ImGui::PopStyleVar();
    ImGui::PopFont();
    const bool agree = std::ranges::all_of(*analysis.results, [&](const OverlapResult& r) {
        return r.overlap == analysis.results->front().overlap;
    });
    ImGui::Dummy({0.0f, ui.px(2.0f)});
    hintText(ui,
             agree ? "All five agree. Click one for its own figures."
                   : "The shapes touch to within rounding: each test follows its own rule, and they differ.");

    const OverlapTrace& trace = *analysis.overlapTrace;
    heading(ui, nameOf(trace.test));
    hintText(ui, howItWorks(trace.test));
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    ImGui::PushFont(ui.fonts.small);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0f, 0.0f});
    if (trace.test == OverlapTest::VertexContacts)
        vertexContactRows(ui, analysis, pair);
    else
        drawTestAxes(ui, trace, pair);
    ImGui::PopStyleVar();
    ImGui::PopFont();
}

} // namespace satbox::app
