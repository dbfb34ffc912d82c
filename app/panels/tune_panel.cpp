// The Tune panel: one row per world setting, generated from the engine's settings table; the materials of
// the selected shape and of all shapes; the number of threads.

#include "app/document/commands.h"
#include "app/panels/panels.h"
#include "app/panels/shape_rows.h"
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
    return materialNumbers().subspan(1); // skips the first, the density
}

// Friction and restitution of the selected shape, and of all shapes at once.
void drawMaterialRows(const UiContext& ui, const World& world, const Selection& selection, History& history)
{
    if (world.isValid(selection.shape)) {
        heading(ui, "Selected shape");
        for (const MaterialField& field : surfaceFields()) {
            const auto member = std::get<float Material::*>(field.member);
            ShapeDef def = world.shapeDef(selection.shape);
            if (materialSlider(ui, world.settings(), field, fmt::format("Its {}", lowered(field.label)),
                               &(def.material.*member), "Sets the selected shape."))
                history.submit(editShapeCommand(world, selection.shape, def, lowered(field.label)));
        }
    }
    heading(ui, "All shapes");
    for (const MaterialField& field : surfaceFields()) {
        const auto member = std::get<float Material::*>(field.member);
        float lowest = 0.0f, highest = 0.0f;
        bool any = false;
        world.forEachShape([&](ShapeId, const BodyShape& shape) {
            const float value = shape.def.material.*member;
            lowest = any ? std::min(lowest, value) : value;
            highest = any ? std::max(highest, value) : value;
            any = true;
        });
        if (!any) {
            hintText(ui, "This world has no shapes yet.");
            return;
        }
        float value = highest;
        const std::string scope = lowest == highest
                                      ? "Sets all shapes."
                                      : fmt::format("Sets all shapes; at present they range from {} to {}.",
                                                    formatNumber(static_cast<double>(lowest)),
                                                    formatNumber(static_cast<double>(highest)));
        if (materialSlider(ui, world.settings(), field, fmt::format("All {}", lowered(field.label)), &value,
                           scope))
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
