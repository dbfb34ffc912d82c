#pragma once

#include "engine/scene/scene.h"
#include "engine/world/world.h"

#include <filesystem>

namespace satbox::app {

// The scene that is being worked on: all that undo takes back.
struct Document {
    World world; // as it is now
    Scene scene; // name, title, camera; its world is the start: what restart brings back, as loaded with
                 // all edits since. Its bodies and shapes have the same ids as those of `world`.
    std::filesystem::path path; // of its file; empty for a scene that was never saved nor read
    bool isLab = false;         // two shapes that are put somewhere, and no time (labScenes)
    bool modified = false;      // bodies, shapes or settings were edited since it was loaded or saved
    BodyId created;             // by the last command that made a body, so that a tool can select it
};

} // namespace satbox::app
