#include "app/lenses/plot/panel/plot_panel.h"

#include "app/lenses/plot/panel/time_plot.h"
#include "app/lenses/plot/plot_lens.h"
#include "app/text/format.h"
#include "app/widgets/empty_state.h"
#include "app/widgets/text_drawing.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace satbox::app {

namespace {

void drawAxisRow(const UiContext& ui, PlotState& state)
{
    constexpr std::array kSpans{"All", "Last 10 s", "Last 2 s"};
    int index = static_cast<int>(state.span);
    if (comboRow(ui, "Time axis", &index, kSpans, 0,
                 "What the plots show: everything that was played (the last 65 536 steps), or the last "
                 "seconds. In the past, the seconds around the present."))
        state.span = static_cast<PlotSpan>(index);
}

// "Energy, Overlap, Contacts"
std::string chosenText(const PlotState& state)
{
    std::string text;
    for (size_t i = 0; i < kPlotQuantities; ++i)
        if (state.chosen[i]) text += fmt::format("{}{}", text.empty() ? "" : ", ", plotQuantities()[i].label);
    return text;
}

void drawChoice(const UiContext& ui, PlotState& state)
{
    if (!foldingHeading(ui, "Quantities", false)) return;
    for (size_t i = 0; i < kPlotQuantities; ++i) {
        const PlotQuantity& quantity = plotQuantities()[i];
        const bool isFirst = i == 0 || plotQuantities()[i - 1].source != quantity.source;
        if (isFirst && headingOf(quantity.source) != quantity.label) hintText(ui, headingOf(quantity.source));
        checkboxRow(ui, std::string(quantity.label).c_str(), &state.chosen[i],
                    std::string(quantity.help).c_str());
    }
}

void drawLines(const UiContext& ui, PlotState& state, const History& history)
{
    const std::vector<History::LineOfTime> lines = history.linesOfTime();
    if (lines.empty() || !foldingHeading(ui, "Other lines of time")) return;
    for (const History::LineOfTime& line : lines) {
        const auto at = std::ranges::find(state.shownLines, line.id);
        bool isShown = at != state.shownLines.end();
        const size_t number = static_cast<size_t>(at - state.shownLines.begin()) + 1;
        const std::string label = fmt::format(
            "Steps {} to {}, {}##line {}", formatCount(line.branchStep), formatCount(line.lastStep),
            line.change.empty() ? "left while playing" : "left at: " + line.change, line.id);
        const ImVec2 from = ImGui::GetCursorScreenPos();
        const float right = from.x + ImGui::GetContentRegionAvail().x;
        const float middle = std::round(from.y + 0.5f * (ImGui::GetFontSize() + ui.px(4.0f)));
        ImGui::BeginDisabled(!isShown && state.shownLines.size() == PlotState::kMaxLines);
        if (checkboxRow(
                ui, label.c_str(), &isShown,
                "Draws what was played on this line over the plots, thin and dashed, from the step at "
                "which it leaves the present line. At most three lines."))
            state.toggleLine(line.id);
        ImGui::EndDisabled();
        if (isShown && number <= state.shownLines.size())
            drawLineSwatch(ui, {right - ui.px(24.0f), middle}, number);
    }
}

// The step whose values are shown, its time, and how much is measured.
void drawStepRow(const UiContext& ui, const PlotState& state, uint64_t present)
{
    const uint64_t step = state.hoveredStep.value_or(present);
    const StepRows<double>& times = state.samples.times;
    const std::string text = fmt::format(
        "Step {}{}", formatCount(step),
        times.has(step) ? fmt::format(", t {} s", formatFixed(times.at(step)[0], 3)) : std::string());
    const auto known = static_cast<double>(state.range.count()) - static_cast<double>(state.missing);
    const std::string right =
        state.missing > 0
            ? fmt::format("replaying, {:.0f} %",
                          std::clamp(100.0 * known / static_cast<double>(state.range.count()), 0.0, 99.0))
            : fmt::format("{} to {}", formatCount(state.range.first), formatCount(state.range.last));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::Dummy({width, ImGui::GetFontSize() + ui.px(4.0f)});
    recordLastItem(ui, "Plotted step", fmt::format("{}; {}", step, right));
    itemTooltip(ui,
                "The step whose values are shown: under the pointer, else the present. Click or drag in a "
                "plot to go to a step. Steps that were played while this panel was closed are replayed "
                "on a copy.");
    ImGui::GetWindowDrawList()->AddText(at, ui.palette.text.packed(), text.c_str());
    drawRightAlignedText(ui.palette.muted, at.x + width, at.y, right);
}

// A click or a drag in a plot goes to a step, as on the time bar.
void goToStep(const PlotState& state, uint64_t wanted, LensContext& context)
{
    const uint64_t step = std::clamp(wanted, std::max(state.range.first, context.history.firstStep()),
                                     context.history.lastStep());
    context.playback.paused = true;
    if (step != context.history.presentStep()) context.playback.goToStep = step;
}

void drawPlots(const UiContext& ui, PlotState& state, LensContext& context)
{
    std::vector<std::vector<uint8_t>> breaks;
    for (size_t line = 0; line <= state.lines.size(); ++line) breaks.push_back(breaksOf(state, line));
    std::optional<uint64_t> hovered;
    bool isHeld = false;
    for (size_t i = 0; i < kPlotQuantities; ++i) {
        const PlotQuantity& quantity = plotQuantities()[i];
        if (!state.chosen[i] || (quantity.source == PlotSource::Body && state.bodies.empty())) continue;
        const std::vector<PlotCurve> curves = curvesOf(state, context.history, quantity);
        const TimePlotEvents events = drawTimePlot(ui, {.quantity = quantity,
                                                        .curves = curves,
                                                        .breaks = breaks,
                                                        .range = state.range,
                                                        .present = context.history.presentStep(),
                                                        .marked = state.hoveredStep});
        if (events.hovered) hovered = events.hovered;
        isHeld |= events.isHeld;
    }
    state.hoveredStep = hovered;
    state.isDragging = isHeld;
    if (isHeld && hovered && !context.compares) goToStep(state, *hovered, context);
}

void drawHints(const UiContext& ui, const PlotState& state, bool compares)
{
    if (chosenText(state).empty()) hintText(ui, "Choose under Quantities what is plotted.");
    if (state.plots(PlotSource::Body) && state.bodies.empty())
        hintText(ui, "Select up to four bodies to plot their motion.");
    if (state.plots(PlotSource::StepTime))
        hintText(ui, "Step times are those of steps that were made while this panel was open. A replay has "
                     "other times, so it fills no gaps.");
    if (compares)
        hintText(ui, "While worlds are compared, time cannot be moved, and the plots are those of the first "
                     "world.");
}

bool drawEmpty(const UiContext& ui, LensContext& context)
{
    if (context.document().isLab) {
        ImGui::Dummy({0.0f, ui.px(4.0f)});
        hintText(ui, "The lab does not simulate, so nothing happens over time. Open another scene.");
        return true;
    }
    if (context.history.lastStep() > context.history.firstStep()) return false;
    if (emptyState(ui,
                   {.picture = EmptyPicture::Step,
                    .text = "Plots energy, momentum, overlap, step time and the motion of selected bodies "
                            "over everything that is played. Nothing has been played yet.",
                    .button = "Run",
                    .tooltip = "Lets time run. Key P."}))
        context.playback.paused = false;
    return true;
}

} // namespace

void drawPlotPanel(const UiContext& ui, PlotState& state, LensContext& context)
{
    if (drawEmpty(ui, context)) return;
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    drawAxisRow(ui, state);
    drawChoice(ui, state);
    drawLines(ui, state, context.history);
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    drawStepRow(ui, state, context.history.presentStep());
    ImGui::Dummy({0.0f, ui.px(8.0f)});
    drawPlots(ui, state, context);
    drawHints(ui, state, context.compares);
    if (button(ui, "Save as CSV",
               "Writes what the plots show to a file in the folder in which satbox was started, a line for "
               "each step, in SI units. The energy ledger and step times have a column for each entry and "
               "stage.",
               true, !chosenText(state).empty()))
        savePlots(state, context);
}

} // namespace satbox::app
