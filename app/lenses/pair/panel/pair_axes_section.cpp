#include "app/lenses/pair/axis_text.h"
#include "app/lenses/pair/manifold_steps.h"
#include "app/lenses/pair/panel/pair_sections.h"
#include "app/text/format.h"
#include "app/widgets/navigation_rows.h"
#include "app/widgets/text_drawing.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace satbox::app {

namespace {

// Unit and number of decimals of a table column, the same in all rows.
struct LengthUnit {
    const char* name = "m";
    float perMetre = 1.0f;
    int decimals = 2;

    std::string text(float metres) const
    {
        return formatFixed(static_cast<double>(perMetre * metres), decimals);
    }
    std::string text(float low, float high) const { return fmt::format("{} to {}", text(low), text(high)); }
};
LengthUnit makeUnit(const char* name, float perMetre,
                    float longest) // longest: m, the largest value of the column
{
    const float shown = perMetre * longest;
    return {name, perMetre, shown < 10.0f ? 2 : shown < 100.0f ? 1 : 0};
}
LengthUnit unitFor(float longest)
{
    if (longest < 0.1f) return makeUnit("mm", 1000.0f, longest);
    if (longest >= 1000.0f) return makeUnit("km", 0.001f, longest);
    return makeUnit("m", 1.0f, longest);
}

// Of the intervals.
LengthUnit unitOf(const PairAnalysis& analysis)
{
    float longest = 0.0f;
    for (const AxisProjection& p : analysis.projections)
        for (const float value : {p.minA, p.maxA, p.minB, p.maxB})
            longest = std::max(longest, std::fabs(value));
    return unitFor(longest + std::max(analysis.coreA.radius, analysis.coreB.radius));
}

// Steps through the candidate axes.
void drawAxisStepper(const UiContext& ui, const PairAnalysis& analysis, PairState& pair)
{
    const size_t count = analysis.trace.axes.size();
    const std::optional<size_t> shown = shownAxis(pair, analysis);
    const size_t from = pair.axis.index.value_or(analysis.trace.winner.value_or(0));
    int at = shown ? static_cast<int>(*shown) + 1 : 0;
    const StepperEvents events = stepperRow(
        ui,
        {.label = "Axis",
         .previousLabel = "Previous axis",
         .nextLabel = "Next axis",
         .playLabel = "Play through all axes##axes",
         .stopLabel = "Stop playing##axes",
         .showsArrowKeys = true,
         .sliderText = pair.usesManualAxis ? std::string("manual axis") : fmt::format("axis %d of {}", count),
         .minimum = 1,
         .maximum = static_cast<int>(count),
         .tooltip = "Selects the candidate axis shown, in the order in which the engine tried them."},
        pair.axis.playing, &at);
    if (events.step != 0) pair.stepAxis(events.step, count, from);
    if (events.playPressed) {
        pair.axis.playing = !pair.axis.playing;
        if (pair.axis.playing) pair.stepAxis(0, count, 0);
    }
    if (events.sliderMoved) {
        pair.axis.index = static_cast<size_t>(at - 1);
        pair.usesManualAxis = false;
        pair.axis.playing = false;
    }
}

// The left edge of `axis`, the right edges of the others.
struct Columns {
    float axis = 0.0f, normal = 0.0f, a = 0.0f, b = 0.0f, separation = 0.0f;
};

// The texts of a row, from `normal` on.
std::array<std::string, 4> cellsOf(const PairAnalysis& analysis, size_t index, const LengthUnit& unit)
{
    const AxisProjection& p = analysis.projections[index];
    const float rA = analysis.coreA.radius, rB = analysis.coreB.radius;
    return {formatFixed(inDegrees(std::atan2(p.axis.y, p.axis.x)), 1) + "°",
            unit.text(p.minA - rA, p.maxA + rA), unit.text(p.minB - rB, p.maxB + rB),
            lengthText(analysis.trace.separationOf(analysis.trace.axes[index]))};
}

// As wide as their texts need, with equal gaps.
Columns columnsOf(const UiContext& ui, const PairAnalysis& analysis, const LengthUnit& unit, float width)
{
    const auto widthOf = [](const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; };
    std::array<float, 4> widths{widthOf("Normal"), 0.0f, 0.0f, widthOf("Separation")};
    for (size_t i = 0; i < analysis.trace.axes.size(); ++i) {
        const std::array<std::string, 4> cells = cellsOf(analysis, i, unit);
        for (size_t k = 0; k < cells.size(); ++k) widths[k] = std::max(widths[k], widthOf(cells[k]));
    }
    const float left = ui.px(8.0f), right = width - ui.px(4.0f), face = left + widthOf("Face");
    const float gap = (right - face - std::accumulate(widths.begin(), widths.end(), 0.0f)) / 4.0f;
    Columns x{.axis = left};
    x.normal = face + gap + widths[0];
    x.a = x.normal + gap + widths[1];
    x.b = x.a + gap + widths[2];
    x.separation = right;
    return x;
}

void drawTableHead(const UiContext& ui, const Columns& x, const LengthUnit& unit)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({ImGui::GetContentRegionAvail().x, ImGui::GetFontSize() + ui.px(4.0f)});
    itemTooltip(ui, "Each face with the angle of its normal, the projections of A and B on it, and the "
                    "separation along it: the signed distance of the other shape's support point from the "
                    "face. Negative: the shapes overlap by this much, along this normal.");
    ImDrawList& out = *ImGui::GetWindowDrawList();
    const Color& muted = ui.palette.muted;
    out.AddText({at.x + x.axis, at.y}, muted.packed(), "Face");
    drawRightAlignedText(muted, at.x + x.normal, at.y, "Normal");
    drawRightAlignedText(ui.palette.pairA, at.x + x.a, at.y, fmt::format("A, {}", unit.name));
    drawRightAlignedText(ui.palette.pairB, at.x + x.b, at.y, fmt::format("B, {}", unit.name));
    drawRightAlignedText(muted, at.x + x.separation, at.y, "Separation");
}

