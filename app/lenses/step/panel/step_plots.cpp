#include "app/lenses/step/panel/step_sections.h"
#include "app/text/format.h"
#include "app/widgets/line_plot.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <array>
#include <limits>

namespace satbox::app {

void drawConvergence(const UiContext& ui, const StepAnalysis& analysis, const StepState& step)
{
    std::vector<double> rms, worst;
    int markedIndex = -1;
    const std::vector<StepTick>& ticks = analysis.record.ticks;
    for (size_t i = 0; i < ticks.size(); ++i) {
        if ((ticks[i].stage != Stage::Solve && ticks[i].stage != Stage::Relax) ||
            ticks[i].velocities.visits == 0)
            continue;
        if (i <= analysis.shownTick(step.tick.index.value_or(0))) markedIndex = static_cast<int>(rms.size());
        rms.push_back(ticks[i].velocities.rms());
        worst.push_back(static_cast<double>(ticks[i].velocities.worst));
    }
    const std::array series{
        PlotSeries{.values = worst, .color = ui.palette.muted, .dashed = true, .dots = true},
        PlotSeries{.values = rms, .color = ui.palette.accent, .dots = true}};
    const int hovered =
        linePlot(
            ui,
            {.name = "Change per pass",
             .help =
                 "Impulse changes in each pass over the island's contacts, divided by the effective mass. "
                 "Solid: root mean square; dashed: largest. In m/s; lower is closer to convergence.",
             .unit = "m/s",
             .heightPx = 96.0f,
             .logarithmic = true,
             .firstFraction = 0.06f,
             .lastFraction = 0.94f,
             .markedIndex = markedIndex},
            series)
            .index;
    const int shownPass = hovered >= 0 ? hovered : markedIndex;
    if (shownPass < 0) return hintText(ui, "No pass up to this stage: step forward to the first one.");
    const auto at = static_cast<size_t>(shownPass);
    valueRow(ui, fmt::format("RMS change in pass {}##pass", shownPass + 1).c_str(),
             formatQuantity(rms[at], "m/s"),
             "Root mean square of the changes of normal and friction impulses, each divided by its effective "
             "mass. In m/s.");
    valueRow(ui, "Largest change", formatQuantity(worst[at], "m/s"), "The largest of these changes. In m/s.");
}

void drawIterationSweep(const UiContext& ui, const StepAnalysis& analysis, bool paused, const StepState& step)
{
    const char* what = hasSubsteps(analysis.record.solver) ? "substeps" : "iterations";
    if (!paused && !step.sweep)
        return hintText(ui, fmt::format("Pause to try 1 to 50 {} on copies of the world.", what));
    if (!step.sweep) return;
    const IterationSweep& sweep = *step.sweep;
    std::vector<double> residuals, deepest;
    for (const SweepPoint& point : sweep.points()) {
        residuals.push_back(point.residual);
        deepest.push_back(point.maxPenetration);
    }
    // The axis spans all counts from the start, so that it does not rescale while points are added.
    residuals.resize(IterationSweep::kMaxIterations, -1.0);
    deepest.resize(IterationSweep::kMaxIterations, -1.0);
    for (double& value : deepest)
        if (value < 0.0) value = std::numeric_limits<double>::quiet_NaN();
    const auto plot = [&](const char* name, const char* help, const char* unit, bool logarithmic,
                          const std::vector<double>& values, const Color& color) {
        const std::array series{PlotSeries{.values = values, .color = color, .dots = false}};
        return linePlot(ui,
                        {.name = name,
                         .help = help,
                         .unit = unit,
                         .heightPx = 80.0f,
                         .logarithmic = logarithmic,
                         .firstFraction = 0.03f,
                         .lastFraction = 0.97f,
                         .markedIndex = sweep.currentCount() - 1},
                        series)
            .index;
    };
    const int first = plot("Change in the last pass",
                           "Root mean square of the change in the last pass of this step, for each number of "
                           "substeps or iterations. In m/s.",
                           "m/s", true, residuals, ui.palette.accent);
    const int second = plot(
        "Deepest overlap after 1 s",
        "Deepest overlap in the world after simulating 1 s with each number of substeps or iterations. In m.",
        "m", false, deepest, ui.palette.penetration);
    const int hovered = first >= 0 ? first : second >= 0 ? second : sweep.currentCount() - 1;
    const auto at = static_cast<size_t>(hovered);
    if (at < sweep.points().size()) {
        valueRow(
            ui, fmt::format("With {} {}##sweep", hovered + 1, what).c_str(),
            fmt::format("{}; {}", formatQuantity(residuals[at], "m/s"), formatQuantity(deepest[at], "m")),
            "Change in the last pass (RMS), and the deepest overlap after 1 s.");
    }
    if (!sweep.done())
        hintText(ui, fmt::format("Simulating {} of {} on copies of the world.", sweep.points().size() + 1,
                                 IterationSweep::kMaxIterations));
}

} // namespace satbox::app
