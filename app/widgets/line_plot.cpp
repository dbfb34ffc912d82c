#include "app/widgets/line_plot.h"

#include "app/text/format.h"
#include "app/widgets/text_drawing.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace satbox::app {

namespace {

struct Range {
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
};

bool isShown(double value, bool logarithmic) { return std::isfinite(value) && (!logarithmic || value > 0.0); }

Range rangeOf(std::span<const PlotSeries> series, bool logarithmic)
{
    Range range;
    for (const PlotSeries& one : series) {
        for (const double value : one.values) {
            if (!isShown(value, logarithmic)) continue;
            range.low = std::min(range.low, value);
            range.high = std::max(range.high, value);
        }
    }
    if (range.low > range.high) return {0.0, 0.0}; // no values to draw
    if (logarithmic) {
        range.low = std::log10(std::max(range.low, range.high * 1e-6));
        range.high = std::log10(range.high);
    } else {
        range.low = std::min(range.low, 0.0);
        range.high = std::max(range.high, 0.0);
    }
    return range;
}

// The name and, right-aligned, the range of the values.
void drawCaption(const UiContext& ui, const LinePlotSpec& spec, const Range& range, bool known)
{
    ImGui::PushFont(ui.fonts.small);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImDrawList& out = *ImGui::GetWindowDrawList();
    out.AddText(at, ui.palette.muted.packed(), spec.name);
    if (known) {
        const auto power = [&](double v) { return formatQuantity(std::pow(10.0, v), spec.unit); };
        const std::string text = !spec.logarithmic ? AxisNumbers(range.low, range.high, spec.unit).range()
                                 : range.high > range.low
                                     ? fmt::format("{} to {}", power(range.low), power(range.high))
                                     : power(range.low);
        drawRightAlignedText(ui.palette.muted, at.x + width, at.y, text);
    }
    ImGui::Dummy({width, ImGui::GetFontSize()});
    ImGui::PopFont();
}

// Draws the dashes of a segment. `dash`, `rest`: the dash or gap that goes on, and how much of it is left.
void drawDashes(ImDrawList& out, const ImVec2& a, const ImVec2& b, ImU32 color, float width,
                std::span<const float> dashes, size_t& dash, float& rest)
{
    const float length = std::hypot(b.x - a.x, b.y - a.y);
    const auto at = [&](float s) {
        return ImVec2{a.x + (b.x - a.x) * s / length, a.y + (b.y - a.y) * s / length};
    };
    for (float travelled = 0.0f; travelled < length;) {
        const float piece = std::min(rest, length - travelled);
        if (dash % 2 == 0) out.AddLine(at(travelled), at(travelled + piece), color, width);
        travelled += piece;
        rest -= piece;
        if (rest > 0.0f) continue;
        dash = (dash + 1) % dashes.size();
        rest = dashes[dash];
    }
}

// Three significant digits from 0.1 on.
int decimalsOf(double size)
{
    if (size >= 99.95) return 0;
    if (size >= 9.995) return 1;
    return size >= 0.9995 ? 2 : 3;
}

} // namespace

AxisNumbers::AxisNumbers(double low, double high, std::string_view unit) : low_(low), high_(high), unit_(unit)
{
    const double largest = std::max(std::fabs(low), std::fabs(high));
    const std::string text = formatQuantity(largest, unit);
    if (const size_t space = text.find(' '); space != std::string::npos) unit_ = text.substr(space + 1);
    factor_ = parseQuantity("1 " + unit_, unit).value_or(1.0);
    const double size = largest / factor_;
    const bool hasPrefix = factor_ != 1.0, isZero = size == 0.0 || text.starts_with("0 ");
    if (size >= 9999.5 || (size < 0.1 && !hasPrefix && !isZero)) {
        const int power = static_cast<int>(std::floor(std::log10(size)));
        factor_ *= std::pow(10.0, power);
        unit_ = withUnit("×10" + superscript(power), unit_);
    }
    decimals_ = decimalsOf(largest / factor_);
}

std::string AxisNumbers::number(double value) const
{
    const std::string text = formatFixed(value / factor_, decimals_);
    return text.find_first_of("123456789") == std::string::npos ? "0" : text;
}

std::string AxisNumbers::range() const
{
    const std::string high = withUnit(number(high_), unit_);
    return low_ == high_ ? high : fmt::format("{} to {}", number(low_), high);
}

