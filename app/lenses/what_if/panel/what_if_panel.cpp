#include "app/lenses/what_if/panel/what_if_panel.h"

#include "app/text/format.h"
#include "app/text/names.h"
#include "app/widgets/text_drawing.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <vector>

namespace satbox::app {

namespace {

constexpr float kRowPx = 22.0f;

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

void drawEnd(const UiContext& ui, const VariedNumber& number, const char* label, float usual, float& value)
{
    const std::string unit(number.unit);
    sliderRow(ui,
              {.label = label,
               .unit = unit.c_str(),
               .minimum = number.usualMinimum,
               .maximum = number.usualMaximum,
               .defaultValue = usual,
               .tooltip = "An end of the range of values.",
               .typedMinimum = number.minimum,
               .typedMaximum = number.maximum},
              &value);
}

// One row for each value: what came of it. The hovered one is emphasised in the world.
void drawResults(const UiContext& ui, const World& world, WhatIfState& state)
{
    const WhatIfRun& run = *state.run;
    const bool hasBody = !run.followed().empty() && world.isValid(run.followed().front());
    hintText(ui, fmt::format("{}. Columns: value, deepest overlap{}.",
                             run.isDone() ? fmt::format("{} paths", run.paths().size())
                                          : fmt::format("Simulating: {:.0f} %", 100.0f * run.progress()),
                             hasBody ? ", end of " + describeBody(world, run.followed().front()) : ""));
    for (size_t i = 0; i < run.finished(); ++i) {
        const WhatIfPath& path = run.paths()[i];
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x, height = ui.px(kRowPx);
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
        const float textY = at.y + 0.5f * (height - ImGui::GetFontSize());
        drawClippedText(ui.palette.text, at.x + ui.px(4.0f), textY, at.x + 0.3f * width, value);
        drawRightAlignedText(ui.palette.muted, at.x + 0.55f * width, textY,
                             formatQuantity(static_cast<double>(path.deepestOverlap), "m"));
        if (hasBody) {
            const Position end = path.centers.front().back();
            drawRightAlignedText(ui.palette.muted, at.x + width - ui.px(4.0f), textY,
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
             "The present value.");
    drawEnd(ui, number, "From", number.usualMinimum, state.from);
    drawEnd(ui, number, "To", number.usualMaximum, state.to);
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
               .tooltip = "How much simulated time follows from now, s.",
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
    if (button(ui, state.run->isDone() ? "Remove the paths" : "Cancel", "Key Esc.", true)) {
        state.run.reset();
        return;
    }
    drawResults(ui, world, state);
}

} // namespace satbox::app
