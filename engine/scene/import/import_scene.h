#pragma once

#include "engine/scene/json_document.h"
#include <satbox/scene/scene.h>

#include <filesystem>
#include <optional>
#include <string_view>

namespace satbox {

// The format of a file that is not JSON: by how its text begins, else by its extension. Nothing for text that
// begins like JSON, whatever the extension.
std::optional<ImportFormat> importFormatOf(const std::filesystem::path& file, std::string_view text);
// The format of a JSON document by its keys; nothing for a scene and for all else.
std::optional<ImportFormat> importFormatOf(const JsonValue& document);

// Messages begin with `fileName`, as those of readScene().
SceneResult importScene(std::string_view text, std::string_view fileName, ImportFormat format,
                        const ImportOptions& options);
SceneResult importJson(const JsonValue& document, std::string_view fileName, ImportFormat format,
                       const ImportOptions& options);

} // namespace satbox
