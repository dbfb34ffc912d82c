#include "app/lenses/sweep/panel/sweep_panel.h"

#include "app/lenses/sweep/panel/heat_map.h"
#include "app/text/format.h"
#include "app/view/overlay_colors.h"
#include "app/widgets/line_plot.h"
#include "app/widgets/text_drawing.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace satbox::app {
namespace {

constexpr size_t kMaxListedRuns = 100;
constexpr size_t kMaxCurves = 12;
constexpr float kRowPx = 22.0f;

std::string columnText(const SweepColumn& column)
{
    return column.unit.empty() ? column.name : fmt::format("{}, {}", column.name, column.unit);
}

// A combo box over columns. Returns true if another one was chosen.
bool columnCombo(const UiContext& ui, const char* label, const SweepTable& table,
                 std::span<const size_t> columns, size_t& chosen, const char* help)
{
    std::vector<std::string> texts;
    for (const size_t column : columns) texts.push_back(columnText(table.columns[column]));
    std::vector<const char*> names;
    for (const std::string& text : texts) names.push_back(text.c_str());
    const auto found = std::ranges::find(columns, chosen);
    auto index = static_cast<int>(found == columns.end() ? 0 : found - columns.begin());
    if (!comboRow(ui, label, &index, names, -1, help)) return false;
    chosen = columns[static_cast<size_t>(index)];
    return true;
}

// The inputs that are no axis, each with "all" and its values.
bool otherInputRows(const UiContext& ui, const SweepTable& table, SweepChoice& choice)
{
    bool changed = false;
    for (auto& [column, value] : choice.others) {
        std::vector<SweepValue> values;
        for (const SweepTable::Row& row : table.rows)
            if (std::ranges::find(values, row.values[column]) == values.end() &&
                values.size() < kMaxSweepBins)
                values.push_back(row.values[column]);
        std::vector<std::string> texts{"all"};
        for (const SweepValue& one : values) texts.push_back(sweepLabel(one));
        std::vector<const char*> names;
        for (const std::string& text : texts) names.push_back(text.c_str());
        int index = 0;
        if (value) index = static_cast<int>(std::ranges::find(values, *value) - values.begin()) + 1;
        if (!comboRow(
                ui, table.columns[column].name.c_str(), &index, names, -1,
                "Which runs are shown: those with this value, or all; cells show the mean of their runs."))
            continue;
        value = index == 0 ? std::nullopt : std::optional(values[static_cast<size_t>(index) - 1]);
        changed = true;
    }
    return changed;
}

// After another axis was chosen: the inputs that are no axis any more show all their values.
void resetOthers(const SweepTable& table, SweepChoice& choice)
{
    choice.others.clear();
    for (const size_t column : table.variedInputs())
        if (column != choice.x && column != choice.y) choice.others.emplace_back(column, std::nullopt);
}

bool choiceRows(const UiContext& ui, const SweepTable& table, SweepChoice& choice)
{
    bool changed = false;
    const std::vector<size_t> inputs = table.variedInputs();
    const size_t oldX = choice.x;
    if (columnCombo(ui, "Across", table, inputs, choice.x, "The input whose values go from left to right.")) {
        if (choice.y == choice.x) choice.y = oldX; // the axes change places
        resetOthers(table, choice);
        changed = true;
    }
    if (choice.y) {
        size_t y = *choice.y;
        if (columnCombo(ui, "Upwards", table, inputs, y, "The input whose values go from below to above.")) {
            if (y == choice.x) choice.x = *choice.y;
            choice.y = y;
            resetOthers(table, choice);
            changed = true;
        }
    }
    changed |= otherInputRows(ui, table, choice);
    changed |= columnCombo(ui, "Colour", table, table.results(), choice.metric,
                           "The result that the colours show: the mean over the runs of a cell.");
    changed |= checkboxRow(ui, "Logarithmic", &choice.logarithmic,
                           "A logarithmic scale of colours, if all values are positive.");
    return changed;
}

void cellTooltip(const UiContext& ui, const SweepTable& table, const SweepChoice& choice, const SweepMap& map,
                 size_t index)
{
    const SweepCell& cell = map.cells[index];
    std::string text = fmt::format("{}: {}", table.columns[choice.x].name, map.x[index % map.x.size()].label);
    if (choice.y)
        text += fmt::format("\n{}: {}", table.columns[*choice.y].name, map.y[index / map.x.size()].label);
    const SweepColumn& metric = table.columns[choice.metric];
    if (cell.mean) text += "\n" + fmt::format("{}: {}", metric.name, formatQuantity(*cell.mean, metric.unit));
    if (cell.measured > 1)
        text += fmt::format(", {} to {}", formatQuantity(cell.lowest, metric.unit),
                            formatQuantity(cell.highest, metric.unit));
    text += "\n" + countText(cell.rows.size(), "run", "runs");
    if (cell.failed > 0) text += fmt::format(", {} failed", cell.failed);
    if (!cell.rows.empty()) text += cell.rows.size() == 1 ? ". Click to open it." : ". Click to list them.";
    itemTooltip(ui, text);
}

// The values of the second input that have curves: all, or kMaxCurves evenly spread ones with both ends.
size_t curveCount(const SweepMap& map) { return std::min(map.y.size(), kMaxCurves); }
size_t valueOfCurve(const SweepMap& map, size_t curve)
{
    const size_t last = curveCount(map) - 1;
    return last == 0 ? 0 : (curve * (map.y.size() - 1) + last / 2) / last;
}

// From muted to the accent colour, since the colours of the map mean the result.
Color curveColor(const UiContext& ui, const SweepMap& map, size_t iy)
{
    if (map.y.size() < 2) return ui.palette.accent;
    const float share = static_cast<float>(iy) / static_cast<float>(map.y.size() - 1);
    return ui.palette.muted.mixed(ui.palette.accent, share);
}

// Below the curves: the ends of their axis, and which curves the lightest and the strongest colour are.
void drawCurveLabels(const UiContext& ui, const SweepTable& table, const SweepState& state)
{
    const SweepMap& map = state.map;
    ImGui::PushFont(ui.fonts.small);
    const float line = ImGui::GetTextLineHeight() + ui.px(3.0f);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float right = at.x + ImGui::GetContentRegionAvail().x;
    const auto row = [&](float y, const std::string& first, const Color& firstColor, const std::string& last,
                         const Color& lastColor) {
        const float end = last.empty() ? right : drawRightAlignedText(lastColor, right, y, last);
        drawClippedText(firstColor, at.x, y, end - ui.px(6.0f), first);
    };
    row(at.y, map.x.front().label, ui.palette.muted, map.x.size() > 1 ? map.x.back().label : std::string(),
        ui.palette.muted);
    float bottom = at.y + line;
    if (map.y.size() > 1) {
        const std::string& name = table.columns[*state.choice.y].name;
        row(bottom, fmt::format("{}: {}", name, map.y.front().label), curveColor(ui, map, 0),
            map.y.back().label, curveColor(ui, map, map.y.size() - 1));
        bottom += line;
    }
    ImGui::Dummy({0.0f, bottom + ui.px(4.0f) - at.y});
    ImGui::PopFont();
}

// A line for each of these values; points are cells. Returns the hovered cell.
std::optional<size_t> drawCurves(const UiContext& ui, const SweepTable& table, const SweepState& state)
{
    const SweepMap& map = state.map;
    std::vector<PlotSeries> series;
    for (size_t curve = 0; curve < curveCount(map); ++curve) {
        const size_t iy = valueOfCurve(map, curve);
        PlotSeries& line = series.emplace_back();
        line.color = curveColor(ui, map, iy);
        line.dots = true;
        for (size_t ix = 0; ix < map.x.size(); ++ix)
            line.values.push_back(map.cell(ix, iy).mean.value_or(std::numeric_limits<double>::quiet_NaN()));
    }
    const SweepColumn& metric = table.columns[state.choice.metric];
    const LinePlotHover hovered = linePlot(ui,
                                           {.name = metric.name.c_str(),
                                            .unit = metric.unit.c_str(),
                                            .heightPx = 120.0f,
                                            .logarithmic = state.choice.logarithmic && map.isPositive()},
                                           series);
    std::optional<size_t> cell;
    if (hovered.series >= 0) {
        const size_t iy = valueOfCurve(map, static_cast<size_t>(hovered.series));
        cell = iy * map.x.size() + static_cast<size_t>(hovered.index);
        cellTooltip(ui, table, state.choice, map, *cell);
    }
    drawCurveLabels(ui, table, state);
    return cell;
}

// The inputs by which the runs of a cell differ.
std::vector<size_t> differingInputs(const SweepTable& table, const SweepCell& cell)
{
    std::vector<size_t> inputs = table.variedInputs();
    std::erase_if(inputs, [&](size_t column) {
        const SweepValue& first = table.rows[cell.rows.front()].values[column];
        return std::ranges::all_of(cell.rows,
                                   [&](size_t row) { return table.rows[row].values[column] == first; });
    });
    return inputs;
}
// "0.35, 2.5" for two inputs.
std::string differingValues(const SweepTable::Row& row, const std::vector<size_t>& inputs)
{
    std::string text;
    for (const size_t column : inputs) {
        const SweepValue& value = row.values[column];
        const auto* number = std::get_if<double>(&value);
        text += (text.empty() ? "" : ", ") +
                (number ? withMinusSigns(fmt::format("{:.8g}", *number)) : sweepLabel(value));
    }
    return text;
}

// The runs of the chosen cell. Returns the row that was clicked.
// `isNew`: the list has just appeared, perhaps below the lower edge of the panel.
std::optional<size_t> runList(const UiContext& ui, const SweepTable& table, const SweepState& state,
                              bool isNew)
{
    std::optional<size_t> opened;
    const SweepCell& cell = state.map.cells[*state.cell];
    const float bottom = ImGui::GetWindowPos().y + ImGui::GetWindowHeight();
    if (isNew && ImGui::GetCursorScreenPos().y + ui.px(4.0f * kRowPx) > bottom) ImGui::SetScrollHereY(0.4f);
    heading(ui, countText(cell.rows.size(), "run", "runs").c_str());
    const SweepColumn& metric = table.columns[state.choice.metric];
    const std::vector<size_t> differing = differingInputs(table, cell);
    std::string names;
    for (const size_t column : differing) names += (names.empty() ? "" : ", ") + table.columns[column].name;
    if (!names.empty()) hintText(ui, names);
    for (size_t i = 0; i < std::min(cell.rows.size(), kMaxListedRuns); ++i) {
        const SweepTable::Row& row = table.rows[cell.rows[i]];
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x, height = ui.px(kRowPx);
        ImGui::PushID(static_cast<int>(row.run));
        if (ImGui::InvisibleButton("Run", {std::max(width, 1.0f), height})) opened = cell.rows[i];
        ImGui::PopID();
        recordLastItem(ui, "Run", std::to_string(row.run));
        if (ImGui::IsItemHovered())
            ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, at.y + height},
                                                      ui.palette.raised.packed(), ui.px(4.0f));
        itemTooltip(ui, table.sweep->textOf(row.run) + '\n' +
                            (row.failure.empty() ? "Opens this run at its last step." : row.failure));
        const float y = at.y + 0.5f * (height - ImGui::GetFontSize());
        const std::string value =
            row.failure.empty()
                ? (row.values[state.choice.metric].index() == 0
                       ? std::string("-")
                       : formatQuantity(numberOf(row.values[state.choice.metric]), metric.unit))
                : std::string("failed");
        const float left = drawRightAlignedText(ui.palette.muted, at.x + width - ui.px(4.0f), y, value);
        drawClippedText(ui.palette.text, at.x + ui.px(4.0f), y, left - ui.px(6.0f),
                        fmt::format("{}  {}", row.run, differingValues(row, differing)));
    }
    if (cell.rows.size() > kMaxListedRuns)
        hintText(ui, fmt::format("The first {} of {}. Choose values of the other inputs to see fewer.",
                                 kMaxListedRuns, cell.rows.size()));
    return opened;
}

} // namespace

