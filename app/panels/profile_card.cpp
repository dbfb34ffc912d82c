// The Profile card: computing time of the stages of a step, frame times, and the size of the world.

#include "app/gfx/round_number.h"
#include "app/panels/panels.h"
#include "app/text/format.h"
#include "app/widgets/text_drawing.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

// Microseconds below 1 ms: most stages of a small world take less.
std::string duration(float ms)
{
    return ms < 0.01f  ? formatFixed(1000.0 * static_cast<double>(ms), 2) + " μs"
           : ms < 1.0f ? formatFixed(1000.0 * static_cast<double>(ms), 1) + " μs"
                       : formatFixed(static_cast<double>(ms), 2) + " ms";
}

// A bar whose length is `value` relative to `longest`, with name and value.
void drawStageBar(const UiContext& ui, const char* name, float value, float longest, bool strong)
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
    drawRightAlignedText(ui.palette.text, a.x + width - ui.px(4.0f), y, duration(value));
}

// Time of each recorded step, with a line at the real-time budget of a step.
void drawStepTimePlot(const UiContext& ui, const ProfileState& profile, float budgetMs)
{
    const std::vector<float> totals = totalTimesMs(profile);
    const ImVec2 a = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = ui.px(88.0f);
    ImGui::Dummy({width, height});
    recordLastItem(ui, "Step times");
    itemTooltip(ui, "Computing time of each of the last 240 steps. The line is the real-time budget of a "
                    "step: above it, simulation is slower than real time.");
    ImDrawList& out = *ImGui::GetWindowDrawList();
    out.AddRectFilled(a, {a.x + width, a.y + height}, ui.palette.background.packed(), ui.px(4.0f));

    float highest = 0.01f;
    for (const float total : totals) highest = std::max(highest, total);
    const auto top = static_cast<float>(roundUpTo125(static_cast<double>(highest)).value());
    const float inner = height - ui.px(8.0f);
    const auto yOf = [&](float value) {
        return a.y + height - ui.px(4.0f) - inner * std::min(value / top, 1.0f);
    };
    const float bar = width / static_cast<float>(ProfileState::kSteps);
    for (size_t i = 0; i < totals.size(); ++i) {
        // Whole pixels: fractions of them would look like gaps between the bars.
        const float x = std::floor(a.x + width - bar * static_cast<float>(totals.size() - i));
        const float end = std::floor(a.x + width - bar * static_cast<float>(totals.size() - i - 1));
        out.AddRectFilled(
            {x, yOf(totals[i])}, {end, yOf(0.0f)},
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

} // namespace

void drawProfileCard(const UiContext& ui, const World& world, const FrameStats& stats, ProfileState& profile)
{
    if (foldingHeading(ui, "Step")) {
        drawStepTimePlot(ui, profile, 1000.0f / world.settings().stepRate);
        ImGui::Dummy({0.0f, ui.px(4.0f)});
        hintText(ui, "Medians of the last 60 steps:");
        const float total = medianTotalMs(profile);
        float longest = 0.0f;
        for (size_t i = 0; i < static_cast<size_t>(Stage::Count); ++i)
            longest = std::max(longest, medianMs(profile, static_cast<Stage>(i)));
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8.0f), 0.0f});
        for (size_t i = 0; i < static_cast<size_t>(Stage::Count); ++i) {
            const auto stage = static_cast<Stage>(i);
            drawStageBar(ui, toString(stage), medianMs(profile, stage), longest, false);
        }
        drawStageBar(ui, "whole step", total, total, true);
        ImGui::PopStyleVar();
    }
    if (foldingHeading(ui, "Frame")) {
        const auto fixed = [](float value, int places) {
            return formatFixed(static_cast<double>(value), places);
        };
        valueRow(ui, "Frames per second", fixed(stats.framesPerSecond, 1));
        valueRow(
            ui, "Frame time", fixed(stats.frameMs, 2) + " ms",
            "Computing time of a frame without waiting for the display. In ms, less than 16.7 at 60 Hz.");
        valueRow(ui, "Draw list", fixed(stats.listMs, 2) + " ms",
                 "Time to collect what is drawn of the world and to place labels and legend. In ms. The rest "
                 "of Drawing depends on the graphics driver.");
        valueRow(ui, "Drawing", fixed(stats.drawMs, 2) + " ms",
                 "Time to fill the draw list and to render it. In ms.");
        valueRow(ui, "Steps in the last frame", std::to_string(stats.stepsLastFrame));
    }
    if (foldingHeading(ui, "World")) {
        const WorldCounters c = world.counters();
        valueRow(ui, "Bodies", formatCount(c.bodies));
        valueRow(ui, "Bodies awake", formatCount(c.awakeBodies));
        valueRow(ui, "Shapes", formatCount(c.shapes));
        valueRow(ui, "Candidate pairs", formatCount(c.contacts), "Pairs of shapes whose fat boxes overlap.");
        valueRow(ui, "Contacts", formatCount(c.contactsWithPoints),
                 "Pairs of shapes with contact points, also speculative ones.");
        valueRow(ui, "Contact points", formatCount(c.contactPoints));
        valueRow(ui, "Sleeping islands", formatCount(c.sleepingIslands));
        valueRow(
            ui, "Contact colours", formatCount(c.colours),
            "Number of contact colours in the last step. Contacts of one colour share no dynamic body and "
            "are solved in parallel.");
        valueRow(ui, "Overflow contacts", formatCount(c.overflowContacts),
                 "Contacts that got no colour and were solved one by one in the last step.");
        valueRow(ui, "Tree height", formatCount(c.treeHeight),
                 "Levels below the root of the higher of the broad phase's two trees.");
        valueRow(ui, "Memory", formatBytes(c.bytes), "Memory held by the world.");
        valueRow(ui, "Scratch memory", formatBytes(c.arenaBytes), "Temporary memory of the last step.");
    }
}

} // namespace satbox::app
