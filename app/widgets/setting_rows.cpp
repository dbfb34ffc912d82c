#include "app/widgets/setting_rows.h"

#include "app/text/format.h"
#include "app/widgets/widgets.h"
#include "engine/collision/manifold.h"
#include <satbox/contacts.h>

#include <fmt/format.h>
#include <imgui.h>

#include <array>
#include <cctype>

namespace satbox::app {

namespace {

constexpr std::array kSolverNames{"Soft step", "Sequential impulses", "Manifold impulses", "Vertex contacts"};

// "Used by soft step and vertex contacts only."
std::string describeUsers(const SettingField& field)
{
    std::string names;
    for (size_t i = 0; i < kSolverNames.size(); ++i) {
        if (!isUsedBy(field, static_cast<SolverType>(i))) continue;
        names += (names.empty() ? "" : " and ") + withLowerFirst(kSolverNames[i]);
    }
    return fmt::format("Used by {} only.", names);
}

bool isWhole(double value) { return value == std::floor(value); }

std::string_view labelOf(std::string_view key) { return findSetting(key)->label; }

std::string tooltipOf(const SettingField& field, std::string_view reason)
{
    const bool number = std::holds_alternative<float WorldSettings::*>(field.member) ||
                        std::holds_alternative<int WorldSettings::*>(field.member) ||
                        std::holds_alternative<Vec2 WorldSettings::*>(field.member);
    return fieldTooltip(field.help, number ? field.usualMinimum : 0.0, number ? field.usualMaximum : 0.0,
                        field.unit, reason);
}

// A range whose ends differ by a factor of 50 or more gets a logarithmic slider, with equal travel per
// decade.
bool usesLogScale(const SettingField& field)
{
    if (field.usualMinimum < 0.0 || field.usualMaximum <= 0.0) return false;
    if (field.usualMinimum == 0.0) return false;
    return field.usualMaximum / field.usualMinimum >= 50.0;
}

struct SettingWidget {
    const UiContext& ui;
    const SettingField& field;
    WorldSettings& settings;
    const std::string_view suffix;
    const WorldSettings defaults{};

    std::string label = std::string(field.label) + std::string(suffix);
    std::string unit{field.unit};
    std::string tooltip = tooltipOf(field, whyInactive(settings, field.key));

    bool operator()(float WorldSettings::*member) const
    {
        return sliderRow(ui,
                         {.label = label.c_str(),
                          .unit = unit.c_str(),
                          .minimum = static_cast<float>(field.usualMinimum),
                          .maximum = static_cast<float>(field.usualMaximum),
                          .defaultValue = defaults.*member,
                          .tooltip = tooltip.c_str(),
                          .logarithmic = usesLogScale(field),
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
                             .defaultValue = defaults.*member,
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
        if (!comboRow(ui, label.c_str(), &index, kSolverNames, static_cast<int>(defaults.*member),
                      tooltip.c_str()))
            return false;
        settings.*member = static_cast<SolverType>(index);
        return true;
    }
    bool operator()(CombineRule WorldSettings::*member) const
    {
        constexpr std::array names{"Geometric mean", "Product", "Average", "Minimum", "Maximum"};
        int index = static_cast<int>(settings.*member);
        if (!comboRow(ui, label.c_str(), &index, names, static_cast<int>(defaults.*member), tooltip.c_str()))
            return false;
        settings.*member = static_cast<CombineRule>(index);
        return true;
    }
    // A dial for the direction and two sliders for the components.
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
                                   .maximum = limit,
                                   .defaultValue = defaults.*member,
                                   .tooltip = tooltip.c_str()},
                                  &value);
        for (const int axis : {0, 1}) {
            const std::string name = label + (axis == 0 ? " x" : " y");
            changed |= sliderRow(ui,
                                 {.label = name.c_str(),
                                  .unit = unit.c_str(),
                                  .minimum = static_cast<float>(field.usualMinimum),
                                  .maximum = limit,
                                  .defaultValue = (defaults.*member)[axis],
                                  .tooltip = tooltip.c_str(),
                                  .typedMinimum = static_cast<float>(field.minimum),
                                  .typedMaximum = static_cast<float>(field.maximum)},
                                 &value[axis]);
        }
        return changed;
    }
};

} // namespace

