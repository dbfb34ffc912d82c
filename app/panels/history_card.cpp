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

constexpr float kRowHeight = 26.0f; // design pixels

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

// What had been played after moments in the past at which something else was done.
void drawLines(const UiContext& ui, const History& history, std::optional<uint64_t> ghostLine,
               Requests& requests)
{
    const std::vector<History::LineOfTime> lines = history.linesOfTime();
    if (lines.empty() || !foldingHeading(ui, "Other lines of time")) return;
    for (const History::LineOfTime& line : lines) {
        ImGui::PushID(static_cast<int>(line.id));
        const std::string steps =
            fmt::format("{} to {}", formatCount(line.branchStep), formatCount(line.lastStep));
        const std::string label = fmt::format("Steps {}##{}", steps, line.id);
        valueRow(ui, label.c_str(),
                 line.change.empty() ? std::string("before: played") : "before: " + line.change,
                 "What had been played before something else was done at its first step.");
        const auto small = [&](const char* name, const char* help, bool isOn) {
            const std::string text = fmt::format("{}##{}", name, line.id);
            if (isOn) ImGui::PushStyleColor(ImGuiCol_Button, ui.palette.accent.withAlpha(0.35f).packed());
            const bool pressed = button(ui, text.c_str(), help);
            if (isOn) ImGui::PopStyleColor();
            return pressed;
        };
        const bool isShown = ghostLine == line.id;
        if (small("Show over the world",
                  "Draws the bodies of this line as dashed outlines, at the same step.", isShown))
            requests.toggleGhost = line.id;
        ImGui::SameLine();
        if (small("Go there", "Goes on from this line. The present one stays in this list.", false))
            requests.switchToLine = line.id;
        ImGui::SameLine();
        if (small("Drop", "Forgets this line.", false)) requests.dropLine = line.id;
        ImGui::PopID();
    }
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
