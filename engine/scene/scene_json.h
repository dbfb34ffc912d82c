#pragma once

#include "engine/scene/json_fields.h"
#include "engine/scene/snapshot.h"
#include <satbox/scene/scene.h>

#include <string>
#include <vector>

namespace satbox {

// Reads a scene within a longer JSON text. Leaves Scene::name empty, because the name comes from the file.
// Throws SceneError. `notes`: see SceneResult::notes.
Scene readSceneAt(const JsonLocation& root, std::vector<std::string>& notes);

// writeScene(), with or without the slots of the world.
std::string sceneText(const Scene& scene, SavedSlots slots);

} // namespace satbox
