#include "app/lenses/plot/plot_lens.h"

#include "app/document/unused_file.h"
#include "app/lenses/plot/panel/plot_panel.h"
#include "app/lenses/plot/plot_export.h"
#include "engine/core/quoted.h"
#include "engine/scene/file_io.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <array>
#include <limits>

namespace satbox::app {

namespace {

// Of wall clock time per frame for replays: less while time runs, whose steps need it too.
constexpr double kFillBudget = 0.010, kFillBudgetRunning = 0.004; // s

constexpr std::array kActions{LensAction{
    .label = "Plot over time",
    .chord = {},
    .help =
        "Opens the Plot panel: energy, momentum, overlap, step time and the motion of the selected bodies "
        "over everything that was played.",
    .perform = [](Lens&, LensContext& context) { context.panels.show(PlotLens::kName); }}};

std::string checkQuantities(const std::string& text) { return PlotState().choose(text); }

} // namespace

std::span<const LensAction> PlotLens::actions() const { return kActions; }

void PlotLens::addOptions(CLI::App& cli)
{
    cli.add_option("--plot", options.quantities,
                   "Open the Plot panel with these quantities: energy,ledger,overlap")
        ->type_name("LIST")
        ->check(checkQuantities);
}

void PlotLens::applyOptions(LensContext& context, bool renders)
{
    if (options.quantities.empty()) return;
    state.choose(options.quantities); // the command line has checked it
    context.panels.show(kName);
    followContext(context);
    if (renders) state.fill(context.history, std::numeric_limits<double>::infinity());
}

void PlotLens::followContext(LensContext& context)
{
    state.isOpen = context.panels.shows(kName);
    state.followHistory(context.history);
    state.followBodies(context.selection.bodies());
    state.updateRange(context.history);
}

void PlotLens::followCommands(LensContext& context) { followContext(context); }

void PlotLens::beforeStep(LensContext& context) { isNewStep_ = context.history.isAtEnd(); }

void PlotLens::afterStep(LensContext& context)
{
    state.followHistory(context.history);
    const uint64_t step = context.history.presentStep();
    if (isNewStep_) state.samples.dropFrom(step);
    if (!state.isOpen) return;
    const PlotNeeds needs = state.needs();
    state.samples.record(step, context.world(), context.history.secondsOfStep(History::kPresentLine, step),
                         needs);
    if (isNewStep_ && needs.has(PlotSource::StepTime)) state.samples.recordStepTime(step, context.world());
}

void PlotLens::update(LensContext& context, double)
{
    followContext(context);
    if (!state.isOpen) {
        state.missing = 0;
        state.cursor.reset();
        return;
    }
    state.fill(context.history, context.playback.paused ? kFillBudget : kFillBudgetRunning);
    if (state.missing == 0) state.cursor.reset(); // a copy of the document
}

void PlotLens::drawPanel(const UiContext& ui, LensContext& context) { drawPlotPanel(ui, state, context); }

void savePlots(const PlotState& state, LensContext& context)
{
    const std::filesystem::path path = unusedFile({}, context.document().scene.name + "-plot", ".csv");
    const std::string failed = writeFile(path, plotsAsCsv(state, context.history));
    if (failed.empty())
        context.status.show(Severity::Info, fmt::format("Plots written to {}", printablePath(path)));
    else
        context.status.show(Severity::Error,
                            fmt::format("The plots were not saved: {}. They are written to the folder in "
                                        "which satbox was started.",
                                        failed));
}

} // namespace satbox::app