SweepPanelEvents drawSweepPanel(const UiContext& ui, SweepState& state)
{
    SweepPanelEvents events;
    heading(ui, "Results of a sweep");
    if (!state.table) {
        hintText(
            ui, "No results are open. satbox-run --sweep FILE.json makes them: drag the .sqlite file that it "
                "writes into the window, or open it by File > Open.");
        return events;
    }
    const SweepTable& table = *state.table;
    valueRow(ui, "File", table.path.filename().string(), table.path.string().c_str());
    size_t failed = 0;
    for (const SweepTable::Row& row : table.rows) failed += row.failure.empty() ? 0 : 1;
    valueRow(ui, "Runs",
             failed == 0
                 ? fmt::format("{} of {}", table.rows.size(), table.sweep->runCount())
                 : fmt::format("{} of {}, {} failed", table.rows.size(), table.sweep->runCount(), failed),
             "Runs that are finished, of all that the sweep has.");
    if (table.version != table.sweep->version())
        hintText(ui, fmt::format("Computed by version {}; a run that is opened is computed by this one, {}.",
                                 table.version, table.sweep->version()));
    if (table.variedInputs().empty() || table.results().empty()) {
        hintText(
            ui,
            "All runs have the same inputs, or no run has a number as a result: there is nothing to draw.");
        return events;
    }
    if (choiceRows(ui, table, state.choice)) state.updateMap();
    if (state.map.x.empty()) {
        hintText(ui, "No run has these values of the other inputs.");
        return events;
    }
    const bool hasMeans =
        std::ranges::any_of(state.map.cells, [](const SweepCell& c) { return c.mean.has_value(); });
    if (state.choice.logarithmic && hasMeans && !state.map.isPositive())
        hintText(ui, "Some of these results are not positive, so the scale is not logarithmic.");
    ImGui::Dummy({0.0f, ui.px(6.0f)});

    std::optional<size_t> pointed;
    bool clicked = false;
    if (state.map.y.size() > 1) {
        const HeatMapEvents map =
            drawHeatMap(ui, state.map, state.choice, table.columns[state.choice.metric].unit, state.cell);
        pointed = map.hovered;
        clicked = map.clicked;
        if (pointed) cellTooltip(ui, table, state.choice, state.map, *pointed);
    }
    if (std::optional<size_t> onCurve = drawCurves(ui, table, state)) {
        pointed = onCurve;
        clicked = ImGui::IsMouseClicked(ImGuiMouseButton_Left);
    }
    const bool isNewList = clicked && pointed;
    if (isNewList) {
        const SweepCell& cell = state.map.cells[*pointed];
        if (cell.rows.size() == 1) events.openRow = cell.rows.front();
        state.cell = cell.rows.empty() ? std::nullopt : pointed;
    }
    if (state.cell)
        if (const std::optional<size_t> row = runList(ui, table, state, isNewList)) events.openRow = row;
    return events;
}

} // namespace satbox::app
