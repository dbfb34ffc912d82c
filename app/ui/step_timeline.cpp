#include "app/ui/format.h"
#include "app/ui/line_plot.h"
#include "app/ui/step_parts.h"
#include "app/ui/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>

namespace satbox::app {

namespace {

constexpr std::array kStages{Stage::IntegrateVelocities, Stage::WarmStart,
                             Stage::ApplyRestitution,    Stage::Solve,
                             Stage::IntegratePositions,  Stage::Relax};

// Which colour is which, in as many lines as it takes.
void drawKey(const UiContext& ui, const StepRecord& record)
{
    ImGui::PushFont(ui.fonts.small);
    ImDrawList& out = *ImGui::GetWindowDrawList();
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float line = ImGui::GetFontSize() + ui.px(4.0f);
    const float box = ui.px(8.0f);
    float x = 0.0f, y = 0.0f;
    for (const Stage stage : kStages) {
        const bool used = std::any_of(record.ticks.begin(), record.ticks.end(),
                                      [&](const StepTick& tick) { return tick.stage == stage; });
        if (!used) continue;
        const float length = box + ui.px(4.0f) + ImGui::CalcTextSize(shortName(stage)).x + ui.px(12.0f);
        if (x + length > width) {
            x = 0.0f;
            y += line;
        }
        const float top = start.y + y + 0.5f * (line - box);
        out.AddRectFilled({start.x + x, top}, {start.x + x + box, top + box},
                          stageColor(ui.palette, stage).packed(), ui.px(2.0f));
        out.AddText({start.x + x + box + ui.px(4.0f), std::round(start.y + y + ui.px(2.0f))},
                    ui.palette.muted.packed(), shortName(stage));
        x += length;
    }
    ImGui::Dummy({width, y + line});
    ImGui::PopFont();
}

// One cell for each stage; substeps stand apart by a gap.
void drawStrip(const UiContext& ui, const StepAnalysis& analysis, StepViewState& step)
{
    const std::vector<StepTick>& ticks = analysis.record.ticks;
    const ImVec2 a = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = ui.px(26.0f);
    ImGui::InvisibleButton("Stages", {width, height});
    const size_t shown = analysis.shownTick(step.tick);
    recordLastItem(ui, "Stages", tickName(analysis.record, ticks[shown]));
    itemTooltip(
        ui, "The stages of the step, in order; substeps stand apart. Click or drag; keys Left and Right.");
    const float cell = width / static_cast<float>(ticks.size());
    if (ImGui::IsItemActive()) {
        const float at = (ImGui::GetIO().MousePos.x - a.x) / cell;
        step.tick = static_cast<size_t>(std::clamp(at, 0.0f, static_cast<float>(ticks.size() - 1)));
        step.playing = false;
    }
    ImDrawList& out = *ImGui::GetWindowDrawList();
    for (size_t i = 0; i < ticks.size(); ++i) {
        const float gap = i > 0 && ticks[i].substep != ticks[i - 1].substep ? ui.px(2.0f) : 0.0f;
        const float x = a.x + cell * static_cast<float>(i);
        const float seam = cell > ui.px(4.0f) ? 1.0f : 0.0f;
        const ImVec2 from{x + gap, a.y + (i == shown ? 0.0f : ui.px(4.0f))};
        const ImVec2 to{std::max(x + cell - seam, from.x + 1.0f),
                        a.y + height - (i == shown ? 0.0f : ui.px(4.0f))};
        out.AddRectFilled(from, to, stageColor(ui.palette, ticks[i].stage).packed(), ui.px(1.0f));
        if (i == shown)
            out.AddRect(from, to, ui.palette.text.packed(), ui.px(1.0f), 0, std::max(ui.px(1.5f), 1.0f));
    }
}

PlotSeries seriesOf(const StepAnalysis& analysis, float PointFacts::*member, int point, const Color& color)
{
    PlotSeries series{.values = {}, .color = color, .dashed = point % 2 == 1};
    for (const auto& tick : analysis.facts)
        series.values.push_back(static_cast<double>(tick[static_cast<size_t>(point)].*member));
    return series;
}

} // namespace

Color stageColor(const Palette& palette, Stage stage)
{
    switch (stage) {
    case Stage::IntegrateVelocities:
        return palette.velocity;
    case Stage::WarmStart:
        return palette.pairA;
    case Stage::Solve:
        return palette.normalImpulse;
    case Stage::IntegratePositions:
        return palette.muted;
    case Stage::Relax:
        return palette.penetration;
    case Stage::ApplyRestitution:
        return palette.normal;
    default:
        return palette.raised;
    }
}

void drawStepTimeline(const UiContext& ui, const StepAnalysis& analysis, StepViewState& step)
{
    const size_t count = analysis.record.ticks.size();
    drawStrip(ui, analysis, step);
    drawKey(ui, analysis.record);
    const float half = 0.5f / static_cast<float>(count); // values stand under the middle of their cells
    const auto plot = [&](const char* name, const char* help, const char* unit, float PointFacts::*member,
                          const Color& color) {
        std::vector<PlotSeries> series;
        for (int i = 0; i < analysis.points(); ++i) series.push_back(seriesOf(analysis, member, i, color));
        const int under = linePlot(ui,
                                   {.name = name,
                                    .help = help,
                                    .unit = unit,
                                    .heightPx = 56.0f,
                                    .firstAt = half,
                                    .lastAt = 1.0f - half,
                                    .marked = static_cast<int>(analysis.shownTick(step.tick))},
                                   series);
        if (under >= 0 && ImGui::IsMouseDown(ImGuiMouseButton_Left)) step.tick = static_cast<size_t>(under);
    };
    plot("Normal impulse λ",
         "Accumulated at each point; the second point is dashed. It starts anew with each substep.", "N s",
         &PointFacts::normalImpulse, ui.palette.normalImpulse);
    plot("Speed along the normal",
         "Of B against A at each point; negative approaches. The second point is dashed.", "m/s",
         &PointFacts::normalSpeed, ui.palette.velocity);
    plot("Separation", "At each point; negative overlaps. The second point is dashed.", "m",
         &PointFacts::separation, ui.palette.penetration);

    ImGui::Dummy({0.0f, ui.px(2.0f)});
    if (iconButton(ui, Icon::Previous, "Stage before", "Left", false, 28.0f)) {
        step.playing = false;
        step.walk(-1, count);
    }
    ImGui::SameLine();
    if (iconButton(ui, step.playing ? Icon::Pause : Icon::Play,
                   step.playing ? "Stop" : "Go through the stages", "", step.playing, 28.0f))
        step.playing = !step.playing;
    ImGui::SameLine();
    if (iconButton(ui, Icon::Next, "Stage after", "Right", false, 28.0f)) {
        step.playing = false;
        step.walk(1, count);
    }
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    const size_t shown = analysis.shownTick(step.tick);
    ImGui::TextUnformatted(
        fmt::format("{} of {}: {}", shown + 1, count, tickName(analysis.record, analysis.record.ticks[shown]))
            .c_str());
}

} // namespace satbox::app
