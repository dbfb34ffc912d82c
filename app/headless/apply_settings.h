#pragma once

#include "app/headless/options.h"
#include <satbox/setting_paths.h>
#include <satbox/world.h>

#include <span>
#include <string>

namespace satbox::app {

// Both return an empty string or an error message, in which case the world is unchanged.

// Applies --hz and --set.
std::string applySettings(World& world, const RunOptions& options);
// Applies the settings of one world of --compare.
std::string applySettings(World& world, std::span<const SettingAssignment> assignments);

} // namespace satbox::app
