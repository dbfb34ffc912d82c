#pragma once

#include "app/document/settings_overrides.h"
#include <satbox/scene/scene.h>
#include <satbox/world.h>

#include <filesystem>
#include <vector>

namespace satbox::app {

// The open scene: everything that undo restores. History owns it; operations (document_op.h) change it.
struct Document {
    World world; // the current state
    // Name, title and camera. `scene.world` is the start that restart returns to: as loaded, with all edits
    // since. Bodies and shapes have the same ids in both worlds.
    Scene scene;
    std::filesystem::path path; // of its file; empty for a scene that has no file
    bool isLab = false;         // two shapes placed by hand, without simulation (labScenes)
    bool modified = false;      // bodies, shapes or settings were edited since it was loaded or saved
    // Of the worlds that a comparison shows beside `world`. They stay when another scene is opened.
    std::vector<SettingsOverrides> comparedSettings{SettingsOverrides::sequentialImpulse()};
};

} // namespace satbox::app
