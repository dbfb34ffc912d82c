#include "app/lenses/compare/panel/compare_plot.h"

#include "app/gfx/round_number.h"
#include "app/lenses/compare/panel/compare_style.h"
#include "app/text/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

constexpr int kMaxDecades = 9;
constexpr int kMaxIntervals = 20;          // between the ticks of a linear axis
constexpr double kMinRange = 1e-12;        // of a linear axis, in the unit of its values
constexpr double kMinRelativeRange = 1e-9; // of a linear axis, relative to its largest absolute value
constexpr int kMaxDecimals = 13;

// Maps samples to the plot area and formats the numbers of the axes.
struct PlotFrame {
    const CompareState& compare;
    const CompareQuantity& quantity;
    PlotAxis x, y;
    ImVec2 a{}, b{}; // corners of the plot area, top left and bottom right

    ImVec2 toScreen(const CompareSample& sample, size_t world) const
    {
        return {a.x + static_cast<float>(x.fraction(sample.time)) * (b.x - a.x),
                b.y - static_cast<float>(y.fraction(quantity.of(sample.worlds[world]))) * (b.y - a.y)};
    }
    std::string valueText(double value) const
    {
        return quantity.unit.empty() ? formatNumber(value) : formatQuantity(value, quantity.unit);
    }
    // With enough decimals to distinguish neighbouring ticks, since the range may be narrow and far from
    // zero.
    std::string tickText(double tick) const
    {
        const double step = y.ticks.size() > 1 ? y.ticks[1] - y.ticks[0] : 0.0;
        if (y.logarithmic || step <= 0.0 || step >= 0.01 * std::fabs(y.ticks.back())) return valueText(tick);
        const int decimals =
            static_cast<int>(std::clamp(std::ceil(-std::log10(step) - 1e-9), 0.0, 1.0 * kMaxDecimals));
        return fmt::format("{} {}", formatFixed(tick, decimals), quantity.unit);
    }
};

PlotAxis valueAxis(const CompareState& compare, const CompareQuantity& quantity, int wanted)
{
    double lowest = 0.0, highest = 0.0, lowestPositive = 0.0;
    bool any = false;
    for (const CompareSample& sample : compare.history.samples) {
        for (size_t i = 0; i < compare.count(); ++i) {
            const double value = quantity.of(sample.worlds[i]);
            if (!std::isfinite(value)) continue;
            lowest = any ? std::min(lowest, value) : value;
            highest = any ? std::max(highest, value) : value;
            if (value > 0.0 && (lowestPositive == 0.0 || value < lowestPositive)) lowestPositive = value;
            any = true;
        }
    }
    if (compare.logarithmic && quantity.isNeverNegative && highest > 0.0)
        return logarithmicAxis(lowestPositive, highest, wanted);
    // Includes zero if the smallest absolute value is below half of the largest.
    if (lowest > 0.0 && lowest < 0.5 * highest) lowest = 0.0;
    if (highest < 0.0 && highest > 0.5 * lowest) highest = 0.0;
    if (highest <= lowest) highest = lowest + std::max(std::fabs(lowest) * 0.1, 1e-6);
    return linearAxis(lowest, highest, wanted);
}

void drawReadout(const UiContext& ui, ImDrawList& out, const PlotFrame& frame, const ScreenRect& rect,
                 ImVec2 pointer)
{
    const std::vector<CompareSample>& samples = frame.compare.history.samples;
    const auto nearest = std::ranges::min_element(samples, {}, [&](const CompareSample& sample) {
        return std::fabs(frame.toScreen(sample, 0).x - pointer.x);
    });
    if (nearest == samples.end()) return;
    const float x = frame.toScreen(*nearest, 0).x;
    out.AddLine({x, frame.a.y}, {x, frame.b.y}, ui.palette.muted.packed(), std::max(ui.px(1.0f), 1.0f));

    std::vector<std::string> lines{fmt::format("t {} s", formatFixed(nearest->time, 3))};
    for (size_t i = 0; i < frame.compare.count(); ++i) {
        drawWorldMark(ui, out, frame.toScreen(*nearest, i), i);
        lines.push_back(
            fmt::format("{}  {}", worldLetter(i), frame.valueText(frame.quantity.of(nearest->worlds[i]))));
    }
    float width = 0.0f;
    for (const std::string& line : lines) width = std::max(width, ImGui::CalcTextSize(line.c_str()).x);
    const float pad = ui.px(6.0f), swatch = ui.px(34.0f);
    const float lineHeight = ImGui::GetFontSize() + ui.px(3.0f);
    const float boxWidth = width + swatch + 2.0f * pad;
    const float boxHeight = lineHeight * static_cast<float>(lines.size()) + 2.0f * pad;
    float left = x + ui.px(10.0f);
    if (left + boxWidth > rect.x + rect.width) left = x - ui.px(10.0f) - boxWidth;
    left = std::round(std::max(left, rect.x));
    const float top = std::round(std::min(frame.a.y + ui.px(4.0f), rect.y + rect.height - boxHeight));
    out.AddRectFilled({left, top}, {left + boxWidth, top + boxHeight},
                      ui.palette.raised.withAlpha(0.94f).packed(), ui.px(4.0f));
    for (size_t i = 0; i < lines.size(); ++i) {
        const float y = top + pad + lineHeight * static_cast<float>(i);
        if (i > 0) drawWorldSwatch(ui, out, {left + pad, y + 0.5f * ImGui::GetFontSize()}, i - 1);
        out.AddText({left + pad + (i > 0 ? swatch : 0.0f), std::round(y)},
                    (i > 0 ? ui.palette.text : ui.palette.muted).packed(), lines[i].c_str());
    }
}

} // namespace

