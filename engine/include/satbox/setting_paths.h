#pragma once

#include <satbox/config.h>
#include <satbox/settings_table.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace satbox {

// Settings as the command line names them: "KEY", "settings.KEY", "settings/KEY" or "/settings/KEY". ".x" or
// ".y" at the end selects one component of a vector ("gravity.y").
using SettingAssignment = std::pair<std::string, std::string>; // path, value as text

// The field that `path` names, with or without a component; nullptr if there is none.
SATBOX_API const SettingField* findSettingByPath(std::string_view path);

// Like setSetting, for a path. With a component, the other component keeps its value.
SATBOX_API std::string setSettingByPath(WorldSettings& settings, std::string_view path,
                                        std::string_view value);

} // namespace satbox
