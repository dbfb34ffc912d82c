#include "app/lenses/what_if/panel/what_if_panel.h"

#include "app/text/format.h"
#include "app/text/names.h"
#include "app/widgets/setting_rows.h"
#include "app/widgets/text_drawing.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace satbox::app {

namespace {

constexpr float kRowPx = 22.0f;
constexpr float kSwatchPx = 10.0f;

const VariedNumber& chosenNumber(const std::vector<VariedNumber>& numbers, const WhatIfState& state)
{
    const auto found = std::ranges::find(numbers, state.key, &VariedNumber::key);
    return found == numbers.end() ? numbers.front() : *found;
}

void drawNumber(const UiContext& ui, const std::vector<VariedNumber>& numbers, WhatIfState& state)
{
    std::vector<const char*> names;
    for (const VariedNumber& number : numbers) names.push_back(number.label.c_str());
    auto index = static_cast<int>(&chosenNumber(numbers, state) - numbers.data());
    if (!comboRow(ui, "Number", &index, names, -1,
                  "What is varied: a setting of the world or a material property."))
        return;
    const VariedNumber& number = numbers[static_cast<size_t>(index)];
    state.key = number.key;
    state.from = number.usualMinimum;
    state.to = number.usualMaximum;
}

void drawEnd(const UiContext& ui, const VariedNumber& number, const char* label, const char* help,
             float usual, float& value)
{
    const std::string unit(number.unit);
    const std::string tooltip = fieldTooltip(help, static_cast<double>(number.usualMinimum),
                                             static_cast<double>(number.usualMaximum), number.unit, "");
    sliderRow(ui,
              {.label = label,
               .unit = unit.c_str(),
               .minimum = number.usualMinimum,
               .maximum = number.usualMaximum,
               .defaultValue = usual,
               .tooltip = tooltip.c_str(),
               .typedMinimum = number.minimum,
               .typedMaximum = number.maximum},
              &value);
}

// Where the columns of the list are, in window points.
struct Columns {
    float swatch, value, overlapRight, endRight;
};

Columns columnsAt(const UiContext& ui, float left, float width)
{
    return {.swatch = left + ui.px(4.0f),
            .value = left + ui.px(4.0f + kSwatchPx + 8.0f),
            .overlapRight = left + 0.55f * width,
            .endRight = left + width - ui.px(4.0f)};
}

// `body`: the name of the body whose end is listed; empty: none.
void drawHeadings(const UiContext& ui, const std::string& body)
{
    ImGui::PushFont(ui.fonts.small);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const Columns columns = columnsAt(ui, at.x, width);
    ImGui::Dummy({width, ImGui::GetFontSize()});
    const float overlapLeft =
        drawRightAlignedText(ui.palette.muted, columns.overlapRight, at.y, "Deepest overlap");
    drawClippedText(ui.palette.muted, columns.value, at.y, overlapLeft - ui.px(4.0f), "Value");
    if (!body.empty()) {
        const std::string text = "End of " + body;
        const float left = columns.endRight - ImGui::CalcTextSize(text.c_str()).x;
        drawClippedText(ui.palette.muted, std::max(left, columns.overlapRight + ui.px(8.0f)), at.y,
                        columns.endRight + 1.0f, text);
    }
    ImGui::PopFont();
}

// One row for each value: the colour of its path and what came of it. The hovered one is emphasised in the
// world.
void drawResults(const UiContext& ui, const World& world, WhatIfState& state)
{
    const WhatIfRun& run = *state.run;
    const bool hasBody = !run.followed().empty() && world.isValid(run.followed().front());
    if (!run.isDone()) hintText(ui, fmt::format("Simulating: {:.0f} %", 100.0f * run.progress()));
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    drawHeadings(ui, hasBody ? describeBody(world, run.followed().front()) : std::string());
    for (size_t i = 0; i < run.finished(); ++i) {
        const WhatIfPath& path = run.paths()[i];
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x, height = ui.px(kRowPx);
        const Columns columns = columnsAt(ui, at.x, width);
        ImGui::PushID(static_cast<int>(i));
        ImGui::InvisibleButton("Path", {std::max(width, 1.0f), height});
        ImGui::PopID();
        const std::string value = formatQuantity(static_cast<double>(path.value), run.number().unit);
        recordLastItem(ui, "Path", value);
        if (ImGui::IsItemHovered()) {
            state.hovered = i;
            ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, at.y + height},
                                                      ui.palette.raised.packed(), ui.px(4.0f));
        }
        const float side = ui.px(kSwatchPx), swatchY = std::round(at.y + 0.5f * (height - side));
        ImGui::GetWindowDrawList()->AddRectFilled({columns.swatch, swatchY},
                                                  {columns.swatch + side, swatchY + side},
                                                  pathColor(ui.palette, run, i).packed(), ui.px(2.0f));
        const float textY = at.y + 0.5f * (height - ImGui::GetFontSize());
        const float overlapLeft =
            drawRightAlignedText(ui.palette.muted, columns.overlapRight, textY,
                                 formatQuantity(static_cast<double>(path.deepestOverlap), "m"));
        drawClippedText(ui.palette.text, columns.value, textY, overlapLeft - ui.px(4.0f), value);
        if (hasBody) {
            const Position end = path.centers.front().back();
            drawRightAlignedText(ui.palette.muted, columns.endRight, textY,
                                 fmt::format("({}, {}) m", formatFixed(end.x, 2), formatFixed(end.y, 2)));
        }
    }
}

} // namespace

