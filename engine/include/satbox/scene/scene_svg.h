#pragma once

#include <satbox/config.h>
#include <satbox/scene/scene.h>

#include <string>

namespace satbox {

// The outlines of all bodies as an SVG drawing: a unit is a metre, the world's origin is the drawing's, y
// points downwards there. Each body is a group whose id is its name, if it has one, and which says whether it
// is static, kinematic or dynamic, so that importing the drawing gives bodies with the same outlines. Joints,
// materials and velocities are not in it.
SATBOX_API std::string sceneAsSvg(const Scene& scene);

} // namespace satbox
