#include "app/lenses/plot/panel/time_plot.h"

#include "app/lenses/plot/panel/plot_marks.h"
#include "app/text/format.h"
#include "app/widgets/line_plot.h"
#include "app/widgets/text_drawing.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace satbox::app {

namespace {

constexpr float kHeightPx = 88.0f, kStackedHeightPx = 128.0f;
constexpr float kMarginPx = 6.0f; // on each side of the curves
constexpr float kSwatchPx = 18.0f;
constexpr float kAxisPx = 44.0f; // left of the plot, for the numbers of the axis

// "12.3 kJ"; without a unit a count: "230"
std::string valueText(double value, std::string_view unit)
{
    if (!std::isfinite(value)) return "–";
    return unit.empty() ? formatCount(static_cast<uint64_t>(std::lround(value)))
                        : formatQuantity(value, unit);
}

// The number of a tick; empty for half a count.
std::string tickText(const ValueRange& values, double value, std::string_view unit)
{
    if (!unit.empty()) return AxisNumbers(values.low, values.high, unit).number(value);
    return value == std::round(value) ? valueText(value, unit) : "";
}

// "0 to 681 μm"
std::string rangeText(const ValueRange& values, std::string_view unit)
{
    if (!values.isKnown()) return "not known yet";
    if (!unit.empty()) return AxisNumbers(values.low, values.high, unit).range();
    const std::string high = valueText(values.high, unit);
    return values.low == values.high ? high : fmt::format("{} to {}", valueText(values.low, unit), high);
}

// Where steps and values are in the plot.
struct PlotFrame {
    const TimePlot& plot;
    ImVec2 a{}, b{}; // corners: top left, bottom right
    float margin = 0.0f;
    ValueRange values;

