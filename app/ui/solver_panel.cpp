// The Solver panel: one row for each setting of the world, made from the engine's own table of settings, and
// the materials of the selected shape and of all shapes; below them, with how many threads it is stepped.

#include "app/editor/commands.h"
#include "app/ui/format.h"
#include "app/ui/panels.h"
#include "app/ui/widgets.h"
#include "engine/world/settings_table.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>

namespace satbox::app {

namespace {

template<class... Fs>
struct Overloaded : Fs... {
    using Fs::operator()...;
};
template<class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

bool isOneOf(std::string_view key, std::span<const std::string_view> keys)
{
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

// Why a setting does nothing at present; empty where it does.
std::string_view reasonOff(const WorldSettings& settings, std::string_view key)
{
    constexpr std::array<std::string_view, 4> kSoft{"contactFrequency", "contactDampingRatio",
                                                    "contactStiffening", "pushSpeed"};
    constexpr std::array<std::string_view, 2> kImpulse{"positionIterations", "baumgarte"};
    const SolverType solver = settings.solver;
    const bool isCut = solver == SolverType::SoftStep || solver == SolverType::VertexContact;
    const bool iterates = solver == SolverType::SequentialImpulse || solver == SolverType::ManifoldImpulse;
    const bool remembers = solver == SolverType::SoftStep || solver == SolverType::SequentialImpulse;
    if (!isCut && key == "substeps") return "Used by soft step and vertex contact only.";
    if (!iterates && key == "velocityIterations") return "Used by sequential and manifold impulse only.";
    if (!remembers && key == "warmStarting") return "Used by soft step and sequential impulse only.";
    if (!remembers && key == "restitutionThreshold") return "R4 and R5 let every hit bounce.";
    if (solver != SolverType::ManifoldImpulse && key == "projection") return "Used by manifold impulse only.";
    if (solver != SolverType::VertexContact && key == "pushOut") return "Used by vertex contact only.";
    constexpr std::array<std::string_view, 2> kSleep{"sleepSpeed", "timeToSleep"};
    if (solver != SolverType::SoftStep && isOneOf(key, kSoft)) return "Used by the soft-step solver only.";
    if (solver != SolverType::SequentialImpulse && isOneOf(key, kImpulse))
        return "Used by the sequential-impulse solver only.";
    if (!settings.sleeping && isOneOf(key, kSleep))
        return "Bodies do not sleep at present: see \"Sleeping\".";
    if (!settings.overrideFriction && key == "frictionOverride")
        return "Acts while \"Override friction\" is on.";
    if (!settings.overrideRestitution && key == "restitutionOverride")
        return "Acts while \"Override restitution\" is on.";
    if (settings.overrideFriction && key == "frictionRule") return "Overridden for the whole world.";
    if (settings.overrideRestitution && key == "restitutionRule") return "Overridden for the whole world.";
    return {};
}

std::string tooltipOf(const SettingField& field, std::string_view reason)
{
    std::string text(field.help);
    const bool number = std::holds_alternative<float WorldSettings::*>(field.member) ||
                        std::holds_alternative<int WorldSettings::*>(field.member) ||
                        std::holds_alternative<Vec2 WorldSettings::*>(field.member);
    if (number)
        text += fmt::format("\nUsually {} to {}.", formatNumber(field.usualMinimum),
                            formatQuantity(field.usualMaximum, field.unit));
    if (!reason.empty()) text += fmt::format("\n{}", reason);
    return text;
}

// A slider of wide span is logarithmic: one hand's breadth for each power of ten.
bool wantsLogarithm(const SettingField& field)
{
    if (field.usualMinimum < 0.0 || field.usualMaximum <= 0.0) return false;
    if (field.usualMinimum == 0.0) return false;
    return field.usualMaximum / field.usualMinimum >= 50.0;
}

struct Row {
    const UiContext& ui;
    const SettingField& field;
    WorldSettings& settings;
    const WorldSettings usual{};

    std::string label{field.label};
    std::string unit{field.unit};
    std::string tooltip = tooltipOf(field, reasonOff(settings, field.key));

    bool operator()(float WorldSettings::*member) const
    {
        return sliderRow(ui,
                         {.label = label.c_str(),
                          .unit = unit.c_str(),
                          .minimum = static_cast<float>(field.usualMinimum),
                          .maximum = static_cast<float>(field.usualMaximum),
                          .defaultValue = usual.*member,
                          .tooltip = tooltip.c_str(),
                          .logarithmic = wantsLogarithm(field),
                          .typedMinimum = static_cast<float>(field.minimum),
                          .typedMaximum = static_cast<float>(field.maximum)},
                         &(settings.*member));
    }
    bool operator()(int WorldSettings::*member) const
    {
        return intSliderRow(ui,
                            {.label = label.c_str(),
                             .unit = unit.c_str(),
                             .minimum = static_cast<int>(field.usualMinimum),
                             .maximum = static_cast<int>(field.usualMaximum),
                             .defaultValue = usual.*member,
                             .tooltip = tooltip.c_str(),
                             .typedMinimum = static_cast<int>(field.minimum),
                             .typedMaximum = static_cast<int>(field.maximum)},
                            &(settings.*member));
    }
    bool operator()(bool WorldSettings::*member) const
    {
        return checkboxRow(ui, label.c_str(), &(settings.*member), tooltip.c_str());
    }
    bool operator()(SolverType WorldSettings::*member) const
    {
        constexpr std::array names{"Soft step", "Sequential impulses", "Manifold impulses (R5)",
                                   "Vertex contacts (R4)"};
        int index = static_cast<int>(settings.*member);
        if (!comboRow(ui, label.c_str(), &index, names, static_cast<int>(usual.*member), tooltip.c_str()))
            return false;
        settings.*member = static_cast<SolverType>(index);
        return true;
    }
    bool operator()(CombineRule WorldSettings::*member) const
    {
        constexpr std::array names{"Geometric mean", "Product", "Average", "Minimum", "Maximum"};
        int index = static_cast<int>(settings.*member);
        if (!comboRow(ui, label.c_str(), &index, names, static_cast<int>(usual.*member), tooltip.c_str()))
            return false;
        settings.*member = static_cast<CombineRule>(index);
        return true;
    }
    // A dial for the direction at a glance, two sliders for the numbers.
    bool operator()(Vec2 WorldSettings::*member) const
    {
        const auto limit = static_cast<float>(field.usualMaximum);
        Vec2& value = settings.*member;
        ImGui::TextUnformatted(label.c_str());
        const float size = length(value);
        const std::string shown = formatQuantity(static_cast<double>(size), unit);
        const float right =
            ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(shown.c_str()).x - ui.px(24.0f);
        ImGui::SameLine(right);
        ImGui::TextDisabled("%s", shown.c_str());
        bool changed = vectorDial(ui,
                                  {.label = label.c_str(),
                                   .unit = unit.c_str(),
                                   .maximum = limit,
                                   .defaultValue = usual.*member,
                                   .tooltip = tooltip.c_str()},
                                  &value);
        for (const int axis : {0, 1}) {
            const std::string name = label + (axis == 0 ? " x" : " y");
            changed |= sliderRow(ui,
                                 {.label = name.c_str(),
                                  .unit = unit.c_str(),
                                  .minimum = static_cast<float>(field.usualMinimum),
                                  .maximum = limit,
                                  .defaultValue = (usual.*member)[axis],
                                  .tooltip = tooltip.c_str(),
                                  .typedMinimum = static_cast<float>(field.minimum),
                                  .typedMaximum = static_cast<float>(field.maximum)},
                                 &value[axis]);
        }
        return changed;
    }
};

struct MaterialField {
    const char* name; // "Static friction"
    const char* help;
    float Material::*member;
};
constexpr std::array kMaterialFields{
    MaterialField{"static friction", "Coulomb coefficient while the surfaces stick. No unit; usually 0 to 1.",
                  &Material::staticFriction},
    MaterialField{"dynamic friction",
                  "Coulomb coefficient while the surfaces slide. No unit; usually 0 to 1.",
                  &Material::dynamicFriction},
    MaterialField{"restitution",
                  "How much of the approach speed comes back: 0 does not bounce, 1 bounces fully. No unit.",
                  &Material::restitution},
};

bool materialRow(const UiContext& ui, const std::string& label, const MaterialField& field, float* value,
                 const char* scope)
{
    const std::string tooltip = fmt::format("{} {}", scope, field.help);
    return sliderRow(ui,
                     {.label = label.c_str(),
                      .minimum = 0.0f,
                      .maximum = field.member == &Material::restitution ? 1.0f : 1.5f,
                      .defaultValue = Material{}.*field.member,
                      .tooltip = tooltip.c_str()},
                     value);
}

// Friction and restitution of the selected shape, and of all shapes at once.
void materialRows(const UiContext& ui, const World& world, const Selection& selection, CommandStack& commands)
{
    if (world.isValid(selection.shape)) {
        heading(ui, "Selected shape");
        for (const MaterialField& field : kMaterialFields) {
            ShapeDef def = world.shapeDef(selection.shape);
            if (materialRow(ui, fmt::format("Its {}", field.name), field, &(def.material.*field.member),
                            "Of the selected shape."))
                commands.submit(editShapeCommand(world, selection.shape, def, field.name));
        }
    }
    heading(ui, "All shapes");
    for (const MaterialField& field : kMaterialFields) {
        float least = 0.0f, greatest = 0.0f;
        bool any = false;
        world.forEachShape([&](ShapeId, const BodyShape& shape) {
            const float value = shape.def.material.*field.member;
            least = any ? std::min(least, value) : value;
            greatest = any ? std::max(greatest, value) : value;
            any = true;
        });
        if (!any) {
            hintText(ui, "There are no shapes yet.");
            return;
        }
        float value = greatest;
        const std::string scope = least == greatest
                                      ? "Sets every shape."
                                      : fmt::format("Sets every shape; they differ now, from {} to {}.",
                                                    formatNumber(static_cast<double>(least)),
                                                    formatNumber(static_cast<double>(greatest)));
        if (materialRow(ui, fmt::format("All {}", field.name), field, &value, scope.c_str()))
            commands.submit(editAllMaterialsCommand(field.member, value, field.name));
    }
}

} // namespace

void drawSolverPanel(const UiContext& ui, const World& world, const Selection& selection,
                     CommandStack& commands, int& threads)
{
    const WorldSettings before = world.settings();
    WorldSettings settings = before;
    std::string_view group;
    bool open = false;
    for (const SettingField& field : settingFields()) {
        if (field.group != group) {
            // After the settings of materials come the materials themselves.
            if (group == "Materials" && open) materialRows(ui, world, selection, commands);
            group = field.group;
            open = foldingHeading(ui, std::string(group).c_str());
        }
        if (!open) continue;
        const bool off = !reasonOff(settings, field.key).empty();
        ImGui::BeginDisabled(off);
        const bool changed = std::visit(Row{.ui = ui, .field = field, .settings = settings}, field.member);
        ImGui::EndDisabled();
        if (changed && settings != before) {
            commands.submit(settingsCommand(settings, field.key));
            // One row is changed at a time: the next rows show what was.
            settings = before;
        }
    }
    if (group == "Materials" && open) materialRows(ui, world, selection, commands);
    ImGui::Dummy({0.0f, ui.px(8.0f)});
    if (button(ui, "Reset all settings", "All the values above back to their defaults. Can be undone.", true,
               settings != WorldSettings{}))
        commands.submit(settingsCommand(WorldSettings{}, "all settings"));

    // Of the program, not of the world: no command, and nothing to undo.
    if (foldingHeading(ui, "Computing"))
        intSliderRow(ui,
                     {.label = "Threads",
                      .minimum = 1,
                      .maximum = 8,
                      .defaultValue = defaultThreadCount(),
                      .tooltip =
                          "How many threads a step may use; results are the same to the bit. Usually one for "
                          "each processor, 8 at most; up to 64 can be typed.",
                      .typedMaximum = kMostThreads},
                     &threads);
}

} // namespace satbox::app