double PlotAxis::fraction(double value) const
{
    if (logarithmic) {
        if (value <= lowest) return 0.0;
        return std::min(std::log10(value / lowest) / std::log10(highest / lowest), 1.0);
    }
    return std::clamp((value - lowest) / (highest - lowest), 0.0, 1.0);
}

PlotAxis linearAxis(double lowest, double highest, int wanted)
{
    PlotAxis axis;
    // If values differ only in their last bits, a double cannot represent distinct ticks between them.
    const double minRange =
        std::max(kMinRelativeRange * std::max(std::fabs(lowest), std::fabs(highest)), kMinRange);
    if (const double missing = minRange - (highest - lowest); missing > 0.0) {
        lowest -= 0.5 * missing;
        highest += 0.5 * missing;
    }
    const double step =
        roundUpTo125((highest - lowest) / std::clamp(wanted - 1, 1, kMaxIntervals - 2)).value();
    const double first = std::floor(lowest / step + 1e-9), last = std::ceil(highest / step - 1e-9);
    const int intervals = static_cast<int>(std::min(last - first, 1.0 * kMaxIntervals));
    for (int i = 0; i <= intervals; ++i) axis.ticks.push_back((first + i) * step);
    axis.lowest = first * step;
    axis.highest = last * step;
    return axis;
}

PlotAxis timeAxis(double first, double last, int wanted)
{
    PlotAxis axis = linearAxis(first, last, wanted);
    axis.lowest = first;
    axis.highest = last;
    std::erase_if(axis.ticks, [&](double tick) { return tick < first - 1e-9 || tick > last + 1e-9; });
    return axis;
}

PlotAxis logarithmicAxis(double lowestPositive, double highest, int wanted)
{
    PlotAxis axis;
    axis.logarithmic = true;
    const int last = static_cast<int>(std::ceil(std::log10(highest) - 1e-9));
    const int lowest = static_cast<int>(std::floor(std::log10(lowestPositive) + 1e-9));
    const int first = std::min(std::max(lowest, last - kMaxDecades), last - 1);
    const int every = (last - first + wanted - 1) / std::max(wanted, 1);
    for (int k = last; k >= first; k -= std::max(every, 1))
        axis.ticks.insert(axis.ticks.begin(), std::pow(10.0, k));
    axis.lowest = std::pow(10.0, first);
    axis.highest = std::pow(10.0, last);
    return axis;
}

void drawComparePlot(const UiContext& ui, ImDrawList& out, const ScreenRect& rect,
                     const CompareState& compare, const std::optional<ImVec2>& pointer)
{
    const CompareQuantity& quantity = compareQuantities()[compare.quantityIndex];
    const std::vector<CompareSample>& samples = compare.history.samples;
    out.AddRectFilled({rect.x, rect.y}, {rect.x + rect.width, rect.y + rect.height},
                      ui.palette.background.packed(), ui.px(4.0f));
    if (samples.empty()) return;
    ImGui::PushFont(ui.fonts.small);
    const float line = ImGui::GetFontSize();
    const auto fit = [](float room, float each) { return std::clamp(static_cast<int>(room / each), 2, 7); };
    PlotFrame frame{.compare = compare,
                    .quantity = quantity,
                    .x = timeAxis(samples.front().time,
                                  std::max(samples.back().time, samples.front().time + 1.0),
                                  fit(rect.width, ui.px(70.0f))),
                    .y = valueAxis(compare, quantity, fit(rect.height, ui.px(36.0f)))};
    float numbers = 0.0f;
    for (const double tick : frame.y.ticks)
        numbers = std::max(numbers, ImGui::CalcTextSize(frame.tickText(tick).c_str()).x);
    frame.a = {std::round(rect.x + numbers + ui.px(14.0f)), std::round(rect.y + ui.px(8.0f) + 0.5f * line)};
    frame.b = {std::round(rect.x + rect.width - ui.px(18.0f)),
               std::round(rect.y + rect.height - ui.px(12.0f) - line)};

    const ImU32 rule = ui.palette.grid.major.packed(), ink = ui.palette.muted.packed();
    for (const double tick : frame.y.ticks) {
        const float y =
            std::round(frame.b.y - static_cast<float>(frame.y.fraction(tick)) * (frame.b.y - frame.a.y));
        const std::string text = frame.tickText(tick);
        out.AddLine({frame.a.x, y}, {frame.b.x, y}, rule);
        out.AddText({std::round(frame.a.x - ui.px(6.0f) - ImGui::CalcTextSize(text.c_str()).x),
                     std::round(y - 0.5f * line)},
                    ink, text.c_str());
    }
    for (size_t i = 0; i < frame.x.ticks.size(); ++i) {
        const double tick = frame.x.ticks[i];
        const float x =
            std::round(frame.a.x + static_cast<float>(frame.x.fraction(tick)) * (frame.b.x - frame.a.x));
        const bool isLast = i + 1 == frame.x.ticks.size();
        const std::string text = fmt::format("{:.6g}{}", tick, isLast ? " s" : "");
        const float width = ImGui::CalcTextSize(text.c_str()).x;
        out.AddLine({x, frame.a.y}, {x, frame.b.y}, rule);
        out.AddText({std::round(std::min(x - 0.5f * width, rect.x + rect.width - ui.px(4.0f) - width)),
                     std::round(frame.b.y + ui.px(5.0f))},
                    ink, text.c_str());
    }
    std::vector<ImVec2> points;
    for (size_t i = compare.count(); i-- > 0;) {
        points.clear();
        for (const CompareSample& sample : samples) points.push_back(frame.toScreen(sample, i));
        drawWorldLine(ui, out, points, i);
        drawWorldMark(ui, out, points.back(), i);
    }
    if (pointer) drawReadout(ui, out, frame, rect, *pointer);
    ImGui::PopFont();
}

} // namespace satbox::app
