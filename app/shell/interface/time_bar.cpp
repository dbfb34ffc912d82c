// The time bar: everything that was played, with marks of what happened. A drag moves through it.

#include "app/shell/interface/bars.h"
#include "app/text/format.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace satbox::app {

namespace {

constexpr float kMarkPx = 4.0f;        // height of a row of marks
constexpr float kFaintestMark = 0.25f; // opacity of a mark of one event where another has many

// Where steps are on the bar.
struct TimeScale {
    float left = 0.0f, width = 1.0f;
    uint64_t first = 0, last = 0;

    float x(uint64_t step) const
    {
        const double share =
            last > first ? static_cast<double>(step - first) / static_cast<double>(last - first) : 1.0;
        return left + width * static_cast<float>(share);
    }
    uint64_t step(float x) const
    {
        const double share = std::clamp(static_cast<double>((x - left) / width), 0.0, 1.0);
        return first + static_cast<uint64_t>(std::lround(share * static_cast<double>(last - first)));
    }
    bool has(uint64_t step) const { return first <= step && step <= last; }
};

// What happened in the steps of one column of pixels.
struct Column {
    float deepestOverlap = 0.0f;
    unsigned begins = 0, hits = 0, quarantines = 0, breaks = 0;
    bool fellAsleep = false;

    void add(const StepFacts& facts)
    {
        deepestOverlap = std::max(deepestOverlap, facts.deepestOverlap);
        begins += facts.begins;
        hits += facts.hits;
        quarantines += facts.quarantines;
        breaks += facts.breaks;
        fellAsleep |= facts.fellAsleep;
    }
};

std::vector<Column> columnsOf(const History& history, const TimeScale& scale)
{
    std::vector<Column> columns(static_cast<size_t>(std::max(scale.width, 1.0f)));
    const size_t last = columns.size() - 1;
    size_t next = 0; // with fewer steps than columns, a step has several
    for (uint64_t step = scale.first + 1; step <= scale.last; ++step) {
        const size_t column = std::min(static_cast<size_t>(scale.x(step) - scale.left), last);
        for (size_t i = std::min(next, column); i <= column; ++i) columns[i].add(history.factsOf(step));
        next = column + 1;
    }
    return columns;
}

std::string describe(const Column& column)
{
    std::string text =
        fmt::format("Deepest overlap {}", formatQuantity(static_cast<double>(column.deepestOverlap), "m"));
    const auto add = [&](unsigned count, const char* one, const char* many) {
        if (count > 0) text += "\n" + countText(count, one, many);
    };
    add(column.begins, "contact began", "contacts began");
    add(column.hits, "hit", "hits");
    add(column.quarantines, "body frozen", "bodies frozen");
    add(column.breaks, "joint broke", "joints broke");
    if (column.fellAsleep) text += "\nBodies fell asleep";
    return text;
}

// The mark of what matters most in a column.
struct Mark {
    Color color;
    float heightShare = 1.0f; // of the row of marks
};

// Hits and begins are graded by their number relative to `most`, since a busy scene has some in every step.
std::optional<Mark> markOf(const Palette& palette, const Column& column, const Column& most)
{
    const auto graded = [](const Color& color, unsigned count, unsigned largest) {
        const float share = static_cast<float>(count) / static_cast<float>(largest);
        return color.withAlpha(kFaintestMark + (1.0f - kFaintestMark) * share);
    };
    if (column.quarantines > 0) return Mark{palette.quarantined};
    if (column.breaks > 0) return Mark{palette.joint};
    if (column.hits > 0) return Mark{graded(palette.text, column.hits, most.hits)};
    if (column.fellAsleep) return Mark{palette.asleepOutline};
    if (column.begins > 0) return Mark{graded(palette.muted, column.begins, most.begins), 0.5f};
    return std::nullopt;
}

// The deepest overlap as a curve from the bottom, by its square root, so that one deep moment does not
// flatten the others; above it a row of marks.
void drawColumns(const UiContext& ui, ImDrawList& out, const std::vector<Column>& columns,
                 const TimeScale& scale, float top, float bottom)
{
    Column most; // of each fact, in any column
    for (const Column& column : columns) {
        most.deepestOverlap = std::max(most.deepestOverlap, column.deepestOverlap);
        most.hits = std::max(most.hits, column.hits);
        most.begins = std::max(most.begins, column.begins);
    }
    const float marks = ui.px(kMarkPx);
    const float room = bottom - top - marks;
    for (size_t i = 0; i < columns.size(); ++i) {
        const Column& column = columns[i];
        const float x = scale.left + static_cast<float>(i);
        if (column.deepestOverlap > 0.0f) {
            const float height = room * std::sqrt(column.deepestOverlap / most.deepestOverlap);
            out.AddRectFilled({x, bottom - std::max(height, 1.0f)}, {x + 1.0f, bottom},
                              ui.palette.penetration.withAlpha(0.45f).packed());
        }
        if (const std::optional<Mark> mark = markOf(ui.palette, column, most))
            out.AddRectFilled({x, top}, {x + 1.0f, top + mark->heightShare * marks}, mark->color.packed());
    }
}

void drawMarks(const UiContext& ui, ImDrawList& out, const History& history, const TimeMarks& marks,
               const TimeScale& scale, float top, float bottom)
{
    const float line = std::max(ui.px(1.0f), 1.0f);
    if (const auto loop = marks.loopWithin(scale.first, scale.last))
        out.AddRectFilled({scale.x(loop->begin), top}, {scale.x(loop->end), bottom},
                          ui.palette.accent.withAlpha(0.15f).packed());
    for (const auto& [step, side] : {std::pair{marks.loopBegin, 1.0f}, std::pair{marks.loopEnd, -1.0f}}) {
        if (!step || !scale.has(*step)) continue;
        const float x = scale.x(*step);
        out.AddRectFilled({x - 0.5f * line, top}, {x + 0.5f * line, bottom}, ui.palette.accent.packed());
        out.AddTriangleFilled({x, top}, {x + side * ui.px(6.0f), top}, {x, top + ui.px(6.0f)},
                              ui.palette.accent.packed());
    }
    for (const uint64_t step : marks.bookmarks) {
        if (!scale.has(step)) continue;
        const float x = scale.x(step), y = bottom - ui.px(5.0f), r = ui.px(4.0f);
        out.AddQuadFilled({x, y - r}, {x + r, y}, {x, y + r}, {x - r, y}, ui.palette.text.packed());
    }
    for (const History::LineOfTime& other : history.linesOfTime()) {
        if (!scale.has(other.branchStep)) continue;
        const float x = scale.x(other.branchStep);
        out.AddTriangleFilled({x - ui.px(4.0f), bottom}, {x + ui.px(4.0f), bottom}, {x, bottom - ui.px(6.0f)},
                              ui.palette.muted.packed());
    }
}

void drawMenu(const UiContext& ui, Requests& requests, TimeMarks& marks, uint64_t step)
{
    if (!ImGui::BeginPopup("Time bar menu")) return;
    const auto item = [&](const char* label, bool enabled = true) {
        const bool chosen = ImGui::MenuItem(label, nullptr, false, enabled);
        recordLastItem(ui, label);
        return chosen;
    };
    if (item("Loop from here")) marks.setLoopBegin(step);
    if (item("Loop up to here")) marks.setLoopEnd(step);
    if (item("End the loop", marks.loopBegin || marks.loopEnd)) marks.loopBegin = marks.loopEnd = {};
    ImGui::Separator();
    const bool has = std::binary_search(marks.bookmarks.begin(), marks.bookmarks.end(), step);
    if (item(has ? "Remove the bookmark" : "Bookmark")) marks.toggleBookmark(step);
    if (item("Remove all bookmarks", !marks.bookmarks.empty())) marks.bookmarks.clear();
    ImGui::Separator();
    if (item("Go to the end")) requests.actions.push_back(Action::GoToEnd);
    ImGui::EndPopup();
}

} // namespace

