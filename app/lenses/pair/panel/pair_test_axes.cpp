// The axes of the overlap test chosen in the Tests tab, two lines each: the axis and the overlap on it, then
// both intervals, with the values that the test itself computes.

#include "app/lenses/pair/manifold_steps.h"
#include "app/lenses/pair/panel/pair_sections.h"
#include "app/text/format.h"
#include "app/widgets/navigation_rows.h"
#include "app/widgets/text_drawing.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

// Unit and origin of the intervals.
std::string unitHint(const OverlapTrace& trace)
{
    const char* unit =
        isInMetres(trace.test) ? "Intervals in m" : "Intervals in m times the length of the axis";
    const char* from = trace.test == OverlapTest::Interval       ? "the position of B's body"
                       : trace.test == OverlapTest::SupportPoint ? "the position of A's body"
                                                                 : "the world's origin";
    return fmt::format("{}, measured from {}.", unit, from);
}

std::string endHint(const OverlapTrace& trace)
{
    const size_t tried = trace.axes.size();
    if (trace.overlap)
        return fmt::format("The intervals overlap on all {} axes; the least overlap is marked.", tried);
    if (tried == 1)
        return fmt::format("The first of {} axes separates the polygons, so the test ends.", trace.axisCount);
    return fmt::format("{} of {} axes were tried. The last one separates the polygons, so the test ends.",
                       tried, trace.axisCount);
}

void drawAxisRow(const UiContext& ui, const OverlapTrace& trace, size_t index, bool shown, PairState& pair)
{
    const EdgeAxis& tried = trace.axes[index];
    const AxisProjection& p = tried.projection;
    const float depth = depthOn(p);
    const std::string edges = edgeNames(tried);
    const bool least = trace.minimumOverlapAxis == index;
    const std::string state = tried.separates ? "separates" : least ? "least" : "overlaps";
    const std::string intervalA = intervalText(p.minA, p.maxA), intervalB = intervalText(p.minB, p.maxB);
    const ListRow row = listRow(
        ui, "Test axis " + edges,
        fmt::format("{}; A {}; B {}; {}{}", state, intervalA, intervalB, depth, shown ? " shown" : ""), shown,
        2);
    if (row.hovered) pair.hover.testAxis = index;
    if (row.pressed) pair.testAxis = index;
    itemTooltip(ui, tried.separates ? "Separates the polygons: the test ends here."
                    : least         ? "The least overlap of all axes."
                                    : "The intervals overlap on this axis.");
    const Palette& colors = ui.palette;
    const Color mark = tried.separates ? colors.pairSeparating : least ? colors.pairWinner : colors.text;
    if (tried.separates || least)
        ImGui::GetWindowDrawList()->AddRectFilled({row.left, row.top + ui.px(2.0f)},
                                                  {row.left + ui.px(3.0f), row.bottom - ui.px(2.0f)},
                                                  mark.packed(), ui.px(1.0f));
    const float width = row.right - row.left;
    const float first = row.left + ui.px(8.0f), second = row.left + ui.px(64.0f);
    const float y1 = row.top + ui.px(3.0f), y2 = y1 + ImGui::GetFontSize() + ui.px(2.0f);
    const Color& owner = tried.edgeA && tried.edgeB ? colors.text : tried.edgeA ? colors.pairA : colors.pairB;
    drawClippedText(owner, first, y1, second, edges);
    drawClippedText(colors.text, second, y1, row.right, formatVector(p.axis, 2));
    drawRightAlignedText(
        mark, row.right - ui.px(4.0f), y1,
        fmt::format("{} {}", depth < 0.0f ? "gap" : "overlap", lengthText(std::fabs(depth))));
    drawClippedText(colors.pairA, second, y2, row.right, "A " + intervalA);
    drawClippedText(colors.pairB, second + 0.40f * width, y2, row.right, "B " + intervalB);
}

} // namespace

void drawTestAxes(const UiContext& ui, const OverlapTrace& trace, PairState& pair)
{
    hintText(ui, unitHint(trace));
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    const std::optional<size_t> shown = shownTestAxis(pair, trace);
    for (size_t i = 0; i < trace.axes.size(); ++i) drawAxisRow(ui, trace, i, shown == i, pair);
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    hintText(ui, endHint(trace));
}

} // namespace satbox::app
