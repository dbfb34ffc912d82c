#pragma once

#include <satbox/config.h>
#include <satbox/scene/scene.h>

#include <cstdint>
#include <string>

namespace satbox {

// A C++20 program that builds the scene's world with the public library, makes `steps` steps at the scene's
// step rate and prints World::hash() as 16 hexadecimal digits; it needs satbox::engine only. All numbers read
// back to the same bits, so the hash is that of the scene.
//
// A program starts from definitions. Of a world that has been stepped it has poses and velocities, but no
// impulses, sleeping islands and time: then its hash is another, and a comment in the program says so.
SATBOX_API std::string sceneAsCpp(const Scene& scene, int64_t steps = 600);

} // namespace satbox
