#include "app/ui/setting_rows.h"

#include "app/ui/format.h"
#include "app/ui/widgets.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>

namespace satbox::app {

namespace {

constexpr std::array kSolverNames{"Soft step", "Sequential impulses", "Manifold impulses (R5)",
                                  "Vertex contacts (R4)"};

bool isOneOf(std::string_view key, std::span<const std::string_view> keys)
{
    return std::find(keys.begin(), keys.end(), key) != keys.end();
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
    const std::string_view suffix;
    const WorldSettings usual{};

    std::string label = std::string(field.label) + std::string(suffix);
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
        int index = static_cast<int>(settings.*member);
        if (!comboRow(ui, label.c_str(), &index, kSolverNames, static_cast<int>(usual.*member),
                      tooltip.c_str()))
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

} // namespace

std::string_view reasonOff(const WorldSettings& settings, std::string_view key)
{
    constexpr std::array<std::string_view, 4> kSoft{"contactFrequency", "contactDampingRatio",
                                                    "contactStiffening", "pushSpeed"};
    constexpr std::array<std::string_view, 2> kImpulse{"positionIterations", "baumgarte"};
    const SolverType solver = settings.solver;
    const bool isCut = hasSubsteps(solver);
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

const char* solverName(SolverType type) { return kSolverNames[static_cast<size_t>(type)]; }

bool dependsOnSolver(const SettingField& field)
{
    int off = 0; // by how many solvers
    for (size_t i = 0; i < kSolverNames.size(); ++i)
        off += reasonOff({.solver = static_cast<SolverType>(i)}, field.key).empty() ? 0 : 1;
    return off > 0 && off < static_cast<int>(kSolverNames.size());
}

bool settingRow(const UiContext& ui, const SettingField& field, WorldSettings& settings,
                std::string_view suffix)
{
    ImGui::BeginDisabled(!reasonOff(settings, field.key).empty());
    const bool changed =
        std::visit(Row{.ui = ui, .field = field, .settings = settings, .suffix = suffix}, field.member);
    ImGui::EndDisabled();
    return changed;
}

} // namespace satbox::app