    float left() const { return a.x + margin; }
    float width() const { return std::max(b.x - a.x - 2.0f * margin, 1.0f); }
    float x(size_t index) const
    {
        const size_t last = plot.range.count() - 1;
        const float share =
            last > 0 ? static_cast<float>(static_cast<double>(index) / static_cast<double>(last)) : 0.5f;
        return left() + width() * share;
    }
    float y(double value) const
    {
        const double share = values.high > values.low
                                 ? std::clamp((value - values.low) / (values.high - values.low), 0.0, 1.0)
                                 : 0.5;
        return b.y - margin - static_cast<float>(share) * (b.y - a.y - 2.0f * margin);
    }
    // The nearest step at an x coordinate.
    size_t index(float at) const
    {
        const double share = std::clamp(static_cast<double>((at - left()) / width()), 0.0, 1.0);
        return static_cast<size_t>(std::lround(share * static_cast<double>(plot.range.count() - 1)));
    }
};

CurveStyle styleIn(const UiContext& ui, const TimePlot& plot, const PlotCurve& curve)
{
    return styleOf(ui, curve, plot.quantity);
}

// Draws what lies between two gaps. Where there are more steps than pixels, the lowest and the highest value
// of each column of pixels.
void drawCurve(const UiContext& ui, ImDrawList& out, const PlotFrame& frame, const PlotCurve& curve)
{
    const CurveStyle style = styleIn(ui, frame.plot, curve);
    const std::vector<uint8_t>& breaks = frame.plot.breaks[curve.line];
    std::vector<ImVec2> run;
    const auto drawRun = [&] {
        if (run.size() == 1) out.AddCircleFilled(run.front(), ui.px(2.0f), style.color.packed(), 12);
        drawPlotLine(out, run, style.color, style.width, style.dashes);
        run.clear();
    };
    const size_t columns = static_cast<size_t>(frame.width());
    const size_t every = std::max<size_t>(frame.plot.range.count() / columns, 1);
    for (size_t i = 0; i < curve.values.size(); ++i) {
        if (!std::isfinite(curve.values[i]) || breaks[i] != 0) drawRun();
        if (!std::isfinite(curve.values[i])) continue;
        if (every == 1) {
            run.push_back({frame.x(i), frame.y(curve.values[i])});
            continue;
        }
        const size_t end = std::min(i + every, curve.values.size());
        size_t low = i, high = i;
        for (; i + 1 < end && std::isfinite(curve.values[i + 1]) && breaks[i + 1] == 0; ++i) {
            if (curve.values[i + 1] < curve.values[low]) low = i + 1;
            if (curve.values[i + 1] > curve.values[high]) high = i + 1;
        }
        for (const size_t one : {std::min(low, high), std::max(low, high)})
            run.push_back({frame.x(one), frame.y(curve.values[one])});
    }
    drawRun();
}

// The bands above and below zero, in columns of one design pixel.
void drawBands(const UiContext& ui, ImDrawList& out, const PlotFrame& frame)
{
    const float step = std::max(std::round(ui.px(1.0f)), 1.0f);
    const float right = frame.left() + frame.width();
    std::vector<Color> colors;
    for (const PlotCurve& curve : frame.plot.curves) colors.push_back(styleIn(ui, frame.plot, curve).color);
    for (float x = frame.left(); x < right; x += step) {
        const size_t i = frame.index(x + 0.5f * step);
        double above = 0.0, below = 0.0;
        for (size_t band = 0; band < colors.size(); ++band) {
            const PlotCurve& curve = frame.plot.curves[band];
            if (!curve.isBand || !std::isfinite(curve.values[i])) continue;
            double& edge = curve.values[i] > 0.0 ? above : below;
            const float from = frame.y(edge), to = frame.y(edge + curve.values[i]);
            edge += curve.values[i];
            if (std::fabs(to - from) < 0.1f) continue;
            out.AddRectFilled({x, std::min(from, to)}, {std::min(x + step, right), std::max(from, to)},
                              colors[band].packed());
        }
    }
}

void drawVertical(ImDrawList& out, const PlotFrame& frame, uint64_t step, const Color& color, float width)
{
    if (!frame.plot.range.has(step)) return;
    const float x = frame.x(static_cast<size_t>(step - frame.plot.range.first));
    out.AddLine({x, frame.a.y}, {x, frame.b.y}, color.packed(), width);
}

void drawMarkedValues(const UiContext& ui, ImDrawList& out, const PlotFrame& frame, uint64_t step)
{
    if (!frame.plot.range.has(step)) return;
    const auto i = static_cast<size_t>(step - frame.plot.range.first);
    for (size_t at = frame.plot.curves.size(); at-- > 0;) { // the first one on top, like the curves
        const PlotCurve& curve = frame.plot.curves[at];
        if (!curve.isBand && std::isfinite(curve.values[i]))
            out.AddCircleFilled({frame.x(i), frame.y(curve.values[i])}, ui.px(3.0f),
                                styleIn(ui, frame.plot, curve).color.packed(), 16);
    }
}

// Lines at both ends of the values and in the middle, with their numbers left of the plot.
void drawValueAxis(const UiContext& ui, ImDrawList& out, const PlotFrame& frame)
{
    const ValueRange& values = frame.values;
    if (!values.isKnown()) return;
    ImGui::PushFont(ui.fonts.small);
    const auto tick = [&](double value) {
        const float y = frame.y(value);
        out.AddLine({frame.a.x, y}, {frame.b.x, y}, ui.palette.grid.major.packed(),
                    std::max(ui.px(1.0f), 1.0f));
        drawRightAlignedText(out, ui.palette.muted, frame.a.x - ui.px(6.0f), y - 0.5f * ImGui::GetFontSize(),
                             tickText(values, value, frame.plot.quantity.unit));
    };
    tick(0.5 * (values.low + values.high));
    if (values.low < values.high) {
        tick(values.low);
        tick(values.high);
    }
    ImGui::PopFont();
}

void drawPlotArea(const UiContext& ui, ImDrawList& out, const PlotFrame& frame)
{
    const float hair = std::max(ui.px(1.0f), 1.0f);
    out.AddRectFilled(frame.a, frame.b, ui.palette.background.packed(), ui.px(4.0f));
    drawValueAxis(ui, out, frame);
    out.PushClipRect(frame.a, frame.b, true);
    drawBands(ui, out, frame);
    if (frame.values.low <= 0.0 && frame.values.high >= 0.0)
        out.AddLine({frame.a.x, frame.y(0.0)}, {frame.b.x, frame.y(0.0)}, ui.palette.grid.axes.packed(),
                    hair);
    drawVertical(out, frame, frame.plot.present, ui.palette.accent, std::max(ui.px(1.5f), 1.0f));
    if (frame.plot.marked) drawVertical(out, frame, *frame.plot.marked, ui.palette.muted, hair);
    for (size_t i = frame.plot.curves.size(); i-- > 0;) // the first one on top
        if (!frame.plot.curves[i].isBand) drawCurve(ui, out, frame, frame.plot.curves[i]);
    drawMarkedValues(ui, out, frame, frame.plot.marked.value_or(frame.plot.present));
    out.PopClipRect();
}

double valueAt(const TimePlot& plot, const PlotCurve& curve)
{
    const uint64_t step = plot.marked.value_or(plot.present);
    return plot.range.has(step) ? curve.values[static_cast<size_t>(step - plot.range.first)]
                                : std::numeric_limits<double>::quiet_NaN();
}

// The name; right-aligned the range of the values.
void drawCaption(const UiContext& ui, const TimePlot& plot, const ValueRange& values)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const std::string name(plot.quantity.label);
    const std::string range = rangeText(values, plot.quantity.unit);
    ImGui::Dummy({width, ImGui::GetFontSize()});
    recordLastItem(ui, name, range);
    itemTooltip(ui, plot.quantity.help);
    ImDrawList& out = *ImGui::GetWindowDrawList();
    out.AddText(at, ui.palette.text.packed(), name.c_str());
    ImGui::PushFont(ui.fonts.small);
    drawRightAlignedText(ui.palette.muted, at.x + width, at.y + ui.px(2.0f), range);
    ImGui::PopFont();
}

