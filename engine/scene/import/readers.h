#pragma once

#include "engine/scene/import/import_builder.h"
#include "engine/scene/json_fields.h"

#include <string_view>

namespace satbox {

// One function for each format. They add to the builder and throw SceneError for a broken file.
void importRube(const JsonLocation& root, ImportBuilder& builder);
void importPhysicsEditor(const JsonLocation& root, ImportBuilder& builder);
void importSvg(std::string_view text, ImportBuilder& builder);
void importPoints(std::string_view text, ImportBuilder& builder);

bool isRube(const JsonObject& root);
bool isPhysicsEditor(const JsonObject& root);

} // namespace satbox