void drawPlotLine(ImDrawList& out, std::span<const ImVec2> points, const Color& color, float width,
                  std::span<const float> dashes)
{
    if (points.size() < 2) return;
    if (dashes.empty()) {
        out.AddPolyline(points.data(), static_cast<int>(points.size()), color.packed(), 0, width);
        return;
    }
    size_t dash = 0;
    float rest = dashes[0];
    for (size_t i = 0; i + 1 < points.size(); ++i)
        drawDashes(out, points[i], points[i + 1], color.packed(), width, dashes, dash, rest);
}

LinePlotHover linePlot(const UiContext& ui, const LinePlotSpec& spec, std::span<const PlotSeries> series)
{
    size_t count = 0;
    for (const PlotSeries& one : series) count = std::max(count, one.values.size());
    const Range range = rangeOf(series, spec.logarithmic);
    const bool anyShown = std::ranges::any_of(series, [&](const PlotSeries& one) {
        return std::ranges::any_of(one.values, [&](double v) { return isShown(v, spec.logarithmic); });
    });
    drawCaption(ui, spec, range, anyShown);

    const ImVec2 a = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = ui.px(spec.heightPx);
    ImGui::Dummy({width, height});
    recordLastItem(ui, spec.name);
    itemTooltip(ui, spec.help);
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList& out = *ImGui::GetWindowDrawList();
    out.AddRectFilled(a, {a.x + width, a.y + height}, ui.palette.background.packed(), ui.px(4.0f));
    if (count == 0) return {};

    const float left = a.x + spec.firstFraction * width, right = a.x + spec.lastFraction * width;
    const float step = count > 1 ? (right - left) / static_cast<float>(count - 1) : 0.0f;
    const float margin = ui.px(6.0f);
    const auto xOf = [&](size_t i) {
        return count > 1 ? left + step * static_cast<float>(i) : 0.5f * (left + right);
    };
    const auto yOf = [&](double value) {
        const double v = spec.logarithmic ? std::log10(value) : value;
        const double extent = range.high - range.low;
        const double share = extent > 0.0 ? std::clamp((v - range.low) / extent, 0.0, 1.0) : 0.5;
        return a.y + height - margin - static_cast<float>(share) * (height - 2.0f * margin);
    };
    const float hair = std::max(ui.px(1.0f), 1.0f);
    out.PushClipRect(a, {a.x + width, a.y + height}, true);
    if (!spec.logarithmic)
        out.AddLine({a.x, yOf(0.0)}, {a.x + width, yOf(0.0)}, ui.palette.grid.axes.packed(), hair);
    if (spec.markedIndex >= 0 && static_cast<size_t>(spec.markedIndex) < count) {
        const float x = xOf(static_cast<size_t>(spec.markedIndex));
        out.AddLine({x, a.y}, {x, a.y + height}, ui.palette.text.withAlpha(0.6f).packed(), hair);
    }
    const std::array dashes{ui.px(4.0f), ui.px(4.0f)};
    std::vector<ImVec2> run; // of values without a gap
    for (const PlotSeries& one : series) {
        const auto drawRun = [&] {
            drawPlotLine(out, run, one.color, std::max(ui.px(1.5f), 1.0f),
                         one.dashed ? std::span<const float>(dashes) : std::span<const float>());
            run.clear();
        };
        for (size_t i = 0; i < one.values.size(); ++i) {
            if (!isShown(one.values[i], spec.logarithmic)) {
                drawRun();
                continue;
            }
            run.push_back({xOf(i), yOf(one.values[i])});
            if (one.dots || one.values.size() == 1)
                out.AddCircleFilled(run.back(), ui.px(2.0f), one.color.packed(), 12);
        }
        drawRun();
    }
    out.PopClipRect();
    if (!hovered || step <= 0.0f) return {};
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float position =
        std::clamp(std::round((mouse.x - left) / step), 0.0f, static_cast<float>(count - 1));
    LinePlotHover found{.index = static_cast<int>(position)};
    const auto at = static_cast<size_t>(found.index);
    float nearest = std::numeric_limits<float>::max();
    for (size_t i = 0; i < series.size(); ++i) {
        const std::vector<double>& values = series[i].values;
        if (at >= values.size() || !isShown(values[at], spec.logarithmic)) continue;
        const float distance = std::fabs(yOf(values[at]) - mouse.y);
        if (distance >= nearest) continue;
        nearest = distance;
        found.series = static_cast<int>(i);
    }
    if (found.series >= 0) {
        const PlotSeries& one = series[static_cast<size_t>(found.series)];
        if (one.dots)
            out.AddCircle({xOf(at), yOf(one.values[at])}, ui.px(4.0f), ui.palette.text.packed(), 16,
                          1.5f * hair);
    }
    return found;
}

} // namespace satbox::app
