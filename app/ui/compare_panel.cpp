// The Compare panel: which worlds stand beside each other and with which solver, their figures now and over
// time, and where two of them part.

#include "app/editor/commands.h"
#include "app/editor/compare_export.h"
#include "app/ui/compare_plot.h"
#include "app/ui/compare_style.h"
#include "app/ui/format.h"
#include "app/ui/panels.h"
#include "app/ui/setting_rows.h"
#include "app/ui/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace satbox::app {

namespace {

constexpr std::array kSolvers{SolverType::SoftStep, SolverType::SequentialImpulse,
                              SolverType::ManifoldImpulse, SolverType::VertexContact};

bool isCompared(const CompareState& compare, const WorldSettings& first, SolverType solver)
{
    return first.solver == solver || std::ranges::any_of(compare.others, [&](const ComparedSettings& other) {
               return other.values.solver == solver;
           });
}

// Another world with a solver that none has yet, where there is one.
void addWorld(CompareState& compare, const WorldSettings& first)
{
    ComparedSettings other;
    const auto free = std::ranges::find_if(
        kSolvers, [&](SolverType solver) { return !isCompared(compare, first, solver); });
    other.values.solver = free != kSolvers.end() ? *free : first.solver;
    compare.others.push_back(other);
}

void startButtons(const UiContext& ui, const WorldSettings& first, CompareState& compare, Requests& requests)
{
    if (button(ui, compare.on ? "End comparison" : "Start comparison",
               compare.on ? "The first world goes on alone. Key Shift+C."
                          : "Copies of the world as it is now, each with its own solver. Key Shift+C."))
        requests.actions.push_back(Action::CompareWorlds);
    ImGui::SameLine();
    if (button(ui, "Restart", "All worlds back to the scene's start. Key R.", false, compare.on))
        requests.actions.push_back(Action::Restart);
    if (button(ui, "All four solvers",
               "Four worlds, one for each solver, with their usual settings, from the world as it is now.",
               true)) {
        compare.others.clear();
        while (compare.others.size() + 1 < Comparison::kMaxWorlds) addWorld(compare, first);
        if (compare.on)
            compare.startAgain = true;
        else
            requests.actions.push_back(Action::CompareWorlds);
    }
}

WorldSettings settingsOf(const World& document, const CompareState& compare, size_t world)
{
    return world == 0 ? document.settings() : compare.others[world - 1].over(document.settings());
}

// Those of the first world are the document's, and commands.
void change(const WorldSettings& settings, const SettingField& field, CompareState& compare,
            CommandStack& commands, size_t world)
{
    if (world == 0)
        commands.submit(settingsCommand(settings, field.key));
    else
        compare.others[world - 1].adopt(settings, field.key);
}

// Letter and line of the world, and its solver in the rest of the row: the names are long.
void solverRow(const UiContext& ui, const World& document, CompareState& compare, CommandStack& commands,
               size_t world)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetFrameHeight();
    const char letter[] = {worldLetter(world), '\0'};
    ImDrawList& out = *ImGui::GetWindowDrawList();
    out.AddText({at.x, std::round(at.y + 0.5f * (height - ImGui::GetFontSize()))},
                worldColor(ui.palette, world).packed(), letter);
    drawWorldSwatch(ui, out, {at.x + ui.px(18.0f), std::round(at.y + 0.5f * height)}, world);
    ImGui::SetCursorScreenPos({at.x + ui.px(56.0f), at.y});
    ImGui::SetNextItemWidth(-1.0f);
    WorldSettings settings = settingsOf(document, compare, world);
    const std::string name = fmt::format("Solver {}", letter);
    if (!ImGui::BeginCombo(fmt::format("##{}", name).c_str(), solverName(settings.solver))) {
        recordLastItem(ui, name, solverName(settings.solver));
        itemTooltip(ui, world == 0 ? "Of the document's own world: an edit that can be undone."
                                   : "Of this world alone. It goes on from where it is.");
        return;
    }
    for (const SolverType solver : kSolvers) {
        if (ImGui::Selectable(solverName(solver), solver == settings.solver)) {
            settings.solver = solver;
            change(settings, *findSetting("solver"), compare, commands, world);
        }
        recordLastItem(ui, solverName(solver));
    }
    ImGui::EndCombo();
}

void solverRows(const UiContext& ui, const World& document, CompareState& compare, CommandStack& commands)
{
    heading(ui, "Worlds");
    int count = static_cast<int>(compare.others.size()) + 1;
    if (intSliderRow(ui,
                     {.label = "How many",
                      .minimum = 2,
                      .maximum = static_cast<int>(Comparison::kMaxWorlds),
                      .defaultValue = 2,
                      .tooltip = "Worlds beside each other. Another number lets all start again from the "
                                 "first one as it is now."},
                     &count)) {
        const auto others = static_cast<size_t>(count) - 1;
        while (compare.others.size() < others) addWorld(compare, document.settings());
        compare.others.resize(others);
    }
    for (size_t i = 0; i <= compare.others.size(); ++i) solverRow(ui, document, compare, commands, i);
}

