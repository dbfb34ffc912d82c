#include "app/panels/legend.h"

#include "app/gfx/round_number.h"
#include "app/text/format.h"
#include "app/view/world_view.h"
#include "app/widgets/text_drawing.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace satbox::app {

namespace {

constexpr float kSampleWidth = 30.0f; // of lines and arrows
constexpr float kMarkWidth = 14.0f;   // of everything else
constexpr float kMaxSamplePx = 56.0f; // of a scale arrow
constexpr double kKeepRowSeconds = 3.0;
constexpr double kFoldSeconds = 4.0; // longer than the legend stays in a corner: it tries others first
constexpr float kFoldedShare = 0.12f,
                kUnfoldedShare = 0.04f;   // over shapes, above which it folds or stays folded
constexpr double kStaySeconds = 3.0;      // in a corner
constexpr double kFledStaySeconds = 0.5;  // after it has left a subject, although another one is there
constexpr double kShortStaySeconds = 0.3; // while paused: within the frames that follow an event
constexpr float kColorBarWidth = 220.0f;
constexpr float kPad = 8.0f;
constexpr size_t kMaxRowsBesideScaleBar = 4;
// Of the height of the view; with more rows, some are left out. Of several views, each is low.
constexpr float kMaxShareOfView = 0.5f, kMaxShareOfSeveral = 0.9f;

// A row of the legend and the width of its sample.
struct LegendEntry {
    LegendRow row;
    float sampleWidth = kSampleWidth; // design pixels
};

// `places` rows: the first ones and the scale arrows at the end, and between them one that says how many were
// left out. Precondition: places >= scaleArrows + 2.
std::vector<LegendEntry> leaveOutRows(std::vector<LegendEntry> entries, size_t places, size_t scaleArrows)
{
    if (entries.size() <= places) return entries;
    const auto first = entries.begin() + static_cast<std::ptrdiff_t>(places - scaleArrows - 1);
    const auto last = entries.end() - static_cast<std::ptrdiff_t>(scaleArrows);
    const LegendRow row{LegendMark::None, {}, {}, fmt::format("and {} more", last - first)};
    entries.insert(entries.erase(first, last), {row, kMarkWidth});
    return entries;
}

// Adds an arrow of a round value, 20 to kMaxSamplePx pixels long, with that value.
void addScaleArrow(std::vector<LegendEntry>& entries, const ViewContext& context, const Color& color,
                   float metersPerUnit, std::string_view unit)
{
    const float longest = kMaxSamplePx * context.pixel / metersPerUnit;
    const auto value = static_cast<double>(context.view.squareRoot ? longest * longest : longest);
    if (!(value > 0.0) || !std::isfinite(value)) return;
    const double roundValue = roundDownTo125(value).value();
    const float length = context.arrowLength(static_cast<float>(roundValue), metersPerUnit) / context.pixel;
    std::string text = "= " + formatQuantity(roundValue, unit);
    if (context.view.squareRoot) text += " (square root)";
    entries.push_back({{LegendMark::Arrow, color, {}, text}, length});
}

void drawMark(const UiContext& ui, ImDrawList& out, const LegendRow& row, ImVec2 a, float width, float height)
{
    const float y = a.y + 0.5f * height;
    const float right = a.x + width;
    const float middle = a.x + 0.5f * width;
    const auto color = row.color.packed();
    const float line = std::max(ui.px(2.0f), 1.0f);
    switch (row.mark) {
    case LegendMark::None:
        break;
    case LegendMark::Disc:
        out.AddCircleFilled({middle, y}, ui.px(4.0f), color, 20);
        break;
    case LegendMark::Ring:
        out.AddCircle({middle, y}, ui.px(4.0f), color, 20, ui.px(1.5f));
        break;
    case LegendMark::RingedDisc:
        out.AddCircleFilled({middle, y}, ui.px(3.5f), color, 20);
        out.AddCircle({middle, y}, ui.px(6.0f), color, 20, ui.px(1.0f));
        break;
    case LegendMark::Square:
        out.AddRectFilled({middle - ui.px(4.0f), y - ui.px(4.0f)}, {middle + ui.px(4.0f), y + ui.px(4.0f)},
                          color);
        break;
    case LegendMark::Line:
        out.AddLine({a.x, y}, {right, y}, color, line);
        break;
    case LegendMark::Dashed:
        for (float x = a.x; x < right; x += ui.px(10.0f))
            out.AddLine({x, y}, {std::min(x + ui.px(6.0f), right), y}, color, line);
        break;
    case LegendMark::Arrow: {
        const float head = std::min(ui.px(8.0f), 0.4f * width);
        out.AddLine({a.x, y}, {right - 0.8f * head, y}, color, line);
        out.AddTriangleFilled({right, y}, {right - head, y - 0.45f * head}, {right - head, y + 0.45f * head},
                              color);
        break;
    }
    case LegendMark::Bar:
        out.AddRectFilled({middle - ui.px(2.0f), y - ui.px(7.0f)}, {middle + ui.px(2.0f), y + ui.px(7.0f)},
                          color);
        break;
    case LegendMark::Wedge:
        out.AddTriangleFilled({middle, y + ui.px(6.0f)}, {middle + ui.px(6.0f), y - ui.px(6.0f)},
                              {middle - ui.px(6.0f), y - ui.px(6.0f)}, row.color.withAlpha(0.25f).packed());
        out.AddLine({middle, y + ui.px(6.0f)}, {middle + ui.px(6.0f), y - ui.px(6.0f)}, color, 1.0f);
        out.AddLine({middle, y + ui.px(6.0f)}, {middle - ui.px(6.0f), y - ui.px(6.0f)}, color, 1.0f);
        break;
    case LegendMark::Arc:
        out.PathArcTo({middle, y}, ui.px(5.0f), -1.57f, 2.8f, 20);
        out.PathStroke(color, 0, ui.px(2.0f));
        break;
    case LegendMark::Outline: {
        const ImVec2 from{middle - ui.px(7.0f), y - ui.px(6.0f)};
        const ImVec2 to{middle + ui.px(7.0f), y + ui.px(6.0f)};
        out.AddRectFilled(from, to, row.secondColor.packed());
        out.AddRect(from, to, color, 0.0f, 0, ui.px(1.5f));
        break;
    }
    case LegendMark::Ramp:
        out.AddRectFilledMultiColor({a.x, y - ui.px(3.0f)}, {right, y + ui.px(3.0f)}, color,
                                    row.secondColor.packed(), row.secondColor.packed(), color);
        break;
    case LegendMark::Cross:
        out.AddLine({middle - ui.px(6.0f), y}, {middle + ui.px(6.0f), y}, color, ui.px(1.5f));
        out.AddLine({middle, y - ui.px(6.0f)}, {middle, y + ui.px(6.0f)}, color, ui.px(1.5f));
        break;
    case LegendMark::ColorBar: // see drawColorBar()
        break;
    case LegendMark::Swatches: {
        const float step = width / static_cast<float>(row.stops.size());
        for (size_t i = 0; i < row.stops.size(); ++i) {
            const float x = a.x + static_cast<float>(i) * step;
            out.AddRectFilled({x, y - ui.px(5.0f)}, {x + step - ui.px(1.0f), y + ui.px(5.0f)},
                              row.stops[i].packed());
        }
        break;
    }
    }
}

// The ramp with ticks and numbers below it, and its meaning to the right, up to `right`.
void drawColorBar(const UiContext& ui, ImDrawList& out, const LegendRow& row, ImVec2 at, float lineHeight,
                  float right)
{
    const float width = std::min(ui.px(kColorBarWidth), right - at.x);
    const float bottom = std::round(at.y + lineHeight - ui.px(6.0f));
    const float step = width / static_cast<float>(row.stops.size() - 1);
    for (size_t i = 0; i + 1 < row.stops.size(); ++i) {
        const float x = at.x + static_cast<float>(i) * step;
        const auto low = row.stops[i].packed(), high = row.stops[i + 1].packed();
        out.AddRectFilledMultiColor({x, at.y}, {x + step, bottom}, low, high, high, low);
    }
    for (size_t i = 0; i < row.numbers.size(); ++i) {
        const float share = static_cast<float>(i) / static_cast<float>(row.numbers.size() - 1);
        const float x = at.x + share * width;
        const char* const number = row.numbers[i].c_str();
        out.AddLine({x, bottom}, {x, bottom + ui.px(3.0f)}, ui.palette.text.packed(), ui.px(1.0f));
        out.AddText({std::round(x - share * ImGui::CalcTextSize(number).x), bottom + ui.px(3.0f)},
                    ui.palette.text.packed(), number);
    }
    const float textLeft = at.x + width + ui.px(kPad);
    if (textLeft + ImGui::GetFontSize() < right)
        drawClippedText(out, ui.palette.text, textLeft, at.y - ui.px(1.0f), right, row.text);
}

// The entry of a row that no other row has taken: with the same text, or only with the same mark.
std::vector<LegendState::Entry>::iterator findEntry(std::vector<LegendState::Entry>& entries,
                                                    const LegendRow& row, bool sameText)
{
    return std::find_if(entries.begin(), entries.end(), [&](const LegendState::Entry& entry) {
        return !entry.isNeeded && entry.row.mark == row.mark && entry.row.color == row.color &&
               (!sameText || entry.row.text == row.text);
    });
}

} // namespace

