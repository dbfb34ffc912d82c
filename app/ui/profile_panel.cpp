// The Profile panel: where the time of a step goes, and what the world holds.

#include "app/ui/format.h"
#include "app/ui/panels.h"
#include "app/ui/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

// Microseconds below a millisecond: most stages of a small world take no more.
std::string duration(float ms)
{
    return ms < 0.01f  ? formatFixed(1000.0 * static_cast<double>(ms), 2) + " μs"
           : ms < 1.0f ? formatFixed(1000.0 * static_cast<double>(ms), 1) + " μs"
                       : formatFixed(static_cast<double>(ms), 2) + " ms";
}

// A bar from the left, as long as its share, with name and value.
void stageRow(const UiContext& ui, const char* name, float value, float longest, bool strong)
{
    const float height = ImGui::GetFontSize() + ui.px(5.0f);
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec2 a = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width, height});
    recordLastItem(ui, name, duration(value));
    ImDrawList& out = *ImGui::GetWindowDrawList();
    const float share = longest > 0.0f ? std::clamp(value / longest, 0.0f, 1.0f) : 0.0f;
    const Color color = strong ? ui.palette.accent.withAlpha(0.40f) : ui.palette.accent.withAlpha(0.22f);
    if (share > 0.0f)
        out.AddRectFilled(a, {a.x + std::max(share * width, 1.0f), a.y + height - ui.px(2.0f)},
                          color.packed(), ui.px(2.0f));
    const float y = std::round(a.y + ui.px(1.0f));
    out.AddText({a.x + ui.px(6.0f), y}, ui.palette.text.packed(), name);
    const std::string text = duration(value);
    out.AddText({std::round(a.x + width - ImGui::CalcTextSize(text.c_str()).x - ui.px(4.0f)), y},
                (strong ? ui.palette.text : ui.palette.muted).packed(), text.c_str());
}

// The smallest of 1, 2, 5 times a power of ten that is not below `value`.
float niceAbove(float value)
{
    float step = 0.001f;
    while (true) {
        for (const float factor : {1.0f, 2.0f, 5.0f})
            if (factor * step >= value) return factor * step;
        step *= 10.0f;
        if (step > 1e6f) return value;
    }
}

// Time of each of the last steps, and a line for the time that real time leaves for one.
void historyPlot(const UiContext& ui, const ProfileState& profile, float budgetMs)
{
    const std::vector<float> totals = totalsMs(profile);
    const ImVec2 a = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = ui.px(88.0f);
    ImGui::Dummy({width, height});
    recordLastItem(ui, "Step times");
    itemTooltip(ui, "Time of each of the last 240 steps. The line marks the real time that a step may take.");
    ImDrawList& out = *ImGui::GetWindowDrawList();
    out.AddRectFilled(a, {a.x + width, a.y + height}, ui.palette.ground.packed(), ui.px(4.0f));

    float highest = 0.01f;
    for (const float total : totals) highest = std::max(highest, total);
    const float top = niceAbove(highest);
    const float inner = height - ui.px(8.0f);
    const auto yOf = [&](float value) {
        return a.y + height - ui.px(4.0f) - inner * std::min(value / top, 1.0f);
    };
    const float bar = width / static_cast<float>(ProfileState::kSteps);
    for (size_t i = 0; i < totals.size(); ++i) {
        const float x = a.x + width - bar * static_cast<float>(totals.size() - i);
        out.AddRectFilled(
            {x, yOf(totals[i])}, {x + std::max(bar - 0.5f, 0.5f), yOf(0.0f)},
            (totals[i] > budgetMs ? ui.palette.warning : ui.palette.accent).withAlpha(0.8f).packed());
    }
    if (budgetMs < top)
        out.AddLine({a.x, yOf(budgetMs)}, {a.x + width, yOf(budgetMs)}, ui.palette.warning.packed(),
                    std::max(ui.px(1.0f), 1.0f));
    ImGui::PushFont(ui.fonts.small);
    const std::string text = formatQuantity(static_cast<double>(top) * 1e-3, "s");
    out.AddText({a.x + ui.px(6.0f), a.y + ui.px(3.0f)}, ui.palette.muted.packed(), text.c_str());
    ImGui::PopFont();
}

std::string count(int value) { return formatCount(static_cast<uint64_t>(std::max(value, 0))); }

std::string bytes(size_t value)
{
    const auto size = static_cast<double>(value);
    if (value < 10'000) return fmt::format("{} B", value);
    if (value < 10'000'000) return fmt::format("{:.0f} kB", size / 1e3);
    return fmt::format("{:.1f} MB", size / 1e6);
}

} // namespace

void drawProfilePanel(const UiContext& ui, const World& world, const FrameStats& stats, ProfileState& profile)
{
    if (foldingHeading(ui, "Step")) {
        historyPlot(ui, profile, 1000.0f / world.settings().stepRate);
        ImGui::Dummy({0.0f, ui.px(4.0f)});
        hintText(ui, "Medians of the last 60 steps:");
        const float total = medianTotalMs(profile);
        float longest = 0.0f;
        for (size_t i = 0; i < static_cast<size_t>(Stage::Count); ++i)
            longest = std::max(longest, medianMs(profile, static_cast<Stage>(i)));
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8.0f), 0.0f});
        for (size_t i = 0; i < static_cast<size_t>(Stage::Count); ++i) {
            const auto stage = static_cast<Stage>(i);
            stageRow(ui, toString(stage), medianMs(profile, stage), longest, false);
        }
        stageRow(ui, "whole step", total, total, true);
        ImGui::PopStyleVar();
    }
    if (foldingHeading(ui, "Frame")) {
        const auto fixed = [](float value, int places) {
            return formatFixed(static_cast<double>(value), places);
        };
        valueRow(ui, "Frames a second", fixed(stats.framesPerSecond, 1));
        valueRow(ui, "Work of a frame", fixed(stats.frameMs, 2) + " ms", "Without waiting for the screen.");
        valueRow(ui, "Drawing", fixed(stats.drawMs, 2) + " ms",
                 "Filling the list of what is drawn, and drawing it.");
        valueRow(ui, "Steps in the last frame", std::to_string(stats.stepsLastFrame));
    }
    if (foldingHeading(ui, "World")) {
        const WorldCounters c = world.counters();
        valueRow(ui, "Bodies", count(c.bodies));
        valueRow(ui, "Bodies awake", count(c.awakeBodies));
        valueRow(ui, "Shapes", count(c.shapes));
        valueRow(ui, "Contacts", count(c.contacts), "Pairs of shapes whose fat boxes overlap.");
        valueRow(ui, "Touching", count(c.touching), "Pairs of shapes that touch.");
        valueRow(ui, "Contact points", count(c.contactPoints));
        valueRow(ui, "Sleeping islands", count(c.sleepingIslands));
        valueRow(ui, "Colours", count(c.colours), "Groups of contacts that share no body, in the last step.");
        valueRow(ui, "Overflow contacts", count(c.overflowContacts),
                 "Contacts that fitted into no colour and were solved one by one.");
        valueRow(ui, "Tree height", count(c.treeHeight), "Levels of the broad phase's tree.");
        valueRow(ui, "Memory", bytes(c.bytes), "Held by the world.");
        valueRow(ui, "Scratch memory", bytes(c.arenaBytes), "Used by the last step and given back.");
    }
}

} // namespace satbox::app
