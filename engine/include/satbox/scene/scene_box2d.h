#pragma once

#include <satbox/config.h>
#include <satbox/scene/scene.h>

#include <cstdint>
#include <string>
#include <vector>

namespace satbox {

struct Box2dProgram {
    std::string text;
    // What Box2D lacks: "refused: joints of the kind gear, at joint 3". The same is a comment at its place in
    // the text.
    std::vector<std::string> notes;
};

// A C++17 program for Box2D 2.4 (2.4.1 or newer) that builds the scene's bodies and joints with buildScene(),
// makes `steps` steps at the scene's step rate and prints the position and angle of each body, one a line.
// Box2D has a solver of its own, so the bodies move similarly, not equally.
SATBOX_API Box2dProgram sceneAsBox2d(const Scene& scene, int64_t steps = 600);

} // namespace satbox