LegendRows steadyRows(LegendState& legend, const LegendRows& rows, double clock)
{
    std::vector<LegendState::Entry>& entries = legend.entries;
    for (LegendState::Entry& entry : entries) entry.isNeeded = false;
    size_t next = 0; // where a row that is new belongs
    for (const LegendRow& row : rows) {
        auto known = findEntry(entries, row, true);
        if (known == entries.end()) known = findEntry(entries, row, false);
        const size_t at = known == entries.end() ? next : static_cast<size_t>(known - entries.begin());
        if (known == entries.end())
            entries.insert(entries.begin() + static_cast<std::ptrdiff_t>(next), {row, clock});
        else
            *known = {row, clock};
        next = at + 1;
    }
    std::erase_if(entries, [&](const LegendState::Entry& entry) {
        return !entry.isNeeded && (!legend.isSteady || clock - entry.seen > kKeepRowSeconds);
    });
    LegendRows shown;
    for (const LegendState::Entry& entry : entries) shown.push_back(entry.row);
    return shown;
}

void placeLegend(LegendState& legend, const CoveredShares& covered, double clock)
{
    const LegendCorner corner = emptierCorner(legend.corner, covered);
    if (corner == legend.corner) return;
    const auto coversSubject = [&](LegendCorner at) {
        return covered[static_cast<size_t>(at)] >= kSubjectShare;
    };
    const bool isUrgent = coversSubject(legend.corner) && !coversSubject(corner);
    const double stay = legend.isSteady ? kStaySeconds : kShortStaySeconds;
    if (isUrgent ? clock - legend.fled < kFledStaySeconds : clock - legend.moved < stay) return;
    legend.corner = corner;
    legend.moved = clock;
    if (isUrgent) legend.fled = clock;
}

