#include "app/lenses/step/panel/step_sections.h"
#include "app/text/format.h"
#include "app/widgets/line_plot.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace satbox::app {

namespace {

constexpr std::array kStages{Stage::IntegrateVelocities, Stage::WarmStart,
                             Stage::ApplyRestitution,    Stage::Solve,
                             Stage::IntegratePositions,  Stage::Relax};

// Colour key of the stages, in as many lines as needed.
void drawColorKey(const UiContext& ui, const StepRecord& record)
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
        const float length = box + ui.px(4.0f) + ImGui::CalcTextSize(stageName(stage)).x + ui.px(12.0f);
        if (x + length > width) {
            x = 0.0f;
            y += line;
        }
        const float top = start.y + y + 0.5f * (line - box);
        out.AddRectFilled({start.x + x, top}, {start.x + x + box, top + box},
                          stageColor(ui.palette, stage).packed(), ui.px(2.0f));
        out.AddText({start.x + x + box + ui.px(4.0f), std::round(start.y + y + ui.px(2.0f))},
                    ui.palette.muted.packed(), stageName(stage));
        x += length;
    }
    ImGui::Dummy({width, y + line});
    ImGui::PopFont();
}

// One cell per stage; gaps separate substeps.
void drawStageStrip(const UiContext& ui, const StepAnalysis& analysis, StepState& step)
{
    const std::vector<StepTick>& ticks = analysis.record.ticks;
    const ImVec2 a = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = ui.px(26.0f);
    ImGui::InvisibleButton("Stages", {width, height});
    const size_t shown = analysis.shownTick(step.tick.index.value_or(0));
    recordLastItem(ui, "Stages", tickName(analysis.record, ticks[shown]));
    itemTooltip(ui,
                "Stages of the step in order; gaps separate substeps. Click, drag or press Left and Right to "
                "select a stage.");
    const float cell = width / static_cast<float>(ticks.size());
    if (ImGui::IsItemActive()) {
        const float at = (ImGui::GetIO().MousePos.x - a.x) / cell;
        step.tick.index = static_cast<size_t>(std::clamp(at, 0.0f, static_cast<float>(ticks.size() - 1)));
        step.tick.playing = false;
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

PlotSeries seriesOf(const StepAnalysis& analysis, float PointState::*member, int point, const Color& color)
{
    PlotSeries series{.values = {}, .color = color, .dashed = point % 2 == 1};
    for (const auto& tick : analysis.pointStates)
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

void drawStepTimeline(const UiContext& ui, const StepAnalysis& analysis, StepState& step)
{
    const size_t count = analysis.record.ticks.size();
    drawStageStrip(ui, analysis, step);
    drawColorKey(ui, analysis.record);
    const float half = 0.5f / static_cast<float>(count); // centres values below their cells
    const auto plot = [&](const char* name, const char* help, const char* unit, float PointState::*member,
                          const Color& color) {
        std::vector<PlotSeries> series;
        for (int i = 0; i < analysis.pointCount(); ++i)
            series.push_back(seriesOf(analysis, member, i, color));
        const int under =
            linePlot(ui,
                     {.name = name,
                      .help = help,
                      .unit = unit,
                      .heightPx = 56.0f,
                      .firstFraction = half,
                      .lastFraction = 1.0f - half,
                      .markedIndex = static_cast<int>(analysis.shownTick(step.tick.index.value_or(0)))},
                     series)
                .index;
        if (under >= 0 && ImGui::IsMouseDown(ImGuiMouseButton_Left))
            step.tick.index = static_cast<size_t>(under);
    };
    plot("Normal λ by stage",
         "Normal impulse accumulated at each point since the start of the substep or, for solvers without "
         "substeps, of the step. In N s; every second point is dashed.",
         "N s", &PointState::normalImpulse, ui.palette.normalImpulse);
    plot("Speed, normal, by stage",
         "Velocity of B relative to A along the normal at each point. In m/s; negative: approaching. "
         "Every second point is dashed.",
         "m/s", &PointState::normalSpeed, ui.palette.velocity);
    plot("Separation by stage",
         "Signed distance between the surfaces at each point. In m; negative: overlap. Every second "
         "point is dashed.",
         "m", &PointState::separation, ui.palette.penetration);

    ImGui::Dummy({0.0f, ui.px(2.0f)});
    if (iconButton(ui, Icon::Previous, "Previous stage", "Left", false, 28.0f)) {
        step.tick.playing = false;
        step.tick.step(-1, count);
    }
    ImGui::SameLine();
    if (iconButton(ui, step.tick.playing ? Icon::Pause : Icon::Play,
                   step.tick.playing ? "Stop playing" : "Play through the stages", "", step.tick.playing,
                   28.0f))
        step.tick.playing = !step.tick.playing;
    ImGui::SameLine();
    if (iconButton(ui, Icon::Next, "Next stage", "Right", false, 28.0f)) {
        step.tick.playing = false;
        step.tick.step(1, count);
    }
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    const size_t shown = analysis.shownTick(step.tick.index.value_or(0));
    ImGui::TextUnformatted(
        fmt::format("{} of {}: {}", shown + 1, count, tickName(analysis.record, analysis.record.ticks[shown]))
            .c_str());
}

} // namespace satbox::app
