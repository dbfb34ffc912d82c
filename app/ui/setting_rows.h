#pragma once

#include "app/ui/ui_context.h"
#include "engine/world/settings_table.h"

#include <string>
#include <string_view>

namespace satbox::app {

// A row of a panel for one setting: slider, switch, list or dial, as its type asks; greyed out, with the
// reason in its tooltip, where it does nothing. `suffix` goes behind the label, for panels that have the same
// setting several times ("##B" is not shown). True in frames in which the value changed.
bool settingRow(const UiContext& ui, const SettingField& field, WorldSettings& settings,
                std::string_view suffix = {});

// Why a setting does nothing at present, a sentence; empty where it does something.
std::string reasonOff(const WorldSettings& settings, std::string_view key);
// The same of a shape's material.
std::string materialReasonOff(const WorldSettings& settings, float Material::*member);

// "Sequential impulses"
const char* solverName(SolverType type);

} // namespace satbox::app
