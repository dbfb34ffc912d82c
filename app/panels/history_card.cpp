// The History card: every entry of the history, oldest first, with the present marked.

#include "app/panels/panels.h"
#include "app/text/format.h"
#include "app/widgets/text_drawing.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace satbox::app {

namespace {

constexpr float kRowHeight = 26.0f;    // design pixels
constexpr float kLineButtonPx = 24.0f; // design pixels
constexpr size_t kMaxVisibleLines = 4; // of time; more scroll

struct KindMark {
    Icon icon = Icon::Box;
    const char* text = "";
    Color Palette::*color = nullptr;
};

KindMark markOf(CommandKind kind)
{
    switch (kind) {
    case CommandKind::Build:
        return {Icon::Box, "built", &Palette::accent};
    case CommandKind::Tune:
        return {Icon::Settings, "tuned", &Palette::text};
    case CommandKind::Play:
        return {Icon::Play, "played", &Palette::kinematicOutline};
    case CommandKind::Open:
        return {Icon::Open, "opened", &Palette::text};
    }
    return {};
}

// One moment of the history: `done` entries are done. Row 0 is the moment before all of them.
struct Row {
    size_t done = 0;
    std::string label;
    KindMark mark;
    bool isPresent = false;
    bool isUndone = false;
};

Row rowOf(const History& history, size_t done)
{
    const size_t present = history.doneCount();
    Row row{.done = done, .label = {}, .mark = {}, .isPresent = done == present, .isUndone = done > present};
    if (done == 0) {
        row.label = "Beginning";
        row.mark = {Icon::Restart, "", &Palette::muted};
        return row;
    }
    const History::Entry& entry = history.entry(done - 1);
    row.label = entry.label;
    row.mark = markOf(entry.kind);
    return row;
}

const char* tooltipOf(const Row& row)
{
    if (row.isPresent) return "The present.";
    return row.isUndone ? "Redoes everything down to this, or moves time forward to it."
                        : "Undoes everything below this.";
}

bool drawRow(const UiContext& ui, const Row& row)
{
    const float height = ui.px(kRowHeight);
    const ImVec2 a = ImGui::GetCursorScreenPos();
    const ImVec2 b{a.x + ImGui::GetContentRegionAvail().x, a.y + height};
    ImGui::PushID(static_cast<int>(row.done));
    const bool clicked = ImGui::InvisibleButton("Row", {std::max(b.x - a.x, 1.0f), height});
    ImGui::PopID();
    recordLastItem(ui, row.label, row.isPresent ? "present" : row.isUndone ? "undone" : row.mark.text);
    ImDrawList& out = *ImGui::GetWindowDrawList();
    if (row.isPresent || ImGui::IsItemHovered())
        out.AddRectFilled(a, b, ui.palette.raised.packed(), ui.px(4.0f));
    if (row.isPresent)
        out.AddRectFilled(a, {a.x + ui.px(3.0f), b.y}, ui.palette.accent.packed(), ui.px(2.0f));

    const Color text = row.isUndone ? ui.palette.muted : ui.palette.text;
    const Color icon = row.isUndone ? ui.palette.muted : ui.palette.*row.mark.color;
    const float middle = a.y + 0.5f * height;
    const float textY = std::round(middle - 0.5f * ImGui::GetFontSize());
    drawIcon(out, row.mark.icon, {a.x + ui.px(20.0f), middle}, ui.px(16.0f), icon);
    const float kindLeft = std::round(b.x - ui.px(8.0f) - ImGui::CalcTextSize(row.mark.text).x);
    out.AddText({kindLeft, textY}, ui.palette.muted.packed(), row.mark.text);
    drawClippedText(text, a.x + ui.px(36.0f), textY, kindLeft - ui.px(8.0f), row.label);
    itemTooltip(ui, tooltipOf(row));
    return clicked;
}

// A line of time: its steps, what was done instead, and three buttons.
void drawLine(const UiContext& ui, const History::LineOfTime& line, bool isShown, Requests& requests)
{
    const float side = std::round(ui.px(kLineButtonPx)), gap = ui.px(2.0f);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float textWidth = ImGui::GetContentRegionAvail().x - 3.0f * side - 2.0f * gap - ui.px(8.0f);
    const std::string steps =
        fmt::format("{} to {}", formatCount(line.branchStep), formatCount(line.lastStep));
    const std::string left = line.change.empty() ? "left while playing" : "left at: " + line.change;
    ImGui::Dummy({std::max(textWidth, 1.0f), side});
    recordLastItem(ui, "Steps " + steps, left);
    itemTooltip(ui, fmt::format("Steps {}, {}.\nWhat had been played before something else was done at the "
                                "first of these steps. The buttons draw its bodies over the world as dashed "
                                "outlines at the same step, go on from this line, and forget it.",
                                steps, left));
    const float textY = at.y + 0.5f * (side - ImGui::GetFontSize());
    drawClippedText(ui.palette.muted, at.x, textY, at.x + textWidth, steps);
    drawClippedText(ui.palette.text, at.x + ImGui::CalcTextSize(steps.c_str()).x + ui.px(8.0f), textY,
                    at.x + textWidth, left);
    const auto small = [&](Icon icon, const char* name, float space, bool isActive = false) {
        ImGui::SameLine(0.0f, space);
        return iconButton(ui, icon, name, "", isActive, kLineButtonPx);
    };
    if (small(Icon::Eye, "Show over the world", ui.px(8.0f), isShown)) requests.toggleGhost = line.id;
    if (small(Icon::Next, "Go there", gap)) requests.switchToLine = line.id;
    if (small(Icon::Trash, "Drop", gap)) requests.dropLine = line.id;
}

// What had been played after moments in the past at which something else was done. They scroll, so that the
// entries below stay in view.
void drawLines(const UiContext& ui, const History& history, std::optional<uint64_t> ghostLine,
               Requests& requests)
{
    const std::vector<History::LineOfTime> lines = history.linesOfTime();
    if (lines.empty() || !foldingHeading(ui, "Other lines of time")) return;
    const float row = std::round(ui.px(kLineButtonPx));
    const size_t visible = std::min(lines.size(), kMaxVisibleLines);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0f, 0.0f});
    ImGui::BeginChild("Lines", {0.0f, row * static_cast<float>(visible)});
    for (const History::LineOfTime& line : lines) {
        ImGui::PushID(static_cast<int>(line.id));
        drawLine(ui, line, ghostLine == line.id, requests);
        ImGui::PopID();
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
    ImGui::Dummy({0.0f, ui.px(4.0f)});
}

