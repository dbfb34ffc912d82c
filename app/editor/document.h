#pragma once

#include "engine/scene/scene.h"
#include "engine/world/world.h"

#include <filesystem>

namespace satbox::app {

// The open scene: everything that undo restores.
struct Document {
    World world; // the current state
    // Name, title and camera. `scene.world` is the start that restart returns to: as loaded, with all edits
    // since. Bodies and shapes have the same ids in both worlds.
    Scene scene;
    std::filesystem::path path; // of its file; empty for a scene that has no file
    bool isLab = false;         // two shapes placed by hand, without simulation (labScenes)
    bool modified = false;      // bodies, shapes or settings were edited since it was loaded or saved
    BodyId lastCreatedBody;     // by the last command that created one, so that a tool can select it
};

} // namespace satbox::app
