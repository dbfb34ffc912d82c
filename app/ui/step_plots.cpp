#include "app/ui/format.h"
#include "app/ui/line_plot.h"
#include "app/ui/step_parts.h"
#include "app/ui/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <array>
#include <limits>

namespace satbox::app {

void drawConvergence(const UiContext& ui, const StepAnalysis& analysis, const StepViewState& step)
{
    std::vector<double> rms, worst;
    int marked = -1;
    const std::vector<StepTick>& ticks = analysis.record.ticks;
    for (size_t i = 0; i < ticks.size(); ++i) {
        if ((ticks[i].stage != Stage::Solve && ticks[i].stage != Stage::Relax) ||
            ticks[i].velocities.visits == 0)
            continue;
        if (i <= analysis.shownTick(step.tick)) marked = static_cast<int>(rms.size());
        rms.push_back(ticks[i].velocities.rms());
        worst.push_back(static_cast<double>(ticks[i].velocities.worst));
    }
    const std::array series{
        PlotSeries{.values = worst, .color = ui.palette.muted, .dashed = true, .dots = true},
        PlotSeries{.values = rms, .color = ui.palette.accent, .dots = true}};
    const int under = linePlot(
        ui,
        {.name = "Changed by each pass",
         .help =
             "What each pass over the island's contacts still changed: each change of an impulse over its "
             "effective mass. Root mean square, and dashed the largest. The lower, the nearer to a state in "
             "which "
             "all conditions hold.",
         .unit = "m/s",
         .heightPx = 96.0f,
         .logarithmic = true,
         .firstAt = 0.06f,
         .lastAt = 0.94f,
         .marked = marked},
        series);
    const int told = under >= 0 ? under : marked;
    if (told < 0) return hintText(ui, "No pass yet: walk on to the first.");
    const auto at = static_cast<size_t>(told);
    valueRow(
        ui, fmt::format("Pass {} changed##pass", told + 1).c_str(), formatQuantity(rms[at], "m/s"),
        "Root mean square over normal and friction impulses of the island, each over its effective mass.");
    valueRow(ui, "at most", formatQuantity(worst[at], "m/s"), "The largest change among them.");
}

void drawIterationSweep(const UiContext& ui, const StepAnalysis& analysis, bool paused,
                        const StepViewState& step)
{
    const char* what = hasSubsteps(analysis.record.solver) ? "substeps" : "iterations";
    if (!paused && !step.sweep) return hintText(ui, "Pause: then copies of the world try 1 to 50 of them.");
    if (!step.sweep) return;
    const IterationSweep& sweep = *step.sweep;
    std::vector<double> left, deepest;
    for (const SweepPoint& point : sweep.points()) {
        left.push_back(point.left);
        deepest.push_back(point.deepest);
    }
    // The axis goes to the last one from the start, so that the picture grows and does not shrink.
    left.resize(IterationSweep::kMaxIterations, -1.0);
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
                         .firstAt = 0.03f,
                         .lastAt = 0.97f,
                         .marked = sweep.present() - 1},
                        series);
    };
    const int first =
        plot("Left to change",
             "What the last pass of this very step still changed in the island, root mean square.", "m/s",
             true, left, ui.palette.accent);
    const int second = plot("Deepest overlap after a second",
                            "Anywhere in the world, had it gone on with so many for a second.", "m", false,
                            deepest, ui.palette.penetration);
    const int under = first >= 0 ? first : second >= 0 ? second : sweep.present() - 1;
    const auto at = static_cast<size_t>(under);
    if (at < sweep.points().size()) {
        valueRow(ui, fmt::format("With {} {}##sweep", under + 1, what).c_str(),
                 fmt::format("{}; {}", formatQuantity(left[at], "m/s"), formatQuantity(deepest[at], "m")),
                 "What would be left to change, and the deepest overlap after a second.");
    }
    if (!sweep.done())
        hintText(ui, fmt::format("Trying {} of {} on copies of the world.", sweep.points().size() + 1,
                                 IterationSweep::kMaxIterations));
}

} // namespace satbox::app