// Keeps the present in the middle of the list whenever it changes.
void scrollToPresent(const UiContext& ui, size_t present, HistoryCardState& list)
{
    if (list.shownPresent == present) return;
    list.shownPresent = present;
    const float y = ui.px(kRowHeight) * static_cast<float>(present);
    ImGui::SetScrollY(std::max(y - 0.5f * ImGui::GetWindowHeight(), 0.0f));
}

} // namespace

void drawHistoryCard(const UiContext& ui, const History& history, std::optional<uint64_t> ghostLine,
                     HistoryCardState& list, Requests& requests)
{
    valueRow(ui, "Memory",
             fmt::format("{} of {}", formatBytes(history.bytes()), formatBytes(history.maxBytes())),
             "Memory of the recorded operations and stored worlds. At the limit, some stored worlds are "
             "dropped first, then other lines of time, then the oldest entries.");
    drawLines(ui, history, ghostLine, requests);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0f, 0.0f});
    ImGui::BeginChild("Entries");
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(history.entryCount()) + 1, ui.px(kRowHeight));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
            if (const Row row = rowOf(history, static_cast<size_t>(i)); drawRow(ui, row) && !row.isPresent)
                requests.history = row.done;
    clipper.End();
    scrollToPresent(ui, history.doneCount(), list);
    ImGui::EndChild();
    ImGui::PopStyleVar();
}

} // namespace satbox::app
