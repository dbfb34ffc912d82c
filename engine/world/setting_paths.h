#pragma once

#include "engine/world/settings_table.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace satbox {

// Settings as the command line names them: "KEY", "settings.KEY", "settings/KEY" or "/settings/KEY", and for
// one component of a vector with ".x" or ".y" at the end ("gravity.y").
using SettingAssignment = std::pair<std::string, std::string>; // path, value as text

// The field that `path` names, also by one of its components; nullptr if there is none.
const SettingField* findSettingByPath(std::string_view path);

// Like setSetting. The other component of a vector keeps its value. Empty, or an error message, in which case
// nothing changes.
std::string setSettingByPath(WorldSettings& settings, std::string_view path, std::string_view value);

} // namespace satbox