// What the solvers of the worlds are tuned with, one world after the other.
void tuningRows(const UiContext& ui, const World& document, CompareState& compare, CommandStack& commands)
{
    for (size_t i = 0; i <= compare.others.size(); ++i) {
        const std::string title = fmt::format("Settings of {}", worldLetter(i));
        if (!foldingHeading(ui, title.c_str(), false)) continue;
        for (const SettingField& field : settingFields()) {
            WorldSettings settings = settingsOf(document, compare, i);
            if (field.solvers == kEverySolver || !reasonOff(settings, field.key).empty()) continue;
            if (settingRow(ui, field, settings, fmt::format("##{}", worldLetter(i))))
                change(settings, field, compare, commands, i);
        }
        if (i > 0)
            hintText(ui, "Gravity, step rate, sleep and materials are those of the first world: see Solver.");
    }
}

// One SI prefix for a whole row, so that its numbers can be compared at a glance: "mm" and 1000 for metres of
// which the largest is 0.0136.
struct RowScale {
    std::string unit;
    double factor = 1.0;
    int decimals = 0;
};
RowScale scaleOf(double largest, std::string_view unit)
{
    if (largest <= 0.0 || !std::isfinite(largest)) return {std::string(unit), 1.0, 0};
    const std::string text = formatQuantity(largest, unit);
    const size_t space = text.find(' ');
    const std::string number = text.substr(0, space);
    const double shown = std::strtod(number.c_str(), nullptr);
    if (space == std::string::npos || shown <= 0.0) return {std::string(unit), 1.0, 0};
    const size_t point = number.find('.');
    return {text.substr(space + 1), std::pow(10.0, std::round(std::log10(shown / largest))),
            point == std::string::npos ? 0 : static_cast<int>(number.size() - point - 1)};
}

void figureRow(const UiContext& ui, const CompareState& compare, const CompareQuantity& quantity)
{
    double largest = 0.0;
    for (size_t i = 0; i < compare.count(); ++i)
        largest = std::max(largest, std::fabs(quantity.of(compare.latest.worlds[i])));
    const bool isCount = quantity.unit.empty();
    const RowScale scale = isCount ? RowScale{} : scaleOf(largest, quantity.unit);
    const std::string label =
        isCount ? std::string(quantity.label) : fmt::format("{}, {}", quantity.label, scale.unit);

    const float width = ImGui::GetContentRegionAvail().x;
    const float height = ImGui::GetFontSize() + ui.px(5.0f);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width, height});
    itemTooltip(ui, quantity.help);
    ImDrawList& out = *ImGui::GetWindowDrawList();
    const float names = 0.38f * width;
    const float column = (width - names) / static_cast<float>(compare.count());
    float free = width; // what the first number leaves to the label
    std::string all;
    for (size_t i = 0; i < compare.count(); ++i) {
        const std::string value =
            formatFixed(quantity.of(compare.latest.worlds[i]) * scale.factor, scale.decimals);
        const float right = at.x + names + column * static_cast<float>(i + 1);
        const float left = std::round(right - ImGui::CalcTextSize(value.c_str()).x);
        if (i == 0) free = left - at.x - ui.px(4.0f);
        out.AddText({left, at.y}, ui.palette.text.packed(), value.c_str());
        all += (i > 0 ? " | " : "") + value;
    }
    const ImVec4 clip{at.x, at.y, at.x + free, at.y + height};
    out.AddText(ImGui::GetFont(), ImGui::GetFontSize(), at, ui.palette.muted.packed(), label.c_str(), nullptr,
                0.0f, &clip);
    recordLastItem(ui, quantity.label, fmt::format("{} {}", all, scale.unit));
}

void figureTable(const UiContext& ui, const CompareState& compare)
{
    heading(ui, "Figures");
    ImGui::PushFont(ui.fonts.small);
    const float width = ImGui::GetContentRegionAvail().x;
    const float names = 0.38f * width;
    const float column = (width - names) / static_cast<float>(compare.count());
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetFontSize() + ui.px(5.0f);
    ImDrawList& out = *ImGui::GetWindowDrawList();
    for (size_t i = 0; i < compare.count(); ++i) {
        const char letter[] = {worldLetter(i), '\0'};
        const float right = at.x + names + column * static_cast<float>(i + 1);
        const float letterLeft = right - ImGui::CalcTextSize(letter).x;
        out.AddText({std::round(letterLeft), at.y}, worldColor(ui.palette, i).packed(), letter);
        drawWorldMark(ui, out, {letterLeft - ui.px(8.0f), at.y + 0.5f * ImGui::GetFontSize()}, i);
    }
    ImGui::Dummy({width, height});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8.0f), 0.0f});
    for (const CompareQuantity& quantity : compareQuantities()) figureRow(ui, compare, quantity);
    ImGui::PopStyleVar();
    ImGui::PopFont();
}