void drawAxisRow(const UiContext& ui, const PairAnalysis& analysis, PairState& pair, size_t index,
                 const Columns& x, const LengthUnit& unit)
{
    const CandidateAxis& axis = analysis.trace.axes[index];
    const AxisProjection& p = analysis.projections[index];
    const std::string name = featureName(axis.owner, axis.face);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = ImGui::GetFontSize() + ui.px(5.0f);
    const std::string id = fmt::format("##axis {}", name);
    if (ImGui::InvisibleButton(id.c_str(), {width, height})) {
        pair.axis.index = index;
        pair.usesManualAxis = false;
        pair.axis.playing = false;
    }
    const float separation = analysis.trace.separationOf(axis);
    recordLastItem(ui, "Axis " + name, fmt::format("{} {}", axisState(axis), separation));
    if (ImGui::IsItemHovered()) pair.hover.axis = index;
    itemTooltip(ui, fmt::format("Normal {}, separation {}. {}", formatVector(p.axis, 4),
                                lengthText(separation), axisMeaning(axis)));
    ImDrawList& out = *ImGui::GetWindowDrawList();
    const Palette& colors = ui.palette;
    const bool shown = shownAxis(pair, analysis) == index;
    if (shown)
        out.AddRectFilled(at, {at.x + width, at.y + height - 1.0f}, colors.raised.packed(), ui.px(3.0f));
    const bool separates = axis.separates && axis.tried;
    const Color mark = separates ? colors.pairSeparating : colors.pairWinner;
    if (separates || axis.won)
        out.AddRectFilled({at.x, at.y + ui.px(2.0f)}, {at.x + ui.px(3.0f), at.y + height - ui.px(3.0f)},
                          mark.packed(), ui.px(1.0f));
    const Color text = !axis.tried ? colors.muted : separates || axis.won ? mark : colors.text;
    const Color owner = axis.owner == ReferenceOwner::A ? colors.pairA : colors.pairB;
    const float y = std::round(at.y + ui.px(1.0f));
    out.AddText({at.x + x.axis, y}, owner.dimmed(axis.tried ? 1.0f : kDimmedAlpha).packed(), name.c_str());
    const Color plain = axis.tried ? colors.text : colors.muted;
    const std::array<std::string, 4> cells = cellsOf(analysis, index, unit);
    drawRightAlignedText(plain, at.x + x.normal, y, cells[0]);
    drawRightAlignedText(plain, at.x + x.a, y, cells[1]);
    drawRightAlignedText(plain, at.x + x.b, y, cells[2]);
    drawRightAlignedText(text, at.x + x.separation, y, cells[3]);
}

