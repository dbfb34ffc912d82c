// The Array copy card: columns, rows and distances of copies of the selected bodies.

#include "app/document/shape_commands.h"
#include "app/panels/panels.h"
#include "app/text/format.h"
#include "app/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace satbox::app {

namespace {

constexpr int kUsualCopies = 20;      // of the sliders, in one direction
constexpr float kMaxSpacing = 1e3f;   // m, typed
constexpr float kSpacingReach = 4.0f; // of the sliders, in sizes of the bodies

void countRow(const UiContext& ui, const char* label, int defaultValue, const char* tooltip, int* value)
{
    intSliderRow(ui,
                 {.label = label,
                  .minimum = 1,
                  .maximum = kUsualCopies,
                  .defaultValue = defaultValue,
                  .tooltip = tooltip,
                  .typedMaximum = static_cast<int>(kMaxCopies) + 1},
                 value);
}

// `touching`: m, at which copies touch.
void spacingRow(const UiContext& ui, const char* label, float touching, const char* tooltip,
                std::optional<float>& spacing)
{
    float value = spacing.value_or(touching);
    const float reach = std::max({kSpacingReach * touching, std::abs(value), 1.0f});
    if (!sliderRow(ui,
                   {.label = label,
                    .unit = "m",
                    .minimum = -reach,
                    .maximum = reach,
                    .defaultValue = touching,
                    .tooltip = tooltip,
                    .typedMinimum = -kMaxSpacing,
                    .typedMaximum = kMaxSpacing},
                   &value))
        return;
    spacing = value;
    if (value == touching) spacing.reset();
}

// "5 new, 6 in all"
std::string copyCountText(size_t originals, const ArrayCopyOptions& options)
{
    const size_t all = static_cast<size_t>(options.columns) * static_cast<size_t>(options.rows) * originals;
    return fmt::format("{} new, {} in all", formatCount(all - originals), formatCount(all));
}

} // namespace

void drawArrayCard(const UiContext& ui, const World& world, const Selection& selection,
                   ArrayCopyOptions& options, CardState& card, Requests& requests)
{
    const std::vector<BodyId> bodies = selection.bodies();
    const ArrayCopyOptions defaults;
    countRow(ui, "Columns", defaults.columns,
             "Number of columns, with the selected bodies as the first. Usually 2 to 20.", &options.columns);
    countRow(ui, "Rows", defaults.rows,
             "Number of rows, with the selected bodies as the lowest. Usually 2 to 20.", &options.rows);
    const Vec2 touching = touchingSpacing(world, bodies);
    spacingRow(
        ui, "Distance x", touching.x,
        "From each column to the next, in m; negative: to the left. Reset: the width of the selection, "
        "so that copies touch.",
        options.spacingX);
    spacingRow(ui, "Distance y", touching.y,
               "From each row to the next, in m; negative: downwards. Reset: the height of the selection, so "
               "that copies touch.",
               options.spacingY);
    const std::string refusal = arrayCopyRefusal(bodies.size(), options.columns, options.rows);
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    if (refusal.empty())
        valueRow(ui, "Bodies", copyCountText(bodies.size(), options),
                 "Number of bodies that are added, and of all with the originals.");
    else
        hintText(ui, refusal);
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    if (button(ui, "Make copies", "Adds the outlined bodies and selects them. Can be undone.", false,
               refusal.empty()))
        requests.makeArray = true;
    ImGui::SameLine();
    if (button(ui, "Close##array", "Closes this card without copies (Esc).")) card.open = false;
}

} // namespace satbox::app
