#pragma once

#include "app/headless/options.h"
#include "engine/world/world.h"

#include <string>

namespace satbox::app {

// Applies --hz and --set. Keys are those of world/settings_table.h, also as "settings.key" and, for vectors,
// with
// ".x" or ".y". Empty, or a sentence; nothing is changed then.
std::string applySettings(World& world, const RunOptions& options);

} // namespace satbox::app