void plotOverTime(const UiContext& ui, CompareState& compare)
{
    heading(ui, "Over time");
    std::vector<std::string> labels;
    std::vector<const char*> names;
    for (const CompareQuantity& quantity : compareQuantities()) labels.emplace_back(quantity.label);
    for (const std::string& label : labels) names.push_back(label.c_str());
    int index = static_cast<int>(compare.quantity);
    if (comboRow(ui, "Quantity", &index, names, 0, "What is plotted, a line for each world."))
        compare.quantity = static_cast<size_t>(index);
    const bool mayBeLogarithmic = compareQuantities()[compare.quantity].isPositive;
    ImGui::BeginDisabled(!mayBeLogarithmic);
    checkboxRow(ui, "Logarithmic", &compare.logarithmic,
                mayBeLogarithmic ? "Each line of the plot is ten times the one below: shows what is small."
                                 : "This quantity may be negative, which has no logarithm.");
    ImGui::EndDisabled();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = ui.px(180.0f);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width, height});
    recordLastItem(ui, "Plot over time", std::to_string(compare.history.samples.size()));
    const std::optional<ImVec2> pointer =
        ImGui::IsItemHovered() ? std::optional(ImGui::GetIO().MousePos) : std::nullopt;
    ImDrawList& out = *ImGui::GetWindowDrawList();
    out.PushClipRect(at, {at.x + width, at.y + height}, true);
    drawComparePlot(ui, out, {at.x, at.y, width, height}, compare, pointer);
    out.PopClipRect();
}

void partingRows(const UiContext& ui, const World& document, CompareState& compare, Selection& selection)
{
    heading(ui, "Where they part");
    std::vector<std::string> labels;
    std::vector<const char*> names;
    for (const float distance : partingDistances())
        labels.push_back(formatQuantity(static_cast<double>(distance), "m"));
    for (const std::string& label : labels) names.push_back(label.c_str());
    int index = static_cast<int>(compare.distance);
    if (comboRow(ui, "Farther apart than", &index, names, static_cast<int>(CompareState{}.distance),
                 "Two worlds part at the first step after which a body's centre of mass is farther than this "
                 "from the same body's in the other world."))
        compare.distance = static_cast<size_t>(index);
    for (size_t a = 0; a < compare.count(); ++a) {
        for (size_t b = a + 1; b < compare.count(); ++b) {
            const auto divergence = compare.divergences.of(compare.distance, a, b);
            const std::string pair = fmt::format("{} and {}", worldLetter(a), worldLetter(b));
            const std::string name = fmt::format("Divergence {}{}", worldLetter(a), worldLetter(b));
            if (!divergence) {
                valueRow(ui, fmt::format("{}##{}", pair, name).c_str(), "together");
                continue;
            }
            const std::string told =
                fmt::format("step {}, {} s: {}, {}", divergence->step, formatFixed(divergence->time, 2),
                            describeBody(document, divergence->body),
                            formatQuantity(static_cast<double>(divergence->distance), "m"));
            const ImVec2 at = ImGui::GetCursorScreenPos();
            const float height = ImGui::GetTextLineHeight() + ui.px(4.0f);
            const bool isChosen = selection.body == divergence->body;
            if (ImGui::Selectable(fmt::format("##{}", name).c_str(), isChosen, 0, {0.0f, height}))
                selection.select(document, divergence->body);
            recordLastItem(ui, name, told);
            itemTooltip(ui, "Click selects this body in all views.");
            ImDrawList& out = *ImGui::GetWindowDrawList();
            const float y = std::round(at.y + ui.px(2.0f));
            out.AddText({at.x, y}, ui.palette.muted.packed(), pair.c_str());
            const float width = ImGui::CalcTextSize(told.c_str()).x;
            out.AddText({std::round(at.x + ImGui::GetContentRegionAvail().x - width), y},
                        ui.palette.text.packed(), told.c_str());
        }
    }
}

} // namespace

void drawComparePanel(const UiContext& ui, const World& document, CompareState& compare, Selection& selection,
                      CommandStack& commands, Requests& requests)
{
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    startButtons(ui, document.settings(), compare, requests);
    solverRows(ui, document, compare, commands);
    if (!compare.on) {
        ImGui::Dummy({0.0f, ui.px(4.0f)});
        hintText(ui,
                 "The same scene in two to four worlds, each with its own solver: they take the same steps, "
                 "and the mouse pulls the same body in all of them.");
        tuningRows(ui, document, compare, commands);
        return;
    }
    figureTable(ui, compare);
    plotOverTime(ui, compare);
    partingRows(ui, document, compare, selection);
    ImGui::Dummy({0.0f, ui.px(8.0f)});
    const size_t stride = csvStride(compare.history);
    const size_t lines = (compare.history.samples.size() + stride - 1) / stride;
    const uint64_t every = compare.history.every * stride;
    const std::string help = fmt::format(
        "All figures over time onto the clipboard, for a spreadsheet: {} lines, one for every {}, "
        "in SI units.",
        lines, every == 1 ? "step" : fmt::format("{} steps", every));
    if (button(ui, "Copy as CSV", help.c_str(), true)) {
        ImGui::SetClipboardText(comparisonAsCsv(compare, document).c_str());
        requests.status = fmt::format("The table is on the clipboard as CSV: {} lines.", lines);
    }
    tuningRows(ui, document, compare, commands);
}

} // namespace satbox::app