std::string whyInactive(const WorldSettings& settings, std::string_view key)
{
    const SettingField& field = *findSetting(key);
    if (!isUsedBy(field, settings.solver))
        return field.unusedReason.empty() ? describeUsers(field) : std::string(field.unusedReason);
    if (!settings.sleeping && (key == "sleepSpeed" || key == "timeToSleep"))
        return fmt::format("No effect while \"{}\" is off.", labelOf("sleeping"));
    if (!settings.overrideFriction && key == "frictionOverride")
        return fmt::format("No effect unless \"{}\" is on.", labelOf("overrideFriction"));
    if (!settings.overrideRestitution && key == "restitutionOverride")
        return fmt::format("No effect unless \"{}\" is on.", labelOf("overrideRestitution"));
    if (settings.overrideFriction && key == "frictionRule")
        return fmt::format("No effect while \"{}\" is on: the world has one value.",
                           labelOf("overrideFriction"));
    if (settings.overrideRestitution && key == "restitutionRule")
        return fmt::format("No effect while \"{}\" is on: the world has one value.",
                           labelOf("overrideRestitution"));
    return {};
}

std::string fieldTooltip(std::string_view help, double usualMinimum, double usualMaximum,
                         std::string_view unit, std::string_view reason)
{
    std::string text(help);
    if (usualMinimum != usualMaximum)
        text += unit.empty() && isWhole(usualMinimum) && isWhole(usualMaximum)
                    ? fmt::format("\nUsually {:.0f} to {:.0f}.", usualMinimum, usualMaximum)
                    : fmt::format("\nUsually {} to {}.", formatNumber(usualMinimum),
                                  formatQuantity(usualMaximum, unit));
    if (!reason.empty()) text += fmt::format("\n{}", reason);
    return text;
}

const char* solverName(SolverType type) { return kSolverNames[static_cast<size_t>(type)]; }

void analysedStepRows(const UiContext& ui, uint64_t number, bool isLast, SolverType solver,
                      const StepContext& context)
{
    valueRow(ui, "Step",
             fmt::format("{}, {}", formatCount(number), isLast ? "the last" : "the next, simulated"),
             isLast ? "The last step, repeated and recorded on a copy of the world before that step."
                    : "The next step, simulated on a copy of the world, because no copy from before the "
                      "last step exists.");
    valueRow(ui, "Solved by",
             hasSubsteps(solver)
                 ? fmt::format("{}, {} × {}", solverName(solver), context.substeps,
                               formatQuantity(static_cast<double>(context.h), "s"))
                 : fmt::format("{}, {} iterations", solverName(solver), context.velocityIterations),
             "Solver, and the number and length of its substeps or the number of its iterations. Change them "
             "in the Tune panel.");
}

std::string whyMaterialInactive(const WorldSettings& settings, float Material::*member)
{
    const bool friction = member == &Material::staticFriction || member == &Material::dynamicFriction;
    if (settings.overrideFriction && friction)
        return fmt::format("No effect while \"{}\" is on: the world has one value.",
                           labelOf("overrideFriction"));
    if (settings.overrideRestitution && member == &Material::restitution)
        return fmt::format("No effect while \"{}\" is on: the world has one value.",
                           labelOf("overrideRestitution"));
    if (isReferenceSolver(settings.solver) && member == &Material::rollingResistance)
        return "Manifold impulses and vertex contacts know no rolling resistance.";
    if (settings.solver == SolverType::VertexContact && member == &Material::staticFriction)
        return "Vertex contacts use only the dynamic friction coefficient.";
    return {};
}

bool settingRow(const UiContext& ui, const SettingField& field, WorldSettings& settings,
                std::string_view suffix)
{
    ImGui::BeginDisabled(!whyInactive(settings, field.key).empty());
    const bool changed = std::visit(
        SettingWidget{.ui = ui, .field = field, .settings = settings, .suffix = suffix}, field.member);
    ImGui::EndDisabled();
    return changed;
}

} // namespace satbox::app
