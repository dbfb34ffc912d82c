#pragma once

#include "engine/scene/json_fields.h"
#include "engine/scene/json_text.h"
#include <satbox/settings.h>

#include "engine/math/position.h"
#include <satbox/body.h>
#include <satbox/math.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace satbox {

// Functions that read and write bodies and settings as JSON, for scene files and operations. The keys are
// those of the tables in engine/model/definition_fields.h and satbox/settings_table.h. The read
// functions throw SceneError for a wrong type and for values that validate() rejects.

// The keys that readBodyDef reads, for the constructor of JsonFields.
std::vector<std::string_view> bodyKeys();
BodyDef readBodyDef(const JsonFields& fields);
// Adds the members of a body: the position, and every other field that differs from its default. With a grid,
// the position is written with the fewest decimals that snap to the same grid point; without a grid, with its
// exact value.
void addBodyFields(JsonObjectText& object, const BodyDef& def, std::optional<PositionGrid> grid);

WorldSettings readSettings(const JsonLocation& location);
// A JSON object of the settings that differ from their defaults; an empty string if none does.
std::string settingsText(const WorldSettings& settings);

} // namespace satbox
