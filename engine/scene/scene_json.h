#pragma once

#include "engine/scene/json_fields.h"
#include <satbox/scene/scene.h>

#include <string>
#include <vector>

namespace satbox {

// Reads a scene within a longer JSON text. Leaves Scene::name empty, because the name comes from the file.
// Throws SceneError. `notes`: see SceneResult::notes.
Scene readSceneAt(const JsonLocation& root, std::vector<std::string>& notes);

} // namespace satbox
