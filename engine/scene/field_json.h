#pragma once

#include "engine/scene/json_fields.h"
#include "engine/scene/json_text.h"
#include "engine/world/settings.h"

#include "engine/dynamics/body.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace satbox {

// The fields of bodies and settings in JSON, for scene files and for operations: from the tables of
// engine/world/definition_fields.h and engine/world/settings_table.h. Reading throws SceneError.

// The keys that readBodyDef knows, to check an object against.
std::vector<std::string_view> bodyKeys();
BodyDef readBodyDef(const JsonFields& fields);
// The fields that differ from the defaults, and the position: the shortest decimals that are nearest to its
// place on the grid, or without one its exact value.
void addBodyFields(JsonObjectText& object, const BodyDef& def, std::optional<PositionGrid> grid);

WorldSettings readSettings(const JsonLocation& location);
// The settings that differ from the defaults; empty when none does.
std::string settingsText(const WorldSettings& settings);

} // namespace satbox
