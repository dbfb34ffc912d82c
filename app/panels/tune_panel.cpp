// The Tune panel: one row per world setting, generated from the engine's settings table; the materials of
// the selected shape and of all shapes; the number of threads.

#include "app/document/commands.h"
#include "app/panels/panels.h"
#include "app/text/format.h"
#include "app/widgets/setting_rows.h"
#include "app/widgets/widgets.h"
#include "engine/model/definition_fields.h"
#include <satbox/settings_table.h>
#include <satbox/thread_pool.h>

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <span>

namespace satbox::app {

namespace {

// The fields that contacts use.
std::span<const MaterialField> surfaceFields()
{
    return materialFields().subspan(1); // skips the first, the density
}

bool drawMaterialRow(const UiContext& ui, const WorldSettings& settings, const std::string& label,
                     const MaterialField& field, float* value, const char* scope)
{
    const auto member = std::get<float Material::*>(field.member);
    const std::string reason = whyMaterialInactive(settings, member);
    const std::string tooltip = fmt::format(
        "{} {}", scope, fieldTooltip(field.help, field.usualMinimum, field.usualMaximum, field.unit, reason));
    ImGui::BeginDisabled(!reason.empty());
    const bool changed = sliderRow(ui,
                                   {.label = label.c_str(),
                                    .minimum = 0.0f,
                                    .maximum = static_cast<float>(field.usualMaximum),
                                    .defaultValue = Material{}.*member,
                                    .tooltip = tooltip.c_str()},
                                   value);
    ImGui::EndDisabled();
    return changed;
}

// Friction and restitution of the selected shape, and of all shapes at once.
void drawMaterialRows(const UiContext& ui, const World& world, const Selection& selection, History& history)
{
    if (world.isValid(selection.shape)) {
        heading(ui, "Selected shape");
        for (const MaterialField& field : surfaceFields()) {
            const auto member = std::get<float Material::*>(field.member);
            ShapeDef def = world.shapeDef(selection.shape);
            if (drawMaterialRow(ui, world.settings(), fmt::format("Its {}", lowered(field.label)), field,
                                &(def.material.*member), "Sets the selected shape."))
                history.submit(editShapeCommand(world, selection.shape, def, lowered(field.label)));
        }
    }
    heading(ui, "All shapes");
    for (const MaterialField& field : surfaceFields()) {
        const auto member = std::get<float Material::*>(field.member);
        float least = 0.0f, greatest = 0.0f;
        bool any = false;
        world.forEachShape([&](ShapeId, const BodyShape& shape) {
            const float value = shape.def.material.*member;
            least = any ? std::min(least, value) : value;
            greatest = any ? std::max(greatest, value) : value;
            any = true;
        });
        if (!any) {
            hintText(ui, "This world has no shapes yet.");
            return;
        }
        float value = greatest;
        const std::string scope = least == greatest
                                      ? "Sets all shapes."
                                      : fmt::format("Sets all shapes; at present they range from {} to {}.",
                                                    formatNumber(static_cast<double>(least)),
                                                    formatNumber(static_cast<double>(greatest)));
        if (drawMaterialRow(ui, world.settings(), fmt::format("All {}", lowered(field.label)), field, &value,
                            scope.c_str()))
            history.submit(editAllMaterialsCommand(field, value, lowered(field.label)));
    }
}

} // namespace

void drawTunePanel(const UiContext& ui, const World& world, const Selection& selection, History& history,
                   int& threads)
{
    const WorldSettings before = world.settings();
    WorldSettings settings = before;
    std::string_view group;
    bool open = false;
    for (const SettingField& field : settingFields()) {
        if (field.group != group) {
            // The material rows follow the material settings.
            if (group == "Materials" && open) drawMaterialRows(ui, world, selection, history);
            group = field.group;
            open = foldingHeading(ui, std::string(group).c_str());
        }
        if (!open) continue;
        if (settingRow(ui, field, settings) && settings != before) {
            history.submit(settingsCommand(settings, field.key));
            // One command per change: the following rows start from the old settings.
            settings = before;
        }
    }
    if (group == "Materials" && open) drawMaterialRows(ui, world, selection, history);
    ImGui::Dummy({0.0f, ui.px(8.0f)});
    if (button(ui, "Reset all settings", "Resets all settings above to their defaults. Can be undone.", true,
               settings != WorldSettings{}))
        history.submit(settingsCommand(WorldSettings{}, "all settings"));

    // A setting of the program, not of the world: no command, no undo.
    if (foldingHeading(ui, "Performance"))
        intSliderRow(ui,
                     {.label = "Threads",
                      .minimum = 1,
                      .maximum = 8,
                      .defaultValue = defaultThreadCount(),
                      .tooltip = "Number of threads that a step may use; results are bit-identical. Usually "
                                 "one per processor, 1 to 8; up to 64 can be typed.",
                      .typedMaximum = kMaxThreads},
                     &threads);
}

} // namespace satbox::app