void foldLegend(LegendState& legend, float covered, double clock)
{
    const bool folds = legend.mayFold && covered > (legend.isFolded ? kUnfoldedShare : kFoldedShare);
    if (folds == legend.isFolded)
        legend.foldDue = clock + kFoldSeconds;
    else if (!legend.mayFold || covered >= kSubjectShare || clock >= legend.foldDue)
        legend.isFolded = folds;
}

ScreenRect foldButtonRect(const ScreenRect& legend, LegendCorner corner, float side)
{
    const float y = isAtTop(corner) ? legend.y : legend.y + legend.height - side;
    return {legend.x + legend.width - side, y, side, side};
}

void drawLegend(const UiContext& ui, ImDrawList& out, const ViewContext& context, Vec2 scaleBar,
                std::span<const WorldBox> subjects, std::span<const ScreenRect> cards, LegendState& legend,
                double clock)
{
    const ScreenRect& view = context.camera.viewport();
    const bool hasSeveralViews = !context.otherWorlds.empty();
    std::vector<LegendEntry> entries;
    std::optional<LegendRow> colorBar; // over the others
    for (LegendRow& row : steadyRows(legend, legendRows(context), clock)) {
        if (row.mark == LegendMark::ColorBar) {
            colorBar = std::move(row);
            continue;
        }
        const bool isLong = row.mark == LegendMark::Line || row.mark == LegendMark::Dashed ||
                            row.mark == LegendMark::Arrow || row.mark == LegendMark::Ramp ||
                            row.mark == LegendMark::Swatches;
        entries.push_back({std::move(row), isLong ? kSampleWidth : kMarkWidth});
    }
    const size_t marks = entries.size();
    if (context.view.impulses || context.view.frictionCone)
        addScaleArrow(entries, context, ui.palette.normalImpulse, context.impulseLength, "N s");
    if (context.view.velocities)
        addScaleArrow(entries, context, ui.palette.velocity, context.view.velocityLength, "m/s");
    const size_t scaleArrows = entries.size() - marks;
    legend.rect = {};
    if (entries.empty() && !colorBar) return;

    ImGui::PushFont(ui.fonts.small);
    const float lineHeight = ImGui::GetFontSize() + ui.px(5.0f);
    const float pad = ui.px(kPad);
    const float margin = ui.px(kLegendMarginPx);
    const float gap = ui.px(20.0f); // between columns
    const float fold = ui.px(kLegendFoldButtonPx);
    const float room = view.width - 2.0f * margin - fold;
    const float maxText =
        std::min(ui.px(kMaxLegendTextPx), std::max(room - 3.0f * pad - ui.px(kMaxSamplePx), ui.px(40.0f)));
    // As many columns as fit: a low strip hides less of the world than a block in its corner.
    struct Column {
        float sample = 0.0f;
        float text = 0.0f;
    };
    std::vector<Column> grid;
    size_t rows = 0;
    const auto arrange = [&](size_t columns) {
        if (entries.empty()) return 0.0f;
        rows = (entries.size() + columns - 1) / columns;
        grid.assign((entries.size() + rows - 1) / rows, {});
        float total = 2.0f * pad;
        for (size_t i = 0; i < entries.size(); ++i) {
            Column& column = grid[i / rows];
            column.sample = std::max(column.sample, ui.px(entries[i].sampleWidth));
            const float text = ImGui::CalcTextSize(entries[i].row.text.c_str()).x;
            column.text = std::max(column.text, std::min(text, maxText));
        }
        for (const Column& column : grid) total += column.sample + pad + column.text + gap;
        return total - gap;
    };
    const auto columnsFor = [&](float roomX) {
        size_t columns = 1;
        while (columns < entries.size() && arrange(columns + 1) <= roomX) ++columns;
        return columns;
    };
    size_t columns = columnsFor(room - scaleBar.x);
    arrange(columns);
    const float barHeight = colorBar ? 2.0f * lineHeight + ui.px(4.0f) : 0.0f;
    const float maxShare = hasSeveralViews ? kMaxShareOfSeveral : kMaxShareOfView;
    const auto maxRows =
        static_cast<size_t>(std::max((maxShare * view.height - barHeight) / lineHeight, 1.0f));
    if (rows > maxRows) {
        columns = columnsFor(room);
        arrange(columns);
        const std::vector<LegendEntry> all = entries;
        // The remaining rows may need wider columns, and so fit fewer.
        for (size_t places = maxRows * columns; rows > maxRows && places >= scaleArrows + 2; --places) {
            entries = leaveOutRows(all, places, scaleArrows);
            columns = columnsFor(room);
            arrange(columns);
        }
    }
    // In a narrow view, a low legend above the scale bar hides less than a high one beside it.
    if (rows > kMaxRowsBesideScaleBar) columns = columnsFor(room);
    float width = arrange(columns);
    float height = 2.0f * pad + lineHeight * static_cast<float>(rows) - ui.px(5.0f);
    float top = pad;
    if (colorBar) {
        const float barWidth =
            3.0f * pad + ui.px(kColorBarWidth) + ImGui::CalcTextSize(colorBar->text.c_str()).x + 1.0f;
        width = std::max(width, std::min(barWidth, room));
        top += barHeight;
        height += barHeight;
    }
    if (legend.isSteady && legend.viewWidth == view.width)
        width = std::max(width, std::min(legend.width, room));
    legend.width = width;
    legend.viewWidth = view.width;
    std::array<ScreenRect, kLegendCorners> rects;
    for (size_t i = 0; i < rects.size(); ++i)
        rects[i] = rectInCorner(static_cast<LegendCorner>(i), view, {width + fold, height}, margin, scaleBar);
    // A camera that moves to a subject makes room for the legend.
    CoveredShares covered = coveredShares(context.world, context.camera, rects,
                                          context.camera.isMoving() ? std::span<const WorldBox>{} : subjects);
    if (hasSeveralViews)
        for (float& share : covered) share += share > 0.0f && share < kSubjectShare ? kSubjectShare : 0.0f;
    addCards(covered, rects, cards);
    placeLegend(legend, covered, clock);
    const ScreenRect box = rects[static_cast<size_t>(legend.corner)];
    const float share = covered[static_cast<size_t>(legend.corner)];
    foldLegend(legend,
               !legend.mayFold          ? 0.0f
               : share >= kSubjectShare ? share
                                        : shareOverShapes(context.world, context.camera, box),
               clock);
    if (legend.isFolded) {
        ImGui::PopFont();
        return;
    }
    out.AddRectFilled({box.x, box.y}, {box.x + box.width, box.y + box.height},
                      ui.palette.background.withAlpha(0.80f).packed(), ui.px(4.0f));

    if (colorBar)
        drawColorBar(ui, out, *colorBar, {box.x + pad, box.y + pad}, lineHeight, box.x + box.width - pad);
    float x = box.x + pad;
    for (size_t column = 0; column < grid.size(); ++column) {
        const float sample = grid[column].sample;
        for (size_t i = column * rows; i < std::min((column + 1) * rows, entries.size()); ++i) {
            const float y = std::round(box.y + top + lineHeight * static_cast<float>(i - column * rows));
            const float markWidth = ui.px(entries[i].sampleWidth);
            drawMark(ui, out, entries[i].row, {x + 0.5f * (sample - markWidth), y}, markWidth,
                     ImGui::GetFontSize());
            drawClippedText(out, ui.palette.text, x + sample + pad, y,
                            x + sample + pad + grid[column].text + 1.0f, entries[i].row.text);
        }
        x += sample + pad + grid[column].text + gap;
    }
    ImGui::PopFont();
    legend.rect = box;
}

} // namespace satbox::app