void drawManualAxis(const UiContext& ui, const PairAnalysis& analysis, PairState& pair)
{
    checkboxRow(
        ui, "Manual axis", &pair.usesManualAxis,
        "Shows an axis of your choice instead of a candidate. Rotate it to see how far B would have to move "
        "along it until the shapes separate.");
    if (!pair.usesManualAxis) return;
    Vec2 axis = pair.manualAxis;
    const float size = length(axis);
    float angle = std::atan2(axis.y, axis.x);
    if (sliderRow(ui,
                  {.label = "Direction",
                   .unit = "°",
                   .minimum = -kPi,
                   .maximum = kPi,
                   .defaultValue = 0.5f * kPi,
                   .tooltip = "Direction of the axis, counter-clockwise from +x. In degrees, -180 to 180.",
                   .displayFactor = 180.0f / kPi},
                  &angle))
        axis = size * rotate(makeRot(angle), {1.0f, 0.0f});
    const auto component = [&](const char* label, float* value) {
        sliderRow(ui,
                  {.label = label,
                   .unit = "",
                   .minimum = -3.0f,
                   .maximum = 3.0f,
                   .tooltip =
                       "Component of the axis. No unit, usually -3 to 3. The axis need not have unit length: "
                       "projections scale with its length, as in some published tests (see the Tests tab).",
                   .typedMinimum = -1000.0f,
                   .typedMaximum = 1000.0f},
                  value);
    };
    component("Axis x", &axis.x);
    component("Axis y", &axis.y);
    if (length(axis) > 1e-3f) pair.manualAxis = axis;
    const AxisProjection p = shownProjection(pair, analysis);
    const float rA = analysis.coreA.radius * length(p.axis), rB = analysis.coreB.radius * length(p.axis);
    valueRow(
        ui, "A projects to", intervalText(p.minA - rA, p.maxA + rA),
        "Range of the dot products of the axis with the points of A. In m times the length of the axis.");
    valueRow(
        ui, "B projects to", intervalText(p.minB - rB, p.maxB + rB),
        "Range of the dot products of the axis with the points of B. In m times the length of the axis.");
    const float overlap = overlapInMetres(p, analysis.radiusSum());
    valueRow(ui, overlap >= 0.0f ? "Overlap on the axis" : "Gap on the axis",
             formatQuantity(std::fabs(static_cast<double>(overlap)), "m"),
             "Distance that B would have to move along the axis to close the gap or remove the overlap. In "
             "m, whatever the length of the axis.");
}

} // namespace

void drawPairAxes(const UiContext& ui, const PairAnalysis& analysis, PairState& pair)
{
    const CollisionTrace& trace = analysis.trace;
    if (trace.axes.empty()) {
        hintText(ui, axesTriedText(analysis));
    } else {
        drawAxisStepper(ui, analysis, pair);
        ImGui::PushFont(ui.fonts.small);
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0f, 0.0f});
        const float width = ImGui::GetContentRegionAvail().x;
        const LengthUnit unit = unitOf(analysis);
        const Columns x = columnsOf(ui, analysis, unit, width);
        drawTableHead(ui, x, unit);
        for (size_t i = 0; i < trace.axes.size(); ++i) drawAxisRow(ui, analysis, pair, i, x, unit);
        ImGui::PopStyleVar();
        ImGui::PopFont();
        ImGui::Dummy({0.0f, ui.px(2.0f)});
        hintText(ui, axesTriedText(analysis));
    }
    for (const std::string& note : winnerNotes(analysis)) hintText(ui, note);
    drawManualAxis(ui, analysis, pair);
    drawDepthByDirection(ui, analysis, pair);
}

} // namespace satbox::app