void drawTimeBar(const UiContext& ui, const ScreenRect& rect, const History& history, Playback& playback,
                 Requests& requests, bool isEnabled)
{
    const float pad = ui.px(6.0f);
    const TimeScale scale{.left = rect.x + pad,
                          .width = std::floor(std::max(rect.width - 2.0f * pad, 1.0f)),
                          .first = history.firstStep(),
                          .last = history.lastStep()};
    ImDrawList& out = *ImGui::GetWindowDrawList();
    const float top = rect.y + ui.px(3.0f), bottom = rect.y + rect.height - ui.px(3.0f);
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    ImGui::BeginDisabled(!isEnabled);
    ImGui::InvisibleButton("Time bar", {std::max(rect.width, 1.0f), rect.height},
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    ImGui::EndDisabled();
    recordLastItem(ui, "Time bar",
                   fmt::format("{} of {} to {}", history.presentStep(), scale.first, scale.last));
    const uint64_t pointed = scale.step(ImGui::GetIO().MousePos.x);
    const std::vector<Column> columns = columnsOf(history, scale);
    const bool hasPast = scale.last > scale.first;
    if (ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left) && hasPast) {
        playback.paused = true;
        if (pointed != history.presentStep()) playback.goToStep = pointed;
    }
    if (ImGui::IsItemHovered() && ImGui::IsMouseReleased(ImGuiMouseButton_Right) && hasPast) {
        playback.marks.menuStep = pointed;
        ImGui::OpenPopup("Time bar menu");
    }
    if (!isEnabled)
        itemTooltip(ui, "Moving through time is not available while worlds are compared. End the comparison "
                        "first (Shift+C).");
    else if (!hasPast)
        itemTooltip(ui, "Everything that is played appears here. Drag to move through it.");
    else
        itemTooltip(
            ui,
            fmt::format("Step {} of {}\n{}\nDrag to move through time; right-click for loops and bookmarks.",
                        formatCount(pointed), formatCount(scale.last),
                        describe(columns[std::min(
                            static_cast<size_t>(std::max(ImGui::GetIO().MousePos.x - scale.left, 0.0f)),
                            columns.size() - 1)])));
    drawMenu(ui, requests, playback.marks, playback.marks.menuStep);

    out.AddRectFilled({scale.left, top}, {scale.left + scale.width, bottom}, ui.palette.background.packed(),
                      ui.px(2.0f));
    drawColumns(ui, out, columns, scale, top, bottom);
    drawMarks(ui, out, history, playback.marks, scale, top, bottom);
    const float x = scale.x(history.presentStep());
    if (!history.isAtEnd())
        out.AddRectFilled({x, top}, {scale.left + scale.width, bottom},
                          ui.palette.panel.withAlpha(0.6f).packed());
    const float half = std::max(ui.px(1.0f), 1.0f);
    const Color knob = isEnabled ? ui.palette.accent : ui.palette.muted;
    out.AddRectFilled({x - half, rect.y}, {x + half, rect.y + rect.height}, knob.packed());
    out.AddCircleFilled({x, top}, ui.px(4.0f), knob.packed(), 16);
}

} // namespace satbox::app
