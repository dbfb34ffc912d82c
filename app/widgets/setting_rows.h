#pragma once

#include "app/widgets/ui_context.h"
#include "engine/constraints/step_context.h"
#include <satbox/settings_table.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace satbox::app {

// A row for one setting: slider, check box, combo box or dial, depending on its type. A setting without
// effect is disabled, and the tooltip says why. `suffix` is appended to the label, for panels that show a
// setting several times ("##B" is not displayed). True in frames in which the value changed.
bool settingRow(const UiContext& ui, const SettingField& field, WorldSettings& settings,
                std::string_view suffix = {});

// Why the setting has no effect at present, as a sentence; empty if it has one.
std::string whyInactive(const WorldSettings& settings, std::string_view key);
// The same for a field of a shape's material.
std::string whyMaterialInactive(const WorldSettings& settings, float Material::*member);

// Tooltip of a field's row: what it does, its usual range (none if both ends are equal), and why it has no
// effect now.
std::string fieldTooltip(std::string_view help, double usualMinimum, double usualMaximum,
                         std::string_view unit, std::string_view reason);

// "Sequential impulses"
const char* solverName(SolverType type);

// Rows of a step that a lens has analysed: its number, whether it was the last step or a simulated next one,
// and who solved it.
void analysedStepRows(const UiContext& ui, uint64_t number, bool isLast, SolverType solver,
                      const StepContext& context);

} // namespace satbox::app