void drawWhatIfPanel(const UiContext& ui, const World& world, const Selection& selection, WhatIfState& state)
{
    state.hovered.reset();
    const std::vector<VariedNumber> numbers = variedNumbers();
    heading(ui, "What if this number were another one?");
    drawNumber(ui, numbers, state);
    const VariedNumber& number = chosenNumber(numbers, state);
    const std::vector<BodyId> selected = selection.bodies();
    valueRow(ui, "Now", formatQuantity(static_cast<double>(valueIn(world, number, selected)), number.unit),
             "The value in the world at present.");
    drawEnd(ui, number, "From", "The lowest value that is simulated.", number.usualMinimum, state.from);
    drawEnd(ui, number, "To", "The highest value that is simulated.", number.usualMaximum, state.to);
    intSliderRow(ui,
                 {.label = "Values",
                  .unit = "",
                  .minimum = 2,
                  .maximum = 30,
                  .defaultValue = 10,
                  .tooltip = "How many values, evenly spaced. 2 to 30."},
                 &state.count);
    sliderRow(ui,
              {.label = "Time",
               .unit = "s",
               .minimum = 0.5f,
               .maximum = 20.0f,
               .defaultValue = 3.0f,
               .tooltip = "How much time is simulated from now on, s. Usually 1 to 10 s.",
               .logarithmic = true},
              &state.seconds);
    hintText(ui, number.isMaterial && !selected.empty()
                     ? "Varied in the selected bodies only, whose paths are drawn."
                 : selected.empty() ? "Select bodies to draw only their paths."
                                    : "The paths of the selected bodies are drawn.");
    const bool isRange = state.from < state.to;
    if (!isRange) hintText(ui, "The range must begin below its end.");
    if (button(ui, "Simulate",
               "Simulates the next seconds on copies, once for each value. The world stays as it is.", true,
               isRange))
        state.run.emplace(world, number, state.from, state.to, state.count, state.seconds, selected);
    if (!state.run) return;
    const bool isRemoved =
        state.run->isDone()
            ? button(ui, "Remove the paths", "Removes the paths from the world, and this list. Key Esc.",
                     true)
            : button(ui, "Cancel", "Ends the simulation, and drops the paths that it has. Key Esc.", true);
    if (isRemoved) {
        state.run.reset();
        return;
    }
    drawResults(ui, world, state);
}

} // namespace satbox::app
