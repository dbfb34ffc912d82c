#pragma once

#include "engine/scene/json_fields.h"
#include <satbox/scene/scene.h>

#include <string>
#include <vector>

namespace satbox {

// Reads a scene within a longer JSON text. The scene has no name: that is its file's. Throws SceneError.
// `notes`: see SceneResult::notes.
Scene readSceneAt(const JsonLocation& root, std::vector<std::string>& notes);

} // namespace satbox