void drawSwatch(const UiContext& ui, ImDrawList& out, const TimePlot& plot, const PlotCurve& curve,
                const ImVec2& at, float height)
{
    const CurveStyle style = styleIn(ui, plot, curve);
    const float middle = std::round(at.y + 0.5f * height);
    if (curve.isBand) {
        const float half = ui.px(5.0f);
        out.AddRectFilled({at.x + ui.px(4.0f), middle - half},
                          {at.x + ui.px(4.0f) + 2.0f * half, middle + half}, style.color.packed(),
                          ui.px(2.0f));
        return;
    }
    const std::array ends{ImVec2{at.x, middle}, ImVec2{at.x + ui.px(kSwatchPx), middle}};
    drawPlotLine(out, ends, style.color, style.width, style.dashes);
}

// The only curve of a quantity has the name of the quantity.
std::string legendLabel(const TimePlot& plot, const PlotCurve& curve)
{
    if (!curve.label.empty()) return curve.label;
    return plot.curves.size() == 1 ? withLowerFirst(std::string(plot.quantity.label)) : "present line";
}

// Swatch, label and value: in two columns, or of the only curve over the whole width.
void drawLegend(const UiContext& ui, const TimePlot& plot)
{
    ImGui::PushFont(ui.fonts.small);
    ImDrawList& out = *ImGui::GetWindowDrawList();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float gap = ui.px(12.0f), row = ImGui::GetFontSize() + ui.px(4.0f);
    const float cell = plot.curves.size() == 1 ? width : 0.5f * (width - gap);
    for (size_t i = 0; i < plot.curves.size(); ++i) {
        const PlotCurve& curve = plot.curves[i];
        const std::string label = legendLabel(plot, curve);
        const ImVec2 at{corner.x + (i % 2 == 0 ? 0.0f : cell + gap),
                        corner.y + row * static_cast<float>(i / 2)};
        ImGui::SetCursorScreenPos(at);
        ImGui::Dummy({cell, row});
        const std::string value = valueText(valueAt(plot, curve), plot.quantity.unit);
        recordLastItem(ui, fmt::format("{} {}", plot.quantity.label, label), value);
        itemTooltip(ui, curve.help.empty() ? std::string_view(label) : curve.help); // it may be cut
        drawSwatch(ui, out, plot, curve, at, row);
        const float y = std::round(at.y + ui.px(2.0f));
        const float left = drawRightAlignedText(ui.palette.text, at.x + cell, y, value);
        drawClippedText(ui.palette.muted, at.x + ui.px(kSwatchPx + 6.0f), y, left - ui.px(4.0f), label);
    }
    ImGui::PopFont();
}

} // namespace

TimePlotEvents drawTimePlot(const UiContext& ui, const TimePlot& plot)
{
    const std::string name(plot.quantity.key);
    const ValueRange values = valueRangeOf(plot.curves);
    drawCaption(ui, plot, values);
    PlotFrame frame{.plot = plot, .margin = ui.px(kMarginPx), .values = values};
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float axis = ui.px(kAxisPx);
    frame.a = {std::round(at.x + axis), std::round(at.y)};
    const float width = std::floor(std::max(ImGui::GetContentRegionAvail().x - axis, 1.0f));
    const float height = std::round(ui.px(plot.quantity.isStacked ? kStackedHeightPx : kHeightPx));
    frame.b = {frame.a.x + width, frame.a.y + height};
    ImGui::SetCursorScreenPos(frame.a);
    ImGui::InvisibleButton(name.c_str(), {width, height});
    recordLastItem(ui, fmt::format("Plot of {}", name),
                   fmt::format("{} to {}", plot.range.first, plot.range.last));
    TimePlotEvents events{.hovered = {}, .isHeld = ImGui::IsItemActive()};
    if (events.isHeld || ImGui::IsItemHovered())
        events.hovered = plot.range.first + frame.index(ImGui::GetIO().MousePos.x);
    drawPlotArea(ui, *ImGui::GetWindowDrawList(), frame);
    drawLegend(ui, plot);
    ImGui::Dummy({0.0f, ui.px(8.0f)});
    return events;
}

void drawLineSwatch(const UiContext& ui, Vec2 left, size_t line)
{
    const std::array ends{ImVec2{left.x, left.y}, ImVec2{left.x + ui.px(kSwatchPx + 6.0f), left.y}};
    std::vector<float> dashes = dashesOfLine(ui, line);
    drawPlotLine(*ImGui::GetWindowDrawList(), ends, ui.palette.text, std::max(ui.px(1.5f), 1.0f), dashes);
}

} // namespace satbox::app
